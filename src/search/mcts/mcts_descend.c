// The way down the tree. Where a node stands for one position, moves are matched with children by their numbers; else
// by their keys, so that the same tree serves games with chance (open loop: a node stands for a sequence of decisions).
// With simultaneous moves every player chooses among its own children, and the combination leads on (decoupled
// selection).
#include "search/mcts/mcts.h"

#include "play/model/joint.h"
#include "play/model/move_key.h"
#include "play/show/seats.h"
#include "state/turn/semimove.h"

#include <math.h>

enum { JOINT_INDEX = UINT32_MAX };

static Tree *tree_of(Worker *worker) { return &worker->mcts->tree; }

static void expect_moves(Worker *worker, uint32_t n) {
  while (worker->child_of.cap < n) {
    worker->child_of.at = vec_grow(worker->child_of.at, &worker->child_of.cap, sizeof *worker->child_of.at);
  }
  memset(worker->child_of.at, 0, sizeof *worker->child_of.at * n);
  worker->child_of.n = n;
  static_assert(NODE_NONE == 0, "cleared children are none");
}

// Keys are read only where the numbers of moves do not tell which is which. In Hex that saves a third of an iteration.
static void read_keys(Worker *worker, SimList list) {
  VEC_CLEAR(&worker->keys);
  if (mcts_one_line(worker->mcts)) return;
  VEC_RESERVE(&worker->keys, list.n);
  sim_keys(&worker->sim, list, worker->keys.at);
  worker->keys.n = list.n;
}

static uint64_t key_of(Worker *worker, SimList list, uint32_t i) {
  return worker->keys.n ? worker->keys.at[i] : sim_key(&worker->sim, list, i);
}

// The number of the move that leads to a child, or how many there are.
static uint32_t find_move(const Worker *worker, const Node *child) {
  uint32_t n = (uint32_t)worker->child_of.n, i = child->index;
  if (i == JOINT_INDEX) return n;
  if (!worker->keys.n || (i < n && worker->keys.at[i] == child->key)) return MIN(i, n);
  for (i = 0; i < n; i++) {
    if (worker->keys.at[i] == child->key && !worker->child_of.at[i]) return i;
  }
  return n;
}

// The children that have come since it was called last for this node.
static void match_children(Worker *worker, NodeRef at) {
  Tree *tree = tree_of(worker);
  NodeRef first = tree_first(tree, at);
  for (NodeRef ref = first; ref != worker->seen; ref = tree_next(tree, ref)) {
    if (tree_via(tree, ref)) continue;  // not a move of this node but of one rolled up
    uint32_t i = find_move(worker, tree_node(tree, ref));
    if (i < worker->child_of.n) worker->child_of.at[i] = ref;
  }
  worker->seen = first;
}

static uint32_t move_to(const Worker *worker, NodeRef child) {
  uint32_t i = 0;
  while (worker->child_of.at[i] != child) i++;
  return i;
}

// A node for a move, not linked yet; NODE_NONE: there is no room.
static NodeRef make_child(Worker *worker, NodeRef at, SimList list, uint32_t i) {
  int seat = sim_mover(&worker->sim, list, i);
  Tree *tree = tree_of(worker);
  NodeRef ref = tree_make(tree, worker->stock, at, key_of(worker, list, i), i, seat);
  if (ref && mcts_in_context(worker->mcts)) {
    tree->more[ref].context = trail_context_of(&worker->rollout.trail, worker->x, move_at(worker->x, list.list, i));
  }
  return ref;
}

// Links nodes made for this one. False when another thread was faster: they are gone, and its children are known.
static bool link_children(Worker *worker, NodeRef at, NodeRef first, NodeRef last) {
  Tree *tree = tree_of(worker);
  if (tree_link(tree, at, first, last, &worker->seen)) return true;
  tree_unmake(tree, worker->stock, first);
  match_children(worker, at);
  worker->again++;
  return false;
}

// Tries a move for the first time. *child: NODE_NONE when there is no room. False: choose again.
static bool add_child(Worker *worker, NodeRef at, SimList list, uint32_t i, NodeRef *child) {
  *child = make_child(worker, at, list, i);
  if (*child && !link_children(worker, at, *child, *child)) return false;
  worker->child_of.at[i] = *child;
  return true;
}

static void weigh(Worker *worker, SimList list) {
  const Policy *policy = worker->mcts->setting.policy;
  VEC_CLEAR(&worker->priors);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&worker->priors, 1.0);
  if (policy) policy->weigh(policy, worker->x, list.list, worker->priors.at);
  double total = 0;
  for (uint32_t i = 0; i < list.n; i++) total += worker->priors.at[i];
  for (uint32_t i = 0; i < list.n; i++) worker->priors.at[i] /= total;
}

// Makes those children that are missing, as far as there is room, linked by next: the first and the last of them.
static void make_missing(Worker *worker, NodeRef at, SimList list, NodeRef *first, NodeRef *last) {
  Tree *tree = tree_of(worker);
  *first = *last = NODE_NONE;
  for (uint32_t i = 0; i < list.n; i++) {
    if (worker->child_of.at[i]) continue;
    NodeRef ref = make_child(worker, at, list, i);
    if (!ref) return;
    tree_node(tree, ref)->prior = (float)worker->priors.at[i];
    tree_node(tree, ref)->next = *first;
    *first = ref;
    if (!*last) *last = ref;
  }
}

static void add_all(Worker *worker, NodeRef at, SimList list) {
  Tree *tree = tree_of(worker);
  NodeRef first, last;
  weigh(worker, list);
  do {
    make_missing(worker, at, list, &first, &last);
  } while (first && !link_children(worker, at, first, last));
  for (NodeRef ref = first; ref; ref = ref == last ? NODE_NONE : tree_next(tree, ref)) {
    worker->child_of.at[tree_node(tree, ref)->index] = ref;
  }
}

// ---- choosing among children ---------------------------------------------------------------------

static bool is_mine(const Worker *worker, SimList list, uint32_t i, Player only) {
  return !only || move_at(worker->x, list.list, i)->mover == only;
}

// Whether playouts know something about the moves of the tree that helps to choose among untried ones.
static bool expands_greedily(Worker *worker) {
  const MctsOptions *options = worker->mcts->options;
  bool strange = options->tree == TREE_TURNS || (options->rollout.lessons.mast == DOMAIN_JOIN && mcts_splits(options));
  return options->expand && !strange && rollout_is_greedy(&worker->rollout, &worker->random);
}

// A move without a child, or list.n: any, or the one that playouts like best.
static uint32_t untried(Worker *worker, SimList list, Player only) {
  uint32_t found = list.n, n = 0;
  double most = 0;
  bool greedy = expands_greedily(worker);
  for (uint32_t i = 0; i < list.n; i++) {
    if (worker->child_of.at[i] || !is_mine(worker, list, i, only)) continue;
    double value = 0;
    if (greedy) value = rollout_value(&worker->rollout, &worker->sim, list, i);
    if (found < list.n && value < most) continue;
    n = value > most ? 1 : n + 1;
    most = value;
    if (random_below(&worker->random, n) == 0) found = i;
  }
  return found;
}

static uint64_t amaf_key(const Worker *worker, NodeRef ref) {
  const Tree *tree = &worker->mcts->tree;
  return worker->mcts->options->rave == DOMAIN_CONTEXT ? tree->more[ref].context : tree->nodes[ref].key;
}

// GRAVE: the all-moves-as-first values of the node's moves are kept with a node further up.
static void find_reference(Worker *worker, NodeRef at) {
  Tree *tree = tree_of(worker);
  bool trusted = shared_get(&tree_node(tree, at)->visits) >= worker->mcts->options->reference;
  if (trusted || !worker->reference) worker->reference = at;
  keys_clear(&worker->table);
  for (NodeRef ref = tree_first(tree, worker->reference); ref; ref = tree_next(tree, ref)) {
    keys_put(&worker->table, amaf_key(worker, ref), ref);
  }
}

// The mean reward of what was tried here, for whoever moves here.
static double mean_tried(Worker *worker, NodeRef at) {
  Tree *tree = tree_of(worker);
  double sum = 0, visits = 0;
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    const Node *child = tree_node(tree, ref);
    if (child->index == JOINT_INDEX) continue;
    sum += shared_get(&child->sum);
    visits += node_visits(child);
  }
  return visits > 0 ? sum / visits : 0.5;
}

static SelectView view_of(Worker *worker, NodeRef at) {
  const MctsOptions *options = worker->mcts->options;
  double visits = MAX(node_visits(tree_node(tree_of(worker), at)), 1);
  return (SelectView){.c = options->c * worker->spread.factor,
                      .k = options->k,
                      .weight = options->weight,
                      .first = options->first == FIRST_MEAN ? mean_tried(worker, at) : 0.5,
                      .log_visits = log(visits),
                      .sqrt_visits = sqrt(visits)};
}

static void look_at_amaf(Worker *worker, NodeRef child, SelectView *view) {
  const Tree *tree = tree_of(worker);
  const MctsOptions *options = worker->mcts->options;
  uint32_t ref = child;
  bool found = options->select != SELECT_GRAVE || keys_get(&worker->table, amaf_key(worker, child), &ref);
  view->amaf_visits = view->amaf_mean = 0;
  if (!found) return;
  const Amaf *amaf = &tree->more[ref].amaf, *in_context = &tree->more[ref].in_context;
  if (options->rave == DOMAIN_MIX && shared_get(&in_context->visits) >= options->rollout.lessons.threshold) {
    amaf = in_context;
  }
  view->amaf_visits = shared_get(&amaf->visits);
  if (view->amaf_visits > 0) view->amaf_mean = shared_get(&amaf->sum) / view->amaf_visits;
}

// The mean of playouts and what estimates promise, weighted.
static void mix_minimax(Worker *worker, NodeRef child, SelectView *view) {
  const NodeMore *more = &tree_of(worker)->more[child];
  double share = worker->mcts->options->implicit;
  if (!shared_get(&more->judged)) return;
  view->mean = (1 - share) * view->mean + share * (double)shared_get(&more->minimax);
}

static void look_at(Worker *worker, const SelectRule *rule, NodeRef child, SelectView *view) {
  const Node *node = tree_node(tree_of(worker), child);
  uint32_t visits = node_visits(node);
  view->visits = visits;
  view->mean = visits ? shared_get(&node->sum) / visits : view->first;
  if (mcts_judges(worker->mcts->options)) mix_minimax(worker, child, view);
  if (rule->uses_amaf) look_at_amaf(worker, child, view);
  if (!rule->uses_history) return;
  const Score *score = scores_find(&worker->rollout.lessons.single, node->key);
  view->history = score && score->n > 0 ? score->sum / score->n : 0.5;
}

// What is proven needs no more trying: a win is taken, anything else comes after all that is open.
static double score(Worker *worker, const SelectRule *rule, const SelectView *view, const Node *child) {
  bool certain = node_proven(child) && mcts_proves(worker->mcts);
  if (!certain) return rule->score(view, child);
  float exact = shared_get(&child->exact);
  return exact >= 1 ? 1e9 : -1e9 + exact;
}

// The best child so far; equal ones are equally likely.
typedef struct Pick {
  NodeRef best;
  uint32_t number;  // of the move, where the caller knows it
  uint32_t equal;
  double most;
} Pick;

static void consider(Worker *worker, SelectView *view, NodeRef child, uint32_t number, Pick *pick) {
  const SelectRule *rule = &select_rules[worker->mcts->options->select];
  const Node *node = tree_node(tree_of(worker), child);
  if (shared_get(&node->dead) || node_rolled(node)) return;
  look_at(worker, rule, child, view);
  double s = score(worker, rule, view, node);
  if (pick->best && s < pick->most) return;
  pick->equal = pick->best && s == pick->most ? pick->equal + 1 : 1;
  pick->most = s;
  if (pick->equal > 1 && random_below(&worker->random, pick->equal) != 0) return;
  pick->best = child;
  pick->number = number;
}

// The best child among those of this node and of the nodes rolled up below it; the number of the move it begins with.
static Pick best_rolled(Worker *worker, SelectView *view) {
  Tree *tree = tree_of(worker);
  Pick pick = {0};
  for (NodeRef ref = worker->seen; ref; ref = tree_next(tree, ref)) consider(worker, view, ref, 0, &pick);
  mcts_edges(worker, pick.best);
  if (pick.best) pick.number = move_to(worker, worker->edges.at[0]);
  return pick;
}

static Pick best_child(Worker *worker, SelectView *view, SimList list, Player only) {
  Pick pick = {0};
  for (uint32_t i = 0; i < list.n; i++) {
    NodeRef child = worker->child_of.at[i];
    if (child && is_mine(worker, list, i, only)) consider(worker, view, child, i, &pick);
  }
  return pick;
}

// The number of the move that leads to the child tried best, or list.n when all are dead.
static uint32_t choose_tried(Worker *worker, NodeRef at, SimList list, Player only, NodeRef *child) {
  const MctsOptions *options = worker->mcts->options;
  SelectView view = view_of(worker, at);
  if (options->select == SELECT_GRAVE) find_reference(worker, at);
  Pick pick = options->rollup ? best_rolled(worker, &view) : best_child(worker, &view, list, only);
  *child = pick.best;
  return pick.best ? pick.number : list.n;
}

// The number of the move to try first, or list.n when all are dead. *child: the node that leads to, NODE_NONE when
// there is no room for it; *fresh: for the first time.
static uint32_t choose(Worker *worker, NodeRef at, SimList list, Player only, NodeRef *child, bool *fresh) {
  bool eager = select_rules[worker->mcts->options->select].eager, done = false;
  uint32_t i = list.n;
  while (!done) {
    i = untried(worker, list, only);
    if (i < list.n && eager) {
      add_all(worker, at, list);
      i = untried(worker, list, only);
    }
    *child = NODE_NONE;
    if (i == list.n) i = choose_tried(worker, at, list, only, child), done = true;
    else done = eager || add_child(worker, at, list, i, child);
  }
  *fresh = !*child || shared_get(&tree_node(tree_of(worker), *child)->visits) == 0;
  return i;
}

// ---- one step down -------------------------------------------------------------------------------

// What came of a step: further down the tree, a new node, no room for a node, no way on from here, or a node that
// another thread had just rolled up.
typedef enum Went { WENT_ON, WENT_NEW, WENT_OUT, WENT_NOWHERE, WENT_WRONG } Went;

// The move or part that was chosen, or the one a turn begins with.
typedef struct Chosen {
  Move move;
  uint32_t number;  // in the list; not of moves made together
} Chosen;

SimList mcts_moves(Worker *worker, Turns *turns) {
  const MctsOptions *options = worker->mcts->options;
  if (options->tree == TREE_WHOLE && !worker->mcts->together) return sim_moves(&worker->sim);
  SimList list = sim_list(options->tree == TREE_TURNS ? turns_list(turns, worker->x)
                          : mcts_splits(options)      ? position_semimoves(worker->x)
                                                      : position_moves(worker->x));
  list.exact = true;
  return list;
}

void mcts_edges(Worker *worker, NodeRef child) {
  Tree *tree = tree_of(worker);
  VEC_CLEAR(&worker->edges);
  for (NodeRef ref = child; ref; ref = tree_via(tree, ref)) VEC_PUSH(&worker->edges, ref);
  for (size_t i = 0, j = worker->edges.n; i + 1 < j; i++) {
    NodeRef last = worker->edges.at[--j];
    worker->edges.at[j] = worker->edges.at[i];
    worker->edges.at[i] = last;
  }
}

// A part of a move, or a move of a turn, with its trace in the trail.
static void make(Worker *worker, const Move *move) {
  Move made = *move;
  trail_note(&worker->rollout.trail, worker->x, &made);
  if (mcts_splits(worker->mcts->options)) position_apply_semimove(worker->x, &made);
  else position_apply(worker->x, &made);
  trail_made(&worker->rollout.trail, worker->x);
}

void mcts_follow(Worker *worker, MoveList list) {
  Tree *tree = tree_of(worker);
  make(worker, move_at(worker->x, list, tree_node(tree, worker->edges.at[0])->index));
  for (size_t i = 1; i < worker->edges.n; i++) {
    MoveList next = position_semimoves(worker->x);
    make(worker, move_at(worker->x, next, tree_node(tree, worker->edges.at[i])->index));
    position_forget(worker->x, next);
  }
}

// A node the search passes; until it comes back nobody may roll it up.
static bool enter(Worker *worker, NodeRef ref) {
  bool counted = !tree_busy(tree_of(worker), ref);
  if (counted && !tree_enter(tree_of(worker), ref)) return false;
  VEC_PUSH(&worker->path, ((WayPoint){.node = ref, .counted = counted}));
  return true;
}

static NodeRef find_joint(Worker *worker, uint64_t key) {
  Tree *tree = tree_of(worker);
  NodeRef ref = worker->seen;
  while (ref && !(tree_node(tree, ref)->index == JOINT_INDEX && tree_node(tree, ref)->key == key)) {
    ref = tree_next(tree, ref);
  }
  return ref;
}

static NodeRef joint_child(Worker *worker, NodeRef at, uint64_t key, bool *fresh) {
  NodeRef ref;
  *fresh = false;
  while (!(ref = find_joint(worker, key)) && !*fresh) {
    ref = tree_make(tree_of(worker), worker->stock, at, key, JOINT_INDEX, 0);
    *fresh = !ref || link_children(worker, at, ref, ref);
  }
  return ref;
}

// Every player chooses for itself; the moves are made as one.
static Went step_together(Worker *worker, NodeRef at, SimList list, Chosen *chosen) {
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  uint64_t key = 1;
  bool fresh;
  for (Player p = 1; p <= worker->x->game->players; p++) {
    bool any = false;
    for (uint32_t i = 0; i < list.n && !any; i++) any = is_mine(worker, list, i, p);
    if (!any) continue;
    NodeRef arm;
    uint32_t i = choose(worker, at, list, p, &arm, &fresh);
    if (arm && tree_enter(tree_of(worker), arm)) VEC_PUSH(&worker->arms, arm);
    key = key_pair(key, key_of(worker, list, i));
    parts[n++] = i;
  }
  NodeRef child = joint_child(worker, at, key, &fresh);
  if (child) enter(worker, child);
  chosen->move = joint_move(worker->x, list.list, parts, n);
  trail_note_together(&worker->rollout.trail, key);
  return !child ? WENT_OUT : fresh ? WENT_NEW : WENT_ON;
}

static void note_known(Worker *worker, const Node *node) {
  if (!node_proven(node) || !mcts_proves(worker->mcts)) return;
  worker->known_seat = node->seat;
  worker->known = shared_get(&node->exact);
}

static Went step_alone(Worker *worker, NodeRef at, SimList list, Chosen *chosen) {
  bool fresh;
  NodeRef child;
  uint32_t i = choose(worker, at, list, 0, &child, &fresh);
  if (i == list.n) return WENT_NOWHERE;
  chosen->number = i;
  mcts_edges(worker, child);
  if (!child) return WENT_OUT;
  if (!enter(worker, child)) return WENT_WRONG;
  note_known(worker, tree_node(tree_of(worker), child));
  return fresh ? WENT_NEW : WENT_ON;
}

// Makes the other moves of a turn that has begun; how many it has.
static uint32_t finish_turn(Worker *worker, const Turns *turns, uint32_t number) {
  TurnSpan span = turns->at.at[number];
  for (uint32_t i = 1; i < span.n; i++) {
    MoveList list = position_moves(worker->x);
    make(worker, move_at(worker->x, list, turns->numbers.at[span.first + i]));
    position_forget(worker->x, list);
  }
  return span.n;
}

// Makes the step that was chosen, up to the node it leads to; of how many moves or parts it is.
static uint32_t make_step(Worker *worker, SimList list, const Turns *turns, const Chosen *chosen) {
  if (worker->mcts->together) {
    position_apply(worker->x, &chosen->move);
  } else if (worker->edges.n > 1) {
    mcts_follow(worker, list.list);
    return (uint32_t)worker->edges.n;
  } else if (worker->mcts->options->tree == TREE_WHOLE) {
    rollout_make(&worker->rollout, &worker->sim, list, chosen->number);
  } else {
    make(worker, move_at(worker->x, list.list, chosen->number));
    if (worker->mcts->options->tree == TREE_TURNS) return finish_turn(worker, turns, chosen->number);
  }
  return 1;
}

static void arrive(Worker *worker, uint32_t made) {
  WayPoint *way = &VEC_LAST(&worker->path);
  way->made = made;
  way->inside = !sim_nodal(&worker->sim);
  way->at = trail_mark(&worker->rollout.trail);
}

// Decides where to go from a node.
static Went choose_step(Worker *worker, NodeRef at, SimList list, Chosen *chosen) {
  Node *node = tree_node(tree_of(worker), at);
  worker->seen = NODE_NONE;
  read_keys(worker, list);
  expect_moves(worker, list.n);
  match_children(worker, at);
  if (shared_get(&node->moves) != list.n) shared_set(&node->moves, list.n);
  if (worker->mcts->together) return step_together(worker, at, list, chosen);
  Went went;
  while ((went = step_alone(worker, at, list, chosen)) == WENT_WRONG) {
    match_children(worker, at);
    worker->again++;
  }
  return went;
}

static Went step_down(Worker *worker, NodeRef at, SimList list, const Turns *turns) {
  Chosen chosen;
  Went went = choose_step(worker, at, list, &chosen);
  if (went == WENT_NOWHERE) return went;
  uint32_t made = make_step(worker, list, turns, &chosen);
  if (went != WENT_OUT) arrive(worker, made);
  worker->rollout.states += sim_nodal(&worker->sim);
  return went;
}

// The node the way has come to is dead: back to the one above it.
static void step_back(Worker *worker) {
  WayPoint left = VEC_POP(&worker->path);
  shared_set(&tree_node(tree_of(worker), left.node)->dead, true);
  if (left.counted) tree_leave(tree_of(worker), left.node);
  for (uint32_t i = 0; i < left.made; i++) position_undo(worker->x);
  trail_rewind(&worker->rollout.trail, &VEC_LAST(&worker->path).at);
}

// Whether the way goes on after a step.
static bool goes_on(const Worker *worker, Went went) {
  if (sim_over(&worker->sim) || sim_fault(&worker->sim) || worker->known_seat) return false;
  if (went == WENT_NEW) return worker->mcts->options->tree == TREE_NODAL && !sim_nodal(&worker->sim);
  return went == WENT_ON;
}

// One step from the last node of the way; false at its end.
static bool step(Worker *worker) {
  bool at_root = worker->path.n == 1;
  SimList list = at_root ? worker->root_moves : mcts_moves(worker, &worker->turns);
  const Turns *turns = at_root ? &worker->root_turns : &worker->turns;
  if (sim_fault(&worker->sim) && worker->sim.inside) return false;
  Went went = list.n ? step_down(worker, VEC_LAST(&worker->path).node, list, turns) : WENT_NOWHERE;
  if (!at_root) sim_forget(&worker->sim, list);
  if (went != WENT_NOWHERE) {
    worker->outside = went == WENT_OUT;
    worker->ended = sim_over(&worker->sim) && !worker->outside;
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
  worker->ended = worker->outside = false;
  trail_clear(&worker->rollout.trail);
  enter(worker, TREE_ROOT);
  while (step(worker)) continue;
}
