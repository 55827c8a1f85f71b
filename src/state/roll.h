// The roll: where pieces were last put, one entry after another, kept for boards with stacks or several types of
// sites where the order of the pieces counts. It follows the reference system, which keeps its list beside the board:
// an entry may stay behind when its piece is promoted, and loops over pieces go by the list.
#ifndef STATE_ROLL_H
#define STATE_ROLL_H

#include "state/exec.h"

typedef struct RollEntry {
  uint16_t what;  // 0: nobody is here any more
  uint16_t site;
  uint16_t level;
  uint16_t type;
} RollEntry;

void roll_add(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level);
// More of a kind came to a site that had some: one more entry, unless the roll is getting full.
void roll_add_again(Exec *x, int32_t what, SiteType type, int32_t site);
// All entries of a kind on a site leave.
void roll_leave_site(Exec *x, int32_t what, SiteType type, int32_t site);
// The entries of a kind at a level of a site leave; those of any kind above it come down by one.
void roll_leave_level(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level);
// Nobody comes down.
void roll_leave_gap(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level);

int32_t roll_count(const Exec *x);
// The first entry of a kind at number i or beyond, going up (step 1) or down (step -1); -1 when there is none.
int32_t roll_find(const Exec *x, int32_t what, int32_t i, int step);
RollEntry roll_entry(const Exec *x, int32_t i);

#endif
