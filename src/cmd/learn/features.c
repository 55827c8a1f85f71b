// senet features: the spatial features of a game.
#include "base/file.h"
#include "cmd/frame/game_option.h"
#include "cmd/learn/feature_load.h"
#include "cmd/learn/features_verify.h"
#include "feature/evaluate/agree.h"
#include "feature/feature_picture.h"
#include "feature/initial.h"
#include "learn/features/feature_model.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- a set --------------------------------------------------------------------------------------

// Drops the features that the move rules exclude.
static FeatureSet *keep_possible(FeatureSet *set, const FeatureSpace *space) {
  MoveFactsList facts = {0};
  Features kept = {0};
  FeatureSet *smaller;
  move_facts(space->game, &facts);
  for (int i = 0; i < set->n; i++) {
    if (feature_possible(&set->at[i], &facts)) VEC_PUSH(&kept, set->at[i]);
  }
  set_of_features(&smaller, space, kept.at, (int)kept.n);
  VEC_FREE(&kept);
  VEC_FREE(&facts);
  set_close(set);
  return smaller;
}

static void print_list(const FeatureSet *set) {
  for (int i = 0; i < set->n; i++) {
    printf("%4d  ", i);
    for (Player p = 1; set->weighted && p <= set->players; p++) printf("%+8.3f  ", (double)set_weights(set, p)[i]);
    printf("%s\n", set->texts[i]);
  }
}

static void print_json(const FeatureSet *set, const FeatureSpace *space) {
  json_t *features = json_array(), *aspatial = json_array(), *rotations = json_array();
  for (int i = 0; i < set->n; i++) json_array_append_new(features, json_string(set->texts[i]));
  for (int i = 0; i < (space->swaps ? ASPATIALS : ASPATIALS - 1); i++) {
    json_array_append_new(aspatial, json_string(aspatial_names[i]));
  }
  for (int i = 0; i < space->rotations.n; i++) {
    json_array_append_new(rotations, json_real((double)space->rotations.at[i]));
  }
  json_t *json = json_pack("{ss si sb so so so}", "game", space->game->name, "sites", space->n, "usesFrom",
                           space->uses_from, "rotations", rotations, "aspatial", aspatial, "features", features);
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
  putchar('\n');
  json_decref(json);
}

static int write_set(const Options *options, const FeatureSet *set, const char *path) {
  Text text = {0};
  set_write(&text, set);
  bool good = options_write_file(options, path, text_str(&text));
  text_free(&text);
  return good ? EXIT_YES : EXIT_NO;
}

static int draw_feature(const Options *options, const FeatureSet *set, const FeatureSpace *space, const char *option) {
  int64_t number = 0;
  Text text = {0};
  if (!set->n) {
    fprintf(stderr, "senet features: there are no features in the set\n");
    return EXIT_NO;
  }
  if (!options_integer(options, option, 0, set->n - 1, &number)) return EXIT_USAGE;
  FeaturePicture picture = picture_make(options->arena, space, &set->at[number]);
  if (!strcmp(option, "--svg")) {
    picture_svg(&text, &picture, set->texts[number]);
  } else {
    text_printf(&text, "%s\n", set->texts[number]);
    picture_text(&text, &picture);
  }
  fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
  return EXIT_YES;
}

static int show_set(const Options *options, const FeatureSet *set, const FeatureSpace *space) {
  if (options_has(options, "--write")) return write_set(options, set, options_value(options, "--write"));
  if (options_has(options, "--svg")) return draw_feature(options, set, space, "--svg");
  if (options_has(options, "--draw")) return draw_feature(options, set, space, "--draw");
  if (options_has(options, "--json")) print_json(set, space);
  else print_list(set);
  return EXIT_YES;
}

static int run_set(const Options *options, const Game *game) {
  const char *name = options_value(options, "--set");
  FeatureRules rules;
  FeatureSpace *space;
  if (!feature_load_rules(options, &rules)) return EXIT_USAGE;
  FeatureSet *set = feature_load_set(options, game, name ? name : "Atomic-1-2", rules);
  if (!set) return EXIT_NO;
  space_open(&space, game, rules);
  if (options_has(options, "--possible")) set = keep_possible(set, space);
  int result = show_set(options, set, space);
  space_close(space);
  set_close(set);
  return result;
}

// All evaluators on random features, or on those of a set.
static int run_agree(const Options *options, const Game *game) {
  int64_t pairs = 10000, seed = 1;
  AgreePlan plan = {.features = 36, .sets = 4};
  AgreeReport report;
  if (!feature_load_rules(options, &plan.rules) || !options_integer(options, "-n", 1, INT64_MAX, &pairs) ||
      !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_number(options, "--seconds", 0.001, 1e6, &plan.seconds)) {
    return EXIT_USAGE;
  }
  plan.pairs = (uint64_t)pairs;
  plan.seed = (uint64_t)seed;
  const char *name = options_value(options, "--set");
  FeatureSet *set = name ? feature_load_set(options, agree_game(game), name, plan.rules) : NULL;
  if (name && !set) return EXIT_NO;
  if (set) plan.sets = 1;
  plan.set = set;
  features_agree(game, options->arena, &plan, &report);
  set_close(set);
  if (report.fault) fprintf(stderr, "senet features: the rules stopped: %s\n", report.fault);
  if (report.differ) printf("%s and naive: %s\n", report.evaluator, report.feature);
  printf("%s: %" PRIu64 " pairs of state and move, %.1f active features each, %" PRIu64 " differ\n", game->name,
         report.pairs, report.pairs ? (double)report.active / (double)report.pairs : 0, report.differ);
  return report.differ ? EXIT_NO : EXIT_YES;
}

// ---- trained models ------------------------------------------------------------------------------

// The features with the largest weights, each with its weights by player and a picture.
static void print_heaviest(const Options *options, const FeatureSet *set, const FeatureSpace *space, int64_t top) {
  double *weights = ARENA_ARRAY(options->arena, double, set->n + 1);
  int *order = ARENA_ARRAY(options->arena, int, set->n + 1);
  for (int i = 0; i < set->n; i++) weights[i] = set_heaviness(set, i);
  features_by_weight(weights, set->n, order);
  for (int i = 0; i < set->n && i < top; i++) {
    int number = order[i];
    Text text = {0};
    for (Player p = 1; p <= set->players; p++) printf("%+.3f ", (double)set_weights(set, p)[number]);
    printf("%s\n", set->texts[number]);
    FeaturePicture picture = picture_make(options->arena, space, &set->at[number]);
    picture_text(&text, &picture);
    printf("%s\n", text.p ? text.p : "");
    text_free(&text);
  }
}

// The game a set of a model says it is for (arena), or NULL.
static const char *game_of_model(const Options *options, const char *folder) {
  Str text;
  const char *why = "", *path = arena_printf(options->arena, "%s/selection.features", folder);
  if (!file_read(options->arena, path, 0, &text, &why)) return NULL;
  for (const char *line = text.p; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    if (strncmp(line, "game ", 5) != 0) continue;
    const char *end = strchr(line, '\n');
    return arena_text(options->arena, (Str){line + 5, end ? (size_t)(end - line) - 5 : strlen(line + 5)});
  }
  return NULL;
}

static int run_model(const Options *options, Load *load, const char *folder) {
  int64_t top = 5;
  const char *name = game_of_model(options, folder), *why = "";
  if (!options_integer(options, "--top", 1, INT32_MAX, &top)) return EXIT_USAGE;
  if (!name) return options_misuse(options, "%s has no selection.features that names a game", folder);
  const Game *game = load_compiled(load, options, name);
  Model *model;
  FeatureSpace *space;
  if (!game) return EXIT_NO;
  if (!model_read(options->arena, folder, game->players, &model, &why)) {
    fprintf(stderr, "senet features: %s\n", why);
    return EXIT_NO;
  }
  space_open(&space, game, (FeatureRules){0});
  printf("%s: %d features in the tree, %d in playouts; %s\n\n", name, model->selection->n,
         model->playouts ? model->playouts->n : model->selection->n,
         model_settings_text(options->arena, &model->settings));
  print_heaviest(options, model->selection, space, top);
  space_close(space);
  model_close(model);
  return EXIT_YES;
}

static int run_features(const Options *options) {
  Load load;
  int result = EXIT_NO;
  const char *evaluator = options_value(options, "--evaluator");
  if (!options_has(options, "--verify") && options->n != 1) return options_misuse(options, "give one game");
  if (evaluator && !evaluator_find(evaluator)) {
    return options_misuse(options, "there is no evaluator '%s': naive, tree, spatternet, jit or fast", evaluator);
  }
  if (load_begin(&load, options)) {
    if (options->n == 1 && file_is_folder(options->arguments[0])) {
      result = run_model(options, &load, options->arguments[0]);
    } else if (options_has(options, "--verify")) {
      result = features_verify(&load, options) ? EXIT_YES : EXIT_NO;
    } else {
      const Game *game = load_compiled(&load, options, options->arguments[0]);
      if (game) result = options_has(options, "--agree") ? run_agree(options, game) : run_set(options, game);
    }
  }
  load_free(&load);
  return result;
}

static const CommandOption features_options[] = {
    GAME_OPTIONS,
    {"--set", "SET",
     "The set: Atomic-M-N, features with walks of up to M steps, or N without a turn (default Atomic-1-2); Initial, "
     "made "
     "from the move rules; or a file."},
    {"--top", "N", "With the folder of a model: draws the N features with the largest weights; default 5."},
    {"--possible", NULL, "Leaves out features that the move rules exclude."},
    {"--json", NULL, "Prints the set as a JSON object.", .excludes = "--write --draw --svg"},
    {"--write", "FILE", "Writes the set as a file that can be edited.", .excludes = "--draw --svg"},
    {"--draw", "N", "Draws feature number N as text.", .excludes = "--svg"},
    {"--svg", "N", "Draws feature number N as SVG."},
    FEATURE_RULES_OPTION(NULL),
    {"--verify", NULL,
     "Compares files of recorded features or neighbour lists with ours; the last line is `N ok, M differ`.",
     .excludes = "--agree --set --possible --json --write --draw --svg"},
    {"--agree", NULL,
     "Compares all evaluators on random features with 1 to 6 elements, or on those of --set, for every legal move of "
     "random games.",
     .excludes = "--possible --json --write --draw --svg"},
    {"-n", "N", "With --agree: so many pairs of state and move; default 10000.", .needs = "--agree"},
    {"--seconds", "S", "With --agree: at most so long.", .needs = "--agree"},
    {"--seed", "K", "With --agree: seed of features, chance and choices; default 1.", .needs = "--agree"},
    {"--evaluator", "NAME", "How active features are found: naive (default), tree, spatternet, jit or fast."},
    {0},
};

const Command command_features = {
    .name = "features",
    .usage = "GAME | MODEL | --verify FILE...",
    .doc = "Lists the spatial features of a game or of a trained model, draws them, and compares recorded ones.",
    .least = 1,
    .most = -1,
    .options = features_options,
    .run = run_features,
};
