// Symmetries of a board that are symmetries of the game: a position and its image have the same moves, image for image,
// and go on alike. Each symmetry of the board is tried out in games played twice, as they are and mirrored; one that
// ever differs is not used. Networks learn from a position as much as from its images.
#ifndef LEARN_ZERO_ZERO_SYMMETRY_H
#define LEARN_ZERO_ZERO_SYMMETRY_H

#include "net/input/encoding.h"

typedef struct ZeroSymmetries {
  int n;                      // at least 1: the first is the identity
  const uint16_t *const *to;  // [n][tokens]: where what is at a token goes
} ZeroSymmetries;

// Lives in the arena.
ZeroSymmetries zero_symmetries(Arena *arena, const Game *game, const NetEncoding *e, uint64_t seed);

#endif
