// Bit sets over words the caller provides. One-word sets cost one instruction; wider ones a loop.
// Hot loops know their word count, so it is passed in rather than stored.
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include "base/common.h"

typedef uint64_t Word;
enum { WORD_BITS = 64 };

static inline int bits_words(int bits) { return (bits + WORD_BITS - 1) / WORD_BITS; }
static inline bool bit_get(const Word *set, int i) { return set[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(Word *set, int i) { set[i >> 6] |= (Word)1 << (i & 63); }
static inline void bit_clear(Word *set, int i) { set[i >> 6] &= ~((Word)1 << (i & 63)); }
static inline void bit_flip(Word *set, int i) { set[i >> 6] ^= (Word)1 << (i & 63); }
// Without an instruction for it the compiler would call a function that looks up bytes in a table.
static inline int word_count(Word w) {
#ifdef __POPCNT__
  return __builtin_popcountll(w);
#else
  w -= w >> 1 & 0x5555555555555555U;
  w = (w & 0x3333333333333333U) + (w >> 2 & 0x3333333333333333U);
  return (int)(((w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56);
#endif
}
static inline int word_first(Word w) { return __builtin_ctzll(w); }
static inline int word_last(Word w) { return WORD_BITS - 1 - __builtin_clzll(w); }

static inline void bits_zero(Word *set, int words) {
  for (int w = 0; w < words; w++) set[w] = 0;
}
static inline void bits_copy(Word *to, const Word *from, int words) {
  for (int w = 0; w < words; w++) to[w] = from[w];
}
static inline void bits_or(Word *to, const Word *from, int words) {
  for (int w = 0; w < words; w++) to[w] |= from[w];
}
static inline void bits_and(Word *to, const Word *from, int words) {
  for (int w = 0; w < words; w++) to[w] &= from[w];
}
static inline void bits_andnot(Word *to, const Word *from, int words) {
  for (int w = 0; w < words; w++) to[w] &= ~from[w];
}
static inline bool bits_any(const Word *set, int words) {
  for (int w = 0; w < words; w++) {
    if (set[w]) return true;
  }
  return false;
}
static inline bool bits_equal(const Word *a, const Word *b, int words) {
  for (int w = 0; w < words; w++) {
    if (a[w] != b[w]) return false;
  }
  return true;
}
static inline bool bits_meet(const Word *a, const Word *b, int words) {
  for (int w = 0; w < words; w++) {
    if (a[w] & b[w]) return true;
  }
  return false;
}
static inline int bits_count(const Word *set, int words) {
  int n = 0;
  for (int w = 0; w < words; w++) n += word_count(set[w]);
  return n;
}
// The first set bit at or after i, or -1.
static inline int bits_next(const Word *set, int words, int i) {
  int w = i >> 6;
  if (w >= words) return -1;
  Word rest = set[w] & (~(Word)0 << (i & 63));
  while (!rest) {
    if (++w >= words) return -1;
    rest = set[w];
  }
  return (w << 6) + word_first(rest);
}
// The place of set bit number i of a word, by prefix sums of the bits of its bytes (Vigna, Broadword Implementation of
// Rank/Select Queries).
static inline int word_select(Word word, uint32_t i) {
  const Word bytes = 0x0101010101010101, tops = 0x80 * bytes;
  Word sums = word - (word >> 1 & 0x55 * bytes);
  sums = (sums & 0x33 * bytes) + (sums >> 2 & 0x33 * bytes);
  sums = ((sums + (sums >> 4)) & 0x0f * bytes) * bytes;
  int byte = word_first(((sums | tops) - (i + 1) * bytes) & tops) - 7;  // the first with more than i up to its end
  i -= (uint32_t)(sums << 8 >> byte & 0xff);
  Word rest = word >> byte;
  for (; i > 0; i--) rest &= rest - 1;
  return byte + word_first(rest);
}
// The place of set bit number i of a set that has more than i.
static inline int bits_select(const Word *set, uint32_t i) {
  int w = 0;
  for (uint32_t n; i >= (n = (uint32_t)word_count(set[w])); w++) i -= n;
  return (w << 6) + word_select(set[w], i);
}
// Sets bits [0, bits).
static inline void bits_fill(Word *set, int bits) {
  int words = bits_words(bits);
  for (int w = 0; w < words; w++) set[w] = ~(Word)0;
  if (bits & 63) set[words - 1] = ((Word)1 << (bits & 63)) - 1;
}

#define FOR_BITS(i, set, words) for (int i = bits_next((set), (words), 0); i >= 0; i = bits_next((set), (words), i + 1))

#endif
