// Threads as a pool that runs numbered tasks. Which worker takes which task is left to chance, so a
// task writes its result to a place chosen by its index and draws random numbers from the stream of
// its index: then the result is the same for any number of workers.
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include "base/common.h"

typedef struct Pool Pool;

// One task: index counts the tasks of the call, worker (0 .. workers - 1) says whose scratch to use.
typedef void PoolTask(void *self, size_t index, int worker);

// Processors this process may use.
int thread_processors(void);

// Starts workers - 1 threads (the caller is worker 0), or fewer where the system gives no more; workers 0 means one per
// processor.
// The pool is owned by the caller: pool_close.
void pool_open(Pool **pool, int workers);
int pool_workers(const Pool *pool);

// Runs task for every index in [0, n) and returns when all are done. One call at a time.
void pool_run(Pool *pool, size_t n, PoolTask *task, void *self);

// From now on the caller of pool_run does this from time to time while it waits for the other threads.
void pool_while_waiting(Pool *pool, void (*task)(void *self), void *self);

// Ends the threads and frees the pool; NULL is allowed.
void pool_close(Pool *pool);

// A thread of its own for one task, beside whatever the others do. The task says itself when it is done; thread_end
// waits until it returns and frees the thread; NULL is allowed.
typedef struct Thread Thread;
void thread_start(Thread **thread, void (*task)(void *self), void *self);
void thread_end(Thread *thread);

#endif
