// Time for measuring, never for deciding what a game does.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include "base/common.h"

// Seconds since some fixed moment; never goes back.
double clock_seconds(void);

// Processor seconds used by the calling thread.
double clock_thread_seconds(void);

// Times the calling thread gave up its processor to wait for something.
uint64_t clock_thread_waits(void);

#endif
