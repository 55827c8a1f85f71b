// Counting positions: how many sequences of moves of a given length there are.
#ifndef PLAY_PLAYOUT_PERFT_H
#define PLAY_PLAYOUT_PERFT_H

#include "emit/native.h"
#include "state/turn/position.h"

enum {
  PERFT_DEPTH_MAX = 1000,   // what there is room for
  PERFT_NATIVE_DEPTH = 64,  // what native code has room for
};

// Leaves at this depth below the present position, which is restored. depth: 0 to PERFT_DEPTH_MAX. 0 where the rules
// stop.
uint64_t perft(Position *x, int depth);
// The same by native code, from a position; UINT64_MAX: it has too many moves for its memory, or is too deep.
uint64_t perft_native(const Native *native, const Position *x, int depth);
// As perft, with everything a player does before the turn passes counted as one move. The rules stop
// where a turn never ends.
uint64_t perft_turns(Position *x, int depth);

#endif
