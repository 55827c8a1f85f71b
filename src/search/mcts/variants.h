// Which ways of searching by parts of moves go with which scores: Table 3 of Kowalski et al., Split Moves for
// Monte-Carlo Tree Search.
#ifndef SEARCH_MCTS_VARIANTS_H
#define SEARCH_MCTS_VARIANTS_H

#include "search/mcts/lessons.h"

typedef struct Variant {
  bool splits_tree, rolls_up, splits_playouts;
  RolloutKind kind;
  Domain mast, rave;
  bool remembers;   // the tree uses all-moves-as-first scores
  bool by_history;  // the tree uses scores of playouts
  bool replies, decisive;
} Variant;

// NULL, or why this cannot be.
const char *variant_refused(const Variant *variant);

#endif
