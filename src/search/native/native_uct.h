// Monte-Carlo tree search with UCB1 on native positions: what `uct` does when the game's code is compiled. The rules of
// the search are those of search/mcts (random playouts, also those that look a move ahead, virtual losses, proven
// results, trees kept from move to move); moves are listed in another order and playouts draw other numbers, so that
// the same seed gives another search of the same strength.
#ifndef SEARCH_NATIVE_NATIVE_UCT_H
#define SEARCH_NATIVE_NATIVE_UCT_H

#include "emit/native.h"
#include "search/agent.h"
#include "search/budget.h"

// Whether playouts look one move ahead, as the option `decisive` of uct says.
typedef enum NativeDecisive { NATIVE_DECISIVE_OFF, NATIVE_DECISIVE_WINS, NATIVE_DECISIVE_BOTH } NativeDecisive;

typedef struct NativeUctOptions {
  const Budget *budget;
  double c;    // weight of exploration
  bool scale;  // less where most playouts are drawn (search/mcts/spread.h)
  bool solver, reuse;
  bool by_value;  // the move to make is the one with the best value, not the one tried most
  NativeDecisive decisive;
  int threads;
  size_t megabytes;
} NativeUctOptions;

typedef struct NativeUct NativeUct;

// Whether the search can play the game: players take turns, nothing is hidden or left to chance.
bool native_uct_plays(const Game *game);
// The native code must outlive it.
void native_uct_new(const Native *native, const AgentSetting *setting, const NativeUctOptions *options,
                    NativeUct **uct);
void native_uct_free(NativeUct *uct);
// As AgentKind.choose; UINT32_MAX when native code and interpreter do not have the same moves here.
uint32_t native_uct_choose(NativeUct *uct, const Position *x, SearchReport *report);

#endif
