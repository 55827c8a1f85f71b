// The way up: rewards, all-moves-as-first values, and proven results. MCTS-Solver: Winands et al. 2008, here
// with draws: a node is proven when one move wins, or when all moves are proven. Moves that are proven are no
// longer tried; instead a player who has a sure draw never counts less than that (score bounds: Cazenave and
// Saffidine 2010).
#include "search/mcts/mcts.h"

// ---- rewards

static double reward_of(const double *utilities, int seat) { return seat ? (utilities[seat] + 1) / 2 : 0.5; }

static void add_reward(Worker *worker, NodeRef ref, const double *utilities) {
  Tree *tree = &worker->mcts->tree;
  tree_reward(tree, worker->stock, ref, reward_of(utilities, tree_node(tree, ref)->seat));
}

// ---- all moves as first

static void count_amaf(Tree *tree, NodeRef ref, const double *utilities, bool beside) {
  NodeMore *more = &tree->more[ref];
  Amaf *amaf = beside ? &more->in_context : &more->amaf;
  shared_add(&amaf->visits, 1, tree->alone);
  shared_sum(&amaf->sum, reward_of(utilities, tree_node(tree, ref)->seat), tree->alone);
}

// Every child whose move was made at this point or later shares in the result. beside: counted apart, for mixing.
static void add_amaf_of(Worker *worker, TrailKind kind, const double *utilities, bool beside) {
  Tree *tree = &worker->mcts->tree;
  const Steps *steps = &worker->rollout.trail.at[kind];
  bool in_context = kind == TRAIL_CONTEXTS && mcts_in_context(worker->mcts);
  keys_clear(&worker->table);
  for (size_t i = 0; i < steps->n; i++)
    keys_put(&worker->table, steps->at[i].key, (uint32_t)i);  // the last time counts
  for (size_t d = 0; d < worker->path.n; d++) {
    const WayPoint *way = &worker->path.at[d];
    for (NodeRef ref = tree_first(tree, way->node); ref; ref = tree_next(tree, ref)) {
      uint64_t key = in_context ? tree->more[ref].context : tree_node(tree, ref)->key;
      uint32_t last;
      if (keys_get(&worker->table, key, &last) && last >= way->at.n[kind]) count_amaf(tree, ref, utilities, beside);
    }
  }
}

static void add_amaf(Worker *worker, const double *utilities) {
  switch ((Domain)worker->mcts->options->rave) {
    case DOMAIN_STANDARD: add_amaf_of(worker, TRAIL_STEPS, utilities, false); return;
    case DOMAIN_SPLIT: add_amaf_of(worker, TRAIL_UNITS, utilities, false); return;
    case DOMAIN_JOIN:
    case DOMAIN_CONTEXT: add_amaf_of(worker, TRAIL_CONTEXTS, utilities, false); return;
    case DOMAIN_MIX:
      add_amaf_of(worker, TRAIL_UNITS, utilities, false);
      add_amaf_of(worker, TRAIL_CONTEXTS, utilities, true);
      return;
  }
}

// ---- proven results

// In this order, and the only writes and reads of the tree in an order all threads agree on: when two threads prove
// the last two children of a node at once, at least one of them sees both.
static void prove(Node *node, int seat, double value) {
  shared_set(&node->exact, (float)(node->seat == seat ? value : -value));
  atomic_store(&node->proven, true);
}

// The best a seat can reach from a node for sure; false when that is open.
static bool settled(Tree *tree, NodeRef at, double *best) {
  uint32_t tried = 0, open = 0;
  *best = -1;
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    const Node *child = tree_node(tree, ref);
    tried += !tree_via(tree, ref);
    if (shared_get(&child->dead) || node_rolled(child)) continue;
    if (atomic_load(&child->proven)) *best = MAX(*best, shared_get(&child->exact));
    else open++;
  }
  return *best >= 1 || (!open && tried == shared_get(&tree_node(tree, at)->moves));
}

static void prove_upwards(Worker *worker, const double *utilities) {
  Tree *tree = &worker->mcts->tree;
  size_t d = worker->path.n - 1;
  Node *leaf = tree_node(tree, worker->path.at[d].node);
  if (worker->ended && !sim_fault(&worker->sim)) {
    prove(leaf, leaf->seat, utilities[leaf->seat]);
  }
  for (; d > 0 && node_proven(tree_node(tree, worker->path.at[d].node)); d--) {
    Node *parent = tree_node(tree, worker->path.at[d - 1].node), *child = tree_node(tree, worker->path.at[d].node);
    double best;
    shared_raise(&parent->sure, shared_get(&child->exact) + 1);
    if (node_proven(parent) || !settled(tree, worker->path.at[d - 1].node, &best)) return;
    prove(parent, child->seat, best);
  }
}

// Whoever could have had more for sure would have taken it.
static void at_least(double *utilities, const Node *parent, int seat) {
  double sure = shared_get(&parent->sure) - 1;
  if (utilities[seat] >= sure) return;
  utilities[seat] = sure;
  utilities[3 - seat] = -utilities[seat];
}

static void add_rewards(Worker *worker, double *utilities) {
  Tree *tree = &worker->mcts->tree;
  bool bounded = mcts_proves(worker->mcts);
  for (size_t d = worker->path.n; d-- > 0;) {
    Node *node = tree_node(tree, worker->path.at[d].node);
    add_reward(worker, worker->path.at[d].node, utilities);
    if (bounded && d > 0) at_least(utilities, tree_node(tree, worker->path.at[d - 1].node), node->seat);
  }
}

// ---- implicit minimax

static void set_minimax(NodeMore *more, double value) {
  shared_set(&more->minimax, (float)value);
  shared_set(&more->judged, true);
}

void mcts_judge_leaf(Worker *worker) {
  Tree *tree = &worker->mcts->tree;
  NodeRef leaf = VEC_LAST(&worker->path).node;
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  if (!mcts_judges(worker->mcts->options) || worker->outside || sim_fault(&worker->sim)) return;
  if (worker->path.n < 2 || shared_get(&tree->more[leaf].judged)) return;
  if (sim_over(&worker->sim)) sim_results(&worker->sim, utilities);
  else sim_estimate(&worker->sim, worker->mcts->evaluation.evaluator, utilities);
  set_minimax(&tree->more[leaf], reward_of(utilities, tree_node(tree, leaf)->seat));
}

// The best child of a node by estimates, for the seat that moves there; false before all were tried.
static bool best_estimate(const Tree *tree, NodeRef at, double *best, int *seat) {
  *best = -1;
  if (!tree_expanded(tree, at)) return false;
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    if (!shared_get(&tree->more[ref].judged)) return false;
    *best = MAX(*best, (double)shared_get(&tree->more[ref].minimax));
    *seat = tree->nodes[ref].seat;
  }
  return *best >= 0;
}

// A position is worth what the best of its moves leads to, and its own estimate until all were tried.
static void raise_minimax(Worker *worker) {
  Tree *tree = &worker->mcts->tree;
  for (size_t d = worker->path.n - 1; d-- > 1;) {
    NodeRef ref = worker->path.at[d].node;
    double best;
    int seat = 0;
    if (!best_estimate(tree, ref, &best, &seat)) return;
    double value = seat == tree_node(tree, ref)->seat ? best : 1 - best;
    if ((float)value == shared_get(&tree->more[ref].minimax)) return;
    set_minimax(&tree->more[ref], value);
  }
}

// ---- roll-up

// From the bottom up, so that a whole move may come to hang from the position it is made in.
static void roll_up(Worker *worker) {
  Tree *tree = &worker->mcts->tree;
  for (size_t d = worker->path.n - 1; d > 0; d--) {
    NodeRef ref = worker->path.at[d].node;
    const Node *node = tree_node(tree, ref);
    bool ready = worker->path.at[d].inside && shared_get(&node->pending) == 1 && !shared_get(&node->dead);
    if (ready && shared_get(&node->visits) >= shared_get(&node->moves) && tree_expanded(tree, ref)) {
      tree_roll_up(tree, worker->path.at[d - 1].node, ref);
    }
  }
}

// ---- the end of a simulation

// Last of all: until then nobody else rolls up what is on the way.
static void leave(Worker *worker) {
  Tree *tree = &worker->mcts->tree;
  for (size_t i = 0; i < worker->arms.n; i++) tree_leave(tree, worker->arms.at[i]);
  for (size_t i = 0; i < worker->path.n; i++) {
    if (worker->path.at[i].counted) tree_leave(tree, worker->path.at[i].node);
  }
}

void mcts_abandon(Worker *worker) { leave(worker); }

void mcts_give_up(Worker *worker) {
  leave(worker);
  if (worker->path.n > 1) shared_set(&tree_node(&worker->mcts->tree, VEC_LAST(&worker->path).node)->dead, true);
}

void mcts_backup(Worker *worker, const double *utilities) {
  Mcts *mcts = worker->mcts;
  double bounded[GAME_PLAYERS_MAX + 1];
  memcpy(bounded, utilities, sizeof(double) * (size_t)(mcts->setting.game->players + 1));
  if (select_rules[mcts->options->select].uses_amaf && !mcts->together) add_amaf(worker, utilities);
  if (mcts_proves(mcts) && worker->path.n > 1) prove_upwards(worker, utilities);
  for (size_t i = 0; i < worker->arms.n; i++) add_reward(worker, worker->arms.at[i], utilities);
  add_rewards(worker, bounded);
  if (mcts_judges(mcts->options) && worker->path.n > 2) raise_minimax(worker);
  if (mcts->options->rollup) roll_up(worker);
  leave(worker);
}
