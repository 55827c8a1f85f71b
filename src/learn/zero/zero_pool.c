// Slices of games, advanced by threads.
#include "learn/zero/zero_pool.h"

#include "learn/zero/zero_net.h"

// What one thread needs to advance games.
struct ZeroThread {
  ZeroNetEncoder encoder;
  NetRunner *runner;  // NULL: somebody else evaluates
  ZeroWorker worker;
  VEC(const NetSample *) samples;
  VEC(float *) logits;
  VEC(float) values;
};

static ZeroThread *open_thread(const ZeroPoolSetting *setting) {
  ZeroThread *thread = mem_alloc_zero(sizeof *thread);
  zero_net_encoder_open(&thread->encoder, setting->encoding);
  thread->runner = setting->model ? net_runner_new(setting->model) : NULL;
  if (thread->runner) net_runner_set_coarse(thread->runner, setting->coarse);
  zero_worker_open(&thread->worker, setting->rules);
  return thread;
}

static void close_thread(ZeroThread *thread) {
  zero_net_encoder_close(&thread->encoder);
  if (thread->runner) net_runner_free(thread->runner);
  zero_worker_close(&thread->worker);
  VEC_FREE(&thread->samples);
  VEC_FREE(&thread->logits);
  VEC_FREE(&thread->values);
  mem_free(thread);
}

static void open_slice(ZeroPool *pool, int s, uint64_t first) {
  ZeroSlice *slice = &pool->slice[s];
  slice->games = mem_alloc_zero(sizeof *slice->games * (size_t)pool->slice_games);
  slice->numbers = mem_alloc_zero(sizeof *slice->numbers * (size_t)pool->slice_games);
  for (int i = 0; i < pool->slice_games; i++) {
    slice->numbers[i] = first + (uint64_t)(s * pool->slice_games + i);
    zero_game_open(&slice->games[i], pool->rules, &pool->options);
    slice->games[i].over = true;
  }
}

void zero_pool_open(ZeroPool *pool, const ZeroPoolSetting *setting) {
  *pool = (ZeroPool){.rules = setting->rules,
                     .encoding = setting->encoding,
                     .options = setting->options,
                     .seed = setting->seed,
                     .slices = setting->slices,
                     .slice_games = setting->slice_games,
                     .model = setting->model,
                     .stop = setting->stop};
  pool_open(&pool->threads, setting->threads);
  pool->thread = mem_alloc(sizeof *pool->thread * (size_t)pool_workers(pool->threads));
  for (int i = 0; i < pool_workers(pool->threads); i++) pool->thread[i] = open_thread(setting);
  pool->slice = mem_alloc_zero(sizeof *pool->slice * (size_t)pool->slices);
  for (int s = 0; s < pool->slices; s++) open_slice(pool, s, setting->first);
}

void zero_pool_close(ZeroPool *pool) {
  for (int s = 0; s < pool->slices; s++) {
    for (int i = 0; i < pool->slice_games; i++) zero_game_close(&pool->slice[s].games[i]);
    mem_free(pool->slice[s].games);
    mem_free(pool->slice[s].numbers);
    VEC_FREE(&pool->slice[s].samples);
  }
  for (int i = 0; i < pool_workers(pool->threads); i++) close_thread(pool->thread[i]);
  mem_free(pool->thread);
  mem_free(pool->slice);
  pool_close(pool->threads);
}

void zero_pool_refresh(ZeroPool *pool) {
  for (int i = 0; i < pool_workers(pool->threads); i++) net_runner_refresh(pool->thread[i]->runner);
}

// ---- games ---------------------------------------------------------------------------------------

static bool is_drawn(const ZeroGame *game) {
  for (int s = 0; s < game->search.tree.game->players; s++) {
    if (game->outcome[s] >= 1) return false;
  }
  return true;
}

static void end_game(ZeroSlice *slice, const ZeroGame *game) {
  slice->counts.failed += game->failed;
  if (game->failed) return;
  slice->counts.samples += zero_samples_add(&slice->samples, game);
  slice->counts.games++;
  slice->counts.moves += (uint64_t)game->moves;
  slice->counts.drawn += is_drawn(game);
}

// Goes on with a game, or with the next one in its place, until it asks for something. Where all moves are forced none
// ever does: after some games it is the others' turn.
static int go_on(const ZeroPool *pool, ZeroSlice *slice, int i, ZeroThread *thread) {
  enum { UNASKED_MOST = 4 };
  ZeroGame *game = &slice->games[i];
  int leaves, unasked = 0;
  while (!(leaves = zero_game_advance(game, &thread->worker, &thread->encoder.encoder))) {
    if (game->moves) end_game(slice, game);
    zero_game_start(game, &thread->worker, pool->seed, slice->numbers[i]);
    slice->numbers[i] += (uint64_t)(pool->slices * pool->slice_games);
    if (++unasked > UNASKED_MOST) return 0;
  }
  slice->counts.evaluations += (uint64_t)leaves;
  return leaves;
}

static void advance_slice(const ZeroPool *pool, ZeroSlice *slice, ZeroThread *thread) {
  slice->leaves = 0;
  for (int i = 0; i < pool->slice_games; i++) slice->leaves += go_on(pool, slice, i, thread);
}

// ---- evaluated here ------------------------------------------------------------------------------

static void list_leaves(const ZeroPool *pool, ZeroSlice *slice, ZeroThread *thread) {
  VEC_CLEAR(&thread->samples);
  VEC_CLEAR(&thread->logits);
  for (int i = 0; i < pool->slice_games; i++) {
    ZeroSearch *search = &slice->games[i].search;
    for (int k = 0; k < search->n_leaves; k++) {
      VEC_PUSH(&thread->samples, zero_leaf_sample(&search->leaves[k]));
      VEC_PUSH(&thread->logits, search->leaves[k].logits.at);
    }
  }
}

static void hand_out(const ZeroPool *pool, ZeroSlice *slice, const float *values) {
  size_t players = (size_t)pool->rules->players;
  for (int i = 0; i < pool->slice_games; i++) {
    ZeroSearch *search = &slice->games[i].search;
    for (int k = 0; k < search->n_leaves; k++, values += players) {
      memcpy(search->leaves[k].values, values, sizeof *values * players);
    }
  }
}

static void evaluate(const ZeroPool *pool, ZeroSlice *slice, ZeroThread *thread) {
  list_leaves(pool, slice, thread);
  size_t n = thread->samples.n, need = n * (size_t)pool->rules->players;
  while (thread->values.cap < need) {
    thread->values.at = vec_grow(thread->values.at, &thread->values.cap, sizeof *thread->values.at);
  }
  net_run(thread->runner, thread->samples.at, (int)n, thread->values.at, thread->logits.at);
  hand_out(pool, slice, thread->values.at);
}

typedef struct PlayCall {
  ZeroPool *pool;
  int rounds;
} PlayCall;

static void play_slice(void *self, size_t index, int worker) {
  PlayCall *call = self;
  ZeroSlice *slice = &call->pool->slice[index];
  ZeroThread *thread = call->pool->thread[worker];
  const atomic_bool *stop = call->pool->stop;
  for (int round = 0; round < call->rounds && !(stop && atomic_load(stop)); round++) {
    advance_slice(call->pool, slice, thread);
    evaluate(call->pool, slice, thread);
  }
}

void zero_pool_play(ZeroPool *pool, int rounds) {
  PlayCall call = {pool, rounds};
  pool_run(pool->threads, (size_t)pool->slices, play_slice, &call);
}

// ---- evaluated elsewhere -------------------------------------------------------------------------

typedef struct AdvanceCall {
  ZeroPool *pool;
  int first;
} AdvanceCall;

static void advance_task(void *self, size_t index, int worker) {
  AdvanceCall *call = self;
  advance_slice(call->pool, &call->pool->slice[(size_t)call->first + index], call->pool->thread[worker]);
}

void zero_pool_advance(ZeroPool *pool, int first, int n) {
  AdvanceCall call = {pool, first};
  pool_run(pool->threads, (size_t)n, advance_task, &call);
}

void zero_pool_take(ZeroPool *pool, ZeroBytes *samples, ZeroCounts *counts) {
  *counts = (ZeroCounts){0};
  for (int s = 0; s < pool->slices; s++) {
    ZeroSlice *slice = &pool->slice[s];
    size_t n = slice->samples.n;
    while (samples->n + n > samples->cap) samples->at = vec_grow(samples->at, &samples->cap, 1);
    if (n) memcpy(samples->at + samples->n, slice->samples.at, n);
    samples->n += n;
    counts->games += slice->counts.games;
    counts->moves += slice->counts.moves;
    counts->evaluations += slice->counts.evaluations;
    counts->samples += slice->counts.samples;
    counts->drawn += slice->counts.drawn;
    counts->failed += slice->counts.failed;
    VEC_CLEAR(&slice->samples);
    slice->counts = (ZeroCounts){0};
  }
}
