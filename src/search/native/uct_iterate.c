// One simulation on native positions: down the tree, a random game, and up again.
#include "base/best.h"
#include "search/native/uct_internal.h"

#include <math.h>

#define LEAST_BOUND (-2e9F)  // below that of every child
#define CERTAIN 1e9F         // what is proven needs no more trying: a win is taken, all else comes after what is open

// ---- statistics of a node -----------------------------------------------------------------------

// What selection reads. Proven nodes keep what they have.
static void refresh(const CompactTree *tree, CompactRef ref) {
  CompactNode *node = compact_node(tree, ref);
  uint32_t visits = shared_get(&node->visits);
  if (!tree->alone) visits += shared_get(&node->pending);
  if (!visits || (shared_get(&node->flags) & COMPACT_PROVEN)) return;
  float spread = 1 / sqrtf((float)visits);
  shared_set(&tree->means[ref], (float)shared_get(&node->sum) * spread * spread);
  shared_set(&tree->spreads[ref], spread);
}

// What selection reads of a proven node.
static void set_certain(const CompactTree *tree, CompactRef ref) {
  double value = uct_exact(shared_get(&compact_node(tree, ref)->flags));
  shared_set(&tree->means[ref], value > 0 ? CERTAIN : value < 0 ? -CERTAIN : -CERTAIN / 2);
  shared_set(&tree->spreads[ref], 0.0F);
}

// A simulation under way counts as a loss for those that follow.
static void enter(UctWorker *worker, CompactRef ref) {
  const CompactTree *tree = &worker->uct->tree;
  VEC_PUSH(&worker->path, ref);
  if (tree->alone) return;
  shared_add(&compact_node(tree, ref)->pending, 1, false);
  refresh(tree, ref);
}

static void leave(UctWorker *worker, CompactRef ref, const double *utilities) {
  const CompactTree *tree = &worker->uct->tree;
  CompactNode *node = compact_node(tree, ref);
  double reward = node->seat ? (utilities[node->seat] + 1) / 2 : 0.5;
  shared_add(&node->visits, 1, tree->alone);
  shared_sum(&node->sum, reward, tree->alone);
  if (!tree->alone) shared_add(&node->pending, -1, false);
  refresh(tree, ref);
}

// ---- the way down -------------------------------------------------------------------------------

// The child with the highest upper bound, where other threads may change the bounds.
static CompactRef select_shared(const CompactTree *tree, CompactRef at, float weight) {
  CompactRef best = COMPACT_NONE;
  float most = LEAST_BOUND;
  for (CompactRef group = compact_first(tree, at); group; group = compact_next(tree, group)) {
    uint32_t n = compact_size(tree, group);
    for (CompactRef ref = group + 1; ref <= group + n; ref++) {
      float score = shared_get(&tree->means[ref]) + weight * shared_get(&tree->spreads[ref]);
      if (score <= most) continue;
      most = score;
      best = ref;
    }
  }
  return best;
}

// The same of one thread alone, which may read several at a time.
static CompactRef select_alone(const CompactTree *tree, CompactRef at, float weight) {
  const float *means = (const float *)(const void *)tree->means, *spreads = (const float *)(const void *)tree->spreads;
  BestSums best = best_none(LEAST_BOUND);
  for (CompactRef group = compact_first(tree, at); group; group = compact_next(tree, group))
    best_scan(&best, means, spreads, group, compact_group(tree, group)->cap + 1u, weight);
  int32_t place = best_place(&best, means, spreads, weight);
  return place < 0 ? COMPACT_NONE : (CompactRef)place;
}

// The weight of exploration below a node with so many visits, at least 1.
static float weight_of(const NativeUct *uct, uint32_t visits) {
  float number = (float)visits;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return uct->weights[(bits >> (23 - WEIGHT_BITS)) - (127U << WEIGHT_BITS)];
}

static CompactRef select_child(const UctWorker *worker, CompactRef at) {
  const CompactTree *tree = &worker->uct->tree;
  const CompactNode *parent = compact_node(tree, at);
  uint32_t visits = shared_get(&parent->visits) + (tree->alone ? 0u : shared_get(&parent->pending));
  float weight = (float)worker->spread.factor * weight_of(worker->uct, MAX(visits, 1));
  return tree->alone ? select_alone(tree, at, weight) : select_shared(tree, at, weight);
}

// The moves of a node are tried in a random order that follows from its key: number t of n is where t is mapped to by a
// permutation of the numbers of so many bits (four rounds that each mix one half into the other), as often as it takes
// to come below n.
static uint32_t nth_tried(uint64_t key, uint32_t t, uint32_t n) {
  uint32_t half = 1;
  while ((uint64_t)1 << 2 * half < n) half++;
  uint32_t mask = (1u << half) - 1;
  do {
    uint32_t left = t >> half, right = t & mask;
    for (uint32_t round = 0; round < 4; round++) {
      uint32_t mixed = left ^ ((uint32_t)(((key + round) ^ right) * 0x9e3779b97f4a7c15ULL >> 40) & mask);
      left = right;
      right = mixed;
    }
    t = left << half | right;
  } while (t >= n);
  return t;
}

// The move with a number, of which a list was made only where there is no other way.
static void note_move(const UctWorker *worker, CompactRef ref, uint32_t index) {
  const CompactTree *tree = &worker->uct->tree;
  const Native *native = worker->uct->native;
  if (native_picks(native)) native_pick(native, worker->state, index, compact_move(tree, ref));
  else memcpy(compact_move(tree, ref), worker->moves + index * tree->move_size, tree->move_size);
}

static void fill_child(UctWorker *worker, CompactRef ref, uint32_t index, int seat, bool pass) {
  const CompactTree *tree = &worker->uct->tree;
  CompactNode *node = compact_node(tree, ref);
  node->index = (uint16_t)index;
  node->seat = (uint8_t)seat;
  node->order = (uint16_t)random_next(&worker->random);
  shared_set(&node->flags, pass ? COMPACT_PASS : 0);
  if (!pass) note_move(worker, ref, index);
}

// How many moves there are; -1: too many for native code, or to be counted here.
static int list_moves(UctWorker *worker) {
  const Native *native = worker->uct->native;
  int n =
      native_picks(native) ? native_count(native, worker->state) : native_moves(native, worker->state, worker->moves);
  if (n > UINT16_MAX) n = -1;
  if (n < 0) atomic_store(&worker->uct->failed, true);
  return n;
}

// A child for a move tried for the first time; COMPACT_NONE when there is no room, or none was left.
static CompactRef add_child(UctWorker *worker, CompactRef at, int seat) {
  CompactTree *tree = &worker->uct->tree;
  CompactNode *node = compact_node(tree, at);
  int listed = list_moves(worker);
  if (listed < 0) return COMPACT_NONE;
  uint32_t n = (uint32_t)MAX(listed, 1), tried = compact_children(tree, at), left = n - MIN(tried, n);
  uint32_t index = left ? nth_tried(random_mix(node->order), tried, n) : n;
  CompactRef group, ref = left ? compact_append(tree, at, n, &group) : COMPACT_NONE;
  if (ref) {
    fill_child(worker, ref, index, seat, listed == 0);
    compact_publish(tree, group);
  }
  if (left <= (ref ? 1u : 0u)) {
    if (tree->alone) shared_set(&node->flags, (uint8_t)(shared_get(&node->flags) | COMPACT_FULL));
    else atomic_fetch_or_explicit(&node->flags, COMPACT_FULL, memory_order_relaxed);
  }
  return ref;
}

// A new child, or NONE where none can be made.
static CompactRef expand(UctWorker *worker, CompactRef at, int seat) {
  CompactTree *tree = &worker->uct->tree;
  if (!compact_lock(tree, at)) {
    worker->again++;
    return COMPACT_NONE;
  }
  CompactRef ref = add_child(worker, at, seat);
  compact_unlock(tree, at);
  return ref;
}

static void make_move(UctWorker *worker, CompactRef ref) {
  const CompactTree *tree = &worker->uct->tree;
  bool pass = shared_get(&compact_node(tree, ref)->flags) & COMPACT_PASS;
  native_apply(worker->uct->native, worker->state, pass ? NULL : compact_move(tree, ref));
  enter(worker, ref);
}

// What the way came to.
typedef enum WayEnd { WAY_OPEN, WAY_OVER, WAY_KNOWN } WayEnd;

// Goes down to a new node, the end of the game, or a proven node.
static WayEnd descend(UctWorker *worker) {
  NativeUct *uct = worker->uct;
  const CompactTree *tree = &uct->tree;
  native_copy(uct->native, worker->state, uct->root);
  VEC_CLEAR(&worker->path);
  enter(worker, COMPACT_ROOT);
  for (;;) {
    CompactRef at = VEC_LAST(&worker->path);
    bool full = shared_get(&compact_node(tree, at)->flags) & COMPACT_FULL;
    int seat = full ? 0 : native_turn(uct->native, worker->state);
    if (!full && !seat) return WAY_OVER;
    CompactRef fresh = full ? COMPACT_NONE : expand(worker, at, seat);
    CompactRef child = fresh ? fresh : select_child(worker, at);
    if (!child) return WAY_OPEN;
    make_move(worker, child);
    if (shared_get(&compact_node(tree, child)->flags) & COMPACT_PROVEN) {
      set_certain(tree, child);  // a thread that refreshed the node while another proved it may have written over this
      return WAY_KNOWN;
    }
    if (fresh) return native_turn(uct->native, worker->state) ? WAY_OPEN : WAY_OVER;
  }
}

// ---- proven results -----------------------------------------------------------------------------

static void prove(const CompactTree *tree, CompactRef ref, double value) {
  uint8_t flag = value > 0 ? COMPACT_WIN : value < 0 ? COMPACT_LOSS : COMPACT_DRAW;
  atomic_fetch_or(&compact_node(tree, ref)->flags, flag);
  set_certain(tree, ref);
}

// The best the seat to move can reach for sure; false when that is open.
static bool settled(const CompactTree *tree, CompactRef at, double *best) {
  bool open = !(atomic_load(&compact_node(tree, at)->flags) & COMPACT_FULL);
  CompactWalk walk = {0};
  *best = -1;
  for (CompactRef ref; (ref = compact_child(tree, at, &walk));) {
    uint8_t flags = atomic_load(&compact_node(tree, ref)->flags);
    if (flags & COMPACT_PROVEN) *best = MAX(*best, uct_exact(flags));
    else open = true;
    if (*best >= 1) return true;
  }
  return !open;
}

static void prove_upwards(UctWorker *worker, WayEnd end, const double *utilities) {
  const CompactTree *tree = &worker->uct->tree;
  size_t d = worker->path.n - 1;
  const CompactNode *leaf = compact_node(tree, worker->path.at[d]);
  if (end == WAY_OVER && leaf->seat) prove(tree, worker->path.at[d], utilities[leaf->seat]);
  for (; d > 0; d--) {
    const CompactNode *child = compact_node(tree, worker->path.at[d]);
    CompactNode *parent = compact_node(tree, worker->path.at[d - 1]);
    double best;
    if (!(shared_get(&child->flags) & COMPACT_PROVEN) || (shared_get(&parent->flags) & COMPACT_PROVEN)) return;
    if (shared_get(&child->flags) & COMPACT_DRAW) atomic_fetch_or(&parent->flags, COMPACT_SURE);
    if (!settled(tree, worker->path.at[d - 1], &best)) return;
    prove(tree, worker->path.at[d - 1], parent->seat == child->seat ? best : -best);
  }
}

// ---- the whole ----------------------------------------------------------------------------------

// Nothing is known about a simulation that could not be finished; it is only counted if it is the first of all. Unless
// there was no time left, native code is not used any more.
static uint64_t give_up(UctWorker *worker, double *utilities) {
  for (int p = 1; p <= worker->uct->setting.game->players; p++) utilities[p] = 0;
  if (!worker->late) atomic_store(&worker->uct->failed, true);
  return worker->path.n - 1;
}

// A playout that looks ahead; where the player to move wins at once the node is over.
static uint64_t look_ahead(UctWorker *worker, WayEnd *end, double *utilities) {
  bool known;
  uint64_t made;
  if (!uct_decisive_playout(worker, &known, utilities, &made)) return give_up(worker, utilities);
  if (known) *end = WAY_OVER;
  return worker->path.n - 1 + made;
}

// What the simulation was worth to each seat; the moves made. An end that was open may turn out to be over.
static uint64_t judge(UctWorker *worker, WayEnd *end, double *utilities) {
  NativeUct *uct = worker->uct;
  uint64_t made = worker->path.n - 1;
  if (*end == WAY_OVER) {
    native_results(uct->native, worker->state, utilities);
    return made;
  }
  if (*end == WAY_KNOWN) {
    const CompactNode *leaf = compact_node(&uct->tree, VEC_LAST(&worker->path));
    utilities[leaf->seat] = uct_exact(shared_get(&leaf->flags));
    utilities[3 - leaf->seat] = -utilities[leaf->seat];
    return made;
  }
  if (uct->options.decisive) return look_ahead(worker, end, utilities);
  uint64_t number = worker->number;
  worker->number += (uint64_t)uct->options.threads;
  if (!native_rollout(uct->native, worker->state, uct->seed, number, utilities, &made))
    return give_up(worker, utilities);
  return made - uct->root_moves;  // it counts from the start of the game
}

// Whoever could have had a draw for sure would have taken it.
static void at_least_sure(const CompactNode *parent, int seat, double *utilities) {
  if (!(shared_get(&parent->flags) & COMPACT_SURE) || utilities[seat] >= 0) return;
  utilities[seat] = utilities[3 - seat] = 0;
}

// The time was over before the playout was: nothing is learnt from it. A new node looks as if it had lost once, so that
// a later search comes back to it.
static void abandon(UctWorker *worker) {
  const CompactTree *tree = &worker->uct->tree;
  for (size_t d = worker->path.n; d-- > 0;) {
    CompactRef ref = worker->path.at[d];
    CompactNode *node = compact_node(tree, ref);
    if (!tree->alone) shared_add(&node->pending, -1, false);
    if (!shared_get(&node->visits)) shared_set(&tree->spreads[ref], 1.0F);
    refresh(tree, ref);
  }
}

// Gives the result to everything on the way.
static void back_up(UctWorker *worker, double *utilities) {
  const NativeUct *uct = worker->uct;
  if (uct->options.scale) spread_add(&worker->spread, utilities[native_turn(uct->native, uct->root)]);
  for (size_t d = worker->path.n; d-- > 0;) {
    leave(worker, worker->path.at[d], utilities);
    int seat = compact_node(&uct->tree, worker->path.at[d])->seat;
    if (uct->proves && d > 0) at_least_sure(compact_node(&uct->tree, worker->path.at[d - 1]), seat, utilities);
  }
}

void uct_iterate(UctWorker *worker) {
  NativeUct *uct = worker->uct;
  double utilities[GAME_PLAYERS_MAX + 1];
  WayEnd end = descend(worker);
  uint64_t made = judge(worker, &end, utilities);
  if (uct->proves && end != WAY_OPEN) prove_upwards(worker, end, utilities);
  if (worker->late && shared_get(&compact_node(&uct->tree, COMPACT_ROOT)->visits)) abandon(worker);
  else back_up(worker, utilities);
  budget_spend(&uct->pot, &worker->share, made);
}
