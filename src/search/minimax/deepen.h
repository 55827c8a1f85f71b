// Depth-first searches with iterative deepening: the moves of the root are searched to depth 1, 2, 3... until
// the budget is spent, each time in the order of the values found before. What is below a root move is the
// business of the kind of search.
#ifndef SEARCH_MINIMAX_DEEPEN_H
#define SEARCH_MINIMAX_DEEPEN_H

#include "search/agent.h"
#include "search/budget.h"
#include "search/evaluation.h"
#include "search/minimax/forward.h"

typedef struct DeepenOptions {
  Budget budget;
  int64_t depth;
  const char *eval;  // see EVALUATION_OPTION
  bool native;
} DeepenOptions;

enum { POSITIONS_OTHERWISE = 20000 };
#define POSITIONS_DOC "Positions looked at for a move; 20000 when nothing limits the search."

typedef struct Deepen Deepen;
struct Deepen {
  const DeepenOptions *options;
  const Game *game;
  Executor *executor;
  ForwardModel model;  // stands at the root between root moves
  Evaluation evaluation;
  const atomic_bool *stop;
  const SearchWatch *watch;
  BudgetUse use;
  double began;
  int seat;      // whose move is looked for
  bool stopped;  // the budget is spent: what is under way is worthless
  bool cut;      // something was left open because of the depth
};

// The value for deepen->seat of the position the model stands at, looked at so deep; values of at most `alpha` may be
// any bound that is not above it.
typedef double DeepenValue(Deepen *deepen, int depth, double alpha);

void deepen_open(Deepen *deepen, const AgentSetting *setting, const DeepenOptions *options);
void deepen_close(Deepen *deepen);
uint32_t deepen_choose(Deepen *deepen, const Position *x, int seat, DeepenValue *value, SearchReport *report);

// Counts a position; false when the budget is spent.
bool deepen_visit(Deepen *deepen);
// The utilities of a finished game, a little nearer to 0 the longer it takes; or the evaluator's estimate.
void deepen_leaf(Deepen *deepen, double *utilities);

// Why a depth-first search cannot play a game, or NULL.
const char *deepen_unsuited(const Game *game, const void *options);
// Why the options do not go together, or NULL.
const char *deepen_refuse(const void *options);

#define DEEPEN_OPTIONS                                                                                        \
  BUDGET_OPTIONS(DeepenOptions, budget, POSITIONS_DOC),                                                       \
      {"depth", OPTION_INTEGER, offsetof(DeepenOptions, depth), 1, 200, "100", NULL, "Moves to look ahead."}, \
      EVALUATION_OPTION(DeepenOptions, eval)

#endif
