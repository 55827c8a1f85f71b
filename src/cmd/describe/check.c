// senet check: is there anything wrong with these descriptions?
#include "cmd/frame/load.h"

#include "base/file.h"
#include "cmd/frame/terminal.h"
#include "lud/lower/lint.h"
#include "lud/lower/lower.h"

#include <stdio.h>

typedef struct Check {
  Load *load;
  OptionWishes wishes;
  size_t done, bad;
  Progress progress;  // when a whole library is checked
} Check;

// Reports on the description just loaded and makes room for the next.
static void finish(Check *check) {
  check->done++;
  if (check->load->diags.total || check->load->diags.n_warnings) progress_clear(&check->progress);
  diags_print_warnings(stderr, &check->load->diags, terminal_colour(stderr));
  if (!load_report(check->load)) check->bad++;
  arena_reset(&check->load->arena);
  diags_init(&check->load->diags, &check->load->arena);
}

// Takes over what compiling found. A limit of Senet is no mistake of the description.
static void take_over(Diags *to, const Diag *found) {
  if (found->limit || found->warning) diag_warning(to, found->loc, "%s", found->message);
  else diag_error(to, found->loc, "%s", found->message);
  if (found->hint) diag_hint(to, "%s", found->hint);
}

// A description that reads well may still ask for a board that cannot be built, or for pieces that do not exist.
static void check_meaning(Load *load, bool loaded) {
  if (!loaded || !load->game.terms.root) return;
  const Game *game;
  Diags found;
  diags_init(&found, &load->arena);
  bool compiled = lud_compile(&load->arena, load->game.terms, &found, &game);
  if (compiled && !load->game.terms.n_parts) lud_lint(&load->arena, load->game.terms, game, &found);
  if (compiled) lud_lint_defines(&load->game, &found);
  for (size_t i = 0; i < found.n; i++) take_over(&load->diags, &found.list[i]);
  for (size_t i = 0; i < found.n_warnings; i++) take_over(&load->diags, &found.warnings[i]);
}

static void check_lud(Check *check, const char *name) {
  Load *load = check->load;
  check_meaning(load, lud_load(&load->library, &load->arena, name, &check->wishes, &load->diags, &load->game));
}

static void check_rbg(Load *load, const char *name) {
  const Game *game;
  const RbgDescription *rbg = rbg_read(&load->arena, load_rbg_path(load, name), &load->diags);
  if (rbg) rbg_compile(&load->arena, rbg, NULL, &load->diags, &game);
}

static void check_named(Check *check, const char *name) {
  Load *load = check->load;
  if (str_ends(str_of(name), ".def")) lud_check_defines(&load->arena, name, &load->diags);
  else if (load_is_rbg(load, name)) check_rbg(load, name);
  else check_lud(check, name);
  finish(check);
}

static void check_path(void *self, const char *path) { check_named(self, path); }

static void check_library(Check *check) {
  Load *load = check->load;
  progress_begin(&check->progress, "checking", load->library.games.n);
  for (size_t i = 0; i < load->library.games.n; i++) {
    const LibraryGame *game = &load->library.games.at[i];
    if (str_ends(str_of(game->path), ".rbg")) {
      check_named(check, game->path);
      continue;
    }
    LudInput input = {.source = library_read(&load->library, game, &load->arena, &load->diags),
                      .root = (int)game->root};
    if (input.source) {
      bool loaded = lud_load_input(&load->library, &load->arena, &input, &check->wishes, &load->diags, &load->game);
      check_meaning(load, loaded);
    }
    finish(check);
    progress_step(&check->progress, i + 1);
  }
  progress_end(&check->progress);
}

static void check_arguments(Check *check, const Options *options) {
  for (int i = 0; i < options->n; i++) {
    const char *name = options->arguments[i];
    if (file_is_folder(name)) {
      file_walk(name, ".lud", check_path, check);
      file_walk(name, ".rbg", check_path, check);
    } else {
      check_named(check, name);
    }
  }
}

static int run_check(const Options *options) {
  Load load;
  Check check = {.load = &load, .wishes = load_wishes(options)};
  bool opened = load_begin(&load, options);
  if (opened && options->n) check_arguments(&check, options);
  else if (opened) check_library(&check);
  load_free(&load);
  if (opened) printf("%zu checked, %zu with errors\n", check.done, check.bad);
  return opened && check.bad == 0 ? EXIT_YES : EXIT_NO;
}

static const CommandOption check_options[] = {
    GAME_OPTIONS,
    {0},
};

const Command command_check = {
    .name = "check",
    .usage = "[FILE...]",
    .doc = "Checks descriptions and shows what is wrong with them.",
    .details =
        "FILE is a .lud or .rbg file, a .def file, a folder with games, or the name of a known game. Without any, "
        "every "
        "game of the libraries is checked. Each error is shown with its place, the line and a suggestion where "
        "there is one. Warnings are about names that nothing has, which is allowed but seldom meant, and about what "
        "Senet cannot do yet. The exit "
        "status is 1 when there are errors.",
    .most = -1,
    .options = check_options,
    .run = run_check,
};
