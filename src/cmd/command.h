// The subcommands of `senet`. Each lives in its own file with its row at the foot; commands.def names
// the rows, and main, help, man page and completion read them.
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "base/common.h"

enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

// One option of a subcommand, for help, man page and completion.
typedef struct CommandOption {
  const char *name;   // "--seed"
  const char *value;  // "K", or NULL for a switch
  const char *doc;    // one sentence
} CommandOption;

typedef struct Command {
  const char *name;
  const char *usage;  // arguments after the name
  const char *doc;    // one sentence
  const char *details;  // paragraphs for help and the man page, or NULL
  const CommandOption *options;  // ends with a NULL name
  int (*run)(int argc, char **argv);  // argv[0] is the subcommand's name
} Command;

// All subcommands in the order of commands.def, ended by NULL.
const Command *const *command_list(void);
// The subcommand of that name, or NULL.
const Command *command_find(const char *name);

#endif
