// Speed and strength with trained sets. Models are folders of `senet train`, one for each game, within one folder; for
// each, playouts per second with each evaluator, moves being drawn uniformly and by the policy (Table 4), and matches
// between agents that differ only in the evaluator (Table 5, Figures 20 and 21). Rows are kept in trained.csv.
#include "cmd/experiment/experiment_trained.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "cmd/frame/game_option.h"
#include "cmd/learn/trained_stats.h"
#include "cmd/study/quick_match.h"
#include "learn/features/biased.h"
#include "play/playout/playout.h"
#include "search/match/ratings.h"

#include <math.h>
#include <stdio.h>

enum { WARM_UP = 5 };

typedef struct Trained {
  const Options *options;
  const char *folder;
  uint64_t n, seed;
  double seconds, move_seconds;
  int workers;
  TrainedTable table;
  bool failed;
} Trained;

static bool wants_evaluator(const Trained *t, int e) {
  return options_wants(t->options, "--evaluator", trained_evaluators[e]);
}

// ---- speed ---------------------------------------------------------------------------------------

// Playouts per second of CPU time: with the features of all moves worked out, moves drawn by the policy or uniformly.
static double playouts_per_second(const Trained *t, const Game *game, const FeatureSet *set, const EvaluatorRow *row,
                                  bool by_policy) {
  LinearPolicy *policy;
  Position *x = position_new(game, t->seed, 0);
  double playouts = 0;
  // With a very high temperature the softmax is uniform, and costs the same.
  LinearPlayout how = {.temperature = by_policy ? 1 : 1e9};
  linear_open_with(&policy, game, set, (FeatureRules){0}, row);
  // Evaluators make their tables as sites are asked about: the first playouts are not measured.
  for (uint64_t k = 0; k < WARM_UP; k++) linear_playout_run(policy, &how, NULL, x, t->seed + 1, k);
  double began = clock_thread_seconds();
  for (uint64_t k = 0; clock_thread_seconds() - began < t->seconds; k++) {
    linear_playout_run(policy, &how, NULL, x, t->seed, k);
    playouts++;
  }
  double spent = clock_thread_seconds() - began;
  linear_close(policy);
  position_free(x);
  return playouts / spent;
}

static void measure(Trained *t, const Game *game, const char *name, const FeatureSet *set) {
  for (int e = 0; e < TRAINED_EVALUATORS; e++) {
    for (int by_policy = 0; by_policy < 2; by_policy++) {
      double *cell = trained_speed(&t->table, name, e, by_policy);
      if (!isnan(*cell) || !wants_evaluator(t, e)) continue;
      *cell = playouts_per_second(t, game, set, evaluator_find(trained_evaluators[e]), by_policy);
      printf("%-24s %-10s %s: %.0f playouts/s\n", name, trained_evaluators[e], by_policy ? "by policy" : "uniform",
             *cell);
      fflush(stdout);
    }
  }
}

// ---- strength ------------------------------------------------------------------------------------

// The pairs, those of the paper's order first.
static const int pairs[][2] = {{0, 2}, {1, 2}, {0, 1}, {2, 4}, {2, 3}, {0, 4}, {1, 4}, {0, 3}, {1, 3}, {3, 4}};
static_assert(COUNT_OF(pairs) == TRAINED_EVALUATORS * (TRAINED_EVALUATORS - 1) / 2, "every pair");

static bool play_pair(Trained *t, const Load *load, const Game *game, const char *name, const char *model,
                      const int *pair) {
  Arena *arena = t->options->arena;
  AgentSpec *agents;
  int a = pair[0], b = pair[1];
  Contest contest = {.game = game, .seed = t->seed, .executor = load->executor};
  const char *why = "", *how = options_value(t->options, "--settings");
  const char *format =
      "biased:model=\"%s\",%s,evaluator=%s,time=%g,clock=cpu,biased:model=\"%s\",%s,evaluator=%s,time=%g,clock=cpu";
  if (!how) how = "use=both,c=1.25,mix=0,epsilon=0.5,plies=0";
  double *cell = trained_score(&t->table, name, a, b);
  if (!isnan(*cell) || !wants_evaluator(t, a) || !wants_evaluator(t, b)) return true;
  const char *text = arena_printf(arena, format, model, how, trained_evaluators[a], t->move_seconds, model, how,
                                  trained_evaluators[b], t->move_seconds);
  if (!agent_parse_list(arena, str_of(text), &agents, &contest.n, &why)) {
    fprintf(stderr, "senet experiment: %s\n", why);
    return false;
  }
  contest.agents = agents;
  *cell = quick_match(&contest, t->n, t->workers);
  Interval interval = wilson_interval(*cell, (double)t->n);
  printf("%-24s %-10s against %-10s: %.1f %% (%.1f to %.1f) of %llu games\n", name, trained_evaluators[a],
         trained_evaluators[b], 100 * *cell, 100 * interval.low, 100 * interval.high, (unsigned long long)t->n);
  fflush(stdout);
  return trained_store(arena, t->folder, &t->table);
}

static bool run_model(Trained *t, const char *name) {
  Load load;
  Model *model = NULL;
  Arena *arena = t->options->arena;
  const char *why = "", *folder = arena_printf(arena, "%s/%s", t->folder, name);
  bool good = load_begin(&load, t->options);
  const Game *game = good ? load_compiled(&load, t->options, name) : NULL;
  good = game && load_executor(&load, t->options, game) && model_read(arena, folder, game->players, &model, &why);
  if (game && !good) fprintf(stderr, "senet experiment: %s\n", why);
  if (good) {
    measure(t, game, name, model->selection);
    good = trained_store(arena, t->folder, &t->table);
    for (size_t i = 0; i < COUNT_OF(pairs) && good && game->players == 2; i++) {
      good = play_pair(t, &load, game, name, folder, pairs[i]);
    }
  }
  model_close(model);
  load_free(&load);
  return good;
}

// ---- the command ---------------------------------------------------------------------------------

// DIR/NAME/selection.features: a model of the game NAME.
static void visit_set(void *self, const char *path) {
  Trained *t = self;
  size_t n = strlen(t->folder);
  if (strncmp(path, t->folder, n) != 0 || path[n] != '/') return;
  const char *name = path + n + 1, *end = strchr(name, '/');
  if (!end || strcmp(end, "/selection.features") != 0) return;
  name = arena_text(t->options->arena, (Str){name, (size_t)(end - name)});
  if (!t->failed && options_wants(t->options, "--game", name)) t->failed = !run_model(t, name);
}

static bool run_models(Trained *t) {
  file_walk(t->folder, "selection.features", visit_set, t);
  return !t->failed;
}

int experiment_trained(const Options *options) {
  Trained t = {.options = options, .folder = options_value(options, "--trained"), .seconds = 2, .move_seconds = 0.5};
  int64_t n = 100, seed = 1, workers = thread_processors();
  if (!options_integer(options, "-n", 1, 1000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) ||
      !options_number(options, "--seconds", 0.001, 3600, &t.seconds) ||
      !options_number(options, "--time", 0.0001, 3600, &t.move_seconds)) {
    return EXIT_USAGE;
  }
  t.n = (uint64_t)n;
  t.seed = (uint64_t)seed;
  t.workers = (int)workers;
  trained_load(options->arena, t.folder, &t.table);
  bool good = run_models(&t);
  trained_print(&t.table, t.seed);
  good = good && trained_figure(options->arena, t.folder, &t.table);
  trained_free(&t.table);
  if (!good) fprintf(stderr, "senet experiment: cannot go on in %s\n", t.folder);
  return good ? EXIT_YES : EXIT_NO;
}
