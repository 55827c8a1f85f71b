// Numbers of 16 and 32 bits converted into each other.
#include "net/layer/half.h"

#include <math.h>

enum { FRACTION = 10, EXPONENT_MOST = 31, BIAS = 15 };

float half_value(uint16_t half) {
  int exponent = half >> FRACTION & EXPONENT_MOST, fraction = half & ((1 << FRACTION) - 1);
  float size = 0;
  if (exponent == EXPONENT_MOST) size = fraction ? NAN : INFINITY;
  else if (exponent) size = ldexpf((float)(fraction + (1 << FRACTION)), exponent - BIAS - FRACTION);
  else size = ldexpf((float)fraction, 1 - BIAS - FRACTION);
  return half >> 15 ? -size : size;
}

uint16_t half_of(float value) {
  unsigned sign = signbit(value) ? 1U << 15 : 0, infinite = EXPONENT_MOST << FRACTION;
  if (isnan(value)) return (uint16_t)(sign | infinite | 1);
  if (isinf(value) || value == 0) return (uint16_t)(sign | (value == 0 ? 0 : infinite));
  int exponent = 0;
  frexpf(value, &exponent);                  // size in [2^(exponent - 1), 2^exponent)
  int lowest = MAX(exponent - 1, 1 - BIAS);  // of its binade, or of the smallest
  float units = ldexpf(fabsf(value), FRACTION - lowest);
  // Rounding up to the next binade carries over into the exponent.
  unsigned bits = (unsigned)((lowest + BIAS - 1) << FRACTION) + (unsigned)lrintf(units);
  return (uint16_t)(sign | MIN(bits, infinite));
}
