// senet playout --features: playouts in which features are worked out, or that choose by them. Looks inside: how
// features are evaluated and how fast is what it measures.
#ifndef CMD_STUDY_PLAYOUT_FEATURES_H
#define CMD_STUDY_PLAYOUT_FEATURES_H

#include "cmd/frame/command_options.h"
#include "senet.h"

// Plays as many games as wanted, from the seed wanted, and reports; an exit status.
int playout_features(const Options *options, const senet_playout_options *wanted);

#endif
