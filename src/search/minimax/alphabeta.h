// Alpha-beta: what its two files share. alphabeta.c searches below a position, alphabeta_root.c deepens at the root,
// with as many threads as wanted, and has the agents.
//
// There are two sides: with two players each seat is one; with more, the seat whose move is looked for is one side and
// all others together are the other (paranoid search). A side may move several times in a row: a value changes its sign
// only when the side changes.
#ifndef SEARCH_MINIMAX_ALPHABETA_H
#define SEARCH_MINIMAX_ALPHABETA_H

#include "base/thread.h"
#include "search/agent.h"
#include "search/budget.h"
#include "search/evaluation.h"
#include "search/minimax/order.h"
#include "search/minimax/score.h"
#include "search/minimax/table.h"

typedef struct AlphaBetaOptions {
  Budget budget;
  int64_t depth, megabytes, threads;
  bool reduce, quiet, native;
  const char *eval;  // see EVALUATION_OPTION
} AlphaBetaOptions;

typedef struct AlphaBeta AlphaBeta;

// A move of the root, with the value found last.
typedef struct RootMove {
  uint32_t move;  // its number
  int score;
  uint64_t visits;
} RootMove;

typedef VEC(RootMove) RootMoves;

typedef struct AbWorker {
  AlphaBeta *search;
  ForwardModel model;  // stands at the root between searches
  ForwardList list;
  Order order;
  RootMoves moves;             // of the root, best first; the scores of all but the first may be bounds from above
  int depth;                   // completed
  bool open;                   // something was left open because of the depth
  bool stopped;                // the budget is spent: what is under way is worthless
  uint64_t path[ORDER_PLIES];  // hashes of the positions on the way
  BudgetShare share;
  BudgetWatch watch;
} AbWorker;

struct AlphaBeta {
  const AlphaBetaOptions *options;
  AgentSetting setting;
  Material *material;
  Evaluation evaluation;
  const Evaluator *evaluator;
  Noise noise;
  Table table;
  VEC(uint64_t) past;  // hashes of the positions of the game before the root
  Position *back;      // to find them
  BudgetPot pot;
  atomic_bool done;  // the first thread has its answer
  Pool *pool;
  AbWorker *workers;
  int seat;  // whose move is looked for
  double began;
};

// The side of the seat to move: 1 or 2.
int alphabeta_side(const AbWorker *worker);
// The value, for the side to move, of the position the model stands at, which is not over.
int alphabeta_value(AbWorker *worker, int depth, int ply, int alpha, int beta, uint32_t before);
// The same for the side given, where the game may be over.
int alphabeta_value_for(AbWorker *worker, int side, int depth, int ply, int alpha, int beta, uint32_t before);
// The hash by which the table knows the position.
uint64_t alphabeta_hash(const AbWorker *worker);

#endif
