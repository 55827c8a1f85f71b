// Playouts with features.
#include "cmd/study/playout_features.h"

#include "base/clock.h"
#include "cmd/frame/game_option.h"
#include "cmd/learn/feature_load.h"
#include "cmd/study/playout_report.h"
#include "feature/linear.h"
#include "state/text/fault_text.h"

#include <inttypes.h>

typedef struct PlayoutFeatures {
  FeatureWish wish;
  FeatureSet *owned;      // read from a file, or NULL
  FeaturePlayer *player;  // works out the features of every legal move, or NULL:
  LinearPolicy *policy;   // chooses by the weights of the set
  LinearPlayout how;
  Sampler sampler;
  bool standard;  // moves are drawn from all legal ones, without the sampler
  uint64_t most;  // moves of a playout
  FeatureTotals features;
  PlayoutTotals totals;
  Text fault;  // of rules that stopped
} PlayoutFeatures;

// ---- reading -------------------------------------------------------------------------------------

static bool read_how(PlayoutFeatures *f, const Options *options) {
  int64_t biased = 0, most = 0;
  f->how = (LinearPlayout){.temperature = 1, .greedy = options_has(options, "--greedy")};
  if (!options_number(options, "--epsilon", 0, 1, &f->how.epsilon) ||
      !options_number(options, "--temperature", 1e-6, 1e6, &f->how.temperature) ||
      !options_integer(options, "--biased-moves", 1, INT64_MAX, &biased) ||
      !options_integer(options, "--moves", 1, INT64_MAX, &most)) {
    return false;
  }
  f->how.most = (uint64_t)biased;
  f->most = (uint64_t)most;
  return true;
}

static bool open_policy(PlayoutFeatures *f, const Game *game) {
  if (!f->owned || !f->owned->weighted) {
    fprintf(stderr, "senet playout: --biased needs a file of features with weights\n");
    return false;
  }
  linear_open(&f->policy, game, f->owned, f->wish.rules);
  return true;
}

static bool open_features(PlayoutFeatures *f, const Options *options, const Game *game) {
  const char *name = options_value(options, "--features");
  if (!read_how(f, options) || !feature_load_evaluator(options, &f->wish.row)) return false;
  if (!feature_load_rules(options, &f->wish.rules)) return false;
  if (!feature_load(options, game, name, &f->wish, &f->owned)) return false;
  if (options_has(options, "--biased")) return open_policy(f, game);
  feature_player_open(&f->player, f->wish);
  return true;
}

static void close_features(PlayoutFeatures *f) {
  feature_player_close(f->player);
  linear_close(f->policy);
  set_close(f->owned);
  sampler_free(&f->sampler);
  text_free(&f->fault);
}

// ---- playing -------------------------------------------------------------------------------------

static bool is_interrupted(void *self) {
  (void)self;
  return interrupt_seen();
}

// One game, number k of the seed, which does not count when it is interrupted. False when the rules stopped.
static bool play_one(PlayoutFeatures *f, Position *x, uint64_t seed, uint64_t k) {
  Sampler *sampler = f->standard ? NULL : &f->sampler;
  bool good = f->policy ? linear_playout_run(f->policy, &f->how, sampler, x, seed, k)
                        : feature_playout_run(f->player, x, seed, k, f->most, &f->features);
  if (position_ran_out_of_time(x)) return true;
  if (good) playout_count(&f->totals, x);
  else fault_text(&f->fault, x);
  return good;
}

static void take_totals(const PlayoutFeatures *f, PlayoutReport *report) {
  senet_playout_totals *t = &report->totals;
  t->games = f->totals.n;
  t->moves = f->totals.moves;
  t->draws = f->totals.draws;
  for (int p = 1; p <= report->players; p++) {
    t->wins[p] = f->totals.wins[p];
    t->utilities[p] = f->totals.utility[p];
    t->scores[p] = f->totals.score[p];
  }
}

static void play(PlayoutFeatures *f, const Game *game, const senet_playout_options *wanted, PlayoutReport *report) {
  const RulesWatch watch = {.expired = is_interrupted};
  Position *x = position_new(game, wanted->seed, 0);
  x->watch = &watch;
  senet_playout_totals *t = &report->totals;
  double started = clock_seconds(), used = clock_thread_seconds();
  bool good = true;
  while (good && !interrupt_seen() && (!wanted->n || f->totals.n < wanted->n) &&
         (wanted->seconds == 0 || clock_seconds() - started < wanted->seconds)) {
    good = play_one(f, x, wanted->seed, f->totals.n);
    take_totals(f, report);
    playout_report_progress(report);
  }
  t->seconds = clock_seconds() - started;
  t->processor_seconds = clock_thread_seconds() - used;
  position_free(x);
}

// ---- reporting -----------------------------------------------------------------------------------

static void print_features(PlayoutFeatures *f, const Game *game, double seconds) {
  if (f->policy) {
    printf("moves chosen by the weights of %d features\n", f->owned->n);
    return;
  }
  const FeatureTotals *t = &f->features;
  const FeatureEval *eval = game->n_subgames ? NULL : feature_player_eval(f->player, game);
  double moves = t->moves ? (double)t->moves : 1, plies = t->plies ? (double)t->plies : 1;
  printf("features: ");
  if (eval) printf("%d, ", eval->set->n);
  printf("%s, of %.0f moves/s (%.1f in a position), %.1f active\n", f->wish.row->name,
         seconds > 0 ? (double)t->moves / seconds : 0, (double)t->moves / plies, (double)t->active / moves);
}

static bool play_and_report(PlayoutFeatures *f, const Options *options, const Game *game,
                            const senet_playout_options *wanted) {
  PlayoutReport report = {
      .game = game->name, .players = game->players, .scores = game_has(game, GAME_SCORE), .seed = wanted->seed};
  progress_begin(&report.progress, "playing", (size_t)wanted->n);
  report.progress.seconds = wanted->seconds;
  interrupt_begin();
  play(f, game, wanted, &report);
  progress_end(&report.progress);
  bool interrupted = interrupt_seen();
  interrupt_end();
  if (options_has(options, "--json")) {
    playout_report_json(&report);
  } else {
    playout_report_text(&report);
    print_features(f, game, report.totals.processor_seconds);
  }
  if (interrupted) fprintf(stderr, "senet playout: interrupted after %" PRIu64 " games\n", report.totals.games);
  if (f->fault.n) fprintf(stderr, "senet playout: %s\n", f->fault.p);
  return !f->fault.n;
}

int playout_features(const Options *options, const senet_playout_options *wanted) {
  Load load;
  PlayoutFeatures f = {.standard = wanted->kind == SENET_PLAYOUT_STANDARD};
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && open_features(&f, options, game) && play_and_report(&f, options, game, wanted);
  close_features(&f);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}
