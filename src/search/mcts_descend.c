// The way down the tree. Moves are matched with children by their keys, so that the same tree serves games
// with chance (open loop: a node stands for a sequence of decisions, not for one position). With simultaneous
// moves every player chooses among its own children, and the combination leads on (decoupled selection).
#include "search/mcts.h"

#include "play/joint.h"
#include "play/move_key.h"
#include "play/seats.h"
#include "state/semimove.h"

#include <math.h>

enum { JOINT_INDEX = UINT32_MAX };

static Tree *tree_of(Worker *worker) { return &worker->mcts->tree; }

static void read_keys(Worker *worker, MoveList list) {
  VEC_CLEAR(&worker->keys);
  VEC_CLEAR(&worker->child_of);
  for (uint32_t i = 0; i < list.n; i++) {
    VEC_PUSH(&worker->keys, move_key(worker->x, move_at(worker->x, list, i)));
    VEC_PUSH(&worker->child_of, (NodeRef)NODE_NONE);
  }
}

static uint32_t find_move(const Worker *worker, const Node *child) {
  uint32_t n = (uint32_t)worker->keys.n, i = child->index;
  if (i < n && worker->keys.at[i] == child->key) return i;
  for (i = 0; i < n; i++) {
    if (worker->keys.at[i] == child->key && !worker->child_of.at[i]) return i;
  }
  return n;
}

static void match_children(Worker *worker, NodeRef at) {
  Tree *tree = tree_of(worker);
  for (NodeRef ref = tree_node(tree, at)->first; ref; ref = tree_node(tree, ref)->next) {
    const Node *child = tree_node(tree, ref);
    uint32_t i = child->index == JOINT_INDEX ? (uint32_t)worker->keys.n : find_move(worker, child);
    if (i < worker->keys.n) worker->child_of.at[i] = ref;
  }
}

static NodeRef add_child(Worker *worker, NodeRef at, MoveList list, uint32_t i) {
  int seat = player_seat(worker->x, move_at(worker->x, list, i)->mover);
  NodeRef ref = tree_add(tree_of(worker), at, worker->keys.at[i], i, seat);
  worker->child_of.at[i] = ref;
  return ref;
}

static void weigh(Worker *worker, MoveList list) {
  const Policy *policy = worker->mcts->setting.policy;
  VEC_CLEAR(&worker->priors);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&worker->priors, 1.0);
  if (policy) policy->weigh(policy, worker->x, list, worker->priors.at);
  double total = 0;
  for (uint32_t i = 0; i < list.n; i++) total += worker->priors.at[i];
  for (uint32_t i = 0; i < list.n; i++) worker->priors.at[i] /= total;
}

// Makes all children that are missing.
static void add_all(Worker *worker, NodeRef at, MoveList list) {
  weigh(worker, list);
  for (uint32_t i = 0; i < list.n; i++) {
    if (worker->child_of.at[i]) continue;
    NodeRef ref = add_child(worker, at, list, i);
    if (!ref) return;
    tree_node(tree_of(worker), ref)->prior = (float)worker->priors.at[i];
  }
}

// ---- choosing among children ---------------------------------------------------------------------

static bool is_mine(const Worker *worker, MoveList list, uint32_t i, Player only) {
  return !only || move_at(worker->x, list, i)->mover == only;
}

// A random move without a child, or list.n.
static uint32_t untried(Worker *worker, MoveList list, Player only) {
  uint32_t found = list.n, n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    if (worker->child_of.at[i] || !is_mine(worker, list, i, only)) continue;
    if (random_below(&worker->random, ++n) == 0) found = i;
  }
  return found;
}

// Where the all-moves-as-first values of the node's moves are kept: with itself, or (GRAVE) further up.
static void find_reference(Worker *worker, NodeRef at) {
  Tree *tree = tree_of(worker);
  if (tree_node(tree, at)->visits >= worker->mcts->options->reference) worker->reference = at;
  if (worker->mcts->options->select != SELECT_GRAVE || !worker->reference) worker->reference = at;
  keys_clear(&worker->table);
  for (NodeRef ref = tree_node(tree, worker->reference)->first; ref; ref = tree_node(tree, ref)->next) {
    keys_put(&worker->table, tree_node(tree, ref)->key, ref);
  }
}

static SelectView view_of(Worker *worker, NodeRef at) {
  const MctsOptions *options = worker->mcts->options;
  const Node *node = tree_node(tree_of(worker), at);
  double visits = fmax((double)node->visits + node->pending, 1);
  return (SelectView){.c = options->c,
                      .k = options->k,
                      .weight = options->weight,
                      .visits = visits,
                      .log_visits = log(visits),
                      .sqrt_visits = sqrt(visits),
                      .fallback = 0.5};
}

static void look_aside(Worker *worker, const SelectRule *rule, uint64_t key, SelectView *view) {
  uint32_t ref;
  view->amaf = rule->uses_amaf && keys_get(&worker->table, key, &ref) ? tree_node(tree_of(worker), ref) : NULL;
  if (!rule->uses_history) return;
  const Score *score = scores_find(&worker->rollout.single, key);
  view->history = score && score->n > 0 ? score->sum / score->n : 0.5;
}

// What is proven needs no more trying: a win is taken, anything else comes after all that is open.
static double score(Worker *worker, const SelectRule *rule, const SelectView *view, const Node *child) {
  bool certain = child->proven && mcts_proves(worker->mcts);
  if (!certain) return rule->score(view, child);
  return child->exact >= 1 ? 1e9 : -1e9 + child->exact;
}

static uint32_t best_child(Worker *worker, NodeRef at, MoveList list, Player only) {
  const SelectRule *rule = &select_rules[worker->mcts->options->select];
  SelectView view = view_of(worker, at);
  if (rule->uses_amaf) find_reference(worker, at);
  uint32_t best = list.n, equal = 0;
  double most = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    NodeRef child = worker->child_of.at[i];
    if (!child || tree_node(tree_of(worker), child)->dead || !is_mine(worker, list, i, only)) continue;
    look_aside(worker, rule, worker->keys.at[i], &view);
    double s = score(worker, rule, &view, tree_node(tree_of(worker), child));
    if (best < list.n && s < most) continue;
    equal = best < list.n && s == most ? equal + 1 : 1;
    if (equal == 1 || random_below(&worker->random, equal) == 0) best = i;
    most = s;
  }
  return best;
}

// The number of the move to try, or list.n when all are dead; *fresh: for the first time.
static uint32_t choose(Worker *worker, NodeRef at, MoveList list, Player only, bool *fresh) {
  bool eager = select_rules[worker->mcts->options->select].eager;
  uint32_t i = untried(worker, list, only);
  if (i < list.n && eager) {
    add_all(worker, at, list);
    i = untried(worker, list, only);
  }
  if (i == list.n) i = best_child(worker, at, list, only);
  else if (!eager) add_child(worker, at, list, i);
  NodeRef child = i < list.n ? worker->child_of.at[i] : NODE_NONE;
  *fresh = !child || tree_node(tree_of(worker), child)->visits == 0;
  return i;
}

// ---- one step down -------------------------------------------------------------------------------

// What came of a step: further down the tree, a new node, no room for a node, or no way on from here.
typedef enum Went { WENT_ON, WENT_NEW, WENT_OUT, WENT_NOWHERE } Went;

MoveList mcts_moves(const Mcts *mcts, Exec *x) {
  return mcts->options->tree == TREE_WHOLE ? position_moves(x) : position_semimoves(x);
}

void mcts_make(const Mcts *mcts, Exec *x, const Move *move) {
  if (mcts->options->tree == TREE_WHOLE) position_apply(x, move);
  else position_apply_semimove(x, move);
}

static void enter(Worker *worker, NodeRef ref, NodeRefs *way) {
  if (!ref) return;
  tree_node(tree_of(worker), ref)->pending++;
  VEC_PUSH(way, ref);
}

static NodeRef joint_child(Worker *worker, NodeRef at, uint64_t key, bool *fresh) {
  Tree *tree = tree_of(worker);
  *fresh = false;
  for (NodeRef ref = tree_node(tree, at)->first; ref; ref = tree_node(tree, ref)->next) {
    if (tree_node(tree, ref)->index == JOINT_INDEX && tree_node(tree, ref)->key == key) return ref;
  }
  *fresh = true;
  return tree_add(tree, at, key, JOINT_INDEX, 0);
}

// Every player chooses for itself; the moves are made as one.
static Went step_together(Worker *worker, NodeRef at, MoveList list, Move *move) {
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  uint64_t key = 1;
  bool fresh;
  for (Player p = 1; p <= worker->x->game->players; p++) {
    bool any = false;
    for (uint32_t i = 0; i < list.n && !any; i++) any = is_mine(worker, list, i, p);
    if (!any) continue;
    uint32_t i = choose(worker, at, list, p, &fresh);
    enter(worker, worker->child_of.at[i], &worker->arms);
    key = key_pair(key, worker->keys.at[i]);
    parts[n++] = i;
  }
  NodeRef child = joint_child(worker, at, key, &fresh);
  enter(worker, child, &worker->path);
  *move = joint_move(worker->x, list, parts, n);
  rollout_note(&worker->rollout, key, 0);
  return !child ? WENT_OUT : fresh ? WENT_NEW : WENT_ON;
}

static void note_known(Worker *worker, const Node *node) {
  if (!node->proven || !mcts_proves(worker->mcts)) return;
  worker->known_seat = node->seat;
  worker->known = node->exact;
}

static Went step_alone(Worker *worker, NodeRef at, MoveList list, Move *move) {
  bool fresh;
  uint32_t i = choose(worker, at, list, 0, &fresh);
  if (i == list.n) return WENT_NOWHERE;
  NodeRef child = worker->child_of.at[i];
  enter(worker, child, &worker->path);
  *move = *move_at(worker->x, list, i);
  rollout_note(&worker->rollout, worker->keys.at[i], seat_to_move(worker->x));
  if (!child) return WENT_OUT;
  note_known(worker, tree_node(tree_of(worker), child));
  return fresh ? WENT_NEW : WENT_ON;
}

static Went step_down(Worker *worker, NodeRef at, MoveList list) {
  Mcts *mcts = worker->mcts;
  Move move;
  read_keys(worker, list);
  lock_take(&mcts->lock);
  match_children(worker, at);
  tree_node(&mcts->tree, at)->moves = list.n;
  Went went = mcts->together ? step_together(worker, at, list, &move) : step_alone(worker, at, list, &move);
  lock_give(&mcts->lock);
  if (went == WENT_NOWHERE) return went;
  mcts_make(mcts, worker->x, &move);
  worker->rollout.states += position_nodal(worker->x);
  return went;
}

// The node the way has come to is dead: back to the one above it.
static void step_back(Worker *worker) {
  lock_take(&worker->mcts->lock);
  Node *node = tree_node(tree_of(worker), VEC_POP(&worker->path));
  node->dead = true;
  node->pending--;
  lock_give(&worker->mcts->lock);
  (void)VEC_POP(&worker->rollout.steps);
  position_undo(worker->x);
}

// Whether the way goes on after a step.
static bool goes_on(const Worker *worker, Went went) {
  if (position_over(worker->x) || worker->x->fault || worker->known_seat) return false;
  if (went == WENT_NEW) return worker->mcts->options->tree == TREE_NODAL && !position_nodal(worker->x);
  return went == WENT_ON;
}

// One step from the last node of the way; false at its end.
static bool step(Worker *worker) {
  bool at_root = worker->path.n == 1;
  MoveList list = at_root ? worker->root_moves : mcts_moves(worker->mcts, worker->x);
  Went went = list.n ? step_down(worker, VEC_LAST(&worker->path), list) : WENT_NOWHERE;
  if (!at_root) position_forget(worker->x, list);
  if (went != WENT_NOWHERE) {
    worker->ended = position_over(worker->x) && went != WENT_OUT;
    return goes_on(worker, went);
  }
  if (!at_root) step_back(worker);
  return !at_root;
}

void mcts_descend(Worker *worker) {
  VEC_CLEAR(&worker->path);
  VEC_CLEAR(&worker->arms);
  worker->reference = NODE_NONE;
  worker->known_seat = 0;
  worker->ended = false;
  rollout_begin(&worker->rollout);
  lock_take(&worker->mcts->lock);
  enter(worker, TREE_ROOT, &worker->path);
  lock_give(&worker->mcts->lock);
  while (step(worker)) continue;
}
