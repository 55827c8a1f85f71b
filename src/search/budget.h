// How long a search may go on: seconds, iterations, moves made; whichever is reached first. 0: no limit. Somebody
// else may also ask it to stop.
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "base/clock.h"
#include "search/option.h"

#include <stdatomic.h>

// Which seconds count. Those of the processor are the same on a busy machine and on an idle one.
typedef enum BudgetClock { BUDGET_WALL, BUDGET_PROCESSOR } BudgetClock;

typedef struct Budget {
  double seconds;
  int clock;  // BudgetClock
  int64_t iterations, states;
} Budget;

typedef struct BudgetUse {
  uint64_t iterations, states;
  uint64_t otherwise;       // iterations when nothing is limited
  const atomic_bool *stop;  // somebody else wants the search to end; may be NULL
} BudgetUse;

extern const char *const budget_clocks[];

// Now, on the clock that counts. Threads that share a search each have their own processor time.
static inline double budget_now(const Budget *budget) {
  return budget->clock == BUDGET_WALL ? clock_seconds() : clock_thread_seconds();
}

// Whether there is something left for a thread that began then.
static inline bool budget_left(const Budget *budget, const BudgetUse *use, double began) {
  bool unlimited = budget->seconds <= 0 && budget->iterations <= 0 && budget->states <= 0;
  uint64_t iterations = unlimited ? use->otherwise : (uint64_t)budget->iterations;
  if (use->stop && atomic_load_explicit(use->stop, memory_order_relaxed)) return false;
  if (iterations && use->iterations >= iterations) return false;
  if (budget->states > 0 && use->states >= (uint64_t)budget->states) return false;
  return budget->seconds <= 0 || budget_now(budget) - began < budget->seconds;
}

#define BUDGET_OPTIONS(Type, field, iterations_doc)                                                                    \
  {"iterations", OPTION_INTEGER, offsetof(Type, field.iterations), 0, 1e15, "0", NULL, iterations_doc},                \
      {"time", OPTION_REAL, offsetof(Type, field.seconds), 0, 1e6, "0", NULL, "Seconds for a move."},                  \
      {"clock",                                                                                                        \
       OPTION_WORD,                                                                                                    \
       offsetof(Type, field.clock),                                                                                    \
       0,                                                                                                              \
       0,                                                                                                              \
       "wall",                                                                                                         \
       budget_clocks,                                                                                                  \
       "Whether these are seconds of the day or of the processor."},                                                   \
  {                                                                                                                    \
    "states", OPTION_INTEGER, offsetof(Type, field.states), 0, 1e15, "0", NULL, "Moves made while thinking of a move." \
  }

enum { PLAYOUTS_OTHERWISE = 1000 };
#define PLAYOUTS_DOC "Playouts for a move; 1000 when nothing limits the search."

#endif
