// What can guide a search: a Policy says which moves look good, an Evaluator how a position looks. Both are
// asked from several threads at once, each with its own Position, and keep nothing that changes.
#ifndef PLAY_PLAYOUT_POLICY_H
#define PLAY_PLAYOUT_POLICY_H

#include "state/turn/position.h"

typedef struct Policy Policy;
struct Policy {
  // A weight above 0 for every move of the list; they need not add up to 1.
  void (*weigh)(const Policy *self, Position *x, MoveList list, double *weights);
};

typedef struct Evaluator Evaluator;
struct Evaluator {
  // What each seat may expect, in [-1, 1], at [1 .. players]. The game is not over; x is left as it was.
  void (*estimate)(const Evaluator *self, Position *x, double *utilities);
};

#endif
