// A compact search tree for one game: nodes with their own copy of the state, edges with prior, visits and sum of
// values. Self-play keeps thousands of such trees, each advanced until a position must be evaluated; nothing here knows
// who evaluates it.
//
// A node stands for one position, in which chance has already spoken: dice are thrown when the list of moves is made.
// An edge whose move draws from chance, is made together with other players' moves, or starts from a guess at what is
// hidden, is open: it is made again at every visit, and has a node for every outcome seen. Where many outcomes were
// seen, known ones are visited again (progressive widening). Values are kept per seat, for any number of players.
#ifndef LEARN_ZERO_ZERO_TREE_H
#define LEARN_ZERO_ZERO_TREE_H

#include "learn/zero/zero_state.h"

enum { ZERO_NONE = 0 };  // no child: the root, node 0, is nobody's child

typedef struct ZeroEdge {
  float logit;      // as evaluated
  float prior;      // the same as a probability among the moves of its seat; at a root possibly with noise
  float sum;        // of values, for its seat
  uint32_t visits;  // simulations that took it
  uint32_t child;   // the first outcome
  uint8_t seat;     // whose move it is
  bool open;
} ZeroEdge;

typedef struct ZeroNode {
  uint32_t first, n;  // edges
  uint32_t visits;    // simulations that ended here or went through
  uint32_t sibling;   // the next outcome of the same edge
  uint32_t outcomes;  // of an edge, kept with its first outcome
  uint32_t state;     // where it is kept
  uint64_t identity;  // of the outcome: the position and its list of moves
  Random random;      // chance before the moves were listed
  uint8_t seat;       // to move; 0: several at once
  uint8_t winner;     // the seat that wins for sure, or 0
  bool expanded;      // evaluated: its edges have priors
  bool terminal;      // the game is over here
  bool failed;        // it is not over: the rules stopped
  bool exact;         // its values are those of the rules: it is terminal, or its moves have been proved
} ZeroNode;

typedef struct ZeroTree {
  const Game *game;
  float discount;       // a result counts so much less for every move it is away
  int64_t repetitions;  // a position that comes up so many times in the game is drawn; 0: never
  VEC(uint64_t) past;   // the game's positions so far, by hash
  Random chance;        // what the rules draw in simulations and in the game itself
  VEC(ZeroNode) nodes;  // [0] is the root
  VEC(ZeroEdge) edges;
  ZeroBlocks states;
  VEC(float) values;   // per node: what it is worth to each seat, and sums of what simulations from it were
  Player viewer;       // who searches, when something is hidden from that player; else 0
  VEC(uint64_t) keys;  // then: of the root's moves
} ZeroTree;

// What a thread needs; any number of trees of the same game use it one after another.
typedef struct ZeroWorker {
  Position *x;
  MoveList list;        // of the leaf that was reached last
  VEC(float) scores;    // scratch
  ZeroBlocks room;      // scratch
  VEC(ZeroNode) nodes;  // scratch: what a tree keeps when it gets a new root
  VEC(ZeroEdge) edges;
  ZeroBlocks states;
  VEC(float) values;
} ZeroWorker;

// One step of a simulation. In a position with several movers there is a step for each.
typedef struct ZeroStep {
  uint32_t node, edge;
} ZeroStep;
typedef VEC(ZeroStep) ZeroPath;

void zero_worker_open(ZeroWorker *worker, const Game *game);
void zero_worker_close(ZeroWorker *worker);

// NULL when trees can be made for the game, otherwise the reason why not.
const char *zero_unsuited(const Game *game);

void zero_tree_open(ZeroTree *tree, const Game *game, double discount);
void zero_tree_close(ZeroTree *tree);

// The game has come to this position: where it comes up again in a search, that counts as a repetition. Returns whether
// it has come up often enough to be drawn.
bool zero_tree_note(ZeroTree *tree, const Position *x);
// Makes the position, with its chance, the root of an empty tree.
void zero_tree_start(ZeroTree *tree, ZeroWorker *worker, const Position *x);
// Makes the move of a root's edge in the game. What the tree knows about the position that follows stays when keep is
// set and chance decided as in one of its nodes. Returns false when the rules stopped.
bool zero_tree_play(ZeroTree *tree, ZeroWorker *worker, uint32_t edge, bool keep);
// The same with a move of every player at once: numbers of edges, in the order of the players.
bool zero_tree_play_joint(ZeroTree *tree, ZeroWorker *worker, const uint32_t *parts, int n, bool keep);
// Makes the node of this position the root, when the tree has one in a game without chance and hidden things.
bool zero_tree_go_to(ZeroTree *tree, ZeroWorker *worker, const Position *x);
// Hides from a tree what the seat to move cannot see: simulations start from guesses.
void zero_tree_hide(ZeroTree *tree, ZeroWorker *worker);

// Puts the worker's position at a node, with its list of moves.
void zero_tree_visit(const ZeroTree *tree, ZeroWorker *worker, uint32_t node);

// Goes from a node along chosen edges (one, or one for each player in turn), making a node where there is none. Returns
// ZERO_NONE when the move is not possible in the guesses tried. The worker's position stands at a node just made.
uint32_t zero_tree_follow(ZeroTree *tree, ZeroWorker *worker, uint32_t node, const uint32_t *parts, int n,
                          Random *random);

// Gives an evaluated node its priors and values; logits by edge, values by seat from 0.
void zero_tree_expand(ZeroTree *tree, uint32_t node, const float *logits, const float *values);
// Counts a simulation that ended in a node. A node becomes exact where the player to move has a move that wins for
// sure, or where every move is exact.
void zero_tree_backup(ZeroTree *tree, const ZeroPath *path, uint32_t leaf);

static inline ZeroNode *zero_node(const ZeroTree *tree, uint32_t i) { return &tree->nodes.at[i]; }
static inline ZeroEdge *zero_edges(const ZeroTree *tree, uint32_t node) {
  return &tree->edges.at[tree->nodes.at[node].first];
}
static inline float *zero_values(const ZeroTree *tree, uint32_t node) {
  return &tree->values.at[(size_t)node * 2 * (size_t)tree->game->players];
}
static inline float *zero_sums(const ZeroTree *tree, uint32_t node) {
  return zero_values(tree, node) + tree->game->players;
}
// What an edge promises its seat, in [-1, 1].
static inline float zero_mean(const ZeroEdge *edge) { return edge->sum / (float)edge->visits; }

#endif
