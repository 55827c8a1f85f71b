// Biased against plain search in the ten games of the paper: learning curves for four ways to find features (Figure 4),
// what features cost (5 and 8), play without search (6), and sets pruned to 15 features (7); and features made by hand,
// where our games have such. Trainings and results are kept in a folder; what is there is not done again.
#include "cmd/experiment/experiment_biasing.h"

#include "base/file.h"
#include "base/installed.h"
#include "base/thread.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"
#include "cmd/learn/biasing_rows.h"
#include "cmd/learn/feature_load.h"
#include "cmd/study/quick_match.h"
#include "learn/features/feature_train.h"
#include "play/show/seats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { PRUNED = 15 };

static const int grow_checkpoints[] = {1, 25, 50, 100, 200}, pruned_checkpoints[] = {0, 25, 50, 75, 100};

typedef struct Biasing {
  const Options *options;
  const char *folder;
  uint64_t n, seed;
  uint32_t games, more;  // of self-play; after pruning
  double seconds;
  int workers;
  TrainSettings settings;
  BiasingRows rows;
} Biasing;

// A game with its own folder, and what is read of it.
typedef struct Case {
  const BiasingGame *row;
  const Game *game;
  Executor *executor;
  const char *strategy;
} Case;

// ---- matches -------------------------------------------------------------------------------------

static double play_match(const Biasing *b, const Case *c, const AgentSpec *agents) {
  Contest contest = {.game = c->game, .agents = agents, .n = 2, .seed = b->seed, .executor = c->executor};
  return quick_match(&contest, b->n, b->workers);
}

// Iterations of both agents in the first two moves: UCT's over the other's.
static double slowdown(const Biasing *b, const Case *c, const AgentSpec *agents) {
  double iterations[2] = {0};
  for (int i = 0; i < 2; i++) {
    AgentSetting setting = {.game = c->game, .seed = b->seed, .executor = c->executor};
    Agent *agent;
    SearchReport report = {0};
    Position *x = position_new(c->game, b->seed, 0);
    Random random = random_stream(b->seed, 9);
    agent_new(&agents[i], &setting, &agent);
    for (int ply = 0; ply < 2 && !position_over(x); ply++) {
      agent_choose(agent, x, seat_to_move(x), &report);
      iterations[i] += (double)report.iterations;
      playout_step(x, &random);
    }
    agent_free(agent);
    report_free(&report);
    position_free(x);
  }
  return iterations[0] > 0 ? iterations[1] / iterations[0] : 0;
}

// Who plays: trained models as in the paper, a set made by hand as it is best used, and plain UCT.
static const char *agents_text(const Biasing *b, const char *stage, const char *model) {
  Arena *arena = b->options->arena;
  if (!strcmp(stage, "hand")) {
    return arena_printf(arena, "biased:model=\"%s\",time=%g,clock=cpu,uct:time=%g,clock=cpu", model, b->seconds,
                        b->seconds);
  }
  const char *first =
      !strcmp(stage, "greedy")
          ? arena_printf(arena, "greedy:model=\"%s\"", model)
          : arena_printf(arena, "biased:model=\"%s\",use=selection,c=0.70710678,time=%g,clock=cpu", model, b->seconds);
  return arena_printf(arena, "%s,uct:c=0.70710678,time=%g,clock=cpu", first, b->seconds);
}

// Plays a model and keeps the result.
static bool evaluate(Biasing *b, const Case *c, const char *stage, uint32_t games, const char *model) {
  Arena *arena = b->options->arena;
  const char *why = "";
  AgentSpec *agents;
  int n;
  bool greedy = !strcmp(stage, "greedy");
  if (!agent_parse_list(arena, str_of(agents_text(b, stage, model)), &agents, &n, &why) ||
      agent_unsuited(&agents[0], c->game)) {
    fprintf(stderr, "senet experiment: %s: cannot play\n", model);
    return false;
  }
  BiasingRow row = {.game = c->row->name, .strategy = c->strategy, .stage = stage, .games = games, .n = b->n};
  row.score = play_match(b, c, agents);
  row.slowdown = greedy ? 0 : slowdown(b, c, agents);
  VEC_PUSH(&b->rows, row);
  biasing_row_print(&row);
  return biasing_rows_store(arena, b->folder, &b->rows);
}

// ---- training ------------------------------------------------------------------------------------

static bool train_to(const Biasing *b, const Case *c, const char *model, const FeatureSet *initial, bool grows,
                     uint32_t games) {
  const char *why = "";
  TrainPlan plan = {.game = c->game,
                    .names = {.name = c->game->name, .options = options_values(b->options, "--option")},
                    .folder = model,
                    .settings = b->settings,
                    .seed = b->seed,
                    .games = games,
                    .threads = b->workers,
                    .executor = c->executor,
                    .initial = initial};
  plan.settings.choose_time = 0;
  for (int i = 0; discovery_names[i]; i++) {
    if (!strcmp(discovery_names[i], grows ? c->strategy : "none")) plan.settings.learner.discovery = i;
  }
  if (train_run(b->options->arena, &plan, &why)) return true;
  fprintf(stderr, "senet experiment: %s: %s\n", model, why);
  return false;
}

static bool is_done(const Biasing *b, const Case *c, const char *stage, uint32_t games) {
  return biasing_rows_find(&b->rows, c->row->name, c->strategy, stage, games) != NULL;
}

static bool grow_stage(Biasing *b, const Case *c, const char *model, const FeatureSet *initial) {
  for (size_t i = 0; i < COUNT_OF(grow_checkpoints); i++) {
    uint32_t games = (uint32_t)grow_checkpoints[i];
    if (games > b->games && (i == 0 || (uint32_t)grow_checkpoints[i - 1] >= b->games)) break;
    games = MIN(games, b->games);
    bool greedy = !strcmp(c->strategy, "correlation");
    if (is_done(b, c, "grow", games) && (!greedy || is_done(b, c, "greedy", games))) continue;
    if (!train_to(b, c, model, initial, true, games)) return false;
    if (!is_done(b, c, "grow", games) && !evaluate(b, c, "grow", games, model)) return false;
    if (greedy && !is_done(b, c, "greedy", games) && !evaluate(b, c, "greedy", games, model)) return false;
  }
  return true;
}

// The features with the largest weights.
static FeatureSet *prune(const Game *game, const FeatureSet *from, Arena *arena) {
  double *weights = ARENA_ARRAY(arena, double, from->n + 1);
  int *order = ARENA_ARRAY(arena, int, from->n + 1);
  Feature *features = ARENA_ARRAY(arena, Feature, from->n + 1);
  FeatureSpace *space;
  FeatureSet *set;
  int n = MIN(PRUNED, from->n);
  for (int i = 0; i < from->n; i++) weights[i] = set_heaviness(from, i);
  features_by_weight(weights, from->n, order);
  for (int i = 0; i < n; i++) features[i] = from->at[order[i]];
  space_open(&space, game, (FeatureRules){0});
  set_of_features(&set, space, features, n);
  for (Player p = 1; p <= game->players; p++) {
    for (int i = 0; i < n; i++) set_weights(set, p)[i] = set_weights(from, p)[order[i]];
  }
  space_close(space);
  return set;
}

static bool pruned_stage(Biasing *b, const Case *c, const char *model) {
  Arena *arena = b->options->arena;
  Model *trained;
  const char *why = "", *folder = arena_printf(arena, "%s-pruned", model);
  if (!model_read(arena, model, c->game->players, &trained, &why)) return false;
  FeatureSet *set = prune(c->game, trained->selection, arena);
  bool good = true;
  for (size_t i = 0; i < COUNT_OF(pruned_checkpoints) && good; i++) {
    uint32_t games = (uint32_t)pruned_checkpoints[i];
    if (games > b->more) break;
    if (is_done(b, c, "pruned", games)) continue;
    good = train_to(b, c, folder, set, false, games) && evaluate(b, c, "pruned", games, folder);
  }
  set_close(set);
  model_close(trained);
  return good;
}

static bool run_case(Biasing *b, const Case *c) {
  Arena *arena = b->options->arena;
  const char *model = arena_printf(arena, "%s/%s-%s", b->folder, c->row->name, c->strategy);
  FeatureSet *initial = feature_load_set(b->options, c->game, b->settings.set, (FeatureRules){0});
  bool good = initial && grow_stage(b, c, model, initial) && pruned_stage(b, c, model);
  set_close(initial);
  return good;
}

// The features that somebody made for the game, where there are such.
static bool hand_stage(Biasing *b, const Case *c) {
  const char *file = arena_printf(b->options->arena, "%s/features/%s.features", installed_games(), c->game->name);
  if (!file_exists(file) || is_done(b, c, "hand", 0)) return true;
  return evaluate(b, c, "hand", 0, file);
}

// ---- the command ---------------------------------------------------------------------------------

static bool run_game(Biasing *b, const BiasingGame *row) {
  Load load;
  const Options *options = b->options;
  bool good = load_begin(&load, options);
  const Game *game = NULL;
  if (good) game = biasing_game_load(&load, options, row);
  good = game && load_executor(&load, options, game);
  for (int i = 0; good && i < DISCOVER_NOTHING; i++) {
    if (!options_wants(options, "--strategy", discovery_names[i])) continue;
    Case c = {row, game, load.executor, discovery_names[i]};
    good = run_case(b, &c);
  }
  if (good && options_wants(options, "--strategy", "hand-made")) {
    Case c = {row, game, load.executor, "hand-made"};
    good = hand_stage(b, &c);
  }
  load_free(&load);
  return good;
}

static bool read_budget(const Options *options, Biasing *b) {
  bool paper = options_has(options, "--paper");
  int64_t n = paper ? 200 : 20, seed = 1, workers = thread_processors(), games = paper ? 200 : 25, iterations = 500;
  b->seconds = paper ? 5 : 0.05;
  if (!options_integer(options, "-n", 1, 1000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) || !options_integer(options, "--games", 1, 100000, &games) ||
      !options_integer(options, "--iterations", 1, INT64_MAX, &iterations) ||
      !options_number(options, "--time", 0.0001, 3600, &b->seconds)) {
    return false;
  }
  const char *why = "";
  search_options_default(train_setting_rows, &b->settings);
  search_options_read(options->arena, train_setting_rows, str_of(train_presets[0].text), &b->settings, &why);
  if (!paper) {
    b->settings.think = 0;
    b->settings.iterations = iterations;
    b->settings.together = workers;
  }
  b->n = (uint64_t)n;
  b->seed = (uint64_t)seed;
  b->games = (uint32_t)games;
  b->more = (uint32_t)games / 2;
  b->workers = (int)workers;
  return true;
}

int experiment_biasing(const Options *options) {
  Biasing b = {.options = options, .folder = options_value(options, "--out")};
  if (!b.folder) return options_misuse(options, "give a folder for trainings and results: --out DIR");
  if (!read_budget(options, &b)) return EXIT_USAGE;
  const char *wrong = !file_make_folder(b.folder)                             ? "it cannot be made"
                      : !biasing_rows_load(options->arena, b.folder, &b.rows) ? "biasing.csv is not of this experiment"
                                                                              : NULL;
  if (wrong) {
    fprintf(stderr, "senet experiment: cannot use the folder %s: %s\n", b.folder, wrong);
    VEC_FREE(&b.rows);
    return EXIT_NO;
  }
  bool good = true;
  for (const BiasingGame *row = biasing_games; row->name && good; row++) {
    if (options_wants(options, "--game", row->name)) good = run_game(&b, row);
  }
  biasing_rows_report(&b.rows);
  good = good && biasing_rows_figure(options->arena, b.folder, &b.rows);
  VEC_FREE(&b.rows);
  return good ? EXIT_YES : EXIT_NO;
}
