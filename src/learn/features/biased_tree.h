// The tree of the biased search on native positions. A node that was visited often enough gets its moves as pairs of
// prior and number; children are made one by one, the largest prior first, so that a move that was never tried costs
// four bytes. The children of a node lie side by side: choosing one reads memory from front to back.
//
// Room is taken from the front to the back. What was left behind (children are moved when they become more than there
// is room for) is freed by copying the tree, between moves and when it is full.
#ifndef LEARN_FEATURES_BIASED_TREE_H
#define LEARN_FEATURES_BIASED_TREE_H

#include "base/random.h"

enum { BIASED_ROOT = 0, BIASED_NONE = UINT32_MAX };

#define BIASED_NO_NODE (-4e9F)  // mean of a place without a node

typedef enum BiasedFlag {
  BIASED_PASS = 1,  // the move that leads here is a forced pass
  BIASED_WIN = 2,   // proven, for the seat that made the move
  BIASED_LOSS = 4,
  BIASED_DRAW = 8,
  BIASED_SURE = 16,    // the seat to move here has a sure draw
  BIASED_PASSES = 32,  // the seat to move here must pass
  BIASED_PROVEN = BIASED_WIN | BIASED_LOSS | BIASED_DRAW,
} BiasedFlag;

typedef struct BiasedNode {
  uint32_t visits;
  float prior;
  float sum;         // rewards in [0, 1] of the seat that made the move
  float own;         // of the seat to move here
  uint32_t first;    // child
  uint32_t untried;  // the first of the moves not tried, in BiasedTree.untried; BIASED_NONE: not expanded
  uint16_t n;        // moves
  uint16_t tried;    // children
  uint16_t index;    // number of the move in the native list
  uint8_t seat;      // who made the move
  uint8_t flags;     // BiasedFlag
} BiasedNode;

// One half of the memory: the tree is copied from one to the other.
typedef struct BiasedRoom {
  BiasedNode *nodes;
  // What selection reads of each node: mean reward, and what the weight of exploration is multiplied by.
  float *means, *spreads;
  unsigned char *moves;  // the move that leads to each node
  uint32_t *untried;     // prior << 16 | number; the next one to try is at the front of those of a node
  uint32_t used, used_untried;
} BiasedRoom;

typedef struct BiasedTree {
  BiasedRoom now, other;
  uint32_t cap, cap_untried;
  size_t move_size;
  bool stuck;  // full, and copying frees hardly anything
} BiasedTree;

void biased_tree_open(BiasedTree *tree, size_t bytes, size_t move_size);
void biased_tree_close(BiasedTree *tree);
// Only the root, not visited.
void biased_tree_clear(BiasedTree *tree);
// Makes a node the root and drops everything that is not below it.
void biased_tree_advance(BiasedTree *tree, uint32_t root);

static inline BiasedNode *biased_node(const BiasedTree *tree, uint32_t at) { return &tree->now.nodes[at]; }
static inline bool biased_expanded(const BiasedNode *node) { return node->untried != BIASED_NONE; }
static inline unsigned char *biased_move(const BiasedTree *tree, uint32_t at) {
  return tree->now.moves + (size_t)at * tree->move_size;
}

// Gives a node its n moves with these priors. False when there is no room.
bool biased_tree_expand(BiasedTree *tree, uint32_t at, const float *priors, uint32_t n, Random *random);
// The move to try next of a node that has such: its prior and number.
static inline float biased_next_prior(const BiasedTree *tree, const BiasedNode *node) {
  return (float)(tree->now.untried[node->untried + node->tried] >> 16) / 65535;
}
// Its child, which the caller fills beyond prior and number; BIASED_NONE when there is no room. Children of the node
// may have moved.
uint32_t biased_tree_try(BiasedTree *tree, uint32_t at);

#endif
