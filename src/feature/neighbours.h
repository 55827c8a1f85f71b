// The neighbour list of every site: the sites one orthogonal step away, clockwise from north, with entries for steps
// that lead off the board. Walks turn by going through these lists (Soemers et al., Spatial State-Action Features for
// General Games, section 4.2). Where the border of a board cuts a line short the line is continued: so a corner of a
// square board has four entries, two of them off the board.
#ifndef FEATURE_NEIGHBOURS_H
#define FEATURE_NEIGHBOURS_H

#include "board/topo/topology.h"

// A list per site of the type (arena); SITE_OFF stands for a step off the board.
SiteLists neighbour_lists(Arena *arena, const Topology *board, SiteType type);

#endif
