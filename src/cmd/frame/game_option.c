// Libraries and games for the commands.
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "cmd/frame/terminal.h"
#include "lud/lower/lower.h"

static size_t count(const char **list) {
  size_t n = 0;
  while (list && list[n]) n++;
  return n;
}

bool load_report(Load *load) {
  bool clean = load->diags.total == 0;
  diags_print(stderr, &load->diags, terminal_colour(stderr));
  diags_init(&load->diags, &load->arena);
  return clean;
}

bool load_begin(Load *load, const Options *options) {
  *load = (Load){0};
  diags_init(&load->diags, &load->arena);
  const char **paths = options_values(options, "--library");
  library_open(&load->library, paths, count(paths), &load->diags);
  return load_report(load);
}

void load_free(Load *load) {
  executor_close(load->executor);
  library_free(&load->library);
  arena_free(&load->arena);
}

OptionWishes load_wishes(const Options *options) {
  const char **chosen = options_values(options, "--option");
  return (OptionWishes){.options = chosen, .n = count(chosen), .ruleset = options_value(options, "--ruleset")};
}

bool load_game(Load *load, const Options *options, const char *name) {
  OptionWishes wishes = load_wishes(options);
  lud_load(&load->library, &load->arena, name, &wishes, &load->diags, &load->game);
  return load_report(load);
}

bool load_strategy(const Options *options, const RbgStrategy **strategy) {
  const char *name = options_value(options, "--split");
  *strategy = name ? rbg_strategy_find(str_of(name)) : NULL;
  if (!name || *strategy) return true;
  options_misuse(options,
                 "there is no way of splitting called '%s': Dots, Mod, Plus, Shift, or combinations such as ModPlus",
                 name);
  return false;
}

bool load_split(Load *load, const Options *options) { return load_strategy(options, &load->split); }

const char *load_rbg_path(const Load *load, const char *name) {
  bool is_file = str_ends(str_of(name), ".rbg");
  const char *known = is_file && file_exists(name) ? NULL : library_rbg(&load->library, name);
  return known || !is_file ? known : name;
}

bool load_rbg(Load *load, const char *name) {
  load->rbg = rbg_read(&load->arena, load_rbg_path(load, name), &load->diags);
  return load_report(load) && load->rbg;
}

static const Game *compile_rbg(Load *load, const char *name) {
  const Game *game = NULL;
  if (!load_rbg(load, name)) return NULL;
  bool good = rbg_compile(&load->arena, load->rbg, load->split, &load->diags, &game);
  return load_report(load) && good ? game : NULL;
}

const char *load_path(const Load *load) { return load->rbg ? load->rbg->source->name : load->game.source->name; }

const Game *load_compiled(Load *load, const Options *options, const char *name) {
  const Game *game = NULL;
  if (load_is_rbg(load, name)) return compile_rbg(load, name);
  if (!load_game(load, options, name)) return NULL;
  bool good = lud_compile(&load->arena, load->game.terms, &load->diags, &game);
  return load_report(load) && good ? game : NULL;
}

bool executor_option(const Options *options, ExecutorKind *kind) {
  const char *word = options_value(options, "--executor");
  if (executor_read(word, kind)) return true;
  options_misuse(options, "there is no executor '%s': auto, native or interpreter", word ? word : "of SENET_EXECUTOR");
  return false;
}

static bool open_executor(Load *load, const Options *options, const Game *game, ExecutorKind kind) {
  executor_close(load->executor);
  executor_open(game, kind, &load->executor);
  bool good = kind != EXECUTOR_NATIVE || executor_native(load->executor);
  if (!good) {
    fprintf(stderr, "senet %s: no native code for this game: %s\n", options->command->name,
            executor_why(load->executor));
  }
  return good;
}

bool load_executor(Load *load, const Options *options, const Game *game) {
  ExecutorKind kind;
  return executor_option(options, &kind) && open_executor(load, options, game, kind);
}

bool load_native(Load *load, const Options *options, const Game *game) {
  return open_executor(load, options, game, EXECUTOR_NATIVE);
}
