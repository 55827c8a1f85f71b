// Sets of the values a site of a deduction puzzle may have: 0 to PUZZLE_VALUES_MAX - 1.
#ifndef STATE_RARE_PUZZLE_VALUES_H
#define STATE_RARE_PUZZLE_VALUES_H

#include "base/bitset.h"
#include "game/game.h"

enum { VALUES_WORDS = PUZZLE_VALUES_MAX / 64 };

typedef struct ValueSet {
  Word w[VALUES_WORDS];
} ValueSet;
static_assert(sizeof(ValueSet) == PUZZLE_VALUES_MAX / 8, "the layout reckons with it");

// The values below n, all of them from PUZZLE_VALUES_MAX on.
static inline ValueSet values_below(int n) {
  ValueSet set;
  for (int i = 0; i < VALUES_WORDS; i++, n -= 64) set.w[i] = n >= 64 ? ~(Word)0 : n > 0 ? ((Word)1 << n) - 1 : 0;
  return set;
}

// Just that value; nothing when it is out of range.
static inline ValueSet values_one(int32_t value) {
  ValueSet set = {0};
  if (value >= 0 && value < PUZZLE_VALUES_MAX) set.w[value >> 6] = (Word)1 << (value & 63);
  return set;
}

static inline ValueSet values_xor(ValueSet a, ValueSet b) {
  for (int i = 0; i < VALUES_WORDS; i++) a.w[i] ^= b.w[i];
  return a;
}

static inline ValueSet values_or(ValueSet a, ValueSet b) {
  for (int i = 0; i < VALUES_WORDS; i++) a.w[i] |= b.w[i];
  return a;
}

static inline ValueSet values_and(ValueSet a, ValueSet b) {
  for (int i = 0; i < VALUES_WORDS; i++) a.w[i] &= b.w[i];
  return a;
}

static inline ValueSet values_without(ValueSet a, ValueSet b) {
  for (int i = 0; i < VALUES_WORDS; i++) a.w[i] &= ~b.w[i];
  return a;
}

static inline bool values_has(ValueSet set, int32_t value) {
  return value >= 0 && value < PUZZLE_VALUES_MAX && (set.w[value >> 6] >> (value & 63) & 1);
}

static inline bool values_meet(ValueSet a, ValueSet b) {
  Word both = 0;
  for (int i = 0; i < VALUES_WORDS; i++) both |= a.w[i] & b.w[i];
  return both != 0;
}

static inline bool values_equal(ValueSet a, ValueSet b) {
  Word differ = 0;
  for (int i = 0; i < VALUES_WORDS; i++) differ |= a.w[i] ^ b.w[i];
  return differ == 0;
}

// The only value of the set, or -1 when it has none or several.
static inline int32_t values_single(ValueSet set) {
  if (bits_count(set.w, VALUES_WORDS) != 1) return -1;
  int32_t i = 0;
  while (!set.w[i]) i++;
  return i * 64 + word_first(set.w[i]);
}

#endif
