// senet experiment kilothon: an agent against plain UCT in the games of the libraries, one game of each, a minute each.
#ifndef CMD_EXPERIMENT_EXPERIMENT_KILOTHON_H
#define CMD_EXPERIMENT_EXPERIMENT_KILOTHON_H

#include "cmd/frame/command_options.h"

// The exit status of the command.
int experiment_kilothon(const Options *options);

#endif
