// Colour, progress and Ctrl-C.
#include "cmd/frame/terminal.h"

#include "base/clock.h"
#include "base/thread.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

bool terminal_colour(FILE *out) {
  const char *no_colour = getenv("NO_COLOR");
  return isatty(fileno(out)) && !(no_colour && *no_colour);
}

// ---- progress ------------------------------------------------------------------------------------

void progress_begin(Progress *progress, const char *what, size_t total) {
  double now = clock_seconds();
  *progress = (Progress){.what = what, .total = total, .began = now, .shown = now, .active = isatty(STDERR_FILENO)};
}

enum { LEFT_MAX = 10000000 };  // seconds: of more than that nothing is said

// The seconds still needed, or a negative number when nothing can be said.
static double time_left(const Progress *progress, size_t done) {
  double passed = clock_seconds() - progress->began;
  if (progress->seconds > 0) return MAX(progress->seconds - passed, 0);
  if (!progress->total || !done || done > progress->total || passed < 0.5) return -1;
  return passed / (double)done * (double)(progress->total - done);
}

static void write_time(double seconds) {
  int whole = (int)(seconds + 0.5);
  if (whole >= 3600) fprintf(stderr, ", %d h %d min left", whole / 3600, whole / 60 % 60);
  else if (whole >= 60) fprintf(stderr, ", %d min %d s left", whole / 60, whole % 60);
  else fprintf(stderr, ", %d s left", whole);
}

void progress_step(Progress *progress, size_t done) {
  if (!progress->active || clock_seconds() - progress->shown < 0.1) return;
  progress->shown = clock_seconds();
  double left = time_left(progress, done);
  fprintf(stderr, "\r%s", progress->what);
  if (done) fprintf(stderr, " %zu", done);
  if (progress->total) fprintf(stderr, " of %zu", progress->total);
  if (left >= 0 && left < LEFT_MAX) write_time(left);
  fprintf(stderr, "%s%s\033[K", *progress->note ? "; " : "", progress->note);
}

void progress_note(Progress *progress, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(progress->note, sizeof progress->note, format, args);
  va_end(args);
}

void progress_clear(Progress *progress) {
  if (progress->active) fputs("\r\033[K", stderr);
}

void progress_end(Progress *progress) {
  progress_clear(progress);
  progress->active = false;
}

// ---- Ctrl-C --------------------------------------------------------------------------------------

// What asks for an end: Ctrl-C, the signal of kill and timeout, and that of a terminal that goes away.
static const int asking[] = {SIGINT, SIGTERM, SIGHUP};

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Those that whoever started the program did not want ignored. They are blocked and stay pending once they came, so
// that nothing needs to be remembered.
static sigset_t interrupt_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < COUNT_OF(asking); i++) {
    if (!is_ignored(asking[i])) sigaddset(&set, asking[i]);
  }
  return set;
}

void interrupt_begin(void) {
  sigset_t set = interrupt_signals();
  sigprocmask(SIG_BLOCK, &set, NULL);
}

bool interrupt_seen(void) {
  sigset_t set = interrupt_signals(), pending;
  bool seen = false;
  if (sigpending(&pending) != 0) return false;
  for (size_t i = 0; i < COUNT_OF(asking); i++) {
    seen |= sigismember(&set, asking[i]) && sigismember(&pending, asking[i]);
  }
  return seen;
}

void interrupt_wait_call(const atomic_bool *done, InterruptCall *call, void *self, Progress *progress) {
  struct timespec moment = {.tv_nsec = 20000000};
  while (!atomic_load(done)) {
    if (interrupt_seen()) call(self);
    if (progress) {
      progress_note(progress, "%.0f s", clock_seconds() - progress->began);
      progress_step(progress, 0);
    }
    nanosleep(&moment, NULL);
  }
}

void interrupt_end(void) {
  sigset_t set = interrupt_signals();
  struct timespec at_once = {0};
  while (sigtimedwait(&set, NULL, &at_once) > 0) continue;
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

// ---- work that can be interrupted ----------------------------------------------------------------

typedef struct Interruptible {
  InterruptCall *work;
  void *self;
  atomic_bool done;
} Interruptible;

static void do_work(void *self) {
  Interruptible *it = self;
  it->work(it->self);
  atomic_store(&it->done, true);
}

void interrupt_run(InterruptCall *work, InterruptCall *stop, void *self, Progress *progress, const char *title) {
  Interruptible it = {.work = work, .self = self};
  Thread *worker;
  interrupt_begin();
  if (progress) progress_begin(progress, title, 0);
  thread_start(&worker, do_work, &it);
  interrupt_wait_call(&it.done, stop, self, progress);
  thread_end(worker);
  if (progress) progress_end(progress);
  interrupt_end();
}
