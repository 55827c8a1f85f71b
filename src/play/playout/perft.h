// Counting positions: how many sequences of moves of a given length there are.
#ifndef PLAY_PLAYOUT_PERFT_H
#define PLAY_PLAYOUT_PERFT_H

#include "state/turn/position.h"

// Leaves at this depth below the present position, which is restored. depth >= 0.
uint64_t perft(Position *x, int depth);
// The same with everything a player does before the turn passes counted as one move.
uint64_t perft_turns(Position *x, int depth);

#endif
