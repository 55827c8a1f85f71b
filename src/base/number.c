// Reading numbers.
#include "base/number.h"

#include <stdlib.h>

bool str_integer(Str text, int64_t least, int64_t most, int64_t *value) {
  bool minus = text.n && text.p[0] == '-';
  size_t i = minus ? 1 : 0;
  int64_t read = 0;
  if (i == text.n) return false;
  for (; i < text.n; i++) {
    int digit = text.p[i] - '0';
    if (digit < 0 || digit > 9) return false;
    if (__builtin_mul_overflow(read, 10, &read) || __builtin_sub_overflow(read, digit, &read)) return false;
  }
  if (!minus && __builtin_sub_overflow(0, read, &read)) return false;
  if (!number_within(read, least, most)) return false;
  *value = read;
  return true;
}

bool str_real(Str text, double least, double most, double *value) {
  char copy[64], *end;
  if (!text.n || text.n >= sizeof copy) return false;
  memcpy(copy, text.p, text.n);
  copy[text.n] = 0;
  double read = strtod(copy, &end);
  if (*end || !(read >= least && read <= most)) return false;
  *value = read;
  return true;
}
