// The experiments of Soemers et al., Biasing MCTS with Features for General Games.
#ifndef CMD_STUDY_EXPERIMENT_BIASING_H
#define CMD_STUDY_EXPERIMENT_BIASING_H

#include "cmd/frame/options.h"

int experiment_biasing(const Options *options);

#endif
