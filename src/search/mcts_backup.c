// The way up: rewards, all-moves-as-first values, and proven results. MCTS-Solver: Winands et al. 2008, here
// with draws: a node is proven when one move wins, or when all moves are proven. Moves that are proven are no
// longer tried; instead a player who has a sure draw never counts less than that (score bounds: Cazenave and
// Saffidine 2010).
#include "search/mcts.h"

// ---- rewards

static double reward_of(const double *utilities, int seat) { return seat ? (utilities[seat] + 1) / 2 : 0.5; }

static void add_reward(Node *node, const double *utilities) {
  double reward = reward_of(utilities, node->seat);
  node->visits++;
  node->pending--;
  node->sum += reward;
  node->squares += reward * reward;
}

// ---- all moves as first

static void count_amaf(Tree *tree, NodeRef ref, const double *utilities, bool beside) {
  Node *child = tree_node(tree, ref);
  double reward = reward_of(utilities, child->seat);
  if (beside) {
    tree->more[ref].amaf_visits++;
    tree->more[ref].amaf_sum += reward;
  } else {
    child->amaf_visits++;
    child->amaf_sum += reward;
  }
}

// Every child whose move was made at this point or later shares in the result. beside: counted apart, for mixing.
static void add_amaf_of(Worker *worker, TrailKind kind, const double *utilities, bool beside) {
  Tree *tree = &worker->mcts->tree;
  const Steps *steps = &worker->rollout.trail.at[kind];
  bool in_context = kind == TRAIL_CONTEXTS && tree->more;
  keys_clear(&worker->table);
  for (size_t i = 0; i < steps->n; i++)
    keys_put(&worker->table, steps->at[i].key, (uint32_t)i);  // the last time counts
  for (size_t d = 0; d < worker->path.n; d++) {
    const WayPoint *way = &worker->path.at[d];
    for (NodeRef ref = tree_node(tree, way->node)->first; ref; ref = tree_node(tree, ref)->next) {
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

static void prove(Node *node, int seat, double value) {
  node->proven = true;
  node->exact = (float)(node->seat == seat ? value : -value);
}

// The best a seat can reach from a node for sure; false when that is open.
static bool settled(Tree *tree, const Node *node, double *best) {
  uint32_t tried = 0, open = 0;
  *best = -1;
  for (NodeRef ref = node->first; ref; ref = tree_node(tree, ref)->next) {
    const Node *child = tree_node(tree, ref);
    tried += !tree_via(tree, ref);
    open += !child->proven && !child->dead && !child->rolled;
    if (child->proven && !child->dead && !child->rolled) *best = MAX(*best, child->exact);
  }
  return *best >= 1 || (!open && tried == node->moves);
}

static void prove_upwards(Worker *worker, const double *utilities) {
  Tree *tree = &worker->mcts->tree;
  size_t d = worker->path.n - 1;
  Node *leaf = tree_node(tree, worker->path.at[d].node);
  if (worker->ended && !worker->x->fault) {
    prove(leaf, leaf->seat, utilities[leaf->seat]);
  }
  for (; d > 0 && tree_node(tree, worker->path.at[d].node)->proven; d--) {
    Node *parent = tree_node(tree, worker->path.at[d - 1].node), *child = tree_node(tree, worker->path.at[d].node);
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
    Node *node = tree_node(tree, worker->path.at[d].node);
    add_reward(node, utilities);
    if (bounded && d > 0) at_least(utilities, tree_node(tree, worker->path.at[d - 1].node), node->seat);
  }
}

// ---- roll-up

// From the bottom up, so that a whole move may come to hang from the position it is made in.
static void roll_up(Worker *worker) {
  Tree *tree = &worker->mcts->tree;
  for (size_t d = worker->path.n - 1; d > 0; d--) {
    NodeRef ref = worker->path.at[d].node;
    const Node *node = tree_node(tree, ref);
    bool ready = worker->path.at[d].inside && !node->pending && !node->rolled && !node->dead;
    if (ready && node->visits >= node->moves && tree_expanded(tree, ref)) {
      tree_roll_up(tree, worker->path.at[d - 1].node, ref);
    }
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
  if (mcts->options->rollup) roll_up(worker);
}
