// Walks: sequences of steps forward and turns to the left or right, as knights and tiles make them.
#ifndef BOARD_WALK_H
#define BOARD_WALK_H

#include "base/lazy.h"
#include "board/topo/topology.h"

typedef enum WalkStep { WALK_FORWARD, WALK_LEFT, WALK_RIGHT } WalkStep;

// Where a walk from a site ends that begins in a direction, or SITE_OFF when it leaves the board.
Site walk_end(const Topology *t, SiteType type, Site from, Dir start, const int32_t *steps, int n);

// Whether a line from a site in a direction leads over another.
bool walk_leads_to(const Topology *t, SiteType type, Dir dir, Site from, Site to);
// All directions in which one does, and those in which a single step does. On boards up to WALK_TABLE_SITES they are
// worked out once for all pairs of sites and kept in a Lazy of that type of site. Sites off the board have none.
typedef struct WalkDirs {
  DirSet lines, steps;
} WalkDirs;
enum { WALK_TABLE_SITES = 512 };
WalkDirs walk_directions(Lazy *kept, const Topology *t, SiteType type, Site from, Site to);

#endif
