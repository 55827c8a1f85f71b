// Games as C: the rules program of one game becomes one unit of C with a state, legal moves, moves played and whole
// random games. docs/NATIVE.md explains the parts.
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

#include "base/text.h"
#include "game/game.h"

// Writes the unit of a game. False when this game needs something the back end does not have; *why says what (in the
// arena), and *out is not usable.
// SENET_COMPACT=1 makes it compact, as that of a large game, whatever its size.
bool emit_game(const Game *game, Arena *arena, Text *out, const char **why);

// A name as a comment of the unit can have it: what would end the line, or go on with it, becomes a space.
const char *emit_in_comment(Arena *arena, const char *name);

// Whether that is set: the same game then has another unit.
bool emit_is_compact(void);

#endif
