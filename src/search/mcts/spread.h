// How many playouts are decided. The weight of exploration is meant for wins and losses; where most games are drawn,
// differences between moves are small and it has to be less. Where most are decided it stays as it is, however many of
// them one player wins.
#ifndef SEARCH_MCTS_SPREAD_H
#define SEARCH_MCTS_SPREAD_H

#include "base/common.h"

#include <math.h>

typedef struct Spread {
  double n, squares;  // of utilities in [-1, 1]
  double factor;      // of the weight of exploration: 1 where most playouts are won or lost
} Spread;

enum { SPREAD_EVERY = 64 };
#define SPREAD_LEAST 0.05
#define SPREAD_MOST 0.5  // decided playouts with which exploration is less

static inline void spread_clear(Spread *spread) { *spread = (Spread){.factor = 1}; }

static inline void spread_add(Spread *spread, double utility) {
  spread->n++;
  spread->squares += utility * utility;
  if ((uint64_t)spread->n % SPREAD_EVERY) return;
  double decided = spread->squares / spread->n;
  spread->factor = decided < SPREAD_MOST ? MAX(sqrt(decided), SPREAD_LEAST) : 1;
}

#endif
