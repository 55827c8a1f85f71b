// Nodes, edges and outcomes of a search tree.
#include "learn/zero/zero_tree.h"

#include "play/model/guess.h"
#include "play/model/joint.h"
#include "play/model/move_key.h"
#include "play/show/seats.h"

#include <math.h>

enum { GUESSES_MOST = 8 };             // tried before a move counts as impossible
static const double OUTCOMES_FOR = 2;  // outcomes kept of an edge, times the root of its visits

const char *zero_unsuited(const Game *game) {
  if (game->n_subgames) return "a match of several games cannot be trained as one";
  if (game->mode == MODE_SIMULATION || game->players < 1) return "nobody plays";
  Position *x = position_new(game, 1, 0);
  bool over = position_over(x) || x->fault;
  position_free(x);
  return over ? "the game is over before the first move" : NULL;
}

void zero_worker_open(ZeroWorker *worker, const Game *game) { *worker = (ZeroWorker){.x = position_new(game, 0, 0)}; }

void zero_worker_close(ZeroWorker *worker) {
  position_free(worker->x);
  VEC_FREE(&worker->scores);
  VEC_FREE(&worker->nodes);
  VEC_FREE(&worker->edges);
  VEC_FREE(&worker->states);
  VEC_FREE(&worker->room);
  VEC_FREE(&worker->values);
}

void zero_tree_open(ZeroTree *tree, const Game *game, double discount) {
  *tree = (ZeroTree){.game = game, .discount = (float)discount};
}

void zero_tree_close(ZeroTree *tree) {
  VEC_FREE(&tree->nodes);
  VEC_FREE(&tree->edges);
  VEC_FREE(&tree->states);
  VEC_FREE(&tree->values);
  VEC_FREE(&tree->keys);
  VEC_FREE(&tree->past);
}

// ---- making nodes --------------------------------------------------------------------------------

// Room for n more items of a vector of bytes or floats; where they begin.
#define VEC_ROOM(v, count)                                                                       \
  do {                                                                                           \
    while ((v)->n + (count) > (v)->cap) (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
    (v)->n += (count);                                                                           \
  } while (0)

// Exchanges what two vectors of the same type hold.
#define VEC_SWAP(a, b)                   \
  do {                                   \
    void *at_ = (a)->at;                 \
    size_t n_ = (a)->n, cap_ = (a)->cap; \
    (a)->at = (b)->at;                   \
    (a)->n = (b)->n;                     \
    (a)->cap = (b)->cap;                 \
    (b)->at = at_;                       \
    (b)->n = n_;                         \
    (b)->cap = cap_;                     \
  } while (0)

// What tells outcomes of the same move apart: the position, and what its moves would do, dice included.
static uint64_t identity_of(const Position *x, MoveList list) {
  uint64_t identity = position_full_hash(x);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    for (uint32_t k = 0; k < move->n; k++) {
      const Action copy = move_action(x, move, k), *action = &copy;
      uint64_t what = (uint64_t)action->kind << 48 ^ (uint64_t)(uint16_t)action->from << 32 ^
                      (uint64_t)(uint16_t)action->to << 16 ^ (uint64_t)(uint16_t)action->state;
      identity = random_mix(identity + what) + (uint64_t)(uint32_t)action->value;
    }
  }
  return identity;
}

static bool is_finished(const Position *x) { return position_over(x) || x->fault; }

// With dice and guesses a position may come up again by chance.
static bool is_repeated(const ZeroTree *tree, const Position *x) {
  int64_t times = 1;
  if (!tree->repetitions || game_has(tree->game, GAME_STOCHASTIC | GAME_HIDDEN)) return false;
  uint64_t hash = position_full_hash(x);
  for (size_t i = 0; i < tree->past.n; i++) times += tree->past.at[i] == hash;
  return times >= tree->repetitions;
}

bool zero_tree_note(ZeroTree *tree, const Position *x) {
  bool again = is_repeated(tree, x);
  if (tree->repetitions) VEC_PUSH(&tree->past, position_full_hash(x));
  return again;
}

static void note_result(const ZeroTree *tree, const Position *x, float *values, ZeroNode *node) {
  bool decided = position_over(x) && !x->fault;
  node->terminal = node->expanded = node->exact = true;
  node->failed = x->fault;
  node->identity = position_full_hash(x);
  for (int seat = 1; seat <= tree->game->players; seat++) {
    values[seat - 1] = decided ? (float)seat_utility(x, seat) : 0;
    if (values[seat - 1] >= 1) node->winner = (uint8_t)seat;
  }
}

static void list_edges(ZeroTree *tree, const Position *x, MoveList list, ZeroNode *node) {
  node->first = (uint32_t)tree->edges.n;
  node->n = list.n;
  VEC_ROOM(&tree->edges, list.n);
  int seat = 0;
  Player last = -1;
  for (uint32_t i = 0; i < list.n; i++) {
    Player mover = move_at(x, list, i)->mover;
    if (mover != last) seat = player_seat(x, mover);
    last = mover;
    tree->edges.at[node->first + i] = (ZeroEdge){.seat = (uint8_t)seat};
    node->seat = (uint8_t)(i == 0 || node->seat == seat ? seat : 0);
  }
}

static bool is_together(const ZeroTree *tree) { return tree->game->mode == MODE_SIMULTANEOUS; }

// A node for the position of the worker. Its moves are listed, which may draw from chance.
static uint32_t make_node(ZeroTree *tree, ZeroWorker *worker) {
  bool again = tree->nodes.n && is_repeated(tree, worker->x);
  Position *x = worker->x;
  ZeroNode node = {.random = x->random};
  size_t room = 2 * (size_t)tree->game->players;
  VEC_ROOM(&tree->values, room);
  float *values = tree->values.at + tree->values.n - room;
  memset(values, 0, sizeof *values * room);
  if (!is_finished(x) && !again) {
    node.state = zero_state_keep(&tree->states, x);
    worker->list = position_moves(x);
  }
  if (is_finished(x) || again) {
    note_result(tree, x, values, &node);
  } else {
    list_edges(tree, x, worker->list, &node);
    if (is_together(tree)) node.seat = 0;
  }
  VEC_PUSH(&tree->nodes, node);
  return (uint32_t)tree->nodes.n - 1;
}

// ---- standing at nodes ---------------------------------------------------------------------------

static void adopt(const ZeroTree *tree, ZeroWorker *worker, uint32_t node) {
  zero_state_adopt(&tree->states, zero_node(tree, node)->state, worker->x, &worker->room);
  worker->x->random = zero_node(tree, node)->random;
}

void zero_tree_visit(const ZeroTree *tree, ZeroWorker *worker, uint32_t node) {
  adopt(tree, worker, node);
  worker->list = position_moves(worker->x);
}

static void empty_tree(ZeroTree *tree) {
  VEC_CLEAR(&tree->nodes);
  VEC_CLEAR(&tree->edges);
  VEC_CLEAR(&tree->states);
  VEC_CLEAR(&tree->values);
  tree->viewer = 0;
}

void zero_tree_start(ZeroTree *tree, ZeroWorker *worker, const Position *x) {
  empty_tree(tree);
  position_copy(worker->x, x);
  worker->x->random = x->random;
  make_node(tree, worker);
}

// ---- what is hidden ------------------------------------------------------------------------------

void zero_tree_hide(ZeroTree *tree, ZeroWorker *worker) {
  tree->viewer = 0;
  ZeroNode *root = zero_node(tree, 0);
  if (!game_has(tree->game, GAME_HIDDEN) || root->terminal) return;
  zero_tree_visit(tree, worker, 0);
  Player viewer = root->seat ? seat_player(worker->x, root->seat) : 1;
  if (!guess_needed(worker->x, viewer)) return;
  tree->viewer = viewer;
  VEC_CLEAR(&tree->keys);
  for (uint32_t i = 0; i < root->n; i++) {
    VEC_PUSH(&tree->keys, move_key(worker->x, move_at(worker->x, worker->list, i)));
    zero_edges(tree, 0)[i].open = true;
  }
}

// The number in the worker's list of the root's move, or list.n.
static uint32_t find_move(const ZeroTree *tree, const ZeroWorker *worker, uint32_t edge) {
  const Position *x = worker->x;
  uint32_t i = 0;
  while (i < worker->list.n && move_key(x, move_at(x, worker->list, i)) != tree->keys.at[edge]) i++;
  return i;
}

// Puts the worker's position at a guess in which the moves are possible, and finds them there.
static bool guess_root(const ZeroTree *tree, ZeroWorker *worker, const uint32_t *parts, int n, uint32_t *found,
                       Random *random) {
  for (int tries = 0; tries < GUESSES_MOST; tries++) {
    adopt(tree, worker, 0);
    guess_hidden(worker->x, tree->viewer, random);
    worker->x->random = zero_node(tree, 0)->random;
    worker->list = position_moves(worker->x);
    bool possible = !worker->x->fault;
    for (int i = 0; i < n && possible; i++) {
      found[i] = find_move(tree, worker, parts[i]);
      possible = found[i] < worker->list.n;
    }
    if (possible) return true;
  }
  return false;
}

// ---- going on ------------------------------------------------------------------------------------

static void apply(ZeroTree *tree, ZeroWorker *worker, const uint32_t *parts, int n) {
  Position *x = worker->x;
  Move move =
      n == 1 && !is_together(tree) ? *move_at(x, worker->list, parts[0]) : joint_move(x, worker->list, parts, n);
  x->random = tree->chance;
  position_apply(x, &move);
}

static uint32_t find_outcome(const ZeroTree *tree, uint32_t first, uint64_t identity) {
  uint32_t i = first;
  while (i && zero_node(tree, i)->identity != identity) i = zero_node(tree, i)->sibling;
  return i;
}

// Takes back the node made last.
static void unmake(ZeroTree *tree) {
  ZeroNode *node = &VEC_LAST(&tree->nodes);
  if (!node->terminal) {
    tree->edges.n = node->first;
    tree->states.n = (size_t)node->state * 8;
  }
  tree->values.n -= 2 * (size_t)tree->game->players;
  tree->nodes.n--;
}

// The node for the worker's position after an edge was taken: the one known, or a new one.
static uint32_t arrive(ZeroTree *tree, ZeroWorker *worker, uint32_t node, uint32_t edge) {
  uint64_t counter = tree->chance.counter;
  uint32_t made = make_node(tree, worker);
  tree->chance = worker->x->random;
  ZeroEdge *taken = &zero_edges(tree, node)[edge];
  bool drawn = tree->chance.counter != counter, open = taken->open || drawn || is_together(tree);
  taken->open = open;
  if (!taken->child) {
    if (open && !zero_node(tree, made)->terminal)
      zero_node(tree, made)->identity = identity_of(worker->x, worker->list);
    taken->child = made;
    zero_node(tree, made)->outcomes = 1;
    return made;
  }
  ZeroNode *fresh = zero_node(tree, made);
  if (!fresh->terminal) fresh->identity = identity_of(worker->x, worker->list);
  uint32_t known = find_outcome(tree, taken->child, fresh->identity);
  if (known) {
    unmake(tree);
    return known;
  }
  ZeroNode *first = zero_node(tree, taken->child);
  fresh->sibling = first->sibling;
  first->sibling = made;
  first->outcomes++;
  return made;
}

// One of the outcomes seen, as often as it was seen.
static uint32_t known_outcome(const ZeroTree *tree, const ZeroEdge *edge, Random *random) {
  uint32_t total = 0, found = edge->child;
  for (uint32_t i = edge->child; i; i = zero_node(tree, i)->sibling) {
    uint32_t weight = MAX(zero_node(tree, i)->visits, 1);
    total += weight;
    if (random_below(random, total) < weight) found = i;
  }
  return found;
}

static bool is_wide(const ZeroTree *tree, const ZeroEdge *edge) {
  return edge->child && zero_node(tree, edge->child)->outcomes >= OUTCOMES_FOR * sqrt(edge->visits + 1.0) + 1;
}

uint32_t zero_tree_follow(ZeroTree *tree, ZeroWorker *worker, uint32_t node, const uint32_t *parts, int n,
                          Random *random) {
  const ZeroEdge *edge = &zero_edges(tree, node)[parts[0]];
  if (edge->child && !edge->open) return edge->child;
  if (edge->open && !is_together(tree) && is_wide(tree, edge)) return known_outcome(tree, edge, random);
  uint32_t found[GAME_PLAYERS_MAX];
  if (node == 0 && tree->viewer) {
    if (!guess_root(tree, worker, parts, n, found, random)) return ZERO_NONE;
    apply(tree, worker, found, n);
  } else {
    zero_tree_visit(tree, worker, node);
    apply(tree, worker, parts, n);
  }
  return arrive(tree, worker, node, parts[0]);
}

// ---- values --------------------------------------------------------------------------------------

// Probabilities of the moves of each seat by itself.
static void normalise(ZeroEdge *edges, uint32_t n, int seat) {
  float most = -INFINITY, total = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat == seat) most = MAX(most, edges[i].logit);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat == seat) total += edges[i].prior = expf(edges[i].logit - most);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat == seat) edges[i].prior /= total;
  }
}

void zero_tree_expand(ZeroTree *tree, uint32_t at, const float *logits, const float *values) {
  ZeroNode *node = zero_node(tree, at);
  ZeroEdge *edges = zero_edges(tree, at);
  assert(!node->expanded);
  for (uint32_t i = 0; i < node->n; i++) edges[i].logit = logits[i];
  for (int seat = 0; seat <= tree->game->players; seat++) {
    if (!node->seat || node->seat == seat) normalise(edges, node->n, seat);
  }
  memcpy(zero_values(tree, at), values, sizeof *values * (size_t)tree->game->players);
  node->expanded = true;
}

static void count_visit(ZeroTree *tree, uint32_t node, const float *values, float weight) {
  float *sums = zero_sums(tree, node);
  zero_node(tree, node)->visits++;
  for (int i = 0; i < tree->game->players; i++) sums[i] += weight * values[i];
}

// ---- proofs --------------------------------------------------------------------------------------

// The move that settles a node: one that wins for sure, or the best where all are exact; otherwise n.
static uint32_t settling_edge(const ZeroTree *tree, uint32_t at) {
  const ZeroNode *node = zero_node(tree, at);
  const ZeroEdge *edges = zero_edges(tree, at);
  uint32_t best = node->n;
  bool all = true;
  for (uint32_t i = 0; i < node->n; i++) {
    uint32_t child = edges[i].child;
    bool exact = child && !edges[i].open && zero_node(tree, child)->exact;
    all &= exact;
    if (!exact) continue;
    if (zero_node(tree, child)->winner == node->seat) return i;
    if (best == node->n ||
        zero_values(tree, child)[node->seat - 1] > zero_values(tree, edges[best].child)[node->seat - 1]) {
      best = i;
    }
  }
  return all ? best : node->n;
}

// What was counted for an edge to an exact node was a guess: it gets the exact value.
static void settle_edge(const ZeroTree *tree, ZeroEdge *edge) {
  const ZeroNode *child = zero_node(tree, edge->child);
  float *values = zero_values(tree, edge->child), *sums = zero_sums(tree, edge->child);
  for (int s = 0; s < tree->game->players; s++) sums[s] = (float)child->visits * values[s];
  edge->sum = (float)edge->visits * tree->discount * values[edge->seat - 1];
}

// Goes up from a leaf that is exact, as far as nodes become exact too.
static void prove(ZeroTree *tree, const ZeroPath *path) {
  for (size_t i = path->n; i-- > 0;) {
    ZeroStep step = path->at[i];
    ZeroNode *node = zero_node(tree, step.node);
    ZeroEdge *edge = &zero_edges(tree, step.node)[step.edge];
    if (!node->seat || edge->open || !zero_node(tree, edge->child)->exact) return;
    settle_edge(tree, edge);
    uint32_t settling = settling_edge(tree, step.node);
    if (settling == node->n) return;
    uint32_t child = zero_edges(tree, step.node)[settling].child;
    node->exact = true;
    node->winner = zero_node(tree, child)->winner;
    for (int s = 0; s < tree->game->players; s++) {
      zero_values(tree, step.node)[s] = tree->discount * zero_values(tree, child)[s];
    }
  }
}

void zero_tree_backup(ZeroTree *tree, const ZeroPath *path, uint32_t leaf) {
  const float *values = zero_values(tree, leaf);
  uint32_t last = leaf;
  float weight = 1;
  count_visit(tree, leaf, values, weight);
  for (size_t i = path->n; i-- > 0;) {
    ZeroStep step = path->at[i];
    ZeroEdge *edge = &zero_edges(tree, step.node)[step.edge];
    if (step.node != last) {
      weight *= tree->discount;
      count_visit(tree, step.node, values, weight);
    }
    edge->visits++;
    edge->sum += edge->seat ? weight * values[edge->seat - 1] : 0;
    last = step.node;
  }
  if (zero_node(tree, leaf)->exact) prove(tree, path);
}

// ---- a new root ----------------------------------------------------------------------------------

// What stays of a tree, copied node by node to the worker's vectors.
static uint32_t move_node(const ZeroTree *tree, ZeroWorker *kept, uint32_t from) {
  ZeroNode node = *zero_node(tree, from);
  size_t room = 2 * (size_t)tree->game->players;
  const ZeroEdge *edges = tree->edges.at + node.first;
  if (!node.terminal) node.state = zero_state_move(&kept->states, &tree->states, node.state);
  uint32_t first = (uint32_t)kept->edges.n;
  VEC_ROOM(&kept->edges, node.n);
  if (node.n) memcpy(kept->edges.at + first, edges, sizeof *edges * node.n);
  node.first = first;
  VEC_ROOM(&kept->values, room);
  memcpy(kept->values.at + kept->values.n - room, zero_values(tree, from), sizeof(float) * room);
  VEC_PUSH(&kept->nodes, node);
  return (uint32_t)kept->nodes.n - 1;
}

// Copies everything below the node number `at` of what is kept, whose links still name nodes of the tree.
static void move_below(const ZeroTree *tree, ZeroWorker *kept, uint32_t at) {
  for (uint32_t next = at; next < kept->nodes.n; next++) {
    ZeroNode node = kept->nodes.at[next];
    for (uint32_t i = 0; i < node.n; i++) {
      uint32_t child = kept->edges.at[node.first + i].child;
      if (!child) continue;
      uint32_t moved = move_node(tree, kept, child);
      kept->edges.at[node.first + i].child = moved;
      while ((child = kept->nodes.at[moved].sibling)) {
        uint32_t other = move_node(tree, kept, child);
        kept->nodes.at[moved].sibling = other;
        moved = other;
      }
    }
  }
}

static void keep_below(ZeroTree *tree, ZeroWorker *worker, uint32_t root) {
  VEC_CLEAR(&worker->nodes);
  VEC_CLEAR(&worker->edges);
  VEC_CLEAR(&worker->states);
  VEC_CLEAR(&worker->values);
  move_node(tree, worker, root);
  worker->nodes.at[0].sibling = ZERO_NONE;
  move_below(tree, worker, 0);
  tree->viewer = 0;
  VEC_SWAP(&tree->nodes, &worker->nodes);
  VEC_SWAP(&tree->edges, &worker->edges);
  VEC_SWAP(&tree->states, &worker->states);
  VEC_SWAP(&tree->values, &worker->values);
}

// Only the position of the root stays.
static void forget_below(ZeroTree *tree) {
  ZeroNode *root = zero_node(tree, 0);
  tree->nodes.n = 1;
  tree->edges.n = root->n;
  tree->values.n = 2 * (size_t)tree->game->players;
  if (root->terminal) return;
  root->expanded = root->exact = false;
  root->winner = 0;
  root->visits = 0;
  memset(tree->values.at, 0, sizeof *tree->values.at * tree->values.n);
  for (uint32_t i = 0; i < root->n; i++) tree->edges.at[i] = (ZeroEdge){.seat = tree->edges.at[i].seat};
}

bool zero_tree_play_joint(ZeroTree *tree, ZeroWorker *worker, const uint32_t *parts, int n, bool keep) {
  const ZeroEdge *edge = &zero_edges(tree, 0)[parts[0]];
  uint32_t next = edge->open || !edge->child ? ZERO_NONE : edge->child;
  keep &= tree->viewer == 0;
  tree->viewer = 0;
  if (!next) {
    zero_tree_visit(tree, worker, 0);
    apply(tree, worker, parts, n);
    next = arrive(tree, worker, 0, parts[0]);
  }
  keep_below(tree, worker, next);
  if (!keep) forget_below(tree);
  return !zero_node(tree, 0)->failed;
}

bool zero_tree_go_to(ZeroTree *tree, ZeroWorker *worker, const Position *x) {
  const Game *game = tree->game;
  if (game_has(game, GAME_STOCHASTIC | GAME_HIDDEN) || is_together(tree)) return false;
  ZeroBlocks *room = &worker->room;
  VEC_CLEAR(room);
  zero_state_keep(room, x);
  for (uint32_t i = 0; i < tree->nodes.n; i++) {
    const ZeroNode *node = zero_node(tree, i);
    if (!node->expanded || node->terminal || !zero_state_equal(&tree->states, node->state, room)) continue;
    keep_below(tree, worker, i);
    return true;
  }
  return false;
}

bool zero_tree_play(ZeroTree *tree, ZeroWorker *worker, uint32_t edge, bool keep) {
  return zero_tree_play_joint(tree, worker, &edge, 1, keep);
}
