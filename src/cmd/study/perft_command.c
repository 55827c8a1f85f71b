// senet perft: how many sequences of moves are there?
#include "cmd/frame/game_option.h"
#include "cmd/frame/position_option.h"

#include "play/playout/perft.h"
#include "state/text/fault_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Everything native code does not have, and what does not fit its memory, the interpreter counts.
static bool open_executor(const Options *options, Load *load, const Game *game) {
  bool possible = !options_has(options, "--turns") && !game_has(game, GAME_STOCHASTIC);
  return !possible || load_executor(load, options, game);
}

// False when the rules stopped: what was counted until then is no count.
static bool print_counts(const Options *options, const Game *game, Executor *executor, int depth) {
  bool turns = options_has(options, "--turns"), json = options_has(options, "--json");
  Position *x = position_new(game, 0, 0);
  if (!position_option(options, x)) {
    position_free(x);
    return false;
  }
  for (int d = 1; d <= depth && !x->fault; d++) {
    const Native *native = executor_native(executor);
    uint64_t count = native ? perft_native(native, x, d) : UINT64_MAX;
    if (count == UINT64_MAX) count = turns ? perft_turns(x, d) : perft(x, d);
    if (!x->fault) printf(json ? "{\"depth\":%d,\"count\":%" PRIu64 "}\n" : "%d\t%" PRIu64 "\n", d, count);
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
  bool good = game && open_executor(options, &load, game) && print_counts(options, game, load.executor, (int)depth);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption perft_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    POSITION_OPTION,
    {"--turns", NULL, "Counts all that a player does before the turn passes as one move."},
    {"--json", NULL, "Prints a JSON object per depth."},
    {0},
};

const Command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH",
    .doc = "Counts the sequences of moves from the start or another position, one line per depth.",
    .details = "In a game of chance the dice fall as with seed 0; other outcomes are not counted.",
    .least = 2,
    .most = 2,
    .options = perft_options,
    .run = run_perft,
};
