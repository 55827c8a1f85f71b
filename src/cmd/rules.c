// senet rules: the compiled form of a game.
#include "cmd/load.h"

#include "game/roots.h"
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

static int run_rules(const Options *options) {
  Load load;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && well_formed(game);
  if (good) print_rules(game, options->arena);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption rules_options[] = {
    GAME_OPTIONS,
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
