// The greatest of many sums, sixteen at a time.
#ifndef BASE_BEST_H
#define BASE_BEST_H

#include "base/common.h"

typedef float Floats4 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

// What was found so far: the greatest sums of four lanes, and where the stretch begins in which each came first.
typedef struct BestSums {
  Floats4 tops;
  Ints4 places;
} BestSums;

static inline Floats4 floats_max(Floats4 x, Floats4 y) {
#ifdef __SSE__
  return __builtin_ia32_maxps(x, y);
#else
  Ints4 above = x > y;
  return (Floats4)(((Ints4)x & above) | ((Ints4)y & ~above));
#endif
}

static inline Floats4 floats_sum(const float *a, const float *b, float weight) {
  Floats4 x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x + weight * y;
}

static inline BestSums best_none(float least) { return (BestSums){{least, least, least, least}, {-1, -1, -1, -1}}; }

static inline void best_note(BestSums *best, Floats4 sums, int32_t place) {
  Ints4 above = sums > best->tops, at = {place, place, place, place};
  best->places = (at & above) | (best->places & ~above);
  best->tops = floats_max(best->tops, sums);
}

// Looks at a[i] + weight * b[i] for n numbers from the first on; n is a multiple of four.
static inline void best_scan(BestSums *best, const float *a, const float *b, uint32_t first, uint32_t n, float weight) {
  uint32_t i = first, end = first + n;
  for (; i + 16 <= end; i += 16) {
    Floats4 low = floats_max(floats_sum(a + i, b + i, weight), floats_sum(a + i + 4, b + i + 4, weight)),
            high = floats_max(floats_sum(a + i + 8, b + i + 8, weight), floats_sum(a + i + 12, b + i + 12, weight));
    best_note(best, floats_max(low, high), (int32_t)i);
  }
  for (; i < end; i += 4) best_note(best, floats_sum(a + i, b + i, weight), (int32_t)i);
}

// The first number whose sum is the greatest of all that were looked at, in increasing order of numbers or of
// stretches; -1: none was above the least.
static inline int32_t best_place(const BestSums *best, const float *a, const float *b, float weight) {
#ifdef __SSE__
  // Without a branch on where it is, which nobody could foresee.
  Floats4 tops = floats_max(best->tops, __builtin_shufflevector(best->tops, best->tops, 2, 3, 0, 1));
  tops = floats_max(tops, __builtin_shufflevector(tops, tops, 1, 0, 3, 2));
  Ints4 is_top = best->tops == tops, at = (best->places & is_top) | (~is_top & INT32_MAX);
  int32_t first = MIN(MIN(at[0], at[1]), MIN(at[2], at[3]));
  if (first < 0) return -1;
  for (;; first += 4) {
    int found = __builtin_ia32_movmskps((Floats4)(floats_sum(a + first, b + first, weight) == tops));
    if (found) return first + __builtin_ctz((unsigned)found);
  }
#else
  int32_t place = -1;
  float top = 0;
  for (int k = 0; k < 4; k++) {
    if (best->places[k] < 0 || (place >= 0 && best->tops[k] < top)) continue;
    place = place < 0 || best->tops[k] > top ? best->places[k] : MIN(place, best->places[k]);
    top = best->tops[k];
  }
  while (place >= 0 && a[place] + weight * b[place] != top) place++;
  return place;
#endif
}

#endif
