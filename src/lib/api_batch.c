// Many games stepped together. Threads take runs of games, and each game draws from streams of its own, so that the
// result does not depend on the threads.
#include "lib/lib_internal.h"

#include "base/prefetch.h"
#include "state/turn/candidate.h"

enum { BATCH_MAX = 1 << 22, BATCH_THREADS_MAX = 1024 };
enum { RUN_LEAST = 32, RUN_MOST = 256, RUNS_EACH = 4 };  // games a thread takes at a time, and how often it does
enum { BLOCK_MOST = 2048, LISTED_MOST = 48 };            // what is fetched at most

typedef struct EachCall {
  senet_batch *batch;
  BatchEach *each;
  void *self;
} EachCall;

// More games than fit into a cache are gone through again and again: those that come next are fetched meanwhile. The
// one after the next has its structures fetched, so that the next one can say where the rest is.
static void bring_next(const senet_batch *batch, size_t i, size_t end) {
  if (i + 2 < end) {
    prefetch_bytes(batch->games[i + 2].position, sizeof(senet_position));
    prefetch_bytes(batch->games[i + 2].x, sizeof(Position));
  }
  if (i + 1 >= end) return;
  const Position *x = batch->games[i + 1].x;
  prefetch_bytes(x->block, MIN(x->layout->size, (size_t)BLOCK_MOST));
  prefetch_bytes(x->moves.at, MIN(x->moves.n, (size_t)LISTED_MOST) * sizeof *x->moves.at);
  prefetch_bytes(x->actions.at, MIN(x->actions.n, (size_t)LISTED_MOST) * sizeof *x->actions.at);
  if (x->undo.cap) PREFETCH(x->undo.at);
  if (!batch->games[i + 1].position->counted) return;
  const Candidates *c = x->candidates;
  prefetch_bytes(c, sizeof *c);
  prefetch_bytes(c->shares.at, c->shares.n * sizeof *c->shares.at);
}

static void each_run(void *self, size_t index, int worker) {
  EachCall *call = self;
  size_t run = call->batch->run, end = MIN((index + 1) * run, call->batch->n);
  for (size_t i = index * run; i < end; i++) {
    bring_next(call->batch, i, end);
    call->each(call->batch, i, worker, call->self);
  }
}

void batch_each(senet_batch *batch, BatchEach *each, void *self) {
  EachCall call = {batch, each, self};
  pool_run(batch->pool, (batch->n + batch->run - 1) / batch->run, each_run, &call);
}

senet_status batch_enter(senet_batch *batch) {
  if (!IS_BATCH(batch)) return api_misuse("the batch");
  return atomic_exchange(&batch->busy, true) ? api_fail(SENET_MISUSE, "the batch is in use") : SENET_OK;
}

senet_status batch_leave(senet_batch *batch, senet_status status) {
  atomic_store(&batch->busy, false);
  return status;
}

// ---- making ----------------------------------------------------------------------------------------

void batch_restart(senet_batch *batch, size_t i) {
  BatchGame *one = &batch->games[i];
  one->position->lent = false;
  senet_position_start(one->position, batch->seed, 2 * batch->streams[i]);
  one->position->lent = true;
  batch->streams[i] += batch->n;
}

// By whoever makes the moves.
static void restart(senet_batch *batch, size_t i) {
  if (batch->native.native) batch_native_restart(batch, i, batch->steps);
  else batch_restart(batch, i);
}

senet_status senet_batch_new(senet_game *game, size_t n, uint64_t seed, int threads, senet_batch **out) {
  if (!out) return api_misuse("the place of the batch");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (n < 1 || n > BATCH_MAX) return api_fail(SENET_RANGE, "a batch has between 1 and %d games", BATCH_MAX);
  if (threads < 0 || threads > BATCH_THREADS_MAX) return api_fail(SENET_RANGE, "between 0 and 1024 threads");
  if (senet_game_flags(game) & (SENET_GAME_SIMULTANEOUS | SENET_GAME_MATCH)) {
    return api_fail(SENET_UNSUITED, "a batch is of single games in which players take turns");
  }
  handle_use(&game->handle);
  senet_batch *batch = handle_new(game->handle.library, HANDLE_BATCH, sizeof *batch);
  batch->game = game;
  batch->n = n;
  batch->games = mem_alloc_zero(sizeof *batch->games * n);
  batch->counts = mem_alloc_zero(sizeof *batch->counts * n);
  batch->streams = mem_alloc_zero(sizeof *batch->streams * n);
  batch->seed = seed;
  pool_open(&batch->pool, threads);
  size_t run = n / ((size_t)pool_workers(batch->pool) * RUNS_EACH);
  batch->run = MAX(MIN(run, RUN_MOST), RUN_LEAST);
  for (size_t i = 0; i < n; i++) {
    position_open(game, seed, 2 * i, &batch->games[i].position);
    batch->games[i].x = batch->games[i].position->x;
    batch->streams[i] = i;
    position_leave_native(batch->games[i].position);
    batch->games[i].position->lent = true;
  }
  batch_native_look(batch);
  senet_status status = senet_batch_start(batch, seed, NULL);
  if (status == SENET_OK) *out = batch;
  else senet_batch_free(batch);
  return status;
}

void senet_batch_free(senet_batch *batch) {
  if (!IS_BATCH(batch)) return;
  senet_game *game = batch->game;
  handle_close(&batch->handle);
  for (size_t i = 0; i < batch->n; i++) {
    batch->games[i].position->lent = false;
    senet_position_free(batch->games[i].position);
  }
  batch_native_free(batch);
  mem_free(batch->games);
  mem_free(batch->counts);
  mem_free(batch->streams);
  pool_close(batch->pool);
  handle_give_back(&batch->handle, HANDLE_BATCH);
  game_leave(game);
}

size_t senet_batch_size(const senet_batch *batch) { return IS_BATCH(batch) ? batch->n : 0; }

senet_position *senet_batch_position(senet_batch *batch, size_t i) {
  return IS_BATCH(batch) && i < batch->n ? batch->games[i].position : NULL;
}

// ---- stepping --------------------------------------------------------------------------------------

static void note_end(BatchGame *one) {
  const Position *x = one->position->x;
  one->ended = position_over(x) || x->fault;
  one->length = (uint32_t)x->head->moves;
  if (!one->ended) return;
  for (Player p = 1; p <= x->game->players; p++) one->utilities[p - 1] = position_utility(x, p);
}

static void make_move(senet_batch *batch, size_t i) {
  BatchGame *one = &batch->games[i];
  senet_position *position = one->position;
  if (one->ended) batch_restart(batch, i);
  position->lent = false;
  VEC_CLEAR(&position->chance);  // nothing is taken back in a batch
  if (batch->moves && position->counted) position_apply_counted(position, batch->moves[i]);
  else if (batch->moves) senet_position_apply(position, batch->moves[i]);
  else senet_position_apply_random(position);
  position->lent = true;
  note_end(one);
  if (!position->x->fault) position_drop_history(position->x);  // its memory is used again while it is in a cache
}

static void tell(const senet_batch *batch, size_t i) {
  const senet_batch_result *to = &batch->result;
  const BatchGame *one = &batch->games[i];
  size_t players = (size_t)batch->game->game->players;
  if (to->done) to->done[i] = one->ended;
  if (to->lengths) to->lengths[i] = one->length;
  for (size_t p = 0; to->utilities && p < players; p++) {
    to->utilities[i * players + p] = one->ended ? one->utilities[p] : 0;
  }
}

// Legal moves, by the interpreter.
static int32_t count_moves(senet_position *position) {
  return position->x->fault ? 0 : (int32_t)position_number_moves(position);
}

// A game that ended is at the start of the next one when its moves are asked for. One whose moves nobody has looked at
// since the last step goes on natively.
static void end_step(senet_batch *batch, size_t i, bool looked) {
  BatchGame *one = &batch->games[i];
  senet_position *position = one->position;
  tell(batch, i);
  position->looked = false;
  if (position->x->fault) atomic_store(&batch->stopped, true);
  else if (one->ended) restart(batch, i);
  else if (batch->native.native && !looked) batch_native_enter(batch, i, batch->steps);
  one->ended = false;
  if (batch->result.movers) {
    batch->result.movers[i] = position->play->native ? batch->native.turns[i] : senet_position_mover(position);
  }
  if (!batch->result.counts) return;
  if (!position->play->native) batch->counts[i] = count_moves(position);
  position->looked = false;  // whoever counts may list
  batch->result.counts[i] = (uint32_t)MAX(batch->counts[i], !position->x->fault);
}

void batch_interpret(senet_batch *batch, size_t i, size_t done) {
  senet_position *position = batch->games[i].position;
  Random *choices = batch->native.native ? &batch->native.choices[i] : &position->choices;
  bool looked = position->looked;
  position->choices = *choices;
  note_end(&batch->games[i]);
  for (size_t s = done; s < batch->steps; s++) make_move(batch, i);
  *choices = position->choices;
  end_step(batch, i, looked);
}

static void step_games(void *self, size_t index, int worker) {
  senet_batch *batch = self;
  const uint8_t *playing = batch->native.playing;
  size_t end = MIN((index + 1) * batch->run, batch->n), first = index * batch->run;
  for (size_t i = first; i < end; i++) {
    size_t from = i;
    while (i < end && playing && playing[i]) i++;
    if (from < i) batch_native_run(batch, from, i, worker);
    if (i == end) break;
    bring_next(batch, i, end);
    batch_interpret(batch, i, 0);
  }
}

static senet_status take_result(senet_batch *batch, const senet_batch_result *result) {
  batch->result = (senet_batch_result){0};
  if (!result) return SENET_OK;
  if (result->size != sizeof *result) return api_fail(SENET_MISUSE, "the result has the wrong size");
  batch->result = *result;
  return SENET_OK;
}

static senet_status fault_of(const senet_batch *batch) {
  for (size_t i = 0; i < batch->n; i++) {
    const char *fault = batch->games[i].position->x->fault;
    if (fault) return api_fail(SENET_RULES, "the rules stopped in game %zu: %s", i, fault);
  }
  return SENET_OK;
}

static senet_status run(senet_batch *batch, const uint32_t *moves, size_t steps) {
  batch->moves = moves;
  batch->steps = steps;
  batch->counted = batch->result.counts != NULL;
  if (batch->native.native) batch_native_reserve(batch, steps);
  pool_run(batch->pool, (batch->n + batch->run - 1) / batch->run, step_games, batch);
  batch->native.end += steps;
  if (atomic_load(&batch->stopped)) return fault_of(batch);
  if (!batch->native.native) batch_native_look(batch);
  return SENET_OK;
}

senet_status senet_batch_start(senet_batch *batch, uint64_t seed, senet_batch_result *result) {
  senet_status status = batch_enter(batch);
  if (status != SENET_OK) return status;
  status = take_result(batch, result);
  if (status != SENET_OK) return batch_leave(batch, status);
  batch->seed = seed;
  atomic_store(&batch->stopped, false);
  batch->steps = 0;
  for (size_t i = 0; i < batch->n; i++) {
    batch->streams[i] = i;
    restart(batch, i);
  }
  return batch_leave(batch, run(batch, NULL, 0));
}

static void count(senet_batch *batch, size_t i, int worker, void *self) {
  (void)self;
  (void)worker;
  const NativePlay *play = batch->games[i].position->play;
  if (play->native) batch->counts[i] = native_count(play->native, batch->native.states + i * batch->native.stride);
  if (play->native && batch->counts[i] < 0) position_leave_native(batch->games[i].position);
  if (!play->native) batch->counts[i] = count_moves(batch->games[i].position);
}

static senet_status check_moves(senet_batch *batch, const uint32_t *moves) {
  if (!batch->counted) batch_each(batch, count, NULL);
  batch->counted = true;
  for (size_t i = 0; i < batch->n; i++) {
    uint32_t n = (uint32_t)MAX(batch->counts[i], 1);
    if (moves[i] < n) continue;
    return api_fail(SENET_ILLEGAL, "game %zu has %u legal moves, number %u is not one of them", i, n, moves[i]);
  }
  return SENET_OK;
}

const char *senet_batch_executor(const senet_batch *batch) {
  if (!IS_BATCH(batch)) return NULL;
  return executor_word(batch->native.native ? EXECUTOR_NATIVE : EXECUTOR_INTERPRETER);
}

senet_status senet_batch_step(senet_batch *batch, const uint32_t *moves, senet_batch_result *result) {
  senet_status status = batch_enter(batch);
  if (status != SENET_OK) return status;
  status = moves ? take_result(batch, result) : api_misuse("the array of moves");
  if (status == SENET_OK) status = check_moves(batch, moves);
  if (status == SENET_OK) status = run(batch, moves, 1);
  return batch_leave(batch, status);
}

// Native code notes the number of every move of the steps under way: only so many are made at a time.
senet_status senet_batch_step_random(senet_batch *batch, size_t steps, senet_batch_result *result) {
  enum { STEPS_MOST = 256 };
  senet_status status = batch_enter(batch);
  if (status != SENET_OK) return status;
  status = take_result(batch, result);
  if (steps > STEPS_MOST && status == SENET_OK) status = take_result(batch, NULL);
  for (; status == SENET_OK && steps > STEPS_MOST; steps -= STEPS_MOST) status = run(batch, NULL, STEPS_MOST);
  if (status == SENET_OK) status = take_result(batch, result);
  if (status == SENET_OK) status = run(batch, NULL, steps);
  return batch_leave(batch, status);
}
