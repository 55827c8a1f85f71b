// senet perft: how many sequences of moves are there?
#include "cmd/frame/api_load.h"

#include <inttypes.h>
#include <stdio.h>

static bool print_counts(const Options *options, const senet_position *position, int depth) {
  bool turns = options_has(options, "--turns"), json = options_has(options, "--json");
  for (int d = 1; d <= depth; d++) {
    uint64_t count = 0;
    senet_status status =
        turns ? senet_position_perft_turns(position, d, &count) : senet_position_perft(position, d, &count);
    if (status != SENET_OK) {
      fprintf(stderr, "senet perft: %s\n", senet_message());
      return false;
    }
    printf(json ? "{\"depth\":%d,\"count\":%" PRIu64 "}\n" : "%d\t%" PRIu64 "\n", d, count);
    fflush(stdout);
  }
  return true;
}

static int run_perft(const Options *options) {
  ApiGame api;
  senet_position *position = NULL;
  int64_t depth = 0;
  if (!options_argument_integer(options, 1, "DEPTH", 1, 100, &depth)) return EXIT_USAGE;
  bool good = api_begin(options, &api) && api_start(options, api.game, 0, &position) &&
              print_counts(options, position, (int)depth);
  senet_position_free(position);
  api_close(&api);
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
