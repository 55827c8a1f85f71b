// Sowing: the counters of a hole are handed out one by one along a track.
#include "lud/families.h"

static const LudRow rows[] = {
    {"sow", "effect",
     "[siteType] [int] [count:int] [numPerHole:int] [string] [owner:int] [if:boolean] [sowEffect:moves] "
     "[apply:nonDecision] [includeSelf:boolean] [origin:boolean] [skipIf:boolean] [backtracking:boolean | "
     "forward:boolean] [then]",
     "Hands out the counters of a site along a track, then captures from the last hole, and from those before or after "
     "it, as long as the condition holds."},
};

const LudFamily fam_effect_sow = {"effect_sow", rows, COUNT_OF(rows)};
