// How a tree search chooses among the children of a node: one row per rule.
#ifndef SEARCH_MCTS_SELECT_H
#define SEARCH_MCTS_SELECT_H

#include "search/mcts/mcts_tree.h"

typedef enum SelectKind {
  SELECT_UCB1,
  SELECT_TUNED,
  SELECT_PUCT,
  SELECT_RAVE,
  SELECT_GRAVE,
  SELECT_HISTORY,
  SELECT_BIAS,
  SELECT_KINDS
} SelectKind;

// What a rule may look at besides the child. Counts and sums of nodes may change while it does, so that each is read
// once.
typedef struct SelectView {
  double c;                        // weight of exploration
  double k;                        // RAVE: visits at which it counts half; GRAVE: its bias
  double weight;                   // progressive history, progressive bias
  double first;                    // mean of a child without visits
  double log_visits, sqrt_visits;  // of the parent
  double visits, mean;             // of the child: with the simulations under way, which count as losses
  double amaf_visits, amaf_mean;   // all moves as first: games, and mean reward in them
  double history;                  // mean reward of the move in playouts
} SelectView;

typedef struct SelectRule {
  const char *name;
  bool eager;  // all children of a node are made at its second visit, not one at a time
  bool uses_amaf;
  bool uses_history;
  double (*score)(const SelectView *view, const Node *child);
} SelectRule;

extern const SelectRule select_rules[SELECT_KINDS];
extern const char *const select_names[SELECT_KINDS + 1];

#endif
