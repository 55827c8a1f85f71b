// Selection rules. UCB1 and UCB1-Tuned: Auer et al. 2002; PUCT as in AlphaZero; RAVE: Gelly and Silver 2011;
// GRAVE: Cazenave 2015; progressive history: Nijssen and Winands 2011; progressive bias: Chaslot et al. 2008.
#include "search/mcts/select.h"

#include <math.h>

static const double unknown = 0.5;  // mean reward where there was none

// Visits that are safe to divide by.
static double at_least_one(double visits) { return visits > 1 ? visits : 1; }

static double explore(const SelectView *view) { return view->c * sqrt(view->log_visits / at_least_one(view->visits)); }

static double ucb1(const SelectView *view, const Node *child) { return view->mean + explore(view); }

static double tuned(const SelectView *view, const Node *child) {
  double n = at_least_one(view->visits), m = view->mean, part = view->log_visits / n;
  double variance = shared_get(&child->squares) / n - m * m + sqrt(2 * part);
  return m + sqrt(part * fmin(0.25, fmax(variance, 0)));
}

static double puct(const SelectView *view, const Node *child) {
  return view->mean + view->c * child->prior * view->sqrt_visits / (1 + view->visits);
}

static double amaf_mean(const SelectView *view) { return view->amaf_visits > 0 ? view->amaf_mean : unknown; }

static double rave(const SelectView *view, const Node *child) {
  double beta = view->k > 0 ? sqrt(view->k / (3 * view->visits + view->k)) : 0;
  return (1 - beta) * view->mean + beta * amaf_mean(view) + explore(view);
}

static double grave(const SelectView *view, const Node *child) {
  double n = view->visits, a = view->amaf_visits;
  double beta = a > 0 ? a / (a + n + view->k * a * n) : 0;
  return (1 - beta) * view->mean + beta * amaf_mean(view) + explore(view);
}

static double history(const SelectView *view, const Node *child) {
  double losses = view->visits * (1 - view->mean);
  return ucb1(view, child) + view->weight * view->history / (losses + 1);
}

// UCB1 and a share of the prior that fades with visits.
static double bias(const SelectView *view, const Node *child) {
  return ucb1(view, child) + view->weight * (double)child->prior / (1 + view->visits);
}

const SelectRule select_rules[SELECT_KINDS] = {
    [SELECT_UCB1] = {"ucb1", .score = ucb1},
    [SELECT_TUNED] = {"tuned", .score = tuned},
    [SELECT_PUCT] = {"puct", .eager = true, .score = puct},
    [SELECT_RAVE] = {"rave", .eager = true, .uses_amaf = true, .score = rave},
    [SELECT_GRAVE] = {"grave", .eager = true, .uses_amaf = true, .score = grave},
    [SELECT_BIAS] = {"bias", .eager = true, .score = bias},
    [SELECT_HISTORY] = {"history", .uses_history = true, .score = history},
};

const char *const select_names[SELECT_KINDS + 1] = {"ucb1", "tuned", "puct", "rave", "grave", "history", "bias", NULL};
