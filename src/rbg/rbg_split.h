// Split points: where a move is divided into semimoves (Kowalski et al., Split Moves for Monte-Carlo Tree Search).
//
// A strategy inserts dots into the rules. Dots through which one move could be made in two ways are moved to the
// right until that cannot happen; dots that leave no choice are then taken out. Split or not, the moves are the same.
#ifndef RBG_RBG_SPLIT_H
#define RBG_RBG_SPLIT_H

#include "rbg/description.h"

typedef struct RbgStrategy {
  const char *name;
  bool mod;    // every off and assignment ends a semimove
  bool plus;   // a dot before each alternative of a sum that is not only shifts
  bool shift;  // a dot between two choices of shifts
  const char *doc;
} RbgStrategy;

typedef struct RbgSplitStats {
  int written, inserted;  // dots in the description, and added by the strategy
  int moved;              // times a dot was moved right
  int erased;             // for leaving no choice, or for being in keeper moves only
  int left;               // dots in the result
} RbgSplitStats;

// All strategies, ended by a NULL name. The first one, "Dots", uses the dots of the description only.
extern const RbgStrategy rbg_strategies[];

// By name, upper or lower case; NULL if there is none.
const RbgStrategy *rbg_strategy_find(Str name);

// The rules with the strategy's dots. Actions keep their numbers; actions are shared with the description.
RbgNode *rbg_split(Arena *arena, const RbgDescription *game, const RbgStrategy *strategy, RbgSplitStats *stats);

#endif
