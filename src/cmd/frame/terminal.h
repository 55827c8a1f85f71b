// What may be shown to a person: colour, and a progress line on stderr when that is a terminal.
#ifndef CMD_FRAME_TERMINAL_H
#define CMD_FRAME_TERMINAL_H

#include "base/common.h"

#include <stdio.h>

// Whether to colour what goes to out: it is a terminal and NO_COLOR is not set.
bool terminal_colour(FILE *out);

typedef struct Progress {
  const char *what;
  size_t total;
  double shown;  // when the line was last written
  bool active;
} Progress;

// A line such as `checking 12/40`, rewritten at most ten times a second. Writes nothing when stderr is
// not a terminal. progress_end removes the line.
void progress_begin(Progress *progress, const char *what, size_t total);
void progress_step(Progress *progress, size_t done);
void progress_end(Progress *progress);

#endif
