// Native code against the interpreter.
#include "cmd/study/playout_compare.h"

#include "cmd/frame/game_option.h"
#include "play/playout/compare.h"

#include <inttypes.h>
#include <stdio.h>

static bool compare(const Options *options, const Load *load, const Game *game, NativeCompare *result) {
  compare_native(game, executor_native(load->executor), options->arena, result);
  if (result->where) printf("%s\n", result->where);
  if (result->beyond) printf("%s\n%" PRIu64 " beyond native limits\n", result->beyond_where, result->beyond);
  printf("%" PRIu64 " ok, %" PRIu64 " differ\n", result->ok, result->differ);
  return !result->differ;
}

int playout_compare(const Options *options, uint64_t n, uint64_t seed) {
  Load load;
  int64_t moves = 0;
  if (!options_integer(options, "--moves", 1, INT64_MAX, &moves)) return EXIT_USAGE;
  NativeCompare result = {.seed = seed, .n = n, .moves = (uint64_t)moves};
  bool ready = load_begin(&load, options) && load_split(&load, options);
  const Game *game = ready ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && load_native(&load, options, game) && compare(options, &load, game, &result);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}
