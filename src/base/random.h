// Counter-based random streams: value k of stream s under seed is a pure function of (seed, s, k),
// so any thread can draw any stream and the results do not depend on scheduling.
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/common.h"

typedef struct Random {
  uint64_t key;
  uint64_t counter;
} Random;

static inline uint64_t random_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The stream number `stream` under `seed`; streams are independent of each other.
static inline Random random_stream(uint64_t seed, uint64_t stream) {
  uint64_t key = random_mix(seed + 0x9e3779b97f4a7c15ULL);
  return (Random){.key = random_mix(key ^ random_mix(stream * 0xd1342543de82ef95ULL + 1))};
}

static inline uint64_t random_next(Random *random) {
  return random_mix(random->key + ++random->counter * 0x9e3779b97f4a7c15ULL);
}

// Uniform in [0, bound), unbiased (Lemire's multiply and reject). bound > 0.
static inline uint32_t random_below(Random *random, uint32_t bound) {
  uint64_t m = (random_next(random) >> 32) * bound;
  if (UNLIKELY((uint32_t)m < bound)) {
    uint32_t threshold = -bound % bound;
    while ((uint32_t)m < threshold) m = (random_next(random) >> 32) * bound;
  }
  return (uint32_t)(m >> 32);
}

// Uniform in [0, 1).
static inline double random_unit(Random *random) { return (double)(random_next(random) >> 11) * 0x1p-53; }

#endif
