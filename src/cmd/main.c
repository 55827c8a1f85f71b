// senet: finds the subcommand and runs it.
#include "cmd/command.h"

#include <stdio.h>

#define COMMAND(name) extern const Command command_##name;
#include "cmd/commands.def"
#undef COMMAND

static const Command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cmd/commands.def"
#undef COMMAND
    NULL,
};

int main(int argc, char **argv) {
  if (argc >= 2) {
    for (const Command *const *c = commands; *c; c++) {
      if (!strcmp((*c)->name, argv[1])) return (*c)->run(argc - 1, argv + 1);
    }
    fprintf(stderr, "senet: unknown command '%s'\n", argv[1]);
  } else {
    fprintf(stderr, "usage: senet COMMAND ...\n");
  }
  return EXIT_USAGE;
}
