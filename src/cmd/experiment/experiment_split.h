// senet experiment split-moves: search by parts of moves, with the published figures.
#ifndef CMD_EXPERIMENT_EXPERIMENT_SPLIT_H
#define CMD_EXPERIMENT_EXPERIMENT_SPLIT_H

#include "cmd/frame/command_options.h"

// The exit status of the command.
int experiment_split_moves(const Options *options);

#endif
