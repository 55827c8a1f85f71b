// The words after a subcommand, sorted by its row into options and arguments.
#ifndef CMD_FRAME_COMMAND_OPTIONS_H
#define CMD_FRAME_COMMAND_OPTIONS_H

#include "base/arena.h"
#include "cmd/frame/command.h"

typedef struct GivenOption {
  const CommandOption *row;
  const char *value;  // NULL for a switch
} GivenOption;

struct Options {
  const Command *command;
  Arena *arena;            // lives until the command returns
  const char **arguments;  // in order, n of them, then NULL
  int n;
  GivenOption *given;
  int given_n;
  bool help;      // --help was among them; nothing else was checked
  bool *misused;  // wrong use was said: that is the exit status, however far the command came before
};

// Accepts `--name value`, `--name=value`, `-x value`, `-xvalue`, and `--` before arguments that begin with a dash.
// Wrong use is said on stderr and gives false.
bool options_parse(Arena *arena, const Command *command, int argc, char **argv, Options *options);

// The name must be one of the command's rows. Values are those given last; NULL when not given.
bool options_has(const Options *options, const char *name);
const char *options_value(const Options *options, const char *name);
// The values of an option that repeats, in order, ended by NULL (arena).
const char **options_values(const Options *options, const char *name);
// Whether an option that picks some of many was given with this word (case ignored), or not at all.
bool options_wants(const Options *options, const char *name, const char *word);

// Numbers: *value keeps what it holds when the option is absent. False after saying what is wrong.
bool options_integer(const Options *options, const char *name, int64_t least, int64_t most, int64_t *value);
bool options_number(const Options *options, const char *name, double least, double most, double *value);
// Seconds; 30m are minutes and 2h hours.
bool options_seconds(const Options *options, const char *name, double least, double most, double *value);
// The same for an argument; what names it in the message.
bool options_argument_integer(const Options *options, int index, const char *what, int64_t least, int64_t most,
                              int64_t *value);

// Writes a file (base/file.h); when that fails, says on stderr which and why.
bool options_write_file(const Options *options, const char *path, Str text);

// Says on stderr what is wrong, and where to read more. Always EXIT_USAGE, with which the command then ends.
int options_misuse(const Options *options, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
