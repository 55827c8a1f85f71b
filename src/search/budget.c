// The words of the budget's options, and budgets that threads share.
#include "search/budget.h"

enum { PORTION_MOST = 64, LOOK_MOST = 64 };

const char *const budget_clocks[] = {"wall", "cpu", NULL};

void budget_fill(BudgetPot *pot, const Budget *budget, uint64_t otherwise, int threads, const atomic_bool *stop) {
  pot->budget = budget;
  pot->iterations = budget_iterations(budget, otherwise);
  pot->threads = threads;
  pot->stop = stop;
  pot->began = budget_now(budget);
  shared_set(&pot->taken, 0);
  shared_set(&pot->states, 0);
}

void budget_begin(const BudgetPot *pot, BudgetShare *share) {
  double now = budget_now(pot->budget);
  double began = pot->budget->clock == BUDGET_WALL ? pot->began : now;
  *share = (BudgetShare){.began = began, .looked = now, .every = 1};
}

// The clock is looked at so rarely that it does not cost much, and so often that what passes unseen is a small part of
// the time given: a thousandth, if iterations take the same time.
static bool time_left(const BudgetPot *pot, BudgetShare *share) {
  if (++share->unlooked < share->every || !share->iterations) return true;
  double now = budget_now(pot->budget), limit = pot->budget->seconds;
  if (now - share->looked < limit / 2000) share->every = MIN(share->every * 2, LOOK_MOST);
  else share->every = MAX(share->every / 2, 1);
  share->looked = now;
  share->unlooked = 0;
  return now - share->began < limit;
}

// Portions get smaller towards the end, so that all threads finish at about the same time.
static bool take_portion(BudgetPot *pot, BudgetShare *share) {
  uint64_t limit = pot->iterations, taken = shared_get(&pot->taken);
  if (limit && taken >= limit) return false;
  uint64_t fair = limit ? (limit - taken) / (4 * (uint64_t)pot->threads) : PORTION_MOST;
  uint64_t portion = MAX(1, MIN(fair, PORTION_MOST));
  taken = atomic_fetch_add_explicit(&pot->taken, portion, memory_order_relaxed);
  if (limit && taken >= limit) return false;
  share->left = limit ? MIN(portion, limit - taken) : portion;
  return true;
}

bool budget_take(BudgetPot *pot, BudgetShare *share) {
  const Budget *budget = pot->budget;
  if (pot->stop && shared_get(pot->stop)) return false;
  if (budget->states > 0 && shared_get(&pot->states) >= (uint64_t)budget->states) return false;
  if (budget->seconds > 0 && !time_left(pot, share)) return false;
  if (!share->left && !take_portion(pot, share)) return false;
  share->left--;
  share->iterations++;
  return true;
}

void budget_spend(BudgetPot *pot, BudgetShare *share, uint64_t states) {
  share->states += states;
  if (pot->budget->states > 0) atomic_fetch_add_explicit(&pot->states, states, memory_order_relaxed);
}

bool budget_over(const Budget *budget, double began, const atomic_bool *stop) {
  if (stop && shared_get(stop)) return true;
  return budget->seconds > 0 && budget_now(budget) - began >= budget->seconds;
}

static bool is_over(void *self) {
  const BudgetWatch *watch = self;
  return budget_over(watch->budget, watch->began, watch->stop);
}

void budget_watch(BudgetWatch *watch, Position *x, const Budget *budget, double began, const atomic_bool *stop) {
  *watch = (BudgetWatch){{is_over, watch}, budget, began, stop};
  x->watch = &watch->rules;
}

void budget_unwatch(Position *x) {
  x->watch = NULL;
  if (position_ran_out_of_time(x)) position_clear_fault(x);
}

void budget_give(const Budget *budget, double part, AgentSpec *spec) {
  agent_set(spec, "time", budget->seconds * part);
  agent_set(spec, "clock", budget->clock);
  agent_set(spec, "iterations", (double)budget->iterations);
  agent_set(spec, "states", (double)budget->states);
}
