// Shipped games for fuzz targets.
#include "target.h"

#include "base/mem.h"
#include "support/shipped.h"

Library *target_library(void) {
  static Library library;
  static bool opened;
  if (!opened) {
    Arena arena = {0};
    Diags diags;
    diags_init(&diags, &arena);
    require(library_open(&library, NULL, 0, &diags));
    arena_free(&arena);
    opened = true;
  }
  return &library;
}

const Game *target_game(const char *const *names, size_t n, uint8_t number) {
  static Shipped *games;  // const once compiled
  if (!games) {
    games = mem_alloc_zero(n * sizeof *games);
    for (size_t i = 0; i < n; i++) require(shipped_try(&games[i], names[i], NULL));
  }
  return games[number % n].game;
}
