// Tracks as the ops see them.
#ifndef STATE_BLOCK_TRACK_FIND_H
#define STATE_BLOCK_TRACK_FIND_H

#include "state/run/run.h"

// The track an op means for a player (its array operand `tracks`), or NULL.
const Track *track_for(const Position *x, int32_t tracks, Player player);
// The first step of a track on a site; its length when there is none.
int track_step_on(const Track *track, int32_t site);

#endif
