// How fast a loop of a caller is, beside whole random games: moves per second of processor time.
//   speed GAME N [EXECUTOR]
#include "senet.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A move chosen by the caller from the legal ones.
static void choose(senet_position *position, uint64_t *random) {
  size_t n;
  senet_position_count(position, &n);
  *random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
  senet_position_apply(position, (size_t)((*random >> 32) * n >> 32));
}

static void measure(senet_position *position, int n, int kind) {
  static const char *const names[] = {"senet_position_count and _apply", "senet_position_apply_random",
                                      "senet_position_play_out"};
  uint64_t moves = 0, random = 1;
  double began = seconds();
  for (int k = 0; k < n; k++) {
    senet_position_start(position, 1, 2 * (uint64_t)k);
    while (!senet_position_over(position)) {
      uint64_t made = 1;
      if (kind == 0) choose(position, &random);
      else if (kind == 1) senet_position_apply_random(position);
      else senet_position_play_out(position, 0, &made);
      moves += made;
    }
  }
  printf("%-34s %12.0f moves/s\n", names[kind], (double)moves / (seconds() - began));
}

static void measure_playouts(senet_game *game, int n) {
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals totals;
  options.n = (uint64_t)n;
  senet_game_playouts(game, &options, &totals);
  printf("%-34s %12.0f moves/s, %llu of %d games natively\n", "senet_game_playouts",
         (double)totals.moves / totals.processor_seconds, (unsigned long long)totals.native, n);
}

// Games stepped together, with moves chosen by the caller or drawn by the batch.
static void measure_batch(senet_batch *batch, int steps, int drawn) {
  enum { GAMES = 1024 };
  static uint32_t counts[GAMES], moves[GAMES];
  static int32_t movers[GAMES];
  static uint8_t done[GAMES];
  static double utilities[GAMES * SENET_PLAYERS_MAX];
  senet_batch_result result = SENET_BATCH_RESULT;
  uint64_t random = 1;
  result.counts = counts;
  result.movers = movers;
  result.done = done;
  result.utilities = utilities;
  senet_batch_start(batch, 1, &result);
  double began = seconds();
  for (int s = 0; s < steps; s++) {
    for (size_t i = 0; i < GAMES && !drawn; i++) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      moves[i] = (uint32_t)((random >> 32) * counts[i] >> 32);
    }
    if (drawn) senet_batch_step_random(batch, 1, &result);
    else senet_batch_step(batch, moves, &result);
  }
  printf("%-34s %12.0f moves/s\n", drawn ? "senet_batch_step_random" : "senet_batch_step",
         (double)steps * GAMES / (seconds() - began));
}

int main(int argc, char **argv) {
  senet_library *library;
  senet_game *game;
  senet_position *position;
  senet_batch *batch;
  if (argc < 3 || senet_library_open(NULL, 0, &library) != SENET_OK) return 2;
  if (senet_game_load(library, argv[1], &game) != SENET_OK) return puts(senet_message()), 1;
  if (argc > 3 && senet_game_executor(game, argv[3]) != SENET_OK) puts(senet_message());
  if (senet_position_new(game, 1, 0, &position) != SENET_OK) return 1;
  printf("moves of positions are made by: %s\n", senet_position_executor(position));
  int n = atoi(argv[2]);
  measure_playouts(game, n);
  for (int kind = 0; kind < 3; kind++) measure(position, n, kind);
  if (senet_batch_new(game, 1024, 1, 1, &batch) == SENET_OK) {
    printf("moves of batches are made by: %s\n", senet_batch_executor(batch));
    for (int drawn = 0; drawn < 2; drawn++) measure_batch(batch, n / 16 + 1, drawn);
    senet_batch_free(batch);
  }
  senet_position_free(position);
  senet_game_free(game);
  senet_library_free(library);
  return 0;
}
