// Playouts: many random games on several threads. Game k draws from the streams of k, so that each game is the same
// whatever the threads do, and the outcomes are added up in the order of the games.
#include "lib/lib_internal.h"

#include "base/thread.h"
#include "play/playout/perft.h"

enum { CHUNK = 4096, THREADS_MAX = 1024 };  // games added up at a time

// How a game came out.
typedef struct Outcome {
  int32_t winner;
  uint32_t length;
  const char *fault;
  double utilities[GAME_PLAYERS_MAX + 1];
} Outcome;

// What one thread has.
typedef struct PlayoutWorker {
  Position *x;
  Sampler sampler;
} PlayoutWorker;

typedef struct Playouts {
  const Game *game;
  const senet_position *from;  // or NULL: the start
  senet_playout_options options;
  uint64_t done;  // games before this chunk
  PlayoutWorker *workers;
  Outcome *outcomes;     // of the chunk
  Executor *executor;    // or NULL: the interpreter
  const Native *native;  // of the chunk, or NULL
  unsigned char *state;  // where native games begin
  uint64_t made;         // moves before that
  const char *fault;     // the first
} Playouts;

static void note_outcome(Outcome *out, const Position *x, uint32_t length) {
  out->winner = x->head->winner >= 1 && x->head->winner <= x->game->players ? x->head->winner : 0;
  out->length = length;
  out->fault = x->fault;
  for (Player p = 1; p <= x->game->players; p++) out->utilities[p] = position_utility(x, p);
}

static void play_filled(PlayoutWorker *worker, uint64_t seed, uint64_t k, Outcome *out) {
  PlayoutTotals totals = {0};
  sampler_run_filled(&worker->sampler, worker->x, seed, k, &totals);
  *out = (Outcome){.length = (uint32_t)totals.moves, .fault = worker->x->fault};
  for (Player p = 1; p <= worker->x->game->players; p++) {
    if (totals.wins[p]) out->winner = p;
    out->utilities[p] = totals.utility[p];
  }
}

static uint32_t play_on(PlayoutWorker *worker, const Playouts *all, Random *choices) {
  uint64_t most = all->options.longest ? all->options.longest : UINT64_MAX, made = 0;
  if (all->options.kind != SENET_PLAYOUT_STANDARD) {
    return (uint32_t)sampler_play(&worker->sampler, worker->x, choices, most);
  }
  for (; made < most && !position_over(worker->x) && !worker->x->fault; made++) playout_step(worker->x, choices);
  return (uint32_t)made;
}

static void play_from(PlayoutWorker *worker, const Playouts *all, uint64_t k, Outcome *out) {
  Random choices = random_stream(all->options.seed, playout_choice_stream(k));
  position_copy(worker->x, all->from->x);
  worker->x->random = random_stream(all->options.seed, playout_chance_stream(k));
  note_outcome(out, worker->x, play_on(worker, all, &choices));
}

// False when a limit of the native code was exceeded: the interpreter plays this one.
static bool play_natively(const Playouts *all, uint64_t k, Outcome *out) {
  NativeTotals totals = {0};
  native_playouts(all->native, all->state, all->options.seed, k, 1, &totals);
  if (totals.fault) return false;
  *out = (Outcome){.length = (uint32_t)(totals.moves - all->made)};
  for (Player p = 1; p <= all->game->players; p++) {
    if (totals.wins[p]) out->winner = p;
    out->utilities[p] = totals.utility[p];
  }
  return true;
}

// Native code that has come since the last chunk.
static void look_for_native(Playouts *all) {
  const senet_playout_options *options = &all->options;
  bool usable = options->kind == SENET_PLAYOUT_OPTIMISED && !options->longest && !game_has(all->game, GAME_STOCHASTIC);
  if (all->native || !usable) return;
  all->native = executor_native(all->executor);
  if (!all->native) return;
  Position *x = all->from ? all->from->x : position_new(all->game, options->seed, 0);
  all->state = mem_alloc_lines(native_state_size(all->native));
  all->made = (uint64_t)x->head->moves;
  native_load(all->native, all->state, x);
  if (!all->from) position_free(x);
}

static void play_one(void *self, size_t index, int number) {
  Playouts *all = self;
  PlayoutWorker *worker = &all->workers[number];
  Outcome *out = &all->outcomes[index];
  uint64_t k = all->options.first + all->done + index, seed = all->options.seed;
  if (all->native && play_natively(all, k, out)) return;
  if (all->from) {
    play_from(worker, all, k, out);
  } else if (all->options.kind == SENET_PLAYOUT_FILL) {
    play_filled(worker, seed, k, out);
  } else {
    if (all->options.kind == SENET_PLAYOUT_STANDARD) playout_run(worker->x, seed, k, NULL);
    else sampler_run(&worker->sampler, worker->x, seed, k, NULL);
    note_outcome(out, worker->x, (uint32_t)worker->x->head->moves);
  }
}

static void count(Playouts *all, const Outcome *out, uint64_t i, senet_playout_totals *totals) {
  const senet_playout_options *options = &all->options;
  size_t players = (size_t)all->game->players;
  if (out->fault && !all->fault) all->fault = out->fault;
  if (options->winners) options->winners[i] = out->winner;
  if (options->lengths) options->lengths[i] = out->length;
  for (size_t p = 0; options->utilities && p < players; p++)
    options->utilities[i * players + p] = out->utilities[p + 1];
  if (!totals) return;
  totals->games++;
  totals->moves += out->length;
  if (out->winner) totals->wins[out->winner]++;
  else totals->draws++;
  for (size_t p = 1; p <= players; p++) totals->utilities[p] += out->utilities[p];
}

static senet_status check_options(const senet_playout_options *given, senet_playout_options *out) {
  if (!given) return api_misuse("the options");
  if (given->size != sizeof *given) return api_fail(SENET_MISUSE, "the options have the wrong size");
  *out = *given;
  if (out->kind < SENET_PLAYOUT_OPTIMISED || out->kind > SENET_PLAYOUT_FILL) {
    return api_fail(SENET_RANGE, "there is no kind %d of playout", out->kind);
  }
  if (out->threads < 0 || out->threads > THREADS_MAX) return api_fail(SENET_RANGE, "between 0 and 1024 threads");
  if (out->threads == 0) out->threads = thread_processors();
  return SENET_OK;
}

static void free_workers(Playouts *all, int n) {
  for (int i = 0; i < n; i++) {
    position_free(all->workers[i].x);
    sampler_free(&all->workers[i].sampler);
  }
  mem_free(all->workers);
  mem_free(all->outcomes);
}

static senet_status run(Playouts *all, senet_playout_totals *totals) {
  Pool *pool;
  uint64_t n = all->options.n;
  int threads = (int)MIN((uint64_t)all->options.threads, MAX(n, 1u));
  all->outcomes = mem_alloc_zero(sizeof *all->outcomes * (size_t)MIN(n + 1, (uint64_t)CHUNK));
  all->workers = mem_alloc_zero(sizeof *all->workers * (size_t)threads);
  for (int i = 0; i < threads; i++) all->workers[i].x = position_new(all->game, all->options.seed, 0);
  pool_open(&pool, threads);
  for (; all->done < n && !all->fault; all->done += CHUNK) {
    size_t now = (size_t)MIN(n - all->done, (uint64_t)CHUNK);
    look_for_native(all);
    pool_run(pool, now, play_one, all);
    for (size_t i = 0; i < now; i++) count(all, &all->outcomes[i], all->done + i, totals);
  }
  pool_close(pool);
  free_workers(all, threads);
  mem_free(all->state);
  return all->fault ? api_fail(SENET_RULES, "the rules stopped: %s", all->fault) : SENET_OK;
}

senet_status senet_game_playouts(senet_game *game, const senet_playout_options *options, senet_playout_totals *totals) {
  if (totals) *totals = (senet_playout_totals){0};
  if (!IS_GAME(game)) return api_misuse("the game");
  Playouts all = {.game = game->game, .executor = game_executor(game)};
  senet_status status = check_options(options, &all.options);
  return status == SENET_OK ? run(&all, totals) : status;
}

senet_status senet_position_playouts(const senet_position *position, const senet_playout_options *options,
                                     senet_playout_totals *totals) {
  if (totals) *totals = (senet_playout_totals){0};
  if (!IS_POSITION(position)) return api_misuse("the position");
  Playouts all = {.game = position->game->game, .from = position, .executor = game_executor(position->game)};
  senet_status status = check_options(options, &all.options);
  if (status == SENET_OK && all.options.kind == SENET_PLAYOUT_FILL) {
    return api_fail(SENET_UNSUITED, "boards are filled from the start only");
  }
  return status == SENET_OK ? run(&all, totals) : status;
}

// ---- counting --------------------------------------------------------------------------------------

static senet_status check_count(const senet_position *position, int depth, const uint64_t *count) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (!count) return api_misuse("the place of the count");
  if (depth < 0) return api_fail(SENET_RANGE, "a depth is 0 or more");
  return position->x->fault ? api_rules_stopped(position->x) : SENET_OK;
}

// What was counted until the rules stopped is not a count.
static senet_status end_count(Position *x, uint64_t counted, uint64_t *count) {
  senet_status status = x->fault ? api_rules_stopped(x) : SENET_OK;
  *count = x->fault ? 0 : counted;
  position_free(x);
  return status;
}

// Everything native code does not have, and what does not fit its memory, the interpreter counts.
senet_status senet_position_perft(const senet_position *position, int depth, uint64_t *count) {
  senet_status status = check_count(position, depth, count);
  if (status != SENET_OK) return status;
  Position *x = position_twin(position);
  bool possible = depth > 0 && !game_has(position->game->game, GAME_STOCHASTIC);
  const Native *native = possible ? executor_native(game_executor(position->game)) : NULL;
  uint64_t counted = native ? perft_native(native, x, depth) : UINT64_MAX;
  if (counted == UINT64_MAX) counted = perft(x, depth);
  return end_count(x, counted, count);
}

senet_status senet_position_perft_turns(const senet_position *position, int depth, uint64_t *count) {
  senet_status status = check_count(position, depth, count);
  if (status != SENET_OK) return status;
  Position *x = position_twin(position);
  return end_count(x, perft_turns(x, depth), count);
}
