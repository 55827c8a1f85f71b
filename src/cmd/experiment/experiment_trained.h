// Evaluators on trained feature sets: Soemers et al., Spatial State-Action Features for General Games,
// sections 6.2, 6.3.
#ifndef CMD_EXPERIMENT_EXPERIMENT_TRAINED_H
#define CMD_EXPERIMENT_EXPERIMENT_TRAINED_H

#include "cmd/frame/command_options.h"

// Of the models in the folder of --trained.
int experiment_trained(const Options *options);

#endif
