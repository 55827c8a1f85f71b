// senet features: the spatial features of a game.
#include "cmd/frame/load.h"
#include "cmd/study/features_verify.h"
#include "feature/evaluator.h"
#include "feature/set.h"

#include <jansson.h>
#include <stdio.h>

static int print_set(const Options *options, const Game *game) {
  const char *name = options_value(options, "--set");
  int turning = 1, straight = 2;
  if (name && !atomic_name(name, &turning, &straight)) {
    return options_misuse(options, "'%s' is not a set: Atomic-M-N with M at most N", name);
  }
  FeatureSpace *space;
  FeatureSet *set;
  space_open(&space, game, (FeatureRules){0});
  set_atomic(&set, space, turning, straight);
  for (int i = 0; i < set->n; i++) printf("%4d  %s\n", i, set->texts[i]);
  set_close(set);
  space_close(space);
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
    if (options_has(options, "--verify")) {
      result = features_verify(&load, options) ? EXIT_YES : EXIT_NO;
    } else {
      const Game *game = load_compiled(&load, options, options->arguments[0]);
      if (game) result = print_set(options, game);
    }
  }
  load_free(&load);
  return result;
}

static const CommandOption features_options[] = {
    GAME_OPTIONS,
    {"--set", "SET",
     "The set: Atomic-M-N, features with walks of up to M steps, or N without a turn; default Atomic-1-2."},
    {"--verify", NULL,
     "Compares files of recorded features or neighbour lists with ours; the last line is `N ok, M differ`."},
    {"--evaluator", "NAME", "How active features are found: naive (default), tree, spatternet, jit or fast."},
    {0},
};

const Command command_features = {
    .name = "features",
    .usage = "GAME | --verify FILE...",
    .doc = "Lists the spatial features of a game, draws them, and compares recorded ones.",
    .least = 1,
    .most = -1,
    .options = features_options,
    .run = run_features,
};
