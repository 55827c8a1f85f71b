// Growth of vectors.
#include "base/vec.h"

void *vec_grow(void *at, size_t *cap, size_t item) {
  *cap = *cap ? *cap * 2 : 8;
  return mem_realloc(at, *cap * item);
}
