// How far apart the results of playouts are. The weight of exploration is meant for wins and losses; where most games
// are drawn, differences between moves are small and it has to be less.
#ifndef SEARCH_MCTS_SPREAD_H
#define SEARCH_MCTS_SPREAD_H

#include "base/common.h"

#include <math.h>

typedef struct Spread {
  double n, sum, squares;  // of rewards in [0, 1]
  double factor;           // of the weight of exploration: 1 where one half are wins and the others losses
} Spread;

enum { SPREAD_EVERY = 64 };
#define SPREAD_LEAST 0.05

static inline void spread_clear(Spread *spread) { *spread = (Spread){.factor = 1}; }

static inline void spread_add(Spread *spread, double reward) {
  spread->n++;
  spread->sum += reward;
  spread->squares += reward * reward;
  if ((uint64_t)spread->n % SPREAD_EVERY) return;
  double mean = spread->sum / spread->n, variance = spread->squares / spread->n - mean * mean;
  spread->factor = MAX(2 * sqrt(MAX(variance, 0)), SPREAD_LEAST);
}

#endif
