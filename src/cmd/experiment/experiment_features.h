// senet experiment features.
#ifndef CMD_EXPERIMENT_EXPERIMENT_FEATURES_H
#define CMD_EXPERIMENT_EXPERIMENT_FEATURES_H

#include "cmd/frame/command_options.h"

int experiment_features(const Options *options);

#endif
