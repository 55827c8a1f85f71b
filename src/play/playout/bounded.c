// Counting portions of work.
#include "play/playout/bounded.h"

#include "state/turn/position.h"

enum { PORTIONS_MOST = 4000 };

static bool is_used_up(void *self) {
  BoundedWork *work = self;
  return ++work->portions > PORTIONS_MOST;
}

Position *bounded_open(BoundedWork *work, const Game *game, uint64_t seed) {
  Position *x = position_new(game, seed, 0);
  *work = (BoundedWork){.watch = {is_used_up, work}};
  x->watch = &work->watch;
  return x;
}

bool bounded_goes_on(const BoundedWork *work) { return work->portions < PORTIONS_MOST; }
