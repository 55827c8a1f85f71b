// Native code and interpreter side by side on random games: the same legal moves at every ply, the same state after
// every move, the same results.
#ifndef PLAY_PLAYOUT_COMPARE_H
#define PLAY_PLAYOUT_COMPARE_H

#include "emit/native.h"
#include "state/turn/position.h"

typedef struct NativeCompare {
  uint64_t seed;
  uint64_t n;  // games
  uint64_t ok, differ;
  const char *where;  // the first difference, in the arena; NULL: none
} NativeCompare;

// Plays the games. In a game, moves are compared by where they go at every ply, and by the states they lead to at the
// first ones and at random later ones. Moves that are divided are made in parts.
void compare_native(const Game *game, const Native *native, Arena *arena, NativeCompare *compare);

#endif
