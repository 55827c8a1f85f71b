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
  bool dead;    // inside a move, and no way to finish it
  bool rolled;  // its children are now its parent's; it is kept because the way to them leads through it
} Node;

// What only some searches need to know of a node.
typedef struct NodeMore {
  uint64_t context;      // key of the move under way with the part that leads here (play/move_key.h)
  double amaf_sum;       // as in Node, counted in context
  uint32_t amaf_visits;  // likewise
  NodeRef via;           // the rolled node between the parent and this one
} NodeMore;

typedef struct Tree {
  Node *nodes;     // [0] unused, [1] the root
  NodeMore *more;  // for every node, or NULL
  uint32_t cap;    // nodes there are
  uint32_t used;   // nodes ever taken; the rest is untouched
  NodeRef free;    // given back, linked by next
  uint32_t n;      // in use
  uint64_t recycled;
} Tree;

enum { TREE_ROOT = 1 };

// Room for about so many bytes of nodes, at least a few; more: each with a NodeMore.
void tree_init(Tree *tree, size_t bytes, bool more);
void tree_free(Tree *tree);
// Only the root, not visited.
void tree_clear(Tree *tree);
// The child of the root becomes the root; everything else is given back.
void tree_advance(Tree *tree, NodeRef child);

static inline Node *tree_node(Tree *tree, NodeRef ref) { return &tree->nodes[ref]; }

static inline NodeRef tree_via(const Tree *tree, NodeRef ref) { return tree->more ? tree->more[ref].via : NODE_NONE; }

// A new child, or NODE_NONE when the pool is full of nodes that cannot be given up.
NodeRef tree_add(Tree *tree, NodeRef parent, uint64_t key, uint32_t index, int seat);

// Whether every move of a node has been tried.
bool tree_expanded(const Tree *tree, NodeRef ref);
// Gives the children of a node to its parent (roll-up: Kowalski et al. 2022, algorithm 3). Needs NodeMore.
void tree_roll_up(Tree *tree, NodeRef parent, NodeRef ref);

// Mean reward in [0, 1] of the seat that made the move; simulations under way count as losses.
static inline double node_mean(const Node *node) {
  uint32_t n = node->visits + node->pending;
  return n ? node->sum / n : 0.5;
}

#endif
