// senet: finds the subcommand and runs it.
#include "cmd/command.h"

#include <stdio.h>

int main(int argc, char **argv) {
  const Command *command = argc >= 2 ? command_find(argv[1]) : NULL;
  if (command) return command->run(argc - 1, argv + 1);
  if (argc >= 2) fprintf(stderr, "senet: unknown command '%s'\n", argv[1]);
  else fprintf(stderr, "usage: senet COMMAND ...\n");
  return EXIT_USAGE;
}
