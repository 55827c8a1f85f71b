// Which file of the cache belongs to a game, without writing its C first: a small file, named by the hash of the
// expanded description, of this program and of the compiler, has the name of the object.
#ifndef EMIT_CACHE_NAME_H
#define EMIT_CACHE_NAME_H

#include "game/game.h"

// Where the name of a game's object is kept; NULL when the game or this program cannot be told from others. identity:
// of the compiler.
const char *cache_name_path(Arena *arena, const char *folder, const Game *game, const char *identity);
// The path of the object that is named there, or NULL when there is none or the file is damaged.
const char *cache_name_read(Arena *arena, const char *name_path);
// Notes it; a file that cannot be written is only missed.
void cache_name_write(Arena *arena, const char *name_path, const char *object_path);

#endif
