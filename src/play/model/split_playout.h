// Random games made of semimoves, counted as in Kowalski et al., Table 1: each part chosen uniformly among those
// offered. A part that leads to a dead state is taken back and not chosen again.
#ifndef PLAY_MODEL_SPLIT_PLAYOUT_H
#define PLAY_MODEL_SPLIT_PLAYOUT_H

#include "play/playout/playout.h"

typedef struct SplitTotals {
  uint64_t nodal;    // whole moves made: nodal states left behind
  uint64_t states;   // parts made: states of all kinds come to, dead ones included
  uint64_t choices;  // parts offered in them
  uint64_t dead;     // parts taken back
} SplitTotals;

// Goes on from a nodal state for at most so many moves, or to the end; how many were made. A state that is stuck
// (which the rules do not allow) sets a fault.
uint64_t split_play(Position *x, Random *random, uint64_t most, SplitTotals *totals);

// From the start to the end, with the streams of playout k. False when the rules stopped.
bool split_playout_run(Position *x, uint64_t seed, uint64_t k, SplitTotals *totals);

#endif
