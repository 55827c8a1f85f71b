// senet expand: a description after defines and options.
#include "cmd/frame/game_option.h"

#include "lud/text/lud_print.h"
#include "rbg/rbg_print.h"

#include <stdio.h>

static void print_node(const Node *node) {
  Text text = {0};
  print_tree(&text, node);
  fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

// Expands without resolving, so that a description with an unknown ludeme can be looked at too.
static bool expand_game(Load *load, const Options *options) {
  OptionWishes wishes = load_wishes(options);
  LudInput input;
  if (lud_open(&load->library, &load->arena, options->arguments[0], &load->diags, &input)) {
    lud_expand(&load->library, &load->arena, &input, &wishes, &load->diags, &load->game);
  }
  return load_report(load);
}

// The normal form: no macros, the board as a graph.
static bool expand_rbg(Load *load, const char *name) {
  Text text = {0};
  bool ok = load_rbg(load, name);
  if (ok) rbg_print(&text, load->rbg, load->rbg->rules);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  text_free(&text);
  return ok;
}

static int run_expand(const Options *options) {
  Load load;
  bool ok = load_begin(&load, options);
  if (ok && load_is_rbg(&load, options->arguments[0])) {
    ok = expand_rbg(&load, options->arguments[0]);
    load_free(&load);
    return ok ? EXIT_YES : EXIT_NO;
  }
  ok = ok && expand_game(&load, options);
  if (ok) print_node(load.game.game);
  if (ok && options_has(options, "--metadata") && load.game.metadata) print_node(load.game.metadata);
  load_free(&load);
  return ok ? EXIT_YES : EXIT_NO;
}

static const CommandOption expand_options[] = {
    GAME_OPTIONS,
    {"--metadata", NULL, "Prints the (metadata ...) part after the game."},
    {0},
};

const Command command_expand = {
    .name = "expand",
    .usage = "GAME",
    .doc = "Prints a description after its defines, options and ranges were expanded.",
    .details =
        "GAME is the name of a known game or the path of a .lud or .rbg file. Comments, defines, options and rulesets "
        "are gone from the result, which is a complete description without them.",
    .least = 1,
    .most = 1,
    .options = expand_options,
    .run = run_expand,
};
