// Clocks of POSIX in seconds.
#define _GNU_SOURCE  // RUSAGE_THREAD
#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

static double read_clock(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void) { return read_clock(CLOCK_MONOTONIC); }

double clock_thread_seconds(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

uint64_t clock_thread_waits(void) {
  struct rusage use;
  return getrusage(RUSAGE_THREAD, &use) == 0 ? (uint64_t)use.ru_nvcsw : 0;
}
