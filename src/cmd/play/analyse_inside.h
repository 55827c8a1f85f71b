// senet analyse --features, --heuristics and --scaling: what a position looks like to parts of an agent. Looks inside:
// the library shows agents as a whole.
#ifndef CMD_PLAY_ANALYSE_INSIDE_H
#define CMD_PLAY_ANALYSE_INSIDE_H

#include "cmd/frame/command_options.h"

// threads: how fast the agent searches with 1 and with so many; 0: what the features or the heuristic asked for say,
// the `top` best moves first. False after saying what is wrong.
bool analyse_inside(const Options *options, const char *agent, uint64_t seed, size_t top, int threads);

#endif
