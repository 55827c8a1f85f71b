// Numbers that come from outside (a description, a file, a database, a protocol, a command line) and are to become
// sizes, counts or places. They are read and checked here, once, with the range they may have.
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/common.h"

// The whole text as a decimal number from least to most. False (and *value as it was) for anything else.
bool str_integer(Str text, int64_t least, int64_t most, int64_t *value);
bool str_real(Str text, double least, double most, double *value);

static inline bool number_within(int64_t value, int64_t least, int64_t most) { return value >= least && value <= most; }

// The nearest number that an int32_t can be; what is not a number is 0.
static inline int32_t number_clamp(double value) {
  if (value != value) return 0;
  return value <= INT32_MIN ? INT32_MIN : value >= INT32_MAX ? INT32_MAX : (int32_t)value;
}

// Arithmetic of rules: it wraps around, as it does in Ludii.
static inline int32_t wrap_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t wrap_subtract(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t wrap_multiply(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }

#endif
