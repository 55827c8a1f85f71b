// What can be seen from above on boards with layers.
#ifndef STATE_RARE_VISIBLE_H
#define STATE_RARE_VISIBLE_H

#include "state/run/run.h"

// A piece stands on a higher site right above.
bool site_covered(Position *x, SiteType type, int32_t site);
// How many sites lie one step upwards of both; occupied: only those with pieces.
int sites_above_both(const Position *x, SiteType type, int32_t a, int32_t b, bool occupied);

#endif
