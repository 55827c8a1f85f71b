// senet experiment features.
#ifndef CMD_STUDY_EXPERIMENT_FEATURES_H
#define CMD_STUDY_EXPERIMENT_FEATURES_H

#include "cmd/frame/options.h"

int experiment_features(const Options *options);

#endif
