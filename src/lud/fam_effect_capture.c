// Effects on the pieces around a move: captures by surrounding, flanking, approaching and plain removal.
#include "lud/families.h"

static const LudRow rows[] = {
    {"remove", "effect", "[siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]",
     "Takes pieces off a site or off all sites of a region, at once or at the end of the turn."},
    {"custodial", "effect", "[from] [absoluteDirection] [between] [to] [then]",
     "Acts on the pieces caught in line between the moved piece and another."},
    {"intervene", "effect", "[from] [absoluteDirection] [between] [to] [then]",
     "Acts on the two pieces on opposite sides of the moved piece."},
    {"surround", "effect", "[from] [relationType] [between] [to] [except:int] [with:piece] [then]",
     "Acts on pieces whose neighbouring sites are all held against them."},
    {"directional", "effect", "[from] [direction] [to] [then]",
     "Acts on the pieces in line with the moved piece, away from it."},
    {"enclose", "effect", "[siteType] [from] [direction] [between] [numException:int] [then]",
     "Acts on groups of pieces that have no free site left beside them."},
};

const LudFamily fam_effect_capture = {"effect_capture", rows, COUNT_OF(rows)};
