// Playouts: many random games on several threads. Game k draws from the streams of k, so that each game is the same
// whatever the threads do. Games are played in batches of a few milliseconds, between which the clock is read, native
// code that has been compiled is taken up and the caller hears how far it is. A batch is divided into slices of games
// with neighbouring numbers, one task of a thread each; what they came to is added up in the order of the games.
#include "lib/lib_internal.h"

#include "base/clock.h"
#include "base/thread.h"
#include "play/model/split_playout.h"
#include "state/text/fault_text.h"

#include <stdatomic.h>

enum { BATCH_MAX = 1 << 14, THREADS_MAX = 1024, SLICES_EACH = 8 };

typedef struct Playouts Playouts;

// What one thread has.
typedef struct PlayoutWorker {
  Playouts *all;
  Position *x;
  RulesWatch watch;  // of x
  Sampler sampler;
  Recorder recorder;
  unsigned char *state;  // where native games begin, if chance decides that
} PlayoutWorker;

// What the games of a slice came to.
typedef struct Slice {
  PlayoutTotals totals;
  SplitTotals parts;
  uint64_t native;  // played by native code
  bool gave_up;     // which stopped at one of its limits
  double used;      // CPU time in seconds
  Text fault;       // of rules that stopped
  Text records;     // a line for each game
} Slice;

struct Playouts {
  senet_game *handle;
  const Game *game;
  const Position *from;  // a copy, as the caller may go on with the position; or NULL: the start
  senet_playout_options options;
  PlayoutWorker *workers;
  Slice *slices;
  size_t n_slices;
  size_t batch;          // games of the batch
  uint64_t done;         // games before it
  Executor *executor;    // or NULL: the interpreter
  const Native *native;  // plays now, or NULL
  unsigned char *state;  // where native games begin, or NULL: chance decides that
  uint64_t before;       // moves before the games begin
  bool gave_up;          // native code did
  Text fault;            // the first
  senet_playout_totals *totals;
  double started, told;  // the beginning, and when the caller was told last
  atomic_bool stopped;   // the caller has said that it is enough
};

// ---- the caller ------------------------------------------------------------------------------------

static void tell(Playouts *all) {
  all->told = clock_seconds();
  all->totals->seconds = all->told - all->started;
  if (all->options.tell && all->options.tell(all->options.self, all->totals)) atomic_store(&all->stopped, true);
}

// Where a game takes long the caller is told in the middle of it, too.
static void tell_meanwhile(void *self) {
  const double moment = 0.1;
  Playouts *all = self;
  if (clock_seconds() - all->told > moment) tell(all);
}

static bool is_stopped(void *self) {
  PlayoutWorker *worker = self;
  Playouts *all = worker->all;
  if (worker == all->workers) tell_meanwhile(all);  // the caller's own thread
  return atomic_load(&all->stopped);
}

// ---- one game --------------------------------------------------------------------------------------

static bool wants_outcomes(const Playouts *all) {
  return all->options.winners || all->options.lengths || all->options.utilities;
}

// Writes the outcome of game number i of the call where the caller wants it: totals are of this game alone.
static void note_outcome(const Playouts *all, uint64_t i, const PlayoutTotals *totals) {
  const senet_playout_options *options = &all->options;
  size_t players = (size_t)all->game->players;
  int32_t winner = 0;
  for (size_t p = 1; p <= players; p++) {
    if (totals->wins[p]) winner = (int32_t)p;
    if (options->utilities) options->utilities[i * players + p - 1] = totals->utility[p];
  }
  if (options->winners) options->winners[i] = winner;
  if (options->lengths) options->lengths[i] = (uint32_t)totals->moves;
}

static void add_totals(PlayoutTotals *sum, const PlayoutTotals *more, int players) {
  sum->n += more->n;
  sum->moves += more->moves;
  sum->draws += more->draws;
  for (int p = 1; p <= players; p++) {
    sum->wins[p] += more->wins[p];
    sum->utility[p] += more->utility[p];
    sum->score[p] += more->score[p];
  }
}

static void add_parts(SplitTotals *sum, const SplitTotals *more) {
  sum->nodal += more->nodal;
  sum->states += more->states;
  sum->choices += more->choices;
  sum->dead += more->dead;
}

// A game that begins at a position.
static void play_from(const Playouts *all, PlayoutWorker *worker, uint64_t k, SplitTotals *parts) {
  const senet_playout_options *options = &all->options;
  Position *x = worker->x;
  uint64_t most = options->longest ? options->longest : UINT64_MAX, made = 0;
  Random choices = random_stream(options->seed, playout_choice_stream(k));
  position_copy(x, all->from);
  x->random = random_stream(options->seed, playout_chance_stream(k));
  if (options->kind == SENET_PLAYOUT_PARTS) made = split_play(x, &choices, most, parts);
  if (options->kind == SENET_PLAYOUT_OPTIMISED) made = sampler_play(&worker->sampler, x, &choices, most);
  for (; made < most && !position_over(x) && !x->fault; made++) playout_step(x, &choices);
}

static void play_from_start(const Playouts *all, PlayoutWorker *worker, uint64_t k, SplitTotals *parts) {
  uint64_t seed = all->options.seed;
  Recorder *recorder = all->options.record ? &worker->recorder : NULL;
  if (all->options.kind == SENET_PLAYOUT_PARTS) split_playout_run(worker->x, seed, k, parts);
  else if (all->options.kind == SENET_PLAYOUT_STANDARD) playout_run(worker->x, seed, k, recorder);
  else sampler_run(&worker->sampler, worker->x, seed, k, recorder);
}

static void note_record(const Playouts *all, PlayoutWorker *worker, Slice *slice) {
  Record record = *recorder_end(&worker->recorder, worker->x);
  game_name_record(all->handle, &record);
  record_write(&slice->records, &record);
}

// Game number i of the call, by the interpreter.
static void interpret(const Playouts *all, PlayoutWorker *worker, Slice *slice, uint64_t i) {
  uint64_t k = all->options.first + i;
  PlayoutTotals one = {0};
  if (all->from) {
    play_from(all, worker, k, &slice->parts);
  } else if (all->options.kind == SENET_PLAYOUT_FILL) {
    sampler_run_filled(&worker->sampler, worker->x, all->options.seed, k, &one);
  } else {
    play_from_start(all, worker, k, &slice->parts);
  }
  if (position_ran_out_of_time(worker->x)) return;  // stopped
  if (worker->x->fault) {
    fault_text(&slice->fault, worker->x);
    return;
  }
  if (all->options.record) note_record(all, worker, slice);
  if (!one.n) playout_count(&one, worker->x);
  one.moves -= all->before;
  if (wants_outcomes(all)) note_outcome(all, i, &one);
  add_totals(&slice->totals, &one, all->game->players);
}

// ---- native games ----------------------------------------------------------------------------------

// Where game k begins, where chance decides that.
static const void *draw_start(const Playouts *all, PlayoutWorker *worker, uint64_t k) {
  if (!worker->state) worker->state = mem_alloc_lines(native_state_size(all->native));
  worker->x->random = random_stream(all->options.seed, playout_chance_stream(k));
  position_start(worker->x);
  native_load(all->native, worker->state, worker->x);
  return worker->state;
}

static PlayoutTotals totals_of(const NativeTotals *totals, uint64_t moves_before, int players) {
  PlayoutTotals out = {.n = totals->n, .moves = totals->moves - totals->n * moves_before, .draws = totals->draws};
  for (int p = 1; p <= players; p++) {
    out.wins[p] = totals->wins[p];
    out.utility[p] = totals->utility[p];
    out.score[p] = totals->score[p];
  }
  return out;
}

// Plays games i to i + n - 1 of the call, or as many as native code can finish; how many.
static uint64_t play_native(const Playouts *all, PlayoutWorker *worker, Slice *slice, uint64_t i, uint64_t n) {
  NativeTotals totals = {0};
  NativeParts parts = {0};
  uint64_t k = all->options.first + i, seed = all->options.seed;
  const void *state = all->state ? all->state : draw_start(all, worker, k);
  if (all->options.kind == SENET_PLAYOUT_PARTS) {
    native_split_playouts(all->native, state, seed, k, n, &totals, &parts);
    add_parts(&slice->parts, &(SplitTotals){parts.nodal, parts.states, parts.choices, parts.dead});
  } else {
    native_playouts(all->native, state, seed, k, n, &totals);
  }
  PlayoutTotals sum = totals_of(&totals, all->before, all->game->players);
  add_totals(&slice->totals, &sum, all->game->players);
  if (n == 1 && totals.n && wants_outcomes(all)) note_outcome(all, i, &sum);
  slice->gave_up |= totals.fault != 0;
  slice->native += totals.n;
  return totals.n;
}

// The same one by one, where each game has its own start or its outcome is wanted.
static uint64_t play_natively(const Playouts *all, PlayoutWorker *worker, Slice *slice, uint64_t i, uint64_t n) {
  if (all->state && !wants_outcomes(all)) return play_native(all, worker, slice, i, n);
  uint64_t made = 0;
  while (made < n && play_native(all, worker, slice, i + made, 1)) made++;
  return made;
}

// Native code that has come since the last batch.
static void look_for_native(Playouts *all) {
  if (all->native || all->gave_up) return;
  const Native *native = executor_native(all->executor);
  if (!native || (all->options.kind == SENET_PLAYOUT_PARTS && !native_splits(native))) return;
  Position *x = position_new(all->game, all->options.seed, 0);
  if (all->from) position_copy(x, all->from);
  else position_start(x);
  all->native = native;
  if (all->from || x->random.counter == 0) {
    all->state = mem_alloc_lines(native_state_size(native));
    native_load(native, all->state, x);
  }
  position_free(x);
}

// ---- batches ---------------------------------------------------------------------------------------

static void play_slice(void *self, size_t index, int number) {
  Playouts *all = self;
  PlayoutWorker *worker = &all->workers[number];
  Slice *slice = &all->slices[index];
  uint64_t i = all->done + all->batch * index / all->n_slices,
           end = all->done + all->batch * (index + 1) / all->n_slices;
  double before = clock_thread_seconds();
  if (all->native) i += play_natively(all, worker, slice, i, end - i);
  for (; i < end && !slice->fault.n && !atomic_load(&all->stopped); i++) interpret(all, worker, slice, i);
  slice->used = clock_thread_seconds() - before;
}

static void tell_records(const Playouts *all, Slice *slice, uint64_t *number) {
  char *end, *line = slice->records.p;
  for (; line && (end = memchr(line, '\n', slice->records.n - (size_t)(line - slice->records.p))); line = end + 1) {
    *end = '\0';
    all->options.record(all->options.self, (*number)++, line);
  }
}

static void merge(Playouts *all, Slice *slice, senet_playout_totals *out) {
  const PlayoutTotals *totals = &slice->totals;
  out->games += totals->n;
  out->moves += totals->moves;
  out->draws += totals->draws;
  for (int p = 1; p <= all->game->players; p++) {
    out->wins[p] += totals->wins[p];
    out->utilities[p] += totals->utility[p];
    out->scores[p] += totals->score[p];
  }
  out->processor_seconds += slice->used;
  out->native += slice->native;
  out->whole += slice->parts.nodal;
  out->parts += slice->parts.states;
  out->offered += slice->parts.choices;
  out->dead += slice->parts.dead;
  all->gave_up |= slice->gave_up;
  if (slice->fault.n && !all->fault.n) text_add(&all->fault, text_str(&slice->fault));
}

static void play_batch(Playouts *all, Pool *pool, senet_playout_totals *totals) {
  size_t threads = (size_t)pool_workers(pool);
  uint64_t number = all->options.first + all->done;
  all->n_slices = threads == 1 ? 1 : MIN(all->batch, threads * SLICES_EACH);
  pool_run(pool, all->n_slices, play_slice, all);
  for (size_t i = 0; i < all->n_slices; i++) {
    Slice *slice = &all->slices[i];
    merge(all, slice, totals);
    tell_records(all, slice, &number);
    text_free(&slice->fault);
    text_free(&slice->records);
    *slice = (Slice){0};
  }
  all->done += all->batch;
  if (all->gave_up) all->native = NULL;
}

// So many games that a batch takes a few milliseconds; longer with several threads, which wait for each other.
static uint64_t next_batch(uint64_t batch, double took, int threads) {
  double wanted = threads == 1 ? 0.004 : 0.04;
  if (took > 2 * wanted) return MAX(batch / 2, 1);
  return took < wanted ? MIN(2 * batch, BATCH_MAX) : batch;
}

// 0: no more games.
static uint64_t limit_batch(const Playouts *all, uint64_t batch, double passed) {
  const senet_playout_options *options = &all->options;
  if (all->fault.n || (options->seconds > 0 && passed >= options->seconds)) return 0;
  return options->n || options->seconds == 0 ? MIN(batch, options->n - all->done) : batch;
}

static void play_batches(Playouts *all, Pool *pool) {
  double before = all->started;
  uint64_t batch = (uint64_t)pool_workers(pool);
  while (!atomic_load(&all->stopped) && (all->batch = limit_batch(all, batch, before - all->started)) > 0) {
    look_for_native(all);
    play_batch(all, pool, all->totals);
    double now = clock_seconds();
    batch = next_batch(batch, now - before, pool_workers(pool));
    before = now;
    tell(all);
  }
}

// ---- calls -----------------------------------------------------------------------------------------

static senet_status check_options(const senet_playout_options *given, senet_playout_options *out) {
  if (!given) return api_misuse("the options");
  if (given->size != sizeof *given) return api_fail(SENET_MISUSE, "the options have the wrong size");
  *out = *given;
  if (out->kind < SENET_PLAYOUT_OPTIMISED || out->kind > SENET_PLAYOUT_PARTS) {
    return api_fail(SENET_RANGE, "there is no kind %d of playout", out->kind);
  }
  if (out->threads < 0 || out->threads > THREADS_MAX) return api_fail(SENET_RANGE, "between 0 and 1024 threads");
  if (out->threads == 0) out->threads = thread_processors();
  if (!(out->seconds >= 0)) return api_fail(SENET_RANGE, "seconds are 0 or more");
  if (!out->n && out->seconds > 0 && (out->winners || out->lengths || out->utilities)) {
    return api_fail(SENET_MISUSE, "outcomes of games need a number of games");
  }
  bool records = out->kind == SENET_PLAYOUT_OPTIMISED || out->kind == SENET_PLAYOUT_STANDARD;
  if (out->record && !records) return api_fail(SENET_UNSUITED, "playouts of this kind are not recorded");
  return SENET_OK;
}

// Why the interpreter played, or NULL: native code did, is being compiled, or was not wanted.
static const char *why_interpreted(const Playouts *all, bool wanted) {
  if (all->gave_up) return "a game went beyond the limits of the native code";
  if (all->native || !wanted) return NULL;
  return all->executor ? executor_why(all->executor) : "moves of .lud games in parts";
}

static void open_worker(Playouts *all, PlayoutWorker *worker) {
  worker->all = all;
  worker->x = position_new(all->game, all->options.seed, 0);
  worker->watch = (RulesWatch){is_stopped, worker};
  worker->x->watch = &worker->watch;
}

static void free_workers(Playouts *all, int n) {
  for (int i = 0; i < n; i++) {
    position_free(all->workers[i].x);
    sampler_free(&all->workers[i].sampler);
    recorder_free(&all->workers[i].recorder);
    mem_free(all->workers[i].state);
  }
  mem_free(all->workers);
  mem_free(all->slices);
  mem_free(all->state);
  text_free(&all->fault);
}

static senet_status run(Playouts *all, senet_playout_totals *totals) {
  const senet_playout_options *options = &all->options;
  Pool *pool;
  int threads = options->n ? (int)MIN((uint64_t)options->threads, options->n) : options->threads;
  bool parts = options->kind == SENET_PLAYOUT_PARTS, optimised = options->kind == SENET_PLAYOUT_OPTIMISED;
  bool native = !options->interpret && (optimised || parts) && !options->record && !options->longest;
  if (native && !(parts && !all->game->automaton)) all->executor = game_executor(all->handle);
  all->before = all->from ? (uint64_t)all->from->head->moves : 0;
  all->slices = mem_alloc_zero(sizeof *all->slices * (size_t)threads * SLICES_EACH);
  all->workers = mem_alloc_zero(sizeof *all->workers * (size_t)threads);
  for (int i = 0; i < threads; i++) open_worker(all, &all->workers[i]);
  pool_open(&pool, threads);
  pool_while_waiting(pool, tell_meanwhile, all);
  senet_status status = SENET_OK;
  all->totals = totals;
  all->started = all->told = clock_seconds();
  play_batches(all, pool);
  if (atomic_load(&all->stopped)) status = api_fail(SENET_STOPPED, "the caller stopped the playouts");
  if (all->fault.n) status = api_fail(SENET_RULES, "%.*s", (int)all->fault.n, all->fault.p);
  totals->why = why_interpreted(all, native);
  totals->gave_up = all->gave_up;
  pool_close(pool);
  free_workers(all, threads);
  return status;
}

static senet_status begin(Playouts *all, const senet_playout_options *options, senet_playout_totals *totals) {
  senet_playout_totals own = {0};
  senet_status status = check_options(options, &all->options);
  if (status != SENET_OK) return status;
  if (all->from && all->options.kind == SENET_PLAYOUT_FILL) {
    return api_fail(SENET_UNSUITED, "boards are filled from the start only");
  }
  if (all->from && all->options.record) return api_fail(SENET_UNSUITED, "games are recorded from the start only");
  return run(all, totals ? totals : &own);
}

senet_status senet_game_playouts(senet_game *game, const senet_playout_options *options, senet_playout_totals *totals) {
  if (totals) *totals = (senet_playout_totals){0};
  if (!IS_GAME(game)) return api_misuse("the game");
  Playouts all = {.handle = game, .game = game->game};
  return begin(&all, options, totals);
}

senet_status senet_position_playouts(const senet_position *position, const senet_playout_options *options,
                                     senet_playout_totals *totals) {
  if (totals) *totals = (senet_playout_totals){0};
  if (!IS_POSITION(position)) return api_misuse("the position");
  Position *from = position_twin(position);
  Playouts all = {.handle = position->game, .game = position->game->game, .from = from};
  senet_status status = begin(&all, options, totals);
  position_free(from);
  return status;
}
