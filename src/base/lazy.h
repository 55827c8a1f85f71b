// A value that is worked out when it is first asked for, kept with an arena and freed with it. Several threads may ask
// at the same time: all get the same value, and one that came too late frees its own.
#ifndef BASE_LAZY_H
#define BASE_LAZY_H

#include "base/arena.h"

// What such a value begins with: how to free it.
typedef struct LazyValue LazyValue;
struct LazyValue {
  void (*free)(LazyValue *self);
};

typedef struct Lazy Lazy;

// An empty one. Its value, if there is one by then, is freed when the arena gives back its memory.
Lazy *lazy_new(Arena *arena);
// The value, or NULL as long as there is none.
const LazyValue *lazy_get(const Lazy *lazy);
// Hands over a value; returns the one that is kept (another thread's, if it came first).
const LazyValue *lazy_offer(Lazy *lazy, LazyValue *value);

#endif
