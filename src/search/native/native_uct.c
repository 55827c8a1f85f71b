// The native search as a whole: its root, its threads, and what it says in the interpreter's terms.
#include "search/native/native_uct.h"

#include "base/mem.h"
#include "play/model/move_key.h"
#include "search/native/uct_internal.h"

#include <math.h>
#include <stdlib.h>

// Making room takes about so long for every place in the tree the first time, and no more than so many times as long as
// the last time.
static const double room_seconds_per_place = 4e-8, room_margin = 1.5;

bool native_uct_plays(const Game *game) {
  return game->mode == MODE_ALTERNATING && !game_has(game, GAME_STOCHASTIC) && !game_has(game, GAME_HIDDEN) &&
         !game->n_subgames && !game->in_match;
}

static void open_worker(NativeUct *uct, int i) {
  size_t most = native_moves_max(uct->native);
  UctWorker *worker = &uct->workers[i];
  *worker = (UctWorker){.uct = uct, .state = mem_alloc_lines(uct->state_size)};
  worker->moves = mem_alloc_lines(most * uct->move_size);
  if (!uct->options.decisive) return;
  worker->next = mem_alloc_lines(uct->state_size);
  worker->trial = mem_alloc_lines(uct->state_size);
  worker->replies = mem_alloc_lines(most * uct->move_size);
}

static void close_worker(UctWorker *worker) {
  mem_free(worker->state);
  mem_free(worker->moves);
  mem_free(worker->next);
  mem_free(worker->trial);
  mem_free(worker->replies);
  VEC_FREE(&worker->path);
}

// c * sqrt(log(visits)) at the beginning of each step.
static void fill_weights(NativeUct *uct) {
  for (uint32_t i = 0; i < WEIGHTS; i++) {
    double visits = ldexp(1 + (double)(i % (1U << WEIGHT_BITS)) / (1U << WEIGHT_BITS), (int)(i >> WEIGHT_BITS));
    uct->weights[i] = (float)(uct->options.c * sqrt(log(visits)));
  }
}

void native_uct_new(const Native *native, const AgentSetting *setting, const NativeUctOptions *options,
                    NativeUct **out) {
  NativeUct *uct = mem_alloc_zero(sizeof *uct);
  *uct = (NativeUct){.native = native, .setting = *setting, .options = *options};
  uct->state_size = native_state_size(native);
  uct->move_size = native_move_size(native);
  uct->root = mem_alloc_lines(uct->state_size);
  uct->x = position_new(setting->game, setting->seed, 0);
  uct->proves = options->solver && setting->game->players == 2;
  native_match_open(&uct->match, native);
  fill_weights(uct);
  compact_init(&uct->tree, options->megabytes << 20, uct->move_size, options->threads == 1);
  shared_set(&uct->room_seconds, room_seconds_per_place * uct->tree.cap);
  pool_open(&uct->pool, options->threads);
  uct->workers = mem_alloc_lines(sizeof(UctWorker) * (size_t)options->threads);
  for (int i = 0; i < options->threads; i++) open_worker(uct, i);
  *out = uct;
}

void native_uct_free(NativeUct *uct) {
  if (!uct) return;
  for (int i = 0; i < uct->options.threads; i++) close_worker(&uct->workers[i]);
  mem_free(uct->workers);
  mem_free(uct->root);
  pool_close(uct->pool);
  compact_free(&uct->tree);
  native_match_close(&uct->match);
  position_free(uct->x);
  report_free(&uct->so_far);
  mem_free(uct);
}

// ---- the root -----------------------------------------------------------------------------------

// Brings the moves of both sides together at a position, of which the first worker's state is a copy.
static bool match_moves(NativeUct *uct, Position *x, MoveList list, const void *state) {
  UctWorker *worker = &uct->workers[0];
  int n = native_moves(uct->native, state, worker->moves);
  return native_match(&uct->match, x, list, state, worker->moves, n);
}

// The child of a node by the interpreter's number of its move.
static CompactRef child_by_number(const NativeUct *uct, CompactRef at, uint32_t number) {
  CompactWalk walk = {0};
  for (CompactRef ref; (ref = compact_child(&uct->tree, at, &walk));) {
    if (uct->match.number.at[compact_node(&uct->tree, ref)->index] == number) return ref;
  }
  return COMPACT_NONE;
}

// The node behind the move of the game with this key, which is made at the old root.
static CompactRef follow(NativeUct *uct, CompactRef at, uint64_t key) {
  Position *old = uct->x;
  UctWorker *worker = &uct->workers[0];
  native_load(uct->native, worker->state, old);
  MoveList list = position_moves(old);
  int number = match_moves(uct, old, list, worker->state) ? move_with_key(old, list, key) : -1;
  CompactRef child = number >= 0 ? child_by_number(uct, at, (uint32_t)number) : COMPACT_NONE;
  if (child) {
    Move move = *move_at(old, list, (uint32_t)number);
    position_apply(old, &move);
  }
  position_forget(old, list);
  return child;
}

// Whether the game went on from the last root to x along nodes of the tree; these become the root.
static bool keep_tree(NativeUct *uct, const Position *x) {
  Position *old = uct->x;
  int32_t first = x->head->made - (int32_t)x->played.n;  // the moves before this one are not known
  bool kept = uct->options.reuse && shared_get(&compact_node(&uct->tree, COMPACT_ROOT)->visits);
  if (!kept || x->head->made < old->head->made || old->head->made < first) return false;
  CompactRef at = COMPACT_ROOT;
  for (size_t i = (size_t)(old->head->made - first); i < x->played.n && at; i++) {
    at = position_over(old) ? COMPACT_NONE : follow(uct, at, played_key(x, i));
  }
  if (!at || position_full_hash(old) != position_full_hash(x)) return false;
  compact_advance(&uct->tree, at);
  return true;
}

// A root that is proven ends the search; where the moves that prove it were dropped it has to begin again.
static void open_root(NativeUct *uct) {
  CompactNode *root = compact_node(&uct->tree, COMPACT_ROOT);
  if (compact_first(&uct->tree, COMPACT_ROOT)) return;
  shared_set(&root->flags, 0);
  root->order = (uint16_t)uct->seed;
}

// False when the sides do not have the same moves.
static bool prepare(NativeUct *uct, const Position *x, MoveList *list) {
  int threads = uct->options.threads;
  uct->seed = random_mix(uct->setting.seed * 0x9e3779b97f4a7c15ULL + (uint64_t)x->head->made);
  if (!keep_tree(uct, x)) compact_clear(&uct->tree);
  open_root(uct);
  uct->tree.recycled = 0;
  position_copy(uct->x, x);
  native_load(uct->native, uct->root, x);
  uct->root_moves = (uint64_t)x->head->moves;
  budget_fill(&uct->pot, uct->options.budget, PLAYOUTS_OTHERWISE, threads, uct->setting.stop);
  for (int i = 0; i < threads; i++) {
    UctWorker *worker = &uct->workers[i];
    worker->share = (BudgetShare){0};
    worker->waits = worker->again = 0;
    worker->processor = 0;
    worker->late = false;
    worker->number = (uint64_t)i;
    spread_clear(&worker->spread);
    worker->random = random_stream(uct->seed, 2 * (uint64_t)i);
  }
  *list = position_moves(uct->x);
  return match_moves(uct, uct->x, *list, uct->root);
}

// ---- the answer ---------------------------------------------------------------------------------

static bool certain(const NativeUct *uct, const CompactNode *node) {
  return uct->proves && (shared_get(&node->flags) & COMPACT_PROVEN);
}

static double mean_of(const CompactNode *node) {
  uint32_t visits = shared_get(&node->visits);
  return visits ? shared_get(&node->sum) / visits : 0.5;
}

static double value_of(const NativeUct *uct, const CompactNode *node) {
  return certain(uct, node) ? uct_exact(shared_get(&node->flags)) : 2 * mean_of(node) - 1;
}

// How much a child recommends itself as the move to make.
static double merit(const NativeUct *uct, const CompactNode *node) {
  double visits = shared_get(&node->visits);
  if (certain(uct, node) && value_of(uct, node) >= 1) return 1e18;
  if (certain(uct, node) && value_of(uct, node) <= -1) return -1e9 + visits;
  return uct->options.by_value ? value_of(uct, node) : visits + mean_of(node) / 2;
}

// The child that recommends itself most; a sure draw where the best of the others is worth less, as visits say little
// about what is certain.
static CompactRef best_of(const NativeUct *uct, CompactRef at) {
  const CompactTree *tree = &uct->tree;
  CompactRef best = COMPACT_NONE, sure = COMPACT_NONE;
  CompactWalk walk = {0};
  for (CompactRef ref; (ref = compact_child(tree, at, &walk));) {
    const CompactNode *child = compact_node(tree, ref);
    if (!shared_get(&child->visits)) continue;
    if (!best || merit(uct, child) > merit(uct, compact_node(tree, best))) best = ref;
    if (!certain(uct, child)) continue;
    if (!sure || value_of(uct, child) > value_of(uct, compact_node(tree, sure))) sure = ref;
  }
  if (!sure) return best;
  return value_of(uct, compact_node(tree, sure)) > value_of(uct, compact_node(tree, best)) ? sure : best;
}

static int by_number(const void *a, const void *b) {
  const SearchLine *x = a, *y = b;
  return x->move < y->move ? -1 : x->move > y->move;
}

// The moves of the root; the pairs of numbers are those of the root.
static void note_lines(NativeUct *uct, SearchReport *report) {
  CompactWalk walk = {0};
  for (CompactRef ref; (ref = compact_child(&uct->tree, COMPACT_ROOT, &walk));) {
    const CompactNode *child = compact_node(&uct->tree, ref);
    if (!shared_get(&child->visits)) continue;
    Proof proof = certain(uct, child) ? PROOF_EXACT : PROOF_NONE;
    SearchLine line = {uct->match.number.at[child->index], shared_get(&child->visits), value_of(uct, child), proof};
    VEC_PUSH(&report->lines, line);
  }
  if (report->lines.n) qsort(report->lines.at, report->lines.n, sizeof *report->lines.at, by_number);
}

// The line of play, which is played through on the position of the root, and taken back. Changes the pairs of numbers.
static void note_expected(NativeUct *uct, CompactRef best, SearchReport *report) {
  unsigned char *state = uct->workers[0].state;
  Position *x = uct->x;
  MoveList list = {0};
  int made = 0;
  for (CompactRef ref = best; ref; ref = best_of(uct, ref)) {
    list = position_moves(x);
    native_load(uct->native, state, x);
    if (!match_moves(uct, x, list, state)) break;
    uint32_t number = uct->match.number.at[compact_node(&uct->tree, ref)->index];
    VEC_PUSH(&report->expected, number);
    Move move = *move_at(x, list, number);
    position_apply(x, &move);
    position_forget(x, list);
    made++;
  }
  while (made-- > 0) position_undo(x);
}

static void note_effort(const NativeUct *uct, SearchReport *report) {
  for (int i = 0; i < uct->options.threads; i++) {
    const UctWorker *worker = &uct->workers[i];
    report->iterations += worker->share.iterations;
    report->states += worker->share.states;
    report->processor += worker->processor;
    report->waits += worker->waits;
    report->again += worker->again;
  }
  report->recycled = uct->tree.recycled;
}

// What is known so far, without the line of play: other threads go on.
static void tell(NativeUct *uct) {
  SearchReport *report = &uct->so_far;
  CompactRef best = best_of(uct, COMPACT_ROOT);
  report_clear(report);
  report->iterations = shared_get(&compact_node(&uct->tree, COMPACT_ROOT)->visits);
  report->value = best ? value_of(uct, compact_node(&uct->tree, best)) : 0;
  uct->told = clock_seconds();
  report->seconds = uct->told - uct->began;
  note_lines(uct, report);
  if (best) VEC_PUSH(&report->expected, uct->match.number.at[compact_node(&uct->tree, best)->index]);
  uct->setting.watch->tell(uct->setting.watch->self, report);
}

// ---- threads ------------------------------------------------------------------------------------

static bool is_open(const NativeUct *uct) {
  return !uct->proves || !(shared_get(&compact_node(&uct->tree, COMPACT_ROOT)->flags) & COMPACT_PROVEN);
}

static bool should_tell(const NativeUct *uct, uint64_t iterations) {
  const SearchWatch *watch = uct->setting.watch;
  return watch && iterations % 64 == 0 && clock_seconds() - uct->told >= watch->every;
}

// Whether room can still be made in time. If not, the search ends in the tree as it is.
static bool has_time_for_room(const NativeUct *uct, const BudgetShare *share) {
  const Budget *budget = uct->pot.budget;
  double limit = budget->seconds;
  return limit <= 0 || limit - (budget_now(budget) - share->began) > MIN(shared_get(&uct->room_seconds), limit / 4);
}

// Between two simulations: nobody keeps a place in the tree.
static void make_room(NativeUct *uct) {
  if (!gate_close(&uct->tree.gate)) return;
  double began = budget_now(uct->pot.budget);
  if (compact_wants_room(&uct->tree)) {
    compact_make_room(&uct->tree);
    shared_set(&uct->room_seconds, room_margin * (budget_now(uct->pot.budget) - began));
  }
  gate_open(&uct->tree.gate);
}

static void work(void *self, size_t index, int number) {
  (void)number;
  NativeUct *uct = self;
  UctWorker *worker = &uct->workers[index];
  double busy = clock_thread_seconds();
  uint64_t waits = clock_thread_waits();
  budget_begin(&uct->pot, &worker->share);
  gate_enter(&uct->tree.gate);
  while (is_open(uct) && !atomic_load_explicit(&uct->failed, memory_order_relaxed) &&
         budget_take(&uct->pot, &worker->share)) {
    gate_pass(&uct->tree.gate);
    if (UNLIKELY(compact_wants_room(&uct->tree)) && has_time_for_room(uct, &worker->share)) make_room(uct);
    uct_iterate(worker);
    if (index == 0 && should_tell(uct, worker->share.iterations)) tell(uct);
  }
  gate_leave(&uct->tree.gate);
  worker->processor = clock_thread_seconds() - busy;
  worker->waits = clock_thread_waits() - waits;
}

uint32_t native_uct_choose(NativeUct *uct, const Position *x, SearchReport *report) {
  double began = budget_now(uct->options.budget);
  MoveList list;
  uct->began = uct->told = clock_seconds();
  if (atomic_load(&uct->failed) || !prepare(uct, x, &list)) return UINT32_MAX;
  uct->pot.began = began;
  report->kept = shared_get(&compact_node(&uct->tree, COMPACT_ROOT)->visits);
  if (list.n > 1) pool_run(uct->pool, (size_t)uct->options.threads, work, uct);
  position_forget(uct->x, list);
  if (atomic_load(&uct->failed)) {
    report->kept = 0;
    report->note = "native code went beyond its limits: the interpreter searches on";
    return UINT32_MAX;
  }
  CompactRef best = best_of(uct, COMPACT_ROOT);
  uint32_t choice = best ? uct->match.number.at[compact_node(&uct->tree, best)->index] : 0;
  note_effort(uct, report);
  report->value = best ? value_of(uct, compact_node(&uct->tree, best)) : 0;
  note_lines(uct, report);
  note_expected(uct, best, report);
  report->seconds = budget_now(uct->options.budget) - began;
  return choice;
}
