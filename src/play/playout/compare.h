// Native code and interpreter side by side on random games: the same legal moves at every ply, the same state after
// every move, the same results.
#ifndef PLAY_PLAYOUT_COMPARE_H
#define PLAY_PLAYOUT_COMPARE_H

#include "emit/native.h"
#include "state/turn/position.h"

typedef struct NativeCompare {
  uint64_t seed;
  uint64_t n;               // games
  uint64_t moves;           // of a game, then the next one begins; 0: to the end
  double seconds;           // stop after so much processor time, between plies; 0: no limit
  const atomic_bool *stop;  // set by another thread: stop now; may be NULL
  uint64_t ok, differ;
  uint64_t beyond;                   // games that native code could not finish: the interpreter has to play them
  const char *where, *beyond_where;  // the first difference, the first limit, in the arena; NULL: none
} NativeCompare;

// Plays the games. In a game, moves are compared by where they go at every ply, and by the states they lead to at the
// first ones and at random later ones. Moves that are divided are made in parts. Where the rules stop, native code has
// to stop too.
void compare_native(const Game *game, const Native *native, Arena *arena, NativeCompare *compare);

// Opens native code for a user who did not ask for it by name: code compiled just now first plays some games side by
// side with the interpreter, and is used only if nothing differs. What came of it is kept with the code. As native_open
// otherwise; with only_cached, code that was not checked yet is missing.
Native *native_open_checked(const Game *game, Arena *arena, NativeWish *wish, const char **why);

#endif
