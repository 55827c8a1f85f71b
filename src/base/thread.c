// A pool of threads sharing one counter of tasks. Between calls the threads sleep on a condition; a
// call raises `round`, wakes them, takes tasks itself and waits until the last worker is idle again.
#define _GNU_SOURCE  // sched_getaffinity
#include "base/thread.h"

#include "base/mem.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

typedef struct Worker {
  Pool *pool;
  int number;
  pthread_t thread;
} Worker;

struct Pool {
  pthread_mutex_t lock;
  pthread_cond_t start, done;
  unsigned round;  // counts the calls
  int busy;        // threads that have not finished this round
  bool closing;
  PoolTask *task;
  void *self;
  size_t n;
  atomic_size_t next;
  void (*while_waiting)(void *self);  // or NULL
  void *waiting_self;
  int workers;
  Worker threads[];  // workers - 1 of them
};

int thread_processors(void) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return MAX(CPU_COUNT(&allowed), 1);
}

static void take_tasks(Pool *pool, int worker) {
  for (;;) {
    size_t index = atomic_fetch_add(&pool->next, 1);
    if (index >= pool->n) return;
    pool->task(pool->self, index, worker);
  }
}

static void *work(void *argument) {
  Worker *worker = argument;
  Pool *pool = worker->pool;
  unsigned seen = 0;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (pool->round == seen && !pool->closing) pthread_cond_wait(&pool->start, &pool->lock);
    if (pool->closing) break;
    seen = pool->round;
    pthread_mutex_unlock(&pool->lock);
    take_tasks(pool, worker->number);
    pthread_mutex_lock(&pool->lock);
    if (--pool->busy == 0) pthread_cond_signal(&pool->done);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

// The signals that ask a program to end go to its first thread, which may have asked to be told of them.
static int start_quietly(pthread_t *thread, void *(*run)(void *), void *argument) {
  static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t set, before;
  sigemptyset(&set);
  for (size_t i = 0; i < COUNT_OF(asking); i++) sigaddset(&set, asking[i]);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  int error = pthread_create(thread, NULL, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

void pool_open(Pool **out, int workers) {
  assert(workers >= 0);
  if (workers == 0) workers = thread_processors();
  Pool *pool = mem_alloc_zero(sizeof *pool + sizeof(Worker) * (size_t)(workers - 1));
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->start, NULL);
  pthread_cond_init(&pool->done, NULL);
  pool->workers = workers;
  for (int i = 0; i < pool->workers - 1; i++) {
    Worker *worker = &pool->threads[i];
    *worker = (Worker){.pool = pool, .number = i + 1};
    if (start_quietly(&worker->thread, work, worker) != 0) pool->workers = i + 1;  // fewer do the same
  }
  *out = pool;
}

int pool_workers(const Pool *pool) { return pool->workers; }

// With the lock held, which is given back for a while.
static void wait_for_others(Pool *pool) {
  enum { MOMENT = 50000000, SECOND = 1000000000 };  // nanoseconds
  if (!pool->while_waiting) {
    pthread_cond_wait(&pool->done, &pool->lock);
    return;
  }
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += MOMENT;
  until.tv_sec += until.tv_nsec / SECOND;
  until.tv_nsec %= SECOND;
  if (pthread_cond_timedwait(&pool->done, &pool->lock, &until) != ETIMEDOUT) return;
  pthread_mutex_unlock(&pool->lock);
  pool->while_waiting(pool->waiting_self);
  pthread_mutex_lock(&pool->lock);
}

void pool_run(Pool *pool, size_t n, PoolTask *task, void *self) {
  pthread_mutex_lock(&pool->lock);
  assert(pool->busy == 0);
  pool->task = task;
  pool->self = self;
  pool->n = n;
  atomic_store(&pool->next, 0);
  pool->busy = pool->workers - 1;
  pool->round++;
  pthread_cond_broadcast(&pool->start);
  pthread_mutex_unlock(&pool->lock);
  take_tasks(pool, 0);
  pthread_mutex_lock(&pool->lock);
  while (pool->busy) wait_for_others(pool);
  pthread_mutex_unlock(&pool->lock);
}

void pool_while_waiting(Pool *pool, void (*task)(void *self), void *self) {
  pool->while_waiting = task;
  pool->waiting_self = self;
}

void pool_close(Pool *pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->closing = true;
  pthread_cond_broadcast(&pool->start);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->workers - 1; i++) pthread_join(pool->threads[i].thread, NULL);
  pthread_cond_destroy(&pool->start);
  pthread_cond_destroy(&pool->done);
  pthread_mutex_destroy(&pool->lock);
  mem_free(pool);
}

// ---- single threads

struct Thread {
  pthread_t thread;
  void (*task)(void *self);
  void *self;
};

static void *run_task(void *argument) {
  Thread *thread = argument;
  thread->task(thread->self);
  return NULL;
}

void thread_start(Thread **out, void (*task)(void *self), void *self) {
  Thread *thread = *out = mem_alloc(sizeof *thread);
  *thread = (Thread){.task = task, .self = self};
  int error = start_quietly(&thread->thread, run_task, thread);
  if (error) mem_gone("start a thread", error);
}

void thread_end(Thread *thread) {
  if (!thread) return;
  pthread_join(thread->thread, NULL);
  mem_free(thread);
}
