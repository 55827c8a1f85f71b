// Growth of vectors. In a hardened build they move often, so that pointers kept into one are found out.
#include "base/vec.h"

void *vec_grow(void *at, size_t *cap, size_t item) {
#ifdef SENET_HARDENED
  *cap += 1 + *cap / 8;
#else
  *cap = *cap ? *cap * 2 : 8;
#endif
  return mem_realloc(at, *cap * item);
}
