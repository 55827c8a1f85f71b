// Reading a Ludii .jar, which is a zip file. Sizes claimed by the archive are not trusted.
#ifndef LUD_TEXT_ARCHIVE_H
#define LUD_TEXT_ARCHIVE_H

#include "base/arena.h"

typedef struct Archive Archive;

// NULL with a reason in *why (arena) when it is no readable zip file. Close it with archive_close.
Archive *archive_open(Arena *arena, const char *path, const char **why);
void archive_close(Archive *archive);

// Calls visit with the name of every entry that ends in suffix.
typedef void ArchiveVisit(void *self, const char *name);
void archive_walk(Archive *archive, const char *suffix, ArchiveVisit *visit, void *self);

// Reads an entry of at most limit bytes into the arena.
bool archive_read(Archive *archive, Arena *arena, const char *name, size_t limit, Str *text, const char **why);

#endif
