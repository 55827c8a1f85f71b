// senet perft: how many sequences of moves are there?
#include "cmd/frame/load.h"

#include "play/playout/perft.h"
#include "state/text/fault_text.h"

#include <inttypes.h>
#include <stdio.h>

// False when the rules stopped: what was counted until then is no count.
static bool print_counts(const Game *game, int depth, bool turns) {
  Position *x = position_new(game, 0, 0);
  for (int d = 1; d <= depth && !x->fault; d++) {
    uint64_t count = turns ? perft_turns(x, d) : perft(x, d);
    if (!x->fault) printf("%d\t%" PRIu64 "\n", d, count);
    fflush(stdout);
  }
  bool good = !x->fault;
  Text why = {0};
  fault_text(&why, x);
  if (!good) fprintf(stderr, "senet perft: %.*s\n", (int)why.n, text_str(&why).p);
  text_free(&why);
  position_free(x);
  return good;
}

static int run_perft(const Options *options) {
  Load load;
  int64_t depth = 0;
  if (!options_argument_integer(options, 1, "DEPTH", 1, 100, &depth)) return EXIT_USAGE;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && print_counts(game, (int)depth, options_has(options, "--turns"));
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
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
    .details = "In a game of chance the dice fall as with seed 0; other outcomes are not counted.",
    .least = 2,
    .most = 2,
    .options = perft_options,
    .run = run_perft,
};
