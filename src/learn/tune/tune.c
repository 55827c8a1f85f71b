// The rounds of tuning.
#include "learn/tune/tune_internal.h"

#include "base/clock.h"
#include "base/mem.h"
#include "play/heuristic/fingerprint.h"

#include <math.h>

enum { FAILED_MOST = 256 };  // games in a row in which the rules stop
enum { SAMPLES_A_GAME = 12, SAMPLES_MAX = 60000, NUMBERS_MAX = 24 << 20 };
static const double random_share = 0.06;       // of moves
static const double first_random_share = 0.3;  // in the games of the first round that go by material
static const double broken_off = 0.02;         // what an unfinished game counts
static const double batch_seconds = 2;
static const double round_ends[TUNE_ROUNDS] = {0.1, 0.3, 0.5, 0.75, 1};  // parts of the time or games
static const double older = 0.5;                                         // what a game counts less with every round

void tune_new(const Game *game, const TuneOptions *options, Tune **out) {
  Tune *tune = mem_alloc_zero(sizeof *tune);
  tune->game = game;
  tune->options = *options;
  material_new(game, options->seed, &tune->material);
  tune_columns_new(game, tune->material, &tune->columns);
  tune->samples.n_columns = tune->columns->n;
  tune->weights = mem_alloc_zero(sizeof(double) * ((size_t)tune->columns->n + 1));
  tune->fingerprint = game_fingerprint(game);
  noise_watch(&tune->noise, game, tune->material, options->seed);
  pool_open(&tune->pool, options->threads);
  int workers = pool_workers(tune->pool);
  tune->positions = mem_alloc_zero(sizeof(Position *) * (size_t)workers);
  for (int i = 0; i < workers; i++) tune->positions[i] = position_new(game, options->seed, 0);
  tune->began = clock_seconds();
  *out = tune;
}

void tune_free(Tune *tune) {
  if (!tune) return;
  for (int i = 0; i < pool_workers(tune->pool); i++) position_free(tune->positions[i]);
  mem_free(tune->positions);
  pool_close(tune->pool);
  heuristic_free(tune->heuristic);
  material_free(tune->material);
  tune_columns_free(tune->columns);
  tune_samples_free(&tune->samples);
  mem_free(tune->weights);
  arena_free(&tune->arena);
  text_free(&tune->record);
  mem_free(tune);
}

const TuneStatus *tune_status(const Tune *tune) { return &tune->status; }

// ---- samples -------------------------------------------------------------------------------------

static void add_sample(Tune *tune, const double *values, Player player, const TuneGame *game, double trust) {
  int n = tune->columns->n, players = tune->game->players;
  for (int c = 0; c < n; c++) {
    double own = values[player * n + c], others = 0;
    for (Player p = 1; p <= players; p++) others += p == player ? 0 : values[p * n + c];
    VEC_PUSH(&tune->samples.rows, (float)(own - (players > 1 ? others / (players - 1) : 0)));
  }
  VEC_PUSH(&tune->samples.results, (game->utilities[player] + 1) / 2);
  VEC_PUSH(&tune->samples.trust, (float)trust);
  VEC_PUSH(&tune->samples.games, game->number);
  tune->status.samples++;
}

// With two players one sample says it all: the other player's is its negative.
static void sample_position(Tune *tune, Position *x, double *values, const TuneGame *game, double trust) {
  int players = tune->game->players;
  tune_columns_measure(tune->columns, x, values);
  for (Player p = 1; p <= (players == 2 ? 1 : players); p++) add_sample(tune, values, p, game, trust);
}

// How many there may be: every round gets its share of the memory.
static size_t samples_allowed(const Tune *tune, int round) {
  size_t most = MIN((size_t)SAMPLES_MAX, (size_t)NUMBERS_MAX / (size_t)(tune->columns->n + 1));
  return most * (size_t)(round + 1) / TUNE_ROUNDS;
}

// Games of earlier rounds count less, and those that were broken off hardly.
static double trust_in(const TuneGame *game, int round) {
  return pow(older, TUNE_ROUNDS - 1 - round) * (game->moves.n >= TUNE_PLIES_MAX ? broken_off : 1);
}

// Positions evenly over the game, their places drawn by its number.
bool tune_sample_game(Tune *tune, const TuneGame *game, int round) {
  Position *x = tune->positions[0];
  Random random = random_stream(tune->options.seed ^ 0x5eedULL, game->number);
  double *values = mem_alloc(sizeof(double) * (size_t)((tune->game->players + 1) * tune->columns->n + 1));
  double trust = trust_in(game, round), every = MAX((double)game->moves.n / SAMPLES_A_GAME, 1);
  double next = every * random_unit(&random);
  TuneReplay replay;
  tune_replay_begin(&replay, game, tune->options.seed, x);
  while (tune_replay_step(&replay, x) && !position_over(x) && !x->fault) {
    if ((double)replay.at < next || tune_samples_n(&tune->samples) >= samples_allowed(tune, round)) continue;
    if (tune->noise.useful && tune_replay_is_noisy(&replay, x, &tune->noise)) continue;
    next += every;
    sample_position(tune, x, values, game, trust);
  }
  position_clear_fault(x);
  mem_free(values);
  return replay.at == game->moves.n;
}

// ---- rounds --------------------------------------------------------------------------------------

static void make_heuristic(Tune *tune) {
  heuristic_free(tune->heuristic);
  arena_reset(&tune->arena);
  tune->text = tune_columns_text(tune->columns, tune->weights, &tune->arena);
  heuristic_new(tune->game, tune->text, &tune->heuristic);
}

void tune_end_round(Tune *tune) {
  tune_choose(&tune->samples, tune->columns, &tune->status.choice, tune->weights);
  make_heuristic(tune);
  text_printf(&tune->record, "round %d\n", tune->status.round);
  tune->status.round++;
}

bool tune_group_expected(const Tune *tune, int group) {
  return group < tune->columns->n_groups && tune->columns->groups[group].expected;
}

void tune_use_groups(Tune *tune, const bool use[TUNE_GROUPS_MAX], bool held) {
  TuneChoice *choice = &tune->status.choice;
  for (int g = 0; g < TUNE_GROUPS_MAX; g++) choice->use[g] = use[g] || (held && tune_group_expected(tune, g));
  choice->held = held;
  tune_refit(&tune->samples, tune->columns, choice, tune->weights);
  make_heuristic(tune);
}

typedef struct Batch {
  Tune *tune;
  TunePlay even, odd;  // how games of even and odd numbers are played
  TuneGame games[TUNE_BATCH];
} Batch;

static void play_one(void *self, size_t index, int worker) {
  Batch *batch = self;
  uint32_t number = batch->tune->next + (uint32_t)index;
  const TunePlay *play = number & 1 ? &batch->odd : &batch->even;
  tune_play(play, batch->tune->positions[worker], number, &batch->games[index]);
}

static void note_game(Tune *tune, const TuneGame *game) {
  text_printf(&tune->record, "%u", game->number);
  for (Player p = 1; p <= tune->game->players; p++) text_printf(&tune->record, " %.4g", (double)game->utilities[p]);
  text_puts(&tune->record, " :");
  for (size_t i = 0; i < game->moves.n; i++) text_printf(&tune->record, " %u", game->moves.at[i]);
  text_puts(&tune->record, "\n");
}

// In the first round half of the games are random but for wins at once; the other half go by material, so that there
// are ends where random games hardly have any.
static void choose_play(Batch *batch) {
  const Tune *tune = batch->tune;
  TunePlay play = {.seed = tune->options.seed, .random = random_share, .watch = tune->options.watch};
  play.answers = tune->options.answers && !game_has(tune->game, GAME_STOCHASTIC);  // nobody knows the next dice
  if (tune->noise.useful) play.noise = &tune->noise;
  if (tune->heuristic) play.evaluator = heuristic_evaluator(tune->heuristic);
  batch->even = batch->odd = play;
  if (tune->heuristic) return;
  batch->even.random = 1 - random_share;
  batch->odd.random = first_random_share;
  batch->odd.evaluator = material_evaluator(tune->material);
}

// A game in which the rules stopped was neither won nor drawn: it is left out.
static void take_game(Tune *tune, const TuneGame *game) {
  tune->next++;
  tune->failed = game->failed ? tune->failed + 1 : 0;
  if (game->failed) return;
  tune_sample_game(tune, game, tune->status.round);
  note_game(tune, game);
  tune->status.games++;
}

// How many games were played.
static size_t play_batch(Tune *tune, size_t n) {
  Batch batch = {.tune = tune};
  size_t played = 0;
  choose_play(&batch);
  pool_run(tune->pool, n, play_one, &batch);
  while (played < n && !batch.games[played].stopped) played++;
  for (size_t i = 0; i < n; i++) {
    if (i < played) take_game(tune, &batch.games[i]);
    VEC_FREE(&batch.games[i].moves);
  }
  tune->status.seconds = tune->before + clock_seconds() - tune->began;
  return played;
}

// Games that the rounds up to the present one may have; -1: time decides.
static int64_t games_allowed(const Tune *tune) {
  return tune->options.games ? (int64_t)(round_ends[tune->status.round] * (double)tune->options.games + 0.5) : -1;
}

static bool round_is_over(const Tune *tune) {
  double part = round_ends[tune->status.round];
  int64_t allowed = games_allowed(tune);
  if (allowed >= 0 && tune->status.games >= allowed) return true;
  return tune->options.seconds > 0 && tune->status.seconds >= part * tune->options.seconds;
}

// A batch: of long games only some, so that the time is kept.
static int64_t batch_size(const Tune *tune) {
  int64_t allowed = games_allowed(tune), left = allowed < 0 ? TUNE_BATCH : allowed - tune->status.games;
  double each = tune->each > 0 ? tune->each : 0.1;
  int64_t soon = tune->options.seconds > 0 ? (int64_t)(batch_seconds / each) : TUNE_BATCH;
  return MAX(MIN(MIN(left, (int64_t)TUNE_BATCH), MAX(soon, (int64_t)pool_workers(tune->pool))), 0);
}

bool tune_step(Tune *tune) {
  if (tune->status.round >= TUNE_ROUNDS || tune->status.failed) return false;
  double began = clock_seconds();
  int64_t n = batch_size(tune);
  if (play_batch(tune, (size_t)n) < (size_t)n) return true;
  if (n) tune->each = (clock_seconds() - began) / (double)n;
  tune->status.failed = tune->failed >= FAILED_MOST;
  if (tune->status.failed) return false;
  if (round_is_over(tune)) tune_end_round(tune);
  return tune->status.round < TUNE_ROUNDS;
}
