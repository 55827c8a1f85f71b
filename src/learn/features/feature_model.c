// Reading models.
#include "learn/features/feature_model.h"

#include "base/file.h"
#include "base/mem.h"

#include <ctype.h>

const char *const model_uses[] = {"model", "both", "selection", "playouts", "none", NULL};
const char *const model_trees[] = {"model", "whole", "small", NULL};

#define AT(field) offsetof(ModelSettings, field)

const SearchOption model_setting_rows[] = {
    {"use", OPTION_WORD, AT(use), 0, 0, "selection", model_uses, "Where features are used."},
    {"c", OPTION_REAL, AT(c), 0, 100, "1.25", NULL, "Weight of exploration."},
    {"epsilon", OPTION_REAL, AT(epsilon), 0, 1, "0.5", NULL, "How often playouts move at random."},
    {"temperature", OPTION_REAL, AT(temperature), 1e-3, 1e3, "1", NULL, "Of the softmax of playouts."},
    {"plies", OPTION_INTEGER, AT(plies), 0, 1e9, "0", NULL, "Moves of a playout chosen by features; 0: all."},
    {"bias", OPTION_REAL, AT(bias), 0, 1e3, "0", NULL, "Weight of a prior that fades with visits; 0: PUCT."},
    {"mix", OPTION_REAL, AT(mix), 0, 1, "0.25", NULL, "Part of the prior that is the same for all moves."},
    {"tree", OPTION_WORD, AT(tree), 0, 0, "whole", model_trees, "The set of the tree: whole, or small as in playouts."},
    {"expand", OPTION_INTEGER, AT(expand), 1, 1e9, "2", NULL, "Native search: visits before a node gets priors."},
    {0},
};

static bool read_set(Arena *arena, const char *path, int players, FeatureSet **set, const char **why) {
  Str text;
  Diags diags;
  if (!file_read(arena, path, 0, &text, why)) {
    *why = arena_printf(arena, "%s: %s", path, *why);
    return false;
  }
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){arena_text(arena, str_of(path)), text};
  diags_init(&diags, arena);
  if (set_read(set, source, players, &diags)) return true;
  *why = arena_printf(arena, "%s is not a feature set for this game", path);
  return false;
}

// A set by itself was made by hand: its few features are worth asking everywhere.
static const char by_hand[] = "use=both,c=0.6,epsilon=0.1,expand=1";

static bool read_file(Arena *arena, const char *path, int players, Model *model, const char **why) {
  search_options_default(model_setting_rows, &model->settings);
  return search_options_read(arena, model_setting_rows, str_of(by_hand), &model->settings, why) &&
         read_set(arena, path, players, &model->selection, why);
}

static bool read_settings(Arena *arena, const char *folder, ModelSettings *settings, const char **why) {
  Str text;
  const char *path = arena_printf(arena, "%s/agent.txt", folder);
  search_options_default(model_setting_rows, settings);
  if (!file_exists(path)) return true;
  if (!file_read(arena, path, 1 << 16, &text, why)) return false;
  while (text.n && isspace((unsigned char)text.p[text.n - 1])) text.n--;
  return search_options_read(arena, model_setting_rows, text, settings, why);
}

static bool read_folder(Arena *arena, const char *folder, int players, Model *model, const char **why) {
  const char *playouts = arena_printf(arena, "%s/playout.features", folder);
  return read_set(arena, arena_printf(arena, "%s/selection.features", folder), players, &model->selection, why) &&
         (!file_exists(playouts) || read_set(arena, playouts, players, &model->playouts, why)) &&
         read_settings(arena, folder, &model->settings, why);
}

bool model_read(Arena *arena, const char *path, int players, Model **out, const char **why) {
  Model *model = mem_alloc_zero(sizeof *model);
  bool file = file_exists(path) && !file_is_folder(path);
  bool good = file ? read_file(arena, path, players, model, why) : read_folder(arena, path, players, model, why);
  if (good) *out = model;
  else model_close(model);
  return good;
}

void model_close(Model *model) {
  if (!model) return;
  set_close(model->selection);
  set_close(model->playouts);
  mem_free(model);
}

ModelSettings model_settings_with(const ModelSettings *model, const ModelSettings *given) {
  ModelSettings both = *model;
  if (given->use != USE_MODEL) both.use = given->use;
  if (given->c >= 0) both.c = given->c;
  if (given->epsilon >= 0) both.epsilon = given->epsilon;
  if (given->temperature > 0) both.temperature = given->temperature;
  if (given->plies >= 0) both.plies = given->plies;
  if (given->bias >= 0) both.bias = given->bias;
  if (given->mix >= 0) both.mix = given->mix;
  if (given->tree != TREE_MODEL) both.tree = given->tree;
  if (given->expand > 0) both.expand = given->expand;
  return both;
}

const char *model_settings_text(Arena *arena, const ModelSettings *s) {
  return arena_printf(arena, "use=%s,c=%g,epsilon=%g,temperature=%g,plies=%lld,bias=%g,mix=%g,tree=%s,expand=%lld",
                      model_uses[s->use], s->c, s->epsilon, s->temperature, (long long)s->plies, s->bias, s->mix,
                      model_trees[s->tree], (long long)s->expand);
}
