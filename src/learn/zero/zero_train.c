// The training loop. A generation is a number of rounds of evaluations in all games; then the network is trained on
// what was played, by all threads together. What is trained when does not depend on clocks or threads, except where the
// end of the run and the learning rate are set by time.
#include "learn/zero/zero_train.h"

#include "base/clock.h"
#include "base/file.h"
#include "learn/zero/zero_net.h"
#include "learn/zero/zero_options.h"
#include "learn/zero/zero_rating.h"
#include "learn/zero/zero_replay.h"
#include "learn/zero/zero_symmetry.h"

#include <math.h>
#include <stdio.h>

// With more than two threads there are more games in flight, and the run is another one.
enum { FAILED_MOST = 256 };  // games in a row in which the rules stop
enum { ROUNDS = 24, SLICES_LEAST = 4, SLICES_PER_THREAD = 2, REPORT_SECONDS = 10, WARM_STEPS = 50 };

const ZeroTrainOptions zero_train_defaults = {
    .play = {.search = ZERO_SEARCH_DEFAULTS,
             .simulations = 32,
             .fast = 8,
             .opening = 4,
             .opening_temperature = 1,
             .temperature = 1,
             .drawn_moves = 16,
             .length = 512,
             .cut_value = 0.9,
             .reuse = true},
    .arch = "graph:blocks=4,channels=32",
    .options = "",
    .seed = 1,
    .slice_games = 16,
    .batch = 128,
    .rate = 2e-3,
    .last_rate = 1e-4,
    .reuse = 4,
    .outcome_share = 0.6,
    .window = 4000,
    .checkpoint_every = 30,
    .opponent = "uct:iterations=1000",
    .rating_games = 20,
    .symmetries = true,
    .coarse = true,
};

#define AT(field) offsetof(ZeroTrainOptions, field)

const SearchOption zero_train_rows[] = {
    ZERO_PLAY_ROWS(ZeroTrainOptions, play),
    {"together", OPTION_INTEGER, AT(slice_games), 1, 4096, "16", NULL, "Games evaluated together."},
    {"batch", OPTION_INTEGER, AT(batch), 1, 1 << 20, "128", NULL, "Samples of a training step."},
    {"rate", OPTION_REAL, AT(rate), 0, 1, "0.002", NULL, "Learning rate at the beginning."},
    {"last-rate", OPTION_REAL, AT(last_rate), 0, 1, "0.0001", NULL, "And at the end of the run."},
    {"reuse", OPTION_REAL, AT(reuse), 0, 1000, "4", NULL, "How often a sample is learnt from on average."},
    {"outcome", OPTION_REAL, AT(outcome_share), 0, 1, "0.6", NULL, "Share of the outcome in the value to learn."},
    {"window", OPTION_INTEGER, AT(window), 1, 1e9, "4000", NULL, "Samples of the first window, which grows."},
    {"checkpoint", OPTION_REAL, AT(checkpoint_every), 0, 1e6, "30", NULL, "Seconds between checkpoints."},
    {"symmetries", OPTION_SWITCH, AT(symmetries), 0, 0, "yes", NULL, "Learn from images of positions."},
    {"coarse", OPTION_SWITCH, AT(coarse), 0, 0, "yes", NULL,
     "Multiply numbers of 16 bits, on processors where that is faster (AMX)."},
    {0},
};

typedef struct Training {
  Arena *arena;
  const Game *game;
  const ZeroTrainOptions *options;
  const ZeroTrainWatch *watch;
  ZeroRun run;
  const NetEncoding *encoding;
  NetModel *model, *player;  // being trained; playing
  NetTrainer *trainer;
  ZeroPool pool;
  ZeroReplay replay;
  ZeroSymmetries symmetries;
  Curve curve;
  double began, before;  // this process; seconds of the run before it
  double saved, reported, rated_at;
  double debt;  // training steps still owed
  Random random;
  uint64_t failed;  // games in which the rules stopped, since one that had an end
  // Since the last report.
  ZeroCounts counts;
  double policy_loss, value_loss;
  uint64_t losses;
  // The batch of a step.
  VEC(const NetSample *) samples;
  VEC(NetTarget) targets;
  VEC(float) policies, wdl;
  VEC(uint64_t) images;
} Training;

static double seconds_of(const Training *t) { return t->before + clock_seconds() - t->began; }

static void say(const Training *t, const char *text) {
  if (t->watch && t->watch->say) t->watch->say(t->watch->self, text);
}

// How much of the run is done, 0 to 1; 0 when it has no end.
static double progress(const Training *t) {
  double done = 0;
  if (t->options->seconds > 0) done = seconds_of(t) / t->options->seconds;
  if (t->options->games) done = MAX(done, (double)t->run.games / (double)t->options->games);
  return MIN(done, 1);
}

// ---- steps ---------------------------------------------------------------------------------------

// Warms up, then falls along a cosine to the end of the run.
static double rate_of(const Training *t) {
  const ZeroTrainOptions *o = t->options;
  double share = (1 + cos(3.141592653589793 * progress(t))) / 2;
  double warm = MIN(1.0, (double)(t->run.steps + 1) / WARM_STEPS);
  return warm * (o->last_rate + (o->rate - o->last_rate) * share);
}

// Of values between win and loss, how many are draws: as many as games ended drawn.
static double drawish(const Training *t) {
  uint64_t all = t->run.drawn + t->run.decided;
  return all ? (double)t->run.drawn / (double)all : 0;
}

#define VEC_SIZE(v, size)                                                                      \
  do {                                                                                         \
    while ((v)->cap < (size_t)(size)) (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
    (v)->n = (size_t)(size);                                                                   \
  } while (0)

// Draws the samples of a step; returns the sums of sizes their images and policies need.
static void draw_samples(Training *t, const ZeroSample **drawn, size_t *bytes, size_t *moves) {
  *bytes = *moves = 0;
  for (int64_t i = 0; i < t->options->batch; i++) {
    drawn[i] = zero_replay_draw(&t->replay, &t->random);
    *bytes += zero_sample_net(drawn[i])->size;
    *moves += drawn[i]->n_policy;
  }
}

static const NetSample *image_of(Training *t, const NetSample *sample, unsigned char *room) {
  uint32_t which = random_below(&t->random, (uint32_t)t->symmetries.n);
  if (which == 0) return sample;
  NetSample *image = (NetSample *)(void *)room;
  net_sample_permute(t->encoding, sample, t->symmetries.to[which], image);
  return image;
}

static void fill_target(Training *t, const ZeroSample *s, float *policy, float *wdl, NetTarget *target) {
  float total = 0;
  zero_sample_wdl(s, t->options->outcome_share, drawish(t), wdl);
  for (uint32_t i = 0; i < s->n_policy; i++) total += policy[i] = zero_sample_policy(s)[i];
  for (uint32_t i = 0; i < s->n_policy; i++) policy[i] /= total;
  *target = (NetTarget){.policy = s->n_policy && total > 0 ? policy : NULL, .wdl = wdl, .weight = 1};
}

static void fill_batch(Training *t) {
  size_t n = (size_t)t->options->batch, bytes, moves, players = (size_t)t->encoding->players;
  const ZeroSample **drawn = mem_alloc(sizeof *drawn * n);
  draw_samples(t, drawn, &bytes, &moves);
  VEC_SIZE(&t->samples, n);
  VEC_SIZE(&t->targets, n);
  VEC_SIZE(&t->policies, moves + 1);
  VEC_SIZE(&t->wdl, n * players * 3);
  VEC_SIZE(&t->images, bytes / 8 + n);
  unsigned char *room = (unsigned char *)t->images.at;
  float *policy = t->policies.at;
  for (size_t i = 0; i < n; i++) {
    const NetSample *net = zero_sample_net(drawn[i]);
    t->samples.at[i] = image_of(t, net, room);
    fill_target(t, drawn[i], policy, t->wdl.at + i * players * 3, &t->targets.at[i]);
    policy += drawn[i]->n_policy;
    room += net->size;
  }
  mem_free(drawn);
}

static bool is_stopped(const Training *t) {
  const atomic_bool *stop = t->options->stop;
  return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

// Whether somebody wants the run to end, or its time is over.
static bool is_late(const Training *t) {
  return is_stopped(t) || (t->options->seconds > 0 && seconds_of(t) >= t->options->seconds);
}

static void train_some(Training *t, int64_t steps) {
  for (int64_t i = 0; i < steps && !is_late(t); i++) {
    NetLosses losses;
    fill_batch(t);
    net_trainer_set_rate(t->trainer, rate_of(t));
    net_train_step(t->trainer, t->samples.at, t->targets.at, (int)t->options->batch, &losses);
    t->policy_loss += losses.policy;
    t->value_loss += losses.value;
    t->losses++;
    t->run.steps++;
  }
}

// ---- generations ---------------------------------------------------------------------------------

// The window grows with the power 0.75 of what was played (Wu, Accelerating self-play learning in Go, 2019).
static size_t window_of(const Training *t) {
  double c = (double)t->options->window, n = (double)t->run.samples;
  return (size_t)(n <= c ? c : c * (1 + 0.4 * (pow(n / c, 0.75) - 1) / 0.75));
}

static bool keep_games(Training *t, const char **why) {
  ZeroBytes samples = {0};
  ZeroCounts counts;
  bool good = true;
  zero_pool_take(&t->pool, &samples, &counts);
  t->counts.games += counts.games;
  t->counts.moves += counts.moves;
  t->counts.evaluations += counts.evaluations;
  t->counts.drawn += counts.drawn;
  t->run.games += counts.games;
  t->run.moves += counts.moves;
  t->run.samples += counts.samples;
  t->run.evaluations += counts.evaluations;
  t->run.drawn += counts.drawn;
  t->run.decided += counts.games - counts.drawn;
  t->debt += (double)counts.samples * t->options->reuse / (double)t->options->batch;
  if (counts.samples) {
    t->run.generation++;
    good = zero_replay_write(t->arena, t->run.folder, t->run.generation, t->encoding, &samples, why);
    zero_replay_add(&t->replay, &samples, t->run.generation);
  }
  VEC_FREE(&samples);
  t->failed = counts.games ? 0 : t->failed + counts.failed;
  if (good && t->failed >= FAILED_MOST) {
    *why = "the rules stop in game after game";
    return false;
  }
  return good;
}

// Samples that left the window; their files are removed once run.json says so, those of an interrupted removal too.
static void forget_old(Training *t) { t->run.oldest = MAX(t->run.oldest, zero_replay_trim(&t->replay, window_of(t))); }

static void remove_old(Training *t) {
  for (uint64_t number = t->run.oldest; number-- > 1;) {
    if (remove(zero_replay_path(t->arena, t->run.folder, number)) != 0) return;
  }
}

static bool play_generation(Training *t, const char **why) {
  zero_pool_play(&t->pool, ROUNDS);
  if (!keep_games(t, why)) return false;
  bool enough = zero_replay_count(&t->replay) >= (size_t)t->options->batch * 2;
  int64_t steps = enough ? (int64_t)t->debt : 0;
  t->debt -= (double)steps;
  train_some(t, steps);
  if (steps) {
    net_model_copy(t->player, t->model);
    zero_pool_refresh(&t->pool);
  }
  return true;
}

// ---- reports and checkpoints ---------------------------------------------------------------------

// What the network tells about its training.
static void note_cost(Training *t) {
  char text[160];
  snprintf(text, sizeof text, "%.0f s, %llu games, %.1f million positions, %d %s", seconds_of(t),
           (unsigned long long)t->run.games, (double)t->run.evaluations / 1e6, t->options->threads,
           t->options->threads == 1 ? "thread" : "threads");
  net_model_set_trained(t->model, text);
}

// What went wrong with a file begins with its name.
static bool named(Training *t, bool good, const char *file, const char **why) {
  if (!good) *why = arena_printf(t->arena, "%s: %s", file, *why);
  return good;
}

static bool save(Training *t, const char **why) {
  uint64_t old = t->run.checkpoint, next = old + 1;
  ZeroRun *run = &t->run;
  ArenaMark mark = arena_mark(t->arena);
  const char *checkpoint = zero_run_checkpoint(t->arena, run, next), *best = zero_run_model(t->arena, run);
  const char *optimiser = zero_run_optimiser(t->arena, run, next);
  note_cost(t);
  bool good = named(t, net_model_write(t->arena, t->model, checkpoint, why), checkpoint, why) &&
              named(t, net_trainer_write(t->arena, t->trainer, optimiser, why), optimiser, why);
  if (!good) return false;
  forget_old(t);
  run->checkpoint = next;
  run->seconds = seconds_of(t);
  good = zero_run_write(t->arena, run, why) && named(t, net_model_write(t->arena, t->model, best, why), best, why) &&
         zero_curve_write(t->arena, run->folder, run->game, &t->curve, why);
  if (!good) return false;
  if (old) remove(zero_run_checkpoint(t->arena, run, old));
  if (old) remove(zero_run_optimiser(t->arena, run, old));
  remove_old(t);
  t->saved = clock_seconds();
  arena_rewind(t->arena, mark);
  return true;
}

static void report(Training *t, double rating) {
  double now = seconds_of(t), passed = MAX(now - t->reported, 1e-9);
  ZeroCurveRow row = {.seconds = now,
                      .games = t->run.games,
                      .samples = t->run.samples,
                      .steps = t->run.steps,
                      .games_per_second = (double)t->counts.games / passed,
                      .evaluations_per_second = (double)t->counts.evaluations / passed,
                      .policy_loss = t->losses ? t->policy_loss / (double)t->losses : 0,
                      .value_loss = t->losses ? t->value_loss / (double)t->losses : 0,
                      .length = t->counts.games ? (double)t->counts.moves / (double)t->counts.games : 0,
                      .drawn = t->counts.games ? (double)t->counts.drawn / (double)t->counts.games : 0,
                      .rating = rating};
  zero_curve_add(&t->curve, &row);
  if (t->watch && t->watch->row) t->watch->row(t->watch->self, &row);
  t->reported = now;
  t->counts = (ZeroCounts){0};
  t->policy_loss = t->value_loss = 0;
  t->losses = 0;
}

// A match against the opponent, with the model just saved. It is played at a quarter, a half, three quarters and the
// end of a run, or every quarter of an hour of one without an end.
static void rate(Training *t) {
  const ZeroTrainOptions *o = t->options;
  double part = o->seconds > 0 || o->games ? progress(t) : seconds_of(t) / 3600;
  if (!o->opponent || !*o->opponent || o->rating_games < 1) return;
  if (floor(part * 4 + 1e-9) <= floor(t->rated_at * 4 + 1e-9)) return;
  t->rated_at = part;
  ZeroRating rating = {.model = zero_run_model(t->arena, &t->run),
                       .simulations = o->play.simulations,
                       .opponent = o->opponent,
                       .games = (uint64_t)o->rating_games,
                       .seed = o->seed + t->run.checkpoint,
                       .threads = o->threads,
                       .stop = o->stop};
  const char *why;
  double share = 0;
  if (zero_rating_play(t->arena, t->game, &rating, &share, &why)) report(t, share);
  else say(t, why);
}

static bool is_finished(const Training *t) {
  return is_stopped(t) || ((t->options->seconds > 0 || t->options->games) && progress(t) >= 1);
}

static bool loop(Training *t, const char **why) {
  t->saved = clock_seconds();
  t->reported = seconds_of(t);
  while (!is_finished(t)) {
    if (!play_generation(t, why)) return false;
    if (seconds_of(t) - t->reported >= REPORT_SECONDS) report(t, -1);
    if (clock_seconds() - t->saved < t->options->checkpoint_every) continue;
    if (!save(t, why)) return false;
    rate(t);
  }
  if (t->counts.games) report(t, -1);
  if (!save(t, why)) return false;
  if (!is_stopped(t)) rate(t);
  return save(t, why);
}

// ---- beginning, and going on ---------------------------------------------------------------------

static bool open_encoding(Training *t, const char **why) {
  NetKind kind;
  if (!net_arch_kind(t->arena, t->run.arch, &kind, why)) return false;
  t->encoding = net_encoding(t->arena, t->game, kind, why);
  t->run.kind = kind == NET_TOKENS ? "tokens" : "planes";
  return t->encoding != NULL;
}

static bool first_model(Training *t, const char **why) {
  const ZeroTrainOptions *o = t->options;
  if (!o->from) return net_model_new(t->arena, t->encoding, t->run.arch, o->seed, &t->model, why);
  const char *file = zero_model_file(t->arena, o->from);
  return named(t, net_model_read(t->arena, file, t->encoding, &t->model, why), file, why);
}

// The architecture of a new run: that of the network it begins with, if there is one.
static bool choose_arch(Training *t, const char **why) {
  NetFile about;
  t->run.arch = t->options->arch;
  if (!t->options->from) return true;
  const char *file = zero_model_file(t->arena, t->options->from);
  if (!named(t, net_file_read(t->arena, file, &about, why), file, why)) return false;
  t->run.arch = about.arch;
  return true;
}

static bool begin(Training *t, const char **why) {
  const ZeroTrainOptions *o = t->options;
  t->run.game = t->game->name;
  t->run.options = o->options;
  t->run.seed = o->seed;
  t->run.oldest = 1;
  if (!choose_arch(t, why) || !open_encoding(t, why) || !first_model(t, why)) return false;
  net_model_set_options(t->model, o->options);
  t->run.arch = net_model_arch(t->model);
  t->run.fingerprint = t->encoding->fingerprint;
  return true;
}

// Samples of finished games, those written after the last checkpoint included.
static void read_replay(Training *t) {
  uint64_t number = MAX(t->run.oldest, 1);
  const char *why;
  for (; number <= t->run.generation || file_exists(zero_replay_path(t->arena, t->run.folder, number)); number++) {
    if (!zero_replay_read(t->arena, t->run.folder, number, &t->replay, &why)) say(t, why);
  }
  t->run.generation = number - 1;
}

static bool go_on(Training *t, const char **why) {
  if (strcmp(t->run.game, t->game->name) != 0 || strcmp(t->run.options, t->options->options) != 0) {
    *why = arena_printf(t->arena, "%s is a run of %s%s%s; choose another folder", t->run.folder, t->run.game,
                        *t->run.options ? " with " : "", t->run.options);
    return false;
  }
  const char *file = zero_run_checkpoint(t->arena, &t->run, t->run.checkpoint);
  if (!open_encoding(t, why)) return false;
  if (t->encoding->fingerprint != t->run.fingerprint) {
    *why =
        arena_printf(t->arena, "%s was begun with other rules or another way to write positions down", t->run.folder);
    return false;
  }
  return named(t, net_model_read(t->arena, file, t->encoding, &t->model, why), file, why);
}

static bool open_training(Training *t, const char *folder, const char **why) {
  bool found;
  if (!zero_run_make(t->arena, folder, why) || !zero_run_read(t->arena, folder, &t->run, &found, why)) return false;
  found &= t->run.checkpoint > 0;
  if (!found) t->run = (ZeroRun){.folder = arena_text(t->arena, str_of(folder))};
  if (!(found ? go_on(t, why) : begin(t, why))) return false;
  NetTrainOptions training = net_train_defaults;
  training.rate = t->options->rate;
  t->trainer = net_trainer_new(t->model, training);
  const char *optimiser = zero_run_optimiser(t->arena, &t->run, t->run.checkpoint);
  if (found && !named(t, net_trainer_read(t->arena, t->trainer, optimiser, why), optimiser, why)) return false;
  if (!net_model_new(t->arena, t->encoding, t->run.arch, t->options->seed, &t->player, why)) return false;
  net_model_copy(t->player, t->model);
  zero_replay_open(&t->replay, t->encoding);
  if (found) read_replay(t);
  return !found || zero_curve_read(t->arena, folder, &t->curve, why);
}

static void open_pool(Training *t) {
  const ZeroTrainOptions *o = t->options;
  int threads = o->threads > 0 ? o->threads : thread_processors();
  ZeroPoolSetting setting = {.rules = t->game,
                             .coarse = t->options->coarse,
                             .encoding = t->encoding,
                             .model = t->player,
                             .options = o->play,
                             .seed = t->run.seed + 1000003 * t->run.generation,  // no game is played twice
                             .slices = MAX(SLICES_LEAST, SLICES_PER_THREAD * threads),
                             .slice_games = (int)o->slice_games,
                             .threads = threads,
                             .stop = o->stop};
  zero_pool_open(&t->pool, &setting);
  net_trainer_set_pool(t->trainer, t->pool.threads);
  net_trainer_set_coarse(t->trainer, t->options->coarse);
  t->before = t->run.seconds;
  t->began = clock_seconds();
  t->rated_at = o->seconds > 0 || o->games ? progress(t) : t->before / 3600;
  t->random = random_stream(t->run.seed + 77, t->run.steps);
}

static void look_for_symmetries(Training *t) {
  static const uint16_t *const none[] = {NULL};
  t->symmetries = (ZeroSymmetries){1, none};
  if (t->options->symmetries) t->symmetries = zero_symmetries(t->arena, t->game, t->encoding, t->run.seed);
  say(t, arena_printf(t->arena, "%s: %d tokens, %llu weights, %d symmetries of the rules", t->run.arch,
                      t->encoding->tokens, (unsigned long long)net_model_parameters(t->model), t->symmetries.n));
}

static void close_training(Training *t) {
  zero_replay_close(&t->replay);
  curve_free(&t->curve);
  VEC_FREE(&t->samples);
  VEC_FREE(&t->targets);
  VEC_FREE(&t->policies);
  VEC_FREE(&t->wdl);
  VEC_FREE(&t->images);
  if (t->trainer) net_trainer_free(t->trainer);
  if (t->model) net_model_free(t->model);
  if (t->player) net_model_free(t->player);
}

bool zero_train(Arena *arena, const Game *game, const char *folder, const ZeroTrainOptions *options,
                const ZeroTrainWatch *watch, const char **why) {
  *why = zero_unsuited(game);
  if (*why) return false;
  Training t = {.arena = arena, .game = game, .options = options, .watch = watch};
  t.curve.columns = zero_curve_columns;
  bool good = open_training(&t, folder, why);
  if (good) {
    look_for_symmetries(&t);
    open_pool(&t);
    good = loop(&t, why);
    zero_pool_close(&t.pool);
  }
  close_training(&t);
  return good;
}
