// Rating matches: a trained network against another agent.
#ifndef LEARN_ZERO_ZERO_RATING_H
#define LEARN_ZERO_ZERO_RATING_H

#include "game/game.h"

#include <stdatomic.h>

typedef struct ZeroRating {
  const char *model;  // a file, or the folder of a run
  int64_t simulations;
  const char *opponent;
  uint64_t games;
  uint64_t seed;
  int threads;  // games played at the same time; 0: one per processor
  const atomic_bool *stop;
} ZeroRating;

// The share of points of the network: wins, and half of the draws. False with a reason (arena).
bool zero_rating_play(Arena *arena, const Game *game, const ZeroRating *rating, double *share, const char **why);

#endif
