// How many bytes each number kept of a site needs, found from the equipment and the rules: one for kinds of pieces
// where there are no more than 256 of them, one for states and values where everything that sets them stays below 256,
// one for piles where no more pieces ever come to the board. Where that cannot be proved a number has more room.
#ifndef PLAN_WIDTHS_H
#define PLAN_WIDTHS_H

#include "game/game.h"

// Bytes: 1 for numbers from 0 to 255, 2 or 4 for signed ones.
typedef struct FieldWidths {
  uint8_t what, count, state, value;
} FieldWidths;

FieldWidths widths_find(const Game *game);
// Whether the rules turn pieces: what is kept of a level of a stack then has a rotation.
bool widths_rotations(const Game *game);

// Number i of an array of numbers of so many bytes.
static inline int32_t width_read(const unsigned char *at, int32_t i, int bytes) {
  if (LIKELY(bytes == 1)) return at[i];
  if (bytes == 4) return ((const int32_t *)(const void *)at)[i];
  return ((const int16_t *)(const void *)at)[i];
}
// The least and the greatest number that can be kept.
static inline int32_t width_least(int bytes) { return bytes == 1 ? 0 : bytes == 2 ? INT16_MIN : INT32_MIN; }
static inline int32_t width_most(int bytes) { return bytes == 1 ? UINT8_MAX : bytes == 2 ? INT16_MAX : INT32_MAX; }
static inline bool width_fits(int32_t number, int bytes) {
  return number >= width_least(bytes) && number <= width_most(bytes);
}

#endif
