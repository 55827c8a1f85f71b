// The experiments of Soemers et al., Biasing MCTS with Features for General Games.
#ifndef CMD_EXPERIMENT_EXPERIMENT_BIASING_H
#define CMD_EXPERIMENT_EXPERIMENT_BIASING_H

#include "cmd/frame/command_options.h"

int experiment_biasing(const Options *options);

#endif
