// The tree of searches on native positions: nodes of 24 bytes, the children of a node in groups that lie together, each
// twice as long as the one before. Choosing a child reads memory from front to back, and a node costs what its tried
// moves cost. The moves themselves are beside the nodes, so that going down needs no list of legal moves.
//
// A group is always behind the group its parent is in. Room is made in one pass from front to back, which drops the
// children of nodes that were hardly visited and moves the rest together.
//
// Threads share it: counts and sums are added to; children are appended by one thread at a time (a bit of the node),
// and seen by the others once the group's count says so. Room is made only while all other threads wait at the gate.
#ifndef SEARCH_NATIVE_COMPACT_TREE_H
#define SEARCH_NATIVE_COMPACT_TREE_H

#include "base/gate.h"
#include "base/shared.h"

typedef uint32_t CompactRef;  // a place in the tree; 0: none
enum { COMPACT_NONE = 0, COMPACT_ROOT = 1 };

typedef enum CompactFlag {
  COMPACT_LOCKED = 1,     // a thread is appending a child
  COMPACT_FULL = 1 << 1,  // every move was tried
  COMPACT_PASS = 1 << 2,  // the move that leads here is a forced pass
  COMPACT_WIN = 1 << 3,   // proven, for the seat that made the move
  COMPACT_LOSS = 1 << 4,
  COMPACT_DRAW = 1 << 5,
  COMPACT_SURE = 1 << 6,  // the seat to move here has a sure draw
  COMPACT_PROVEN = COMPACT_WIN | COMPACT_LOSS | COMPACT_DRAW,
} CompactFlag;

typedef struct CompactNode {
  _Atomic uint32_t visits;
  _Atomic CompactRef first;  // group of children
  _Atomic double sum;        // rewards in [0, 1] of the seat that made the move
  uint16_t index;            // number of the move in the native list
  uint16_t order;            // a random number: in which order the moves here are tried
  _Atomic uint16_t pending;  // simulations under way, where several threads search
  uint8_t seat;              // who made the move
  _Atomic uint8_t flags;     // CompactFlag
} CompactNode;

// In the place before its nodes. With it they are a multiple of four places, so that selection can look at four at a
// time: places without a node have the mean COMPACT_NO_NODE.
typedef struct CompactGroup {
  CompactRef parent;
  _Atomic CompactRef next;
  uint16_t cap;
  _Atomic uint16_t n;
  // Of all groups of the parent, kept in its first one by whoever appends.
  uint32_t total;
  CompactRef last;
} CompactGroup;

#define COMPACT_NO_NODE (-4e9F)

typedef union CompactSlot {
  CompactNode node;
  CompactGroup group;
} CompactSlot;

static_assert(sizeof(CompactSlot) == 24, "nodes are small");

typedef struct CompactTree {
  CompactSlot *at;
  // What selection reads of each node, apart from the rest so that it lies together: mean reward, simulations under way
  // counted as losses; and 1 / sqrt(visits).
  _Atomic float *means, *spreads;
  unsigned char *moves;  // the move that leads to each node
  size_t move_size;
  uint32_t cap;
  bool alone;  // one thread
  _Atomic uint32_t used;
  atomic_bool full;  // something did not fit
  bool stuck;        // hardly anything can be dropped: the tree stays as it is
  uint64_t recycled;
  Gate gate;
} CompactTree;

// Room for about so many bytes.
void compact_init(CompactTree *tree, size_t bytes, size_t move_size, bool alone);
void compact_free(CompactTree *tree);
// Only the root, not visited.
void compact_clear(CompactTree *tree);
// Makes a descendant of the root the root and drops everything that is not below it.
void compact_advance(CompactTree *tree, CompactRef root);
// Drops what was visited least until a quarter of the tree is free, if that can be done. Nobody else is at work.
void compact_make_room(CompactTree *tree);

static inline bool compact_wants_room(const CompactTree *tree) { return shared_get(&tree->full) && !tree->stuck; }

static inline CompactNode *compact_node(const CompactTree *tree, CompactRef ref) { return &tree->at[ref].node; }
static inline CompactGroup *compact_group(const CompactTree *tree, CompactRef ref) { return &tree->at[ref].group; }
static inline unsigned char *compact_move(const CompactTree *tree, CompactRef ref) {
  return tree->moves + ref * tree->move_size;
}
static inline CompactRef compact_first(const CompactTree *tree, CompactRef ref) {
  return atomic_load_explicit(&tree->at[ref].node.first, memory_order_acquire);
}
static inline CompactRef compact_next(const CompactTree *tree, CompactRef group) {
  return atomic_load_explicit(&tree->at[group].group.next, memory_order_acquire);
}
static inline uint32_t compact_size(const CompactTree *tree, CompactRef group) {
  return atomic_load_explicit(&tree->at[group].group.n, memory_order_acquire);
}

// How many children a locked node has.
static inline uint32_t compact_children(const CompactTree *tree, CompactRef parent) {
  CompactRef first = compact_first(tree, parent);
  return first ? compact_group(tree, first)->total : 0;
}
// Appends a child to a locked node with so many moves: nobody sees it before compact_publish. COMPACT_NONE when there
// is no room.
CompactRef compact_append(CompactTree *tree, CompactRef parent, uint32_t moves, CompactRef *group);
void compact_publish(CompactTree *tree, CompactRef group);
// Tries to be the one who appends.
bool compact_lock(CompactTree *tree, CompactRef ref);
void compact_unlock(CompactTree *tree, CompactRef ref);

// Goes over all children of a node: COMPACT_NONE at the end. Begin with an empty one.
typedef struct CompactWalk {
  CompactRef group;
  uint32_t i;
} CompactWalk;
CompactRef compact_child(const CompactTree *tree, CompactRef parent, CompactWalk *walk);

#endif
