// The search tree: a pool of nodes of fixed size. A node stands for a move made; its children are linked and
// exist only once tried. When the pool is full the least visited parts are given up and used again.
// The tree has no lock of its own: with several threads the caller holds one around every call.
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "base/common.h"

typedef uint32_t NodeRef;  // 0: none
enum { NODE_NONE = 0 };

typedef struct Node {
  uint64_t key;         // of the move that leads here (play/move_key.h)
  NodeRef first, next;  // child, sibling
  uint32_t index;       // number of the move among the legal ones when it was first tried
  uint32_t visits;
  uint32_t moves;        // legal moves here, when last seen; 0: not seen
  uint32_t amaf_visits;  // games in which the move was made here or later
  double sum, squares;   // rewards in [0, 1] of the seat that made the move
  double amaf_sum;
  float prior;
  float exact;       // utility of the seat that made the move, when proven
  float sure;        // what the seat to move here can have at least, above a loss (0)
  uint16_t pending;  // simulations under way through here: each counts as a loss, and none is given up
  uint8_t seat;      // who made the move
  bool proven;
  bool dead;  // inside a move, and no way to finish it
} Node;

typedef struct Tree {
  Node *nodes;    // [0] unused, [1] the root
  uint32_t cap;   // nodes there are
  uint32_t used;  // nodes ever taken; the rest is untouched
  NodeRef free;   // given back, linked by next
  uint32_t n;     // in use
  uint64_t recycled;
} Tree;

enum { TREE_ROOT = 1 };

// Room for about so many bytes of nodes, at least a few.
void tree_init(Tree *tree, size_t bytes);
void tree_free(Tree *tree);
// Only the root, not visited.
void tree_clear(Tree *tree);
// The child of the root becomes the root; everything else is given back.
void tree_advance(Tree *tree, NodeRef child);

static inline Node *tree_node(Tree *tree, NodeRef ref) { return &tree->nodes[ref]; }

// A new child, or NODE_NONE when the pool is full of nodes that cannot be given up.
NodeRef tree_add(Tree *tree, NodeRef parent, uint64_t key, uint32_t index, int seat);

// Mean reward in [0, 1] of the seat that made the move; simulations under way count as losses.
static inline double node_mean(const Node *node) {
  uint32_t n = node->visits + node->pending;
  return n ? node->sum / n : 0.5;
}

#endif
