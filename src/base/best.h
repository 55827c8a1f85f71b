// The greatest of many sums, four at a time.
#ifndef BASE_BEST_H
#define BASE_BEST_H

#include "base/common.h"

typedef float Floats4 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

// The first i below n with the greatest a[i] + weight * b[i] above *most, which becomes that sum; n when none is above.
static inline uint32_t best_sum(const float *a, const float *b, uint32_t n, float weight, float *most) {
  uint32_t i = 0, best = n;
  Floats4 tops = {*most, *most, *most, *most}, x, y;
  Ints4 places = {-1, -1, -1, -1}, now = {0, 1, 2, 3}, step = {4, 4, 4, 4};
  for (; i + 4 <= n; i += 4, now += step) {
    memcpy(&x, a + i, sizeof x);
    memcpy(&y, b + i, sizeof y);
    Floats4 sums = x + weight * y;
    Ints4 above = sums > tops;
    tops = (Floats4)(((Ints4)sums & above) | ((Ints4)tops & ~above));
    places = (now & above) | (places & ~above);
  }
  for (int k = 0; k < 4; k++) {
    if (places[k] < 0 || tops[k] < *most || (tops[k] == *most && (uint32_t)places[k] > best)) continue;
    *most = tops[k];
    best = (uint32_t)places[k];
  }
  for (; i < n; i++) {
    float sum = a[i] + weight * b[i];
    if (sum <= *most) continue;
    *most = sum;
    best = i;
  }
  return best;
}

#endif
