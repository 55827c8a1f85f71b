// What may be shown to a person: colour, and a progress line on stderr when that is a terminal; and Ctrl-C, which asks
// a long command to stop early and say what it has found.
#ifndef CMD_FRAME_TERMINAL_H
#define CMD_FRAME_TERMINAL_H

#include "base/common.h"

#include <stdatomic.h>
#include <stdio.h>

// Whether to colour what goes to out: it is a terminal and NO_COLOR is not set.
bool terminal_colour(FILE *out);

typedef struct Progress {
  const char *what;
  size_t total;    // 0: not known
  double seconds;  // when not 0, time is up after so many seconds
  double began, shown;
  char note[160];  // shown after the counts; empty for none
  bool active;
} Progress;

// A line such as `playing 12 of 40, 35 s left`, rewritten at most ten times a second. Writes nothing when stderr is not
// a terminal. progress_end removes the line; progress_clear removes it until the next step, so that something else can
// be printed.
void progress_begin(Progress *progress, const char *what, size_t total);
void progress_step(Progress *progress, size_t done);
void progress_note(Progress *progress, const char *format, ...) PRINTF_LIKE(2, 3);
void progress_clear(Progress *progress);
void progress_end(Progress *progress);

// From interrupt_begin to interrupt_end, Ctrl-C (and SIGTERM and SIGHUP) is noted instead of ending the program:
// interrupt_seen is then true.
void interrupt_begin(void);
bool interrupt_seen(void);
void interrupt_end(void);
// Between the two, on a thread of its own: waits until *done, and calls when Ctrl-C is seen before, possibly several
// times. The progress line (or NULL) says how much time has passed.
typedef void InterruptCall(void *self);
void interrupt_wait_call(const atomic_bool *done, InterruptCall *call, void *self, Progress *progress);
// Does some work on a thread of its own and waits for it, with a progress line of this title (progress may be NULL: with
// none); Ctrl-C calls stop, which makes the work end soon.
void interrupt_run(InterruptCall *work, InterruptCall *stop, void *self, Progress *progress, const char *title);

#endif
