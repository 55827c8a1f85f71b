// Walks: sequences of steps forward and turns to the left or right, as knights and tiles make them.
#ifndef BOARD_WALK_H
#define BOARD_WALK_H

#include "board/topo/topology.h"

typedef enum WalkStep { WALK_FORWARD, WALK_LEFT, WALK_RIGHT } WalkStep;

// Where a walk from a site ends that begins in a direction, or SITE_OFF when it leaves the board.
Site walk_end(const Topology *t, SiteType type, Site from, Dir start, const int32_t *steps, int n);

// Whether a line from a site in a direction leads over another.
bool walk_leads_to(const Topology *t, SiteType type, Dir dir, Site from, Site to);

#endif
