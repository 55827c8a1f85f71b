// A lock that a structure can hold by value, for short stretches of work several threads share, and a signal that
// threads wait for while they hold it.
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>

typedef pthread_mutex_t Lock;
typedef pthread_cond_t Signal;

static inline void lock_init(Lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void lock_free(Lock *lock) { pthread_mutex_destroy(lock); }
static inline void lock_take(Lock *lock) { pthread_mutex_lock(lock); }
static inline void lock_give(Lock *lock) { pthread_mutex_unlock(lock); }

static inline void signal_init(Signal *signal) { pthread_cond_init(signal, NULL); }
static inline void signal_free(Signal *signal) { pthread_cond_destroy(signal); }
// Gives the lock away while waiting. May return without a signal: test again what was waited for.
static inline void signal_wait(Signal *signal, Lock *lock) { pthread_cond_wait(signal, lock); }
static inline void signal_one(Signal *signal) { pthread_cond_signal(signal); }
static inline void signal_all(Signal *signal) { pthread_cond_broadcast(signal); }

#endif
