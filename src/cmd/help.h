// Help, manual pages and completion, all read from the rows of the subcommands.
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include "cmd/command.h"

#include <stdio.h>

// One line per subcommand.
void help_overview(FILE *out);

// Everything about one subcommand, on stdout; EXIT_YES.
int help_command(const Command *command);

// The manual page in roff: of one subcommand, or of senet itself when command is NULL.
void man_page(FILE *out, const Command *command);

// The completion script for bash.
void bash_completion(FILE *out);

#endif
