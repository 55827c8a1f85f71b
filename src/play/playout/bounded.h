// Random games that are looked at before a search or for `senet info`, with a bound on the work: where the rules of a
// game take long there are fewer or shorter games. Portions of work are counted and not seconds, so that what is found
// does not depend on the machine.
#ifndef PLAY_PLAYOUT_BOUNDED_H
#define PLAY_PLAYOUT_BOUNDED_H

#include "state/run/run.h"

typedef struct BoundedWork {
  RulesWatch watch;
  int portions;
} BoundedWork;

// A position whose rules stop with the fault position_out_of_time when the work is used up. The work must outlive it.
Position *bounded_open(BoundedWork *work, const Game *game, uint64_t seed);
// Whether there is work left for another game.
bool bounded_goes_on(const BoundedWork *work);

#endif
