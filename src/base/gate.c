// The gate as a mutex and a condition; both are left alone as long as nobody closes it.
#include "base/gate.h"

void gate_init(Gate *gate) {
  gate->inside = 0;
  atomic_init(&gate->closed, false);
  pthread_mutex_init(&gate->lock, NULL);
  pthread_cond_init(&gate->changed, NULL);
}

void gate_free(Gate *gate) {
  pthread_cond_destroy(&gate->changed);
  pthread_mutex_destroy(&gate->lock);
}

// With the lock held.
static void come_in(Gate *gate) {
  while (atomic_load(&gate->closed)) pthread_cond_wait(&gate->changed, &gate->lock);
  gate->inside++;
}

static void go_out(Gate *gate) {
  gate->inside--;
  pthread_cond_broadcast(&gate->changed);
}

void gate_enter(Gate *gate) {
  pthread_mutex_lock(&gate->lock);
  come_in(gate);
  pthread_mutex_unlock(&gate->lock);
}

void gate_leave(Gate *gate) {
  pthread_mutex_lock(&gate->lock);
  go_out(gate);
  pthread_mutex_unlock(&gate->lock);
}

void gate_wait(Gate *gate) {
  pthread_mutex_lock(&gate->lock);
  go_out(gate);
  come_in(gate);
  pthread_mutex_unlock(&gate->lock);
}

bool gate_close(Gate *gate) {
  pthread_mutex_lock(&gate->lock);
  bool mine = !atomic_load(&gate->closed);
  if (mine) atomic_store(&gate->closed, true);
  while (mine && gate->inside > 1) pthread_cond_wait(&gate->changed, &gate->lock);
  pthread_mutex_unlock(&gate->lock);
  return mine;
}

void gate_open(Gate *gate) {
  pthread_mutex_lock(&gate->lock);
  atomic_store(&gate->closed, false);
  pthread_cond_broadcast(&gate->changed);
  pthread_mutex_unlock(&gate->lock);
}
