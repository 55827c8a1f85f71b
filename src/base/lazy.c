// Values made once.
#include "base/lazy.h"

#include <stdatomic.h>

struct Lazy {
  _Atomic(LazyValue *) value;
};

static void give_back(void *self) {
  LazyValue *value = atomic_load(&((Lazy *)self)->value);
  if (value) value->free(value);
}

Lazy *lazy_new(Arena *arena) {
  Lazy *lazy = ARENA_NEW(arena, Lazy);
  atomic_init(&lazy->value, NULL);
  arena_at_end(arena, give_back, lazy);
  return lazy;
}

const LazyValue *lazy_get(const Lazy *lazy) { return atomic_load_explicit(&lazy->value, memory_order_acquire); }

const LazyValue *lazy_offer(Lazy *lazy, LazyValue *value) {
  LazyValue *kept = NULL;
  assert(value && value->free);
  if (atomic_compare_exchange_strong(&lazy->value, &kept, value)) return value;
  value->free(value);
  return kept;
}
