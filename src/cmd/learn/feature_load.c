// Loading sets.
#include "cmd/learn/feature_load.h"

#include "base/file.h"
#include "cmd/frame/terminal.h"
#include "feature/initial.h"

static FeatureSet *read_file(const Options *options, const Game *game, const char *path) {
  Arena *arena = options->arena;
  Diags diags;
  Str text;
  const char *why;
  FeatureSet *set = NULL;
  diags_init(&diags, arena);
  if (!file_read(arena, path, 0, &text, &why)) {
    fprintf(stderr, "senet %s: there is no set or file '%s': %s\n", options->command->name, path, why);
    return NULL;
  }
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){arena_text(arena, str_of(path)), text};
  if (!set_read(&set, source, game->players, &diags)) {
    diags_print(stderr, &diags, terminal_colour(stderr));
    return NULL;
  }
  int which;
  if (set_fits(set, game, &which)) return set;
  fprintf(stderr, "senet %s: %s: this feature has too many instances in this game: %s\n", options->command->name, path,
          set->texts[which]);
  set_close(set);
  return NULL;
}

static void complain_of_size(const Options *options, const char *name) {
  fprintf(stderr, "senet %s: %s has more than %d features in this game\n", options->command->name, name, FEATURES_MAX);
}

bool feature_load(const Options *options, const Game *game, const char *name, FeatureWish *wish, FeatureSet **owned) {
  *owned = NULL;
  if (atomic_name(name, &wish->turning, &wish->straight)) {
    bool fits = feature_wish_fits(wish, game);
    if (!fits) complain_of_size(options, name);
    return fits;
  }
  wish->set = *owned = feature_load_set(options, game, name, wish->rules);
  return wish->set != NULL;
}

bool feature_load_evaluator(const Options *options, const EvaluatorRow **row) {
  const char *name = options_value(options, "--evaluator");
  *row = evaluator_find(name ? name : "fast");
  if (!*row) options_misuse(options, "there is no evaluator '%s': naive, tree, spatternet, jit or fast", name);
  return *row != NULL;
}

FeatureSet *feature_load_set(const Options *options, const Game *game, const char *name, FeatureRules rules) {
  int turning, straight;
  bool initial = !strcmp(name, "Initial");
  if (!initial && !atomic_name(name, &turning, &straight)) return read_file(options, game, name);
  FeatureSpace *space;
  FeatureSet *set = NULL;
  space_open(&space, game, rules);
  bool made = initial ? set_initial(&set, space) : set_atomic(&set, space, turning, straight);
  space_close(space);
  if (!made) complain_of_size(options, name);
  return made ? set : NULL;
}

bool feature_load_rules(const Options *options, FeatureRules *rules) {
  *rules = (FeatureRules){0};
  for (const char **word = options_values(options, "--rules"); *word; word++) {
    if (!strcmp(*word, "paper")) rules->paper = true;
    else if (!strcmp(*word, "apart")) rules->types_apart = true;
    else if (!strcmp(*word, "open")) rules->see_hidden = true;
    else {
      options_misuse(options, "there is no way '%s' to read features: paper, apart or open", *word);
      return false;
    }
  }
  return true;
}
