// senet playout --compare: native code and interpreter side by side. Looks inside: the library offers one of them at a
// time.
#ifndef CMD_STUDY_PLAYOUT_COMPARE_H
#define CMD_STUDY_PLAYOUT_COMPARE_H

#include "cmd/frame/command_options.h"

// Plays so many games; an exit status.
int playout_compare(const Options *options, uint64_t n, uint64_t seed);

#endif
