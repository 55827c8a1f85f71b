// What fuzz targets have in common: the entrance, a check that ends the program, and shipped games compiled once.
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct Game;
struct Library;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool holds) {
  if (!holds) abort();
}

// One library for all inputs, with the shipped games: it holds the registry and the defines, which are the same for all.
struct Library *target_library(void);
// One of n shipped games, chosen by a byte of the input (modulo n).
const struct Game *target_game(const char *const *names, size_t n, uint8_t number);

#endif
