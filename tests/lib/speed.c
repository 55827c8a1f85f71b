// How fast a loop of a caller is, beside `senet playout`: moves per second of processor time.
//   speed GAME N
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
  senet_position_apply(position, (size_t)((*random >> 33) % n));
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

int main(int argc, char **argv) {
  senet_library *library;
  senet_game *game;
  senet_position *position;
  if (argc < 3 || senet_library_open(NULL, 0, &library) != SENET_OK) return 2;
  if (senet_game_load(library, argv[1], &game) != SENET_OK) return puts(senet_message()), 1;
  if (senet_position_new(game, 1, 0, &position) != SENET_OK) return 1;
  for (int kind = 0; kind < 3; kind++) measure(position, atoi(argv[2]), kind);
  senet_position_free(position);
  senet_game_free(game);
  senet_library_free(library);
  return 0;
}
