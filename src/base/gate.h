// A gate between rounds of work: threads pass it each time they begin a round, which costs one look at a flag, until
// one of them, in the middle of a round, needs to be alone. It closes the gate, and goes on once all the others have
// ended their rounds and wait outside.
#ifndef BASE_GATE_H
#define BASE_GATE_H

#include "base/common.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Gate {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int inside;  // threads at work
  atomic_bool closed;
} Gate;

void gate_init(Gate *gate);
void gate_free(Gate *gate);

// A thread begins its work, and ends it.
void gate_enter(Gate *gate);
void gate_leave(Gate *gate);

// Waits outside while the gate is closed.
void gate_wait(Gate *gate);

// Between two rounds.
static inline void gate_pass(Gate *gate) {
  if (UNLIKELY(atomic_load_explicit(&gate->closed, memory_order_relaxed))) gate_wait(gate);
}

// Until gate_open nobody else is at work. False, with nothing done, when another thread is about to be alone: the
// caller must go on and end its round.
bool gate_close(Gate *gate);
void gate_open(Gate *gate);

#endif
