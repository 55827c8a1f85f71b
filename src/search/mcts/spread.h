// How many playouts are decided. The weight of exploration is meant for wins and losses; where most games are drawn,
// differences between moves are small and it has to be less. Where none is drawn it stays as it is, however many of
// them one player wins.
#ifndef SEARCH_MCTS_SPREAD_H
#define SEARCH_MCTS_SPREAD_H

#include "base/common.h"

#include <math.h>

typedef struct Spread {
  double n, squares;  // of utilities in [-1, 1]
  double factor;      // of the weight of exploration: 1 where all playouts are won or lost
} Spread;

enum { SPREAD_EVERY = 64 };
#define SPREAD_LEAST 0.05

static inline void spread_clear(Spread *spread) { *spread = (Spread){.factor = 1}; }

static inline void spread_add(Spread *spread, double utility) {
  spread->n++;
  spread->squares += utility * utility;
  if ((uint64_t)spread->n % SPREAD_EVERY) return;
  spread->factor = MAX(sqrt(spread->squares / spread->n), SPREAD_LEAST);
}

#endif
