// Colour and progress.
#include "cmd/frame/terminal.h"

#include "base/clock.h"

#include <stdlib.h>
#include <unistd.h>

bool terminal_colour(FILE *out) {
  const char *no_colour = getenv("NO_COLOR");
  return isatty(fileno(out)) && !(no_colour && *no_colour);
}

void progress_begin(Progress *progress, const char *what, size_t total) {
  *progress = (Progress){.what = what, .total = total, .shown = clock_seconds(), .active = isatty(STDERR_FILENO)};
}

void progress_step(Progress *progress, size_t done) {
  if (!progress->active || clock_seconds() - progress->shown < 0.1) return;
  progress->shown = clock_seconds();
  fprintf(stderr, "\r%s %zu/%zu\033[K", progress->what, done, progress->total);
}

void progress_end(Progress *progress) {
  if (progress->active) fputs("\r\033[K", stderr);
  progress->active = false;
}
