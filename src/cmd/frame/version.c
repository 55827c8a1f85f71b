// senet version: which Senet this is.
#include "cmd/frame/command_options.h"
#include "senet.h"

#include <stdio.h>

static int run_version(const Options *options) {
  (void)options;
  printf("senet %s\n", senet_version());
  return EXIT_YES;
}

const Command command_version = {
    .name = "version",
    .usage = "",
    .doc = "Prints the version.",
    .run = run_version,
};
