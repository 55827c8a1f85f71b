// The search tree: a pool of nodes of fixed size. A node stands for a move made; its children are linked and
// exist only once tried. When the pool is full the least visited parts are given up and used again.
//
// Threads share it without locks. What a node is (key, index, seat, prior) is written before it is linked and stays;
// children are only ever put before the others, by one exchange of `first`, so that whoever has looked through them
// up to the first one knows all that was there; counts and sums are added to. Nodes are given up only while all other
// threads are between iterations (base/gate.h). Each thread has a stock of nodes taken from the pool ahead of use, and
// rewards of much visited nodes that it adds only now and then: a cache line that two processors write to in turn costs
// more than the rest of the work at a node.
#ifndef SEARCH_MCTS_MCTS_TREE_H
#define SEARCH_MCTS_MCTS_TREE_H

#include "base/gate.h"
#include "base/lock.h"
#include "base/shared.h"

typedef uint32_t NodeRef;  // 0: none
enum { NODE_NONE = 0 };

// One cache line, and begins with one: threads at work on different nodes do not disturb each other.
typedef struct Node {
  uint64_t key;           // of the move that leads here (play/move_key.h)
  _Atomic NodeRef first;  // child
  NodeRef next;           // sibling
  uint32_t index;         // number of the move among the legal ones when it was first tried
  _Atomic uint32_t visits;
  _Atomic uint32_t moves;       // legal moves here, when last seen; 0: not seen
  _Atomic float exact;          // utility of the seat that made the move, when proven
  _Atomic float sure;           // what the seat to move here can have at least, above a loss (0)
  float prior;                  // of the policy
  _Atomic double sum, squares;  // rewards in [0, 1] of the seat that made the move
  _Atomic uint16_t pending;     // simulations under way through here: each counts as a loss, and none is given up
  uint8_t seat;                 // who made the move
  atomic_bool proven;
  atomic_bool dead;  // inside a move, and no way to finish it
} Node;

static_assert(sizeof(Node) == CACHE_LINE, "a node fills a cache line");

// A flag in `pending`: the node's children are now its parent's (roll-up), and nobody may pass it any more. It is kept
// because the way to them leads through it.
enum { NODE_ROLLED = 1 << 15 };

// All moves as first: games in which a move was made here or later, and its rewards.
typedef struct Amaf {
  _Atomic double sum;
  _Atomic uint32_t visits;
} Amaf;

// What only some searches need to know of a node.
typedef struct NodeMore {
  uint64_t context;  // key of the move under way with the part that leads here (play/move_key.h)
  NodeRef via;       // the rolled node between the parent and this one
  Amaf amaf;
  Amaf in_context;  // counted by contexts, for mixing
  // Implicit minimax: what the position is worth by estimates, in [0, 1], to the seat that made the move; once judged.
  _Atomic float minimax;
  atomic_bool judged;
} NodeMore;

// Visits of a node, and their rewards, that were not added to it yet.
typedef struct PendingReward {
  NodeRef node;
  uint32_t visits;
  double sum, squares;
} PendingReward;

enum { LATE_SLOTS = 64 };

// What a thread has for itself.
typedef struct NodeCache {
  NodeRef free;                    // given back, linked by next
  uint32_t fresh;                  // the first of those never used so far
  uint32_t n;                      // of both
  uint32_t patience;               // nodes to ask for in vain before the next attempt to recycle
  PendingReward late[LATE_SLOTS];  // by the last bits of the node
  char apart[2 * CACHE_LINE - 16];
} NodeCache;

typedef struct Tree {
  Node *nodes;        // [0] unused, [1] the root
  NodeMore *more;     // for every node, or NULL
  NodeCache *stocks;  // one for each thread
  uint32_t cap;       // nodes there are
  int threads;
  bool alone;  // only one thread
  bool lazy;   // rewards of much visited nodes are added late, and simulations through them are not counted as pending
  char apart[CACHE_LINE];
  Lock lock;      // around what follows
  uint32_t used;  // nodes ever taken; the rest is untouched
  NodeRef free;   // given back, linked by next
  uint32_t n;     // in use, or in stock
  uint64_t recycled;
  Gate gate;  // threads pass it before each iteration
} Tree;

enum { TREE_ROOT = 1 };

// Room for about so many bytes of nodes, at least a few; more: each with a NodeMore.
void tree_init(Tree *tree, size_t bytes, bool more, int threads);
void tree_free(Tree *tree);
// Only the root, not visited. This and tree_advance are for one thread at a time.
void tree_clear(Tree *tree);
// The child of the root becomes the root; everything else is given back.
void tree_advance(Tree *tree, NodeRef child);

static inline Node *tree_node(Tree *tree, NodeRef ref) { return &tree->nodes[ref]; }

static inline NodeRef tree_first(const Tree *tree, NodeRef ref) {
  return atomic_load_explicit(&tree->nodes[ref].first, memory_order_acquire);
}

static inline NodeRef tree_next(const Tree *tree, NodeRef ref) { return tree->nodes[ref].next; }

static inline NodeRef tree_via(const Tree *tree, NodeRef ref) { return tree->more ? tree->more[ref].via : NODE_NONE; }

// A node out of the stock, not linked yet, or NODE_NONE when the pool is full of nodes that cannot be given up. The
// parent, which the simulation has come to, is not given up.
NodeRef tree_make(Tree *tree, NodeCache *stock, NodeRef parent, uint64_t key, uint32_t index, int seat);
// Puts nodes that were not linked, from `first` on, back into the stock.
void tree_unmake(Tree *tree, NodeCache *stock, NodeRef first);
// Makes the new nodes from `first` to `last`, linked by next, children. Only if no others have come since the first
// child was `*seen`; then `first` has been seen as well.
bool tree_link(Tree *tree, NodeRef parent, NodeRef first, NodeRef last, NodeRef *seen);

// Nodes that are linked.
uint32_t tree_size(const Tree *tree);

// Whether every move of a node has been tried.
bool tree_expanded(const Tree *tree, NodeRef ref);
// Gives the children of a node to its parent (roll-up: Kowalski et al. 2022, algorithm 3), unless a simulation other
// than the caller's passes through it. Needs NodeMore.
void tree_roll_up(Tree *tree, NodeRef parent, NodeRef ref);

// Whether so many have passed the node that one more or less does not matter for a while.
enum { NODE_BUSY = 128, LATE_PART = 64, LATE_MOST = 256 };
static inline bool tree_busy(const Tree *tree, NodeRef ref) {
  return tree->lazy && shared_get(&tree->nodes[ref].visits) >= NODE_BUSY;
}

void tree_reward_late(Tree *tree, NodeCache *stock, NodeRef ref, double reward);
// Adds what is late.
void tree_settle(Tree *tree, NodeCache *stock);

// A simulation through the node had this reward for the seat that made the move.
static inline void tree_reward(Tree *tree, NodeCache *stock, NodeRef ref, double reward) {
  Node *node = &tree->nodes[ref];
  if (tree_busy(tree, ref)) {
    tree_reward_late(tree, stock, ref, reward);
    return;
  }
  shared_add(&node->visits, 1, tree->alone);
  shared_sum(&node->sum, reward, tree->alone);
  shared_sum(&node->squares, reward * reward, tree->alone);
}

// A simulation passes the node; false when it was rolled up in the meantime.
static inline bool tree_enter(Tree *tree, NodeRef ref) {
  _Atomic uint16_t *pending = &tree->nodes[ref].pending;
  if (tree->alone) {
    shared_set(pending, (uint16_t)(shared_get(pending) + 1));
    return true;
  }
  if (LIKELY(!(atomic_fetch_add_explicit(pending, 1, memory_order_acquire) & NODE_ROLLED))) return true;
  atomic_fetch_sub_explicit(pending, 1, memory_order_release);
  return false;
}

// The simulation is over. Whoever rolls the node up next knows all that was done here.
static inline void tree_leave(Tree *tree, NodeRef ref) {
  _Atomic uint16_t *pending = &tree->nodes[ref].pending;
  if (tree->alone) shared_set(pending, (uint16_t)(shared_get(pending) - 1));
  else atomic_fetch_sub_explicit(pending, 1, memory_order_release);
}

static inline bool node_rolled(const Node *node) { return shared_get(&node->pending) & NODE_ROLLED; }

// Whether its value is certain; then `exact` can be read.
static inline bool node_proven(const Node *node) { return atomic_load_explicit(&node->proven, memory_order_acquire); }

// Visits, with the simulations under way.
static inline uint32_t node_visits(const Node *node) { return shared_get(&node->visits) + shared_get(&node->pending); }

// Mean reward in [0, 1] of the seat that made the move; simulations under way count as losses.
static inline double node_mean(const Node *node) {
  uint32_t n = node_visits(node);
  return n ? shared_get(&node->sum) / n : 0.5;
}

#endif
