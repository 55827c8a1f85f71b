// What the terms of a heuristic say about a position.
#ifndef CMD_PLAY_ANALYSE_HEURISTICS_H
#define CMD_PLAY_ANALYSE_HEURISTICS_H

#include "cmd/frame/command_options.h"
#include "state/turn/position.h"

// Prints a table (with --json an object); false when the heuristic that --heuristics names cannot be had.
bool analyse_heuristics(const Options *options, Position *x);

#endif
