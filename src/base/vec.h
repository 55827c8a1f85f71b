// Growable arrays. VEC(Type) declares one; the zero value is empty. Storage is on the heap and owned
// by the vector: VEC_FREE it, or VEC_TO_ARENA it when the result outlives the building.
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"
#include "base/mem.h"

#define VEC(Type)  \
  struct {         \
    Type *at;      \
    size_t n, cap; \
  }

#define VEC_PUSH(v, ...)                                                             \
  do {                                                                               \
    if ((v)->n == (v)->cap) (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
    (v)->at[(v)->n++] = (__VA_ARGS__);                                               \
  } while (0)

// Room for so many items in all.
#define VEC_RESERVE(v, items) \
  while ((v)->cap < (size_t)(items)) (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at)

#define VEC_POP(v) ((v)->at[--(v)->n])
#define VEC_LAST(v) ((v)->at[(v)->n - 1])

// The items from number i on. An empty vector has no memory, and nothing may be added to a pointer to nothing.
#define VEC_FROM(v, i) ((v)->at ? (v)->at + (i) : NULL)
#define VEC_CLEAR(v) ((void)((v)->n = 0))
#define VEC_FREE(v) (mem_free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)
#define VEC_TO_ARENA(v, arena) (arena_copy((arena), (v)->at, (v)->n * sizeof *(v)->at))

// Doubles the capacity; returns the moved block.
void *vec_grow(void *at, size_t *cap, size_t item);

#endif
