// Bringing memory nearer that is needed soon.
#ifndef BASE_PREFETCH_H
#define BASE_PREFETCH_H

#include <stddef.h>

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

// All of a piece of memory.
static inline void prefetch_bytes(const void *memory, size_t bytes) {
  enum { LINE = 64 };
  for (size_t at = 0; at < bytes; at += LINE) PREFETCH((const char *)memory + at);
}

#endif
