// senet perft: how many sequences of moves are there?
#include "cmd/load.h"

#include "play/perft.h"

#include <inttypes.h>
#include <stdio.h>

static void print_counts(const Game *game, int depth, bool turns) {
  Exec *x = exec_new(game, 0, 0);
  for (int d = 1; d <= depth && !x->fault; d++) {
    printf("%d\t%" PRIu64 "\n", d, turns ? perft_turns(x, d) : perft(x, d));
    fflush(stdout);
  }
  if (x->fault) fprintf(stderr, "senet perft: the rules stopped: %s\n", x->fault);
  exec_free(x);
}

static int run_perft(const Options *options) {
  Load load;
  int64_t depth = 0;
  if (!options_argument_integer(options, 1, "DEPTH", 1, 100, &depth)) return EXIT_USAGE;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  if (game) print_counts(game, (int)depth, options_has(options, "--turns"));
  load_free(&load);
  return game ? EXIT_YES : EXIT_NO;
}

static const CommandOption perft_options[] = {
    GAME_OPTIONS,
    {"--turns", NULL, "Counts all that a player does before the turn passes as one move."},
    {0},
};

const Command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH",
    .doc = "Counts the sequences of moves from the start position, one line per depth.",
    .details = "In a game of chance the outcomes drawn first are used.",
    .least = 2,
    .most = 2,
    .options = perft_options,
    .run = run_perft,
};
