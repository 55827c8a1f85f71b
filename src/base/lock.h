// A lock that a structure can hold by value, for short stretches of work several threads share.
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>

typedef pthread_mutex_t Lock;

static inline void lock_init(Lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void lock_free(Lock *lock) { pthread_mutex_destroy(lock); }
static inline void lock_take(Lock *lock) { pthread_mutex_lock(lock); }
static inline void lock_give(Lock *lock) { pthread_mutex_unlock(lock); }

#endif
