// senet rules: the compiled form of a game.
#include "cmd/frame/game_option.h"
#include "emit/emit.h"

#include "game/roots.h"
#include "rbg/rbg_print.h"
#include "rules/print.h"

#include <stdio.h>

static void print_rules(const Game *game, Arena *arena) {
  int n;
  const RulesRoot *roots = game_roots(game, arena, &n);
  Text text = {0};
  rules_print(&text, &game->program, roots, n);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  text_free(&text);
}

static bool well_formed(const Game *game) {
  Text why = {0};
  bool good = game_check(game, &why);
  if (!good) fprintf(stderr, "senet rules: the program is not well formed: %s", why.p);
  text_free(&why);
  return good;
}

// The rules with a dot at every split point, after a line that says how many there are.
static bool print_split(Load *load, const char *name) {
  if (!load_rbg(load, name)) return false;
  RbgSplitStats stats = {0};
  const RbgNode *rules = rbg_split(&load->arena, load->rbg, load->split, &stats);
  Text text = {0};
  printf("// %s: %s\n", load->split->name, load->split->doc);
  printf("// dots: %d written, %d inserted, %d times moved, %d erased, %d left\n", stats.written, stats.inserted,
         stats.moved, stats.erased, stats.left);
  if (load->split->mod) printf("// moves are also divided after every off and assignment, which need no dot\n");
  text_printf(&text, "#rules = ");
  rbg_print_rules(&text, load->rbg, rules);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  text_free(&text);
  return true;
}

static int run_split(const Options *options) {
  Load load;
  const char *name = options->arguments[0];
  const RbgStrategy *strategy;
  if (!load_strategy(options, &strategy)) return EXIT_USAGE;
  int status = load_begin(&load, options) ? EXIT_YES : EXIT_NO;
  load.split = strategy;
  if (status == EXIT_YES && !load_is_rbg(&load, name)) status = options_misuse(options, "--split is for .rbg games");
  if (status == EXIT_YES && !print_split(&load, name)) status = EXIT_NO;
  load_free(&load);
  return status;
}

// The C of the native back end, or why it has none for this game.
static bool print_c(const Game *game, Arena *arena) {
  Text text = {0};
  const char *why;
  bool good = emit_game(game, arena, &text, &why);
  if (good) fwrite(text_str(&text).p, 1, text.n, stdout);
  else fprintf(stderr, "senet rules: no native code for this game: %s\n", why);
  text_free(&text);
  return good;
}

static int run_rules(const Options *options) {
  if (options_has(options, "--split")) return run_split(options);
  Load load;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && well_formed(game);
  bool raw = good && game->lowered && options_has(options, "--raw");
  if (good && options_has(options, "--c")) good = print_c(game, options->arena);
  else if (good) print_rules(raw ? game->lowered : game, options->arena);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption rules_options[] = {
    GAME_OPTIONS,
    {"--c", NULL, "Prints the C that the native back end makes of the game instead."},
    {"--raw", NULL, "Prints the program before it is optimised."},
    {"--split", "WAY",
     "Prints the rules of a .rbg game with its split points instead: Dots, Mod, Plus, Shift, ModPlus, ModShift, "
     "PlusShift or ModPlusShift."},
    {0},
};

const Command command_rules = {
    .name = "rules",
    .usage = "GAME",
    .doc = "Prints the rules program of a game.",
    .details =
        "Every rule is a tree of instructions, written (OP operand ...). What is used more than once is "
        "listed first, as %number. The place in the description follows a semicolon.",
    .least = 1,
    .most = 1,
    .options = rules_options,
    .run = run_rules,
};
