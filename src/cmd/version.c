// senet version: which Senet this is.
#include "cmd/options.h"

#include <stdio.h>

static int run_version(const Options *options) {
  (void)options;
  printf("senet %s\n", SENET_VERSION);
  return EXIT_YES;
}

const Command command_version = {
    .name = "version",
    .usage = "",
    .doc = "Prints the version.",
    .run = run_version,
};
