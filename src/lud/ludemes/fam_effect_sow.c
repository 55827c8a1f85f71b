// Sowing: the counters of a hole are handed out one by one along a track.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static Ref lower_sow(Lower *lower, const Term *term) {
  const Term *start = term_arg(term, L_SOW_INT), *count = term_arg(term, L_SOW_COUNT);
  SiteType type = lower_type(lower, term_arg(term, L_SOW_SITE_TYPE));
  lower->flags |= GAME_COUNT;
  Ref from = start ? lower_int(lower, start) : EMIT0(B, OP_LAST_TO);
  Ref hole = EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)from));
  Ref number = count ? lower_int(lower, count) : EMIT(B, OP_SUM_COUNTS, type, (int32_t)hole);
  Ref on = lower_bool(lower, term_arg(term, L_SOW_BACKTRACKING));
  bool back = on && str_is(term_arg(term, L_SOW_BACKTRACKING)->label, "backtracking");
  Ref body = EMIT(
      B, OP_SOW, type, lower_tracks(lower, TRACK_TO_SOW, term_arg(term, L_SOW_STRING)),
      (int32_t)lower_int_or(lower, term_arg(term, L_SOW_OWNER), GAME_OFF), (int32_t)from, (int32_t)number,
      (int32_t)lower_int(lower, term_arg(term, L_SOW_NUM_PER_HOLE)),
      (int32_t)lower_bool(lower, term_arg(term, L_SOW_IF)),
      (int32_t)lower_moves(lower, term_arg(term, L_SOW_SOW_EFFECT)),
      (int32_t)lower_moves(lower, term_arg(term, L_SOW_APPLY)), lower_flag(term_arg(term, L_SOW_INCLUDE_SELF), true),
      (int32_t)lower_bool(lower, term_arg(term, L_SOW_ORIGIN)),
      (int32_t)lower_bool(lower, term_arg(term, L_SOW_SKIP_IF)), back ? (int32_t)on : 0, back ? 0 : (int32_t)on);
  return lower_then(lower, body, term_arg(term, L_SOW_THEN));
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
