// Monte-Carlo tree search: what its files share. mcts.c has the agent and its rows, mcts_descend.c the way
// down the tree, mcts_backup.c the way up.
#ifndef SEARCH_MCTS_MCTS_H
#define SEARCH_MCTS_MCTS_H

#include "base/thread.h"
#include "play/model/turns.h"
#include "search/agent.h"
#include "search/budget.h"
#include "search/evaluation.h"
#include "search/mcts/determinize.h"
#include "search/mcts/keys.h"
#include "search/mcts/rollout.h"
#include "search/mcts/select.h"
#include "search/mcts/sim_position.h"
#include "search/mcts/spread.h"
#include "search/native/native_uct.h"

typedef enum FinalKind { FINAL_VISITS, FINAL_VALUE } FinalKind;
// In which order moves come to be drawn from: as they are listed, or sorted, which is the same for both executors.
typedef enum OrderKind { ORDER_LISTED, ORDER_SORTED } OrderKind;
// What a move that was not tried yet is worth.
typedef enum FirstKind { FIRST_HALF, FIRST_MEAN } FirstKind;

// What a step down the tree is: a move, a part of one, or all moves of a turn. With TREE_RAW one node is added at a
// time, with TREE_NODAL as many as it takes to finish the move.
typedef enum TreeKind { TREE_WHOLE, TREE_RAW, TREE_NODAL, TREE_TURNS } TreeKind;

typedef struct MctsOptions {
  Budget budget;
  RolloutOptions rollout;
  int select;   // SelectKind
  int tree;     // TreeKind
  bool rollup;  // a node inside a move goes away once all its parts are tried; its children become its parent's
  bool expand;  // untried moves are chosen as greedy playouts choose
  int rave;     // Domain
  int final;    // FinalKind
  int first;    // FirstKind
  double c, k, weight;
  double implicit;    // share of the minimax value of estimates in the value of a child
  bool scale;         // less exploration where most playouts are drawn (spread.h)
  int64_t reference;  // GRAVE: visits of a node whose values are trusted
  bool solver, reuse;
  bool native;       // on native positions, where the game and the other options allow it
  int order;         // OrderKind
  const char *eval;  // see EVALUATION_OPTION
  int64_t threads, megabytes;
  int64_t rollouts;  // playouts of an iteration
} MctsOptions;

typedef struct Mcts Mcts;
typedef VEC(NodeRef) NodeRefs;

// A node on the way down.
typedef struct WayPoint {
  NodeRef node;
  uint32_t made;  // moves or parts made to come here from the one before
  bool counted;   // the simulation is pending there
  bool inside;    // a move
  TrailMark at;   // the trail here
} WayPoint;

// One thread of a search. Its Position stands at the root between iterations, with the root's moves on the stack.
typedef struct Worker {
  Mcts *mcts;
  SimPosition sim;
  Position *x;  // the interpreter's of sim
  Random random;
  SimList root_moves;
  VEC(uint32_t) root_numbers;  // of these moves in the interpreter's list
  Turns root_turns, turns;     // TREE_TURNS: of the root, and of the node at hand
  Rollout rollout;
  VEC(WayPoint) path;  // from the root; the last is where the playout began
  NodeRefs arms;       // simultaneous moves: the single choices, which learn too
  VEC(uint64_t) keys;  // of the moves of the node at hand
  NodeRefs child_of;   // by move
  NodeRefs edges;      // the way to a child that was rolled up
  VEC(double) priors;
  KeyTable table;
  NodeCache *stock;   // nodes for the tree
  NodeRef seen;       // the first child of the node at hand when its children were matched last
  int known_seat;     // the way ended at a proven node: whose move led there (0: it did not)
  double known;       // and that seat's utility
  bool outside;       // the last move of the way found no room in the tree
  bool ended;         // the way ended at the end of the game, or where a move wins at once
  NodeRef reference;  // GRAVE: the last trusted node on the way
  Spread spread;
  BudgetShare share;
  BudgetWatch watch;
  uint64_t again;              // choices made again because another thread had changed the node first
  uint64_t waits;              // times the thread gave up its processor
  double processor;            // seconds it spent on one
  char apart[2 * CACHE_LINE];  // keeps what threads write off each other's cache lines
} Worker;

struct Mcts {
  AgentSetting setting;
  const MctsOptions *options;
  RolloutOptions rollout;
  Tree tree;
  BudgetPot pot;
  atomic_bool chance;  // something was left to chance: nothing can be proven
  bool together;
  NativeUct *native;          // the same search on native positions, once the game's code is there
  bool through_native;        // simulations go through native positions; the tree is such a one
  atomic_bool native_failed;  // native code went beyond its limits: it is not used for this game any more
  Determinizer veil;          // over what the seat cannot see
  Evaluation evaluation;      // judges playouts that were cut off, unless the setting has an evaluator
  Pool *pool;
  Worker *workers;
  int seat;             // whose move is looked for
  double began, told;   // when the search began, and the watcher was told last
  SearchReport so_far;  // for the watcher
};

// The moves, or parts of moves, the tree knows in the position of the worker; or the first moves of turns, and those in
// *turns.
SimList mcts_moves(Worker *worker, Turns *turns);

// Whether the tree could be kept, with a new root: the game went on from the last root to x.
bool mcts_keep_tree(Mcts *mcts, const Position *x);

// Goes down from the root to a new node or the end of the game, making the moves.
void mcts_descend(Worker *worker);
// Gives the result of the simulation to everything on the way; and ends a simulation that came to nothing: its last
// node is dead.
void mcts_backup(Worker *worker, const double *utilities);
void mcts_give_up(Worker *worker);
// Judges the new node at the end of the way by its position, where nodes are judged.
void mcts_judge_leaf(Worker *worker);
// The time was over before the playout was: nothing is learnt from it.
void mcts_abandon(Worker *worker);

// The way to a child as the nodes on it, outermost first: more than one once nodes were rolled up.
void mcts_edges(Worker *worker, NodeRef child);
// Makes the parts that lead there. The position is at the parent, list holds its parts.
void mcts_follow(Worker *worker, MoveList list);

// Whether a node stands for one position.
static inline bool mcts_one_line(const Mcts *mcts) {
  return !shared_get(&mcts->chance) && !mcts->together && !mcts->veil.drawn;
}

// Whether nodes are known by their contexts too.
static inline bool mcts_in_context(const Mcts *mcts) {
  int rave = mcts->options->rave;
  return select_rules[mcts->options->select].uses_amaf && (rave == DOMAIN_CONTEXT || rave == DOMAIN_MIX);
}

static inline bool mcts_splits(const MctsOptions *options) {
  return options->tree == TREE_RAW || options->tree == TREE_NODAL;
}

// Whether nodes have a minimax value of estimates (implicit minimax backups: Lanctot et al. 2014).
static inline bool mcts_judges(const MctsOptions *options) { return options->implicit > 0; }

// Whether values can be proven: two players who take turns, without chance.
static inline bool mcts_proves(const Mcts *mcts) {
  return mcts->options->solver && mcts_one_line(mcts) && mcts->setting.game->players == 2;
}

#endif
