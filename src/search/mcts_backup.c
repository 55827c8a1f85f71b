// The way up: rewards, all-moves-as-first values, and proven results. MCTS-Solver: Winands et al. 2008, here
// with draws: a node is proven when one move wins, or when all moves are proven. Moves that are proven are no
// longer tried; instead a player who has a sure draw never counts less than that (score bounds: Cazenave and
// Saffidine 2010).
#include "search/mcts.h"

static double reward_of(const double *utilities, int seat) { return seat ? (utilities[seat] + 1) / 2 : 0.5; }

static void add_reward(Node *node, const double *utilities) {
  double reward = reward_of(utilities, node->seat);
  node->visits++;
  node->pending--;
  node->sum += reward;
  node->squares += reward * reward;
}

// Every child whose move was made at this point or later, by anyone's choice, shares in the result.
static void add_amaf(Worker *worker, const double *utilities) {
  Tree *tree = &worker->mcts->tree;
  keys_clear(&worker->table);
  for (size_t i = 0; i < worker->rollout.steps.n; i++) {
    keys_put(&worker->table, worker->rollout.steps.at[i].key, (uint32_t)i);  // the last time counts
  }
  for (size_t d = 0; d < worker->path.n; d++) {
    for (NodeRef ref = tree_node(tree, worker->path.at[d])->first; ref; ref = tree_node(tree, ref)->next) {
      Node *child = tree_node(tree, ref);
      uint32_t last;
      if (!keys_get(&worker->table, child->key, &last) || last < d) continue;
      child->amaf_visits++;
      child->amaf_sum += reward_of(utilities, child->seat);
    }
  }
}

static void prove(Node *node, int seat, double value) {
  node->proven = true;
  node->exact = (float)(node->seat == seat ? value : -value);
}

// The best a seat can reach from a node for sure; false when that is open.
static bool settled(Tree *tree, const Node *node, double *best) {
  uint32_t n = 0;
  *best = -1;
  for (NodeRef ref = node->first; ref; ref = tree_node(tree, ref)->next) {
    const Node *child = tree_node(tree, ref);
    n += child->proven || child->dead;
    if (!child->proven || child->dead) continue;
    *best = MAX(*best, child->exact);
  }
  return *best >= 1 || n == node->moves;
}

static void prove_upwards(Worker *worker, const double *utilities) {
  Tree *tree = &worker->mcts->tree;
  size_t d = worker->path.n - 1;
  Node *leaf = tree_node(tree, worker->path.at[d]);
  if (worker->ended && !worker->x->fault) {
    prove(leaf, leaf->seat, utilities[leaf->seat]);
  }
  for (; d > 0 && tree_node(tree, worker->path.at[d])->proven; d--) {
    Node *parent = tree_node(tree, worker->path.at[d - 1]), *child = tree_node(tree, worker->path.at[d]);
    double best;
    parent->sure = MAX(parent->sure, child->exact + 1);
    if (parent->proven || !settled(tree, parent, &best)) return;
    prove(parent, child->seat, best);
  }
}

// Whoever could have had more for sure would have taken it.
static void at_least(double *utilities, const Node *parent, int seat) {
  if (utilities[seat] >= parent->sure - 1) return;
  utilities[seat] = parent->sure - 1;
  utilities[3 - seat] = -utilities[seat];
}

static void add_rewards(Worker *worker, double *utilities) {
  Tree *tree = &worker->mcts->tree;
  bool bounded = mcts_proves(worker->mcts);
  for (size_t d = worker->path.n; d-- > 0;) {
    Node *node = tree_node(tree, worker->path.at[d]);
    add_reward(node, utilities);
    if (bounded && d > 0) at_least(utilities, tree_node(tree, worker->path.at[d - 1]), node->seat);
  }
}

void mcts_backup(Worker *worker, const double *utilities) {
  Mcts *mcts = worker->mcts;
  double bounded[GAME_PLAYERS_MAX + 1];
  memcpy(bounded, utilities, sizeof(double) * (size_t)(mcts->setting.game->players + 1));
  if (select_rules[mcts->options->select].uses_amaf && !mcts->together) add_amaf(worker, utilities);
  if (mcts_proves(mcts) && worker->path.n > 1) prove_upwards(worker, utilities);
  for (size_t i = 0; i < worker->arms.n; i++) add_reward(tree_node(&mcts->tree, worker->arms.at[i]), utilities);
  add_rewards(worker, bounded);
}
