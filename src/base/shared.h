// Numbers that several threads read and change without a lock. Each access is whole but says nothing about other
// memory (relaxed order): good for counts and sums, which nobody uses to find out whether something else is ready.
#ifndef BASE_SHARED_H
#define BASE_SHARED_H

#include "base/common.h"

#include <stdatomic.h>

enum { CACHE_LINE = 64 };  // bytes that processors pass to each other together

#define shared_get(number) atomic_load_explicit((number), memory_order_relaxed)
#define shared_set(number, value) atomic_store_explicit((number), (value), memory_order_relaxed)

// Adding. alone: no other thread is at work, which saves the locked instruction.
#define shared_add(number, amount, alone)                        \
  ((alone) ? shared_set((number), shared_get(number) + (amount)) \
           : (void)atomic_fetch_add_explicit((number), (amount), memory_order_relaxed))

static inline void shared_sum(_Atomic double *sum, double amount, bool alone) {
  double old = shared_get(sum);
  if (alone) {
    shared_set(sum, old + amount);
    return;
  }
  while (!atomic_compare_exchange_weak_explicit(sum, &old, old + amount, memory_order_relaxed, memory_order_relaxed)) {
    continue;
  }
}

// The greater of the number and the value.
static inline void shared_raise(_Atomic float *number, float value) {
  float old = shared_get(number);
  while (old < value &&
         !atomic_compare_exchange_weak_explicit(number, &old, value, memory_order_relaxed, memory_order_relaxed)) {
    continue;
  }
}

#endif
