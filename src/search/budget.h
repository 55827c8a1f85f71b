// How long a search may go on: seconds, iterations, moves made; whichever is reached first. 0: no limit. Somebody
// else may also ask it to stop.
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "base/clock.h"
#include "base/shared.h"
#include "search/agent.h"
#include "state/run/run.h"

// The most seconds there are for a move: a search that goes on until it is told to stop.
enum { BUDGET_UNTIL_STOPPED = 1000000 };

// Which seconds count. CPU time is the same on a busy machine and on an idle one.
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

// Iterations allowed; 0: any number.
static inline uint64_t budget_iterations(const Budget *budget, uint64_t otherwise) {
  bool unlimited = budget->seconds <= 0 && budget->iterations <= 0 && budget->states <= 0;
  return unlimited ? otherwise : (uint64_t)budget->iterations;
}

// Whether there is something left for a thread that began then.
static inline bool budget_left(const Budget *budget, const BudgetUse *use, double began) {
  uint64_t iterations = budget_iterations(budget, use->otherwise);
  if (use->stop && atomic_load_explicit(use->stop, memory_order_relaxed)) return false;
  if (iterations && use->iterations >= iterations) return false;
  if (budget->states > 0 && use->states >= (uint64_t)budget->states) return false;
  return budget->seconds <= 0 || budget_now(budget) - began < budget->seconds;
}

// A budget that several threads use up together. They take iterations in portions, so that they rarely meet here.
typedef struct BudgetPot {
  const Budget *budget;
  uint64_t iterations;  // 0: any number
  int threads;
  const atomic_bool *stop;
  double began;  // by the clock of the budget and the thread that filled it
  char apart[CACHE_LINE];
  _Atomic uint64_t taken;   // iterations, portions not yet used up included
  _Atomic uint64_t states;  // counted only when they are limited
} BudgetPot;

// What one thread has of it.
typedef struct BudgetShare {
  double began, looked;      // and when it looked at the clock last
  uint32_t unlooked, every;  // iterations since then, and after how many it looks again
  uint64_t left;             // of the portion
  uint64_t iterations, states;
} BudgetShare;

void budget_fill(BudgetPot *pot, const Budget *budget, uint64_t otherwise, int threads, const atomic_bool *stop);
// Wall time counts from pot->began, which may lie before the pot was filled; CPU time of a thread from now.
void budget_begin(const BudgetPot *pot, BudgetShare *share);
// Takes an iteration; false when nothing is left.
bool budget_take(BudgetPot *pot, BudgetShare *share);
void budget_spend(BudgetPot *pot, BudgetShare *share, uint64_t states);

// Whether the seconds since then are over, or somebody wants the search to end.
bool budget_over(const Budget *budget, double began, const atomic_bool *stop);

// Keeps a budget's seconds, and the wish to stop, within playouts too: rules that are running stop (RulesWatch).
typedef struct BudgetWatch {
  RulesWatch rules;
  const Budget *budget;
  double began;
  const atomic_bool *stop;
} BudgetWatch;

// From now on; the watch must stay where it is. budget_unwatch forgets a stop of the rules.
void budget_watch(BudgetWatch *watch, Position *x, const Budget *budget, double began, const atomic_bool *stop);
void budget_unwatch(Position *x);

// Gives a part of the seconds, and the other limits, to an agent that searches for another one.
void budget_give(const Budget *budget, double part, AgentSpec *spec);

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
       "Whether time is measured by the clock on the wall or as CPU time."},                                           \
  {                                                                                                                    \
    "states", OPTION_INTEGER, offsetof(Type, field.states), 0, 1e15, "0", NULL, "Moves made while thinking of a move." \
  }

enum { PLAYOUTS_OTHERWISE = 1000 };
#define PLAYOUTS_DOC "Playouts for a move; 1000 when nothing limits the search."

#endif
