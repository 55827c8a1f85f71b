// The subcommands of `senet`. Each lives in its own file with its row at the foot; commands.def names
// the rows, and main, help, man page and completion read them.
#ifndef CMD_FRAME_COMMAND_H
#define CMD_FRAME_COMMAND_H

#include "base/common.h"

enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

typedef struct Options Options;  // cmd/frame/command_options.h

// One option of a subcommand, for the parser, help, man page and completion.
typedef struct CommandOption {
  const char *name;      // "--seed"
  const char *value;     // "K", or NULL for a switch
  const char *doc;       // one sentence
  bool repeats;          // may be given more than once
  const char *also;      // an older spelling that is still accepted, or NULL
  const char *needs;     // options, separated by blanks, one of which must be given too; or NULL
  const char *excludes;  // options, separated by blanks, none of which may be given too; or NULL
} CommandOption;

typedef struct Command {
  const char *name;
  const char *usage;             // arguments after the name, without the options
  const char *doc;               // one sentence
  const char *details;           // paragraphs for help and the man page, or NULL
  int least, most;               // how many arguments; most < 0 is any number
  const CommandOption *options;  // ends with a NULL name; NULL when there are none
  int (*run)(const Options *options);
} Command;

// The options of every command that takes a GAME.
#define GAME_OPTIONS                                                                                             \
  {"--library", "PATH", "Adds the games and defines of a folder with lud/ and def/, or of a Ludii .jar.", true}, \
      {"--option", "NAME/CHOICE", "Chooses an item of one of the game's options.", true}, {                      \
    "--ruleset", "NAME", "Chooses one of the game's rulesets."                                                   \
  }

// The option of commands that play or search.
#define EXECUTOR_OPTION                                                                                           \
  {                                                                                                               \
    "--executor", "NAME",                                                                                         \
        "Who plays: native (compiled C, docs/NATIVE.md), interpreter, or auto (default, or as SENET_EXECUTOR "    \
        "says): the interpreter until native code is compiled and checked, where the game has it. The same seed " \
        "gives other games with native code."                                                                     \
  }

// The option of commands that begin elsewhere than at the start.
#define POSITION_OPTION \
  { "--position", "TEXT", "Begins at this position, written as docs/POSITIONS.md says, instead of the start." }

// All subcommands in the order of commands.def, ended by NULL.
const Command *const *command_rows(void);
// The subcommand of that name, or NULL; command_nearest finds the one that was probably meant.
const Command *command_find(const char *name);
const char *command_nearest(const char *name);

#endif
