// senet check: is there anything wrong with these descriptions?
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "base/json.h"
#include "cmd/frame/terminal.h"
#include "lud/lower/lint.h"
#include "lud/lower/lower.h"

#include <jansson.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

typedef struct Check {
  Load *load;
  OptionWishes wishes;
  size_t done, bad, doubts;
  bool json;
  Progress progress;  // when a whole library is checked
} Check;

// Where a define was used that a message came through, innermost first.
static json_t *uses_json(const SrcUse *use) {
  json_t *list = json_array();
  for (; use; use = use->at.via) {
    LineCol at = src_line_col(use->at);
    json_array_append_new(list, json_pack("{ss so si si}", "define", use->name, "file",
                                          json_words(use->at.source ? use->at.source->name : ""), "line", (int)at.line,
                                          "column", (int)at.col));
  }
  return list;
}

// One message as an object on its own line.
static void print_json(const Diag *diag) {
  LineCol at = diag->loc.source ? src_line_col(diag->loc) : (LineCol){0};
  json_t *file = json_words(diag->loc.source ? diag->loc.source->name : "");
  json_t *json = json_pack("{ss so si si si so}", "severity", diag->warning ? "warning" : "error", "file", file, "line",
                           (int)at.line, "column", (int)at.col, "length", (int)MAX(diag->loc.length, 1u), "message",
                           json_words(diag->message));
  if (diag->hint) json_object_set_new(json, "hint", json_words(diag->hint));
  if (diag->loc.via) json_object_set_new(json, "uses", uses_json(diag->loc.via));
  json_dumpf(json, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(json);
}

// Reports on the description just loaded and makes room for the next.
static void finish(Check *check) {
  const Diags *diags = &check->load->diags;
  check->done++;
  check->doubts += diags->n_warnings;
  if (check->json) {
    for (size_t i = 0; i < diags->n_warnings; i++) print_json(&diags->warnings[i]);
    for (size_t i = 0; i < diags->n; i++) print_json(&diags->list[i]);
    check->bad += diags->total > 0;
    arena_reset(&check->load->arena);
    diags_init(&check->load->diags, &check->load->arena);
    return;
  }
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

static bool check_once(const Options *options) {
  Load load;
  Check check = {.load = &load, .wishes = load_wishes(options), .json = options_has(options, "--json")};
  bool opened = load_begin(&load, options);
  if (opened && options->n) check_arguments(&check, options);
  else if (opened) check_library(&check);
  load_free(&load);
  if (opened && check.json) {
    printf("{\"checked\":%zu,\"with_errors\":%zu,\"warnings\":%zu}\n", check.done, check.bad, check.doubts);
  } else if (opened) {
    printf("%zu checked, %zu with errors\n", check.done, check.bad);
  }
  fflush(stdout);
  return opened && check.bad == 0;
}

// When the files were last changed, as one number.
static int64_t last_change(const Options *options) {
  int64_t latest = 0;
  for (int i = 0; i < options->n; i++) {
    struct stat info;
    if (stat(options->arguments[i], &info) != 0) continue;
    latest = MAX(latest, (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec);
  }
  return latest;
}

// Checks again whenever a file changes, until Ctrl-C.
static int watch_files(const Options *options) {
  bool good = false;
  int64_t seen = -1;
  struct timespec moment = {.tv_nsec = 100000000};
  interrupt_begin();
  while (!interrupt_seen()) {
    int64_t now = last_change(options);
    if (now != seen) {
      if (seen >= 0 && terminal_colour(stdout)) fputs("\033[H\033[2J", stdout);
      good = check_once(options);
    }
    seen = now;
    nanosleep(&moment, NULL);
  }
  interrupt_end();
  return good ? EXIT_YES : EXIT_NO;
}

static int run_check(const Options *options) {
  if (!options_has(options, "--watch")) return check_once(options) ? EXIT_YES : EXIT_NO;
  if (!options->n) return options_misuse(options, "--watch needs the files to watch");
  return watch_files(options);
}

static const CommandOption check_options[] = {
    GAME_OPTIONS,
    {"--watch", NULL, "Goes on checking whenever one of the files changes, until Ctrl-C."},
    {"--json", NULL, "Prints a JSON object per message, and one with the totals; docs/JSON.md explains them."},
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
        "there is one. Warnings are about what is allowed but seldom meant (names that nothing has, rules that "
        "never apply, a site where a player is wanted), and about what Senet cannot do yet. The exit "
        "status is 1 when there are errors.",
    .most = -1,
    .options = check_options,
    .run = run_check,
};
