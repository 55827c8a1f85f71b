// Sowing: the counters of a hole are handed out one by one along a track.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// The last slots: backtracking or forward, then the consequence.
enum {
  SOW_TYPE,
  SOW_START,
  SOW_COUNT,
  SOW_EACH,
  SOW_TRACK,
  SOW_OWNER,
  SOW_IF,
  SOW_EFFECT,
  SOW_APPLY,
  SOW_SELF,
  SOW_ORIGIN,
  SOW_SKIP,
  SOW_ON,
  SOW_THEN
};

static Ref lower_sow(Lower *lower, const Term *term) {
  const Term *start = term_arg(term, SOW_START), *count = term_arg(term, SOW_COUNT);
  SiteType type = lower_type(lower, term_arg(term, SOW_TYPE));
  lower->flags |= GAME_COUNT;
  Ref from = start ? lower_int(lower, start) : EMIT0(B, OP_LAST_TO);
  Ref hole = EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)from));
  Ref number = count ? lower_int(lower, count) : EMIT(B, OP_SUM_COUNTS, type, (int32_t)hole);
  Ref on = lower_bool(lower, term_arg(term, SOW_ON));
  bool back = on && str_is(term_arg(term, SOW_ON)->label, "backtracking");
  Ref body = EMIT(
      B, OP_SOW, type, lower_tracks(lower, TRACK_TO_SOW, term_arg(term, SOW_TRACK)),
      (int32_t)lower_int_or(lower, term_arg(term, SOW_OWNER), GAME_OFF), (int32_t)from, (int32_t)number,
      (int32_t)lower_int(lower, term_arg(term, SOW_EACH)), (int32_t)lower_bool(lower, term_arg(term, SOW_IF)),
      (int32_t)lower_moves(lower, term_arg(term, SOW_EFFECT)), (int32_t)lower_moves(lower, term_arg(term, SOW_APPLY)),
      lower_flag(term_arg(term, SOW_SELF), true), (int32_t)lower_bool(lower, term_arg(term, SOW_ORIGIN)),
      (int32_t)lower_bool(lower, term_arg(term, SOW_SKIP)), back ? (int32_t)on : 0, back ? 0 : (int32_t)on);
  return lower_then(lower, body, term_arg(term, SOW_THEN));
}

static const LudRow rows[] = {
    {"sow", "effect",
     "[siteType] [int] [count:int] [numPerHole:int] [string] [owner:int] [if:boolean] [sowEffect:moves] "
     "[apply:nonDecision] [includeSelf:boolean] [origin:boolean] [skipIf:boolean] [backtracking:boolean | "
     "forward:boolean] [then]",
     "Hands out the counters of a site along a track, then captures from the last hole, and from those before or after "
     "it, as long as the condition holds.",
     lower_sow},
};

const LudFamily fam_effect_sow = {"sowing", rows, COUNT_OF(rows)};
