// senet features --verify: recorded features of recorded positions against ours.
#ifndef CMD_LEARN_FEATURES_VERIFY_H
#define CMD_LEARN_FEATURES_VERIFY_H

#include "cmd/frame/game_option.h"

// Compares files of recorded features (a header, then states) and of neighbour lists (a board per line). Prints what
// differs, and `N ok, M differ` last. True when nothing does.
bool features_verify(Load *load, const Options *options);

#endif
