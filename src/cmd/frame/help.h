// Help, manual pages and completion, all read from the rows of the subcommands.
#ifndef CMD_FRAME_HELP_H
#define CMD_FRAME_HELP_H

#include "cmd/frame/command.h"

#include <stdio.h>

// One line per subcommand.
void help_overview(FILE *out);

// Everything about one subcommand, on stdout; EXIT_YES.
int help_command(const Command *command);

// The forms of a ludeme (those with a keyword when it is not NULL), the words of an enumeration, or all
// ludemes when name is NULL; the exit status.
int help_ludeme(const Options *options, const char *name, const char *keyword);

// The defines that descriptions can use, or what one of them stands for; the exit status.
int help_defines(const Options *options, const char *name);

// The instructions of rules programs, or one of them; the exit status.
int help_op(const Options *options, const char *name);

// The agents, or the options of one of them; the exit status.
int help_agents(const Options *options, const char *name);

// The manual page in roff: of one subcommand, or of senet itself when command is NULL.
void man_page(FILE *out, const Command *command);

// The manual page of the agents.
void man_agents(FILE *out);

// The completion scripts.
void bash_completion(FILE *out);
void zsh_completion(FILE *out);
void fish_completion(FILE *out);

#endif
