// senet analyse --features: what the features of a weighted set say for and against each legal move.
#ifndef CMD_PLAY_ANALYSE_FEATURES_H
#define CMD_PLAY_ANALYSE_FEATURES_H

#include "cmd/frame/command_options.h"
#include "play/show/session.h"

// Prints the moves of the position, likeliest first (at most `top`), each with the features that count most. False
// after saying what is wrong with the set.
bool analyse_features(const Options *options, Session *session, size_t top);

#endif
