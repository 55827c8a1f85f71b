// Effects on the pieces around a move: captures by surrounding, flanking, approaching and plain removal.
#include "lud/families.h"
#include "lud/lower.h"

// [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then], from slot `at` on.
Ref lower_remove_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *where = term_arg(term, at + 1), *when = term_arg(term, at + 3);
  SiteType type = lower_type(lower, term_arg(term, at));
  if (when) lower->flags |= GAME_SEQUENCE_CAPTURE;
  bool region = !strcmp(where->type, "sites");
  Ref sites = region ? lower_region(lower, where) : EMIT(B, OP_REGION_OF_INTS, (int32_t)lower_ints(lower, where));
  Ref body = EMIT(B, OP_REMOVE_SITES, decision, type, (int32_t)sites, (int32_t)lower_int(lower, term_arg(term, at + 2)),
                  (int32_t)lower_int(lower, term_arg(term, at + 4)), when != NULL);
  return lower_then(lower, body, term_arg(term, at + 5));
}

static Ref lower_remove(Lower *lower, const Term *term) { return lower_remove_as(lower, term, 0, false); }

static const LudRow rows[] = {
    {"remove", "effect", "[siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]",
     "Takes pieces off a site or off all sites of a region, at once or at the end of the turn.", lower_remove},
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
