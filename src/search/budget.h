// How long a search may go on: seconds, iterations, moves made; whichever is reached first. 0: no limit.
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "base/clock.h"
#include "search/option.h"

typedef struct Budget {
  double seconds;
  int64_t iterations, states;
} Budget;

typedef struct BudgetUse {
  double started;
  uint64_t iterations, states;
  uint64_t otherwise;  // iterations when nothing is limited
} BudgetUse;

static inline BudgetUse budget_begin(uint64_t otherwise) {
  return (BudgetUse){.started = clock_seconds(), .otherwise = otherwise};
}

static inline bool budget_left(const Budget *budget, const BudgetUse *use) {
  bool unlimited = budget->seconds <= 0 && budget->iterations <= 0 && budget->states <= 0;
  uint64_t iterations = unlimited ? use->otherwise : (uint64_t)budget->iterations;
  if (iterations && use->iterations >= iterations) return false;
  if (budget->states > 0 && use->states >= (uint64_t)budget->states) return false;
  return budget->seconds <= 0 || clock_seconds() - use->started < budget->seconds;
}

#define BUDGET_OPTIONS(Type, field, iterations_doc)                                                                    \
  {"iterations", OPTION_INTEGER, offsetof(Type, field.iterations), 0, 1e15, "0", NULL, iterations_doc},                \
      {"time", OPTION_REAL, offsetof(Type, field.seconds), 0, 1e6, "0", NULL, "Seconds for a move."}, {                \
    "states", OPTION_INTEGER, offsetof(Type, field.states), 0, 1e15, "0", NULL, "Moves made while thinking of a move." \
  }

enum { PLAYOUTS_OTHERWISE = 1000 };
#define PLAYOUTS_DOC "Playouts for a move; 1000 when nothing limits the search."

#endif
