// senet experiment playouts: standard and optimised playouts of every game of the libraries.
#ifndef CMD_EXPERIMENT_EXPERIMENT_PLAYOUTS_H
#define CMD_EXPERIMENT_EXPERIMENT_PLAYOUTS_H

#include "cmd/frame/command_options.h"

// The exit status of the command.
int experiment_playouts(const Options *options);

#endif
