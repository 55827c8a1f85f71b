// Effects on the pieces around a move: captures by surrounding, flanking, approaching and plain removal.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then], from slot `at` on.
Ref lower_remove_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *where = term_arg(term, at + 1), *when = term_arg(term, at + 3);
  SiteType type = lower_type(lower, term_arg(term, at));
  if (when) lower->flags |= GAME_SEQUENCE_CAPTURE;
  bool region = where->kind == TERM_ARRAY || !strcmp(where->type, "sites");
  Ref what = region ? lower_region(lower, where) : lower_int(lower, where);
  Ref body = EMIT(B, region ? OP_REMOVE_SITES : OP_REMOVE_SITE, decision, type, (int32_t)what,
                  (int32_t)lower_int(lower, term_arg(term, at + 2)), (int32_t)lower_int(lower, term_arg(term, at + 4)),
                  term_is(when, "EndOfTurn"));
  return lower_then(lower, body, term_arg(term, at + 5));
}

static Ref lower_remove(Lower *lower, const Term *term) { return lower_remove_as(lower, term, 0, false); }

// ---- clauses with their defaults -----------------------------------------------------------------

// The site an effect starts from: that of a (from ...) clause, or where the last move went.
static Ref start_site(Lower *lower, const Term *from, Ref otherwise) {
  const Term *where = from ? term_arg(from, 1) : NULL;
  return where ? lower_int(lower, where) : otherwise;
}

static SiteType start_type(Lower *lower, const Term *from) {
  return lower_type(lower, from ? term_arg(from, 0) : NULL);
}

static Ref cond_or_enemy(Lower *lower, const Term *cond, Slot slot) {
  return cond ? lower_bool(lower, cond) : EMIT(B, OP_IS_ENEMY, (int32_t)lower_slot(lower, slot));
}

static Ref cond_or_friend(Lower *lower, const Term *cond) {
  return cond ? lower_bool(lower, cond) : EMIT(B, OP_IS_FRIEND, (int32_t)lower_slot(lower, SLOT_TO));
}

// What is done to a site: the clause's effect, or the removal of what stands there.
static Ref effect_or_remove(Lower *lower, const Term *apply, Slot slot) {
  if (apply) return lower_apply(lower, apply);
  return EMIT(B, OP_REMOVE_SITE, 0, lower->game->site_type, (int32_t)lower_slot(lower, slot), 0, 0, 0);
}

static const Term *clause(const Term *term, uint32_t i) { return term ? term_arg(term, i) : NULL; }

static Dir direction_or(const Term *dir, Dir otherwise) { return dir ? dir_parse(dir->text) : otherwise; }

// (custodial [from] [absoluteDirection] [between] [to] [then])
static Ref lower_custodial(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, 0), *between = term_arg(term, 2), *to = term_arg(term, 3);
  LowerRange range = lower_range(lower, clause(between, 1));
  Ref body = EMIT(B, OP_CUSTODIAL, start_type(lower, from), (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  direction_or(term_arg(term, 1), DIR_ADJACENT), (int32_t)range.min, (int32_t)range.max,
                  (int32_t)cond_or_enemy(lower, clause(between, 3), SLOT_BETWEEN),
                  (int32_t)cond_or_friend(lower, clause(to, 4)),
                  (int32_t)effect_or_remove(lower, clause(between, 5), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, 4));
}

// (intervene [from] [absoluteDirection] [between] [to] [then])
static Ref lower_intervene(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, 0), *between = term_arg(term, 2), *to = term_arg(term, 3);
  LowerRange range = lower_range(lower, clause(between, 1));
  Ref body = EMIT(B, OP_INTERVENE, start_type(lower, from), (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  direction_or(term_arg(term, 1), DIR_ADJACENT), (int32_t)range.min, (int32_t)range.max,
                  (int32_t)cond_or_enemy(lower, clause(to, 4), SLOT_TO),
                  (int32_t)effect_or_remove(lower, clause(to, 5), SLOT_TO));
  return lower_then(lower, body, term_arg(term, 4));
}

// The way the last move went.
static Ref last_direction(Lower *lower, SiteType type) {
  return EMIT(B, OP_DIRS_BETWEEN, type, (int32_t)EMIT0(B, OP_LAST_FROM), (int32_t)EMIT0(B, OP_LAST_TO));
}

// (directional [from] [direction] [to] [then])
// What follows it never happens, and without an effect it removes from FROM, which is nowhere then.
static Ref lower_directional(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, 0), *way = term_arg(term, 1), *to = term_arg(term, 2);
  SiteType type = start_type(lower, from);
  Ref body = EMIT(B, OP_DIRECTIONAL, type, (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  (int32_t)(way ? lower_dirs(lower, way) : last_direction(lower, type)),
                  (int32_t)cond_or_enemy(lower, clause(to, 4), SLOT_TO),
                  (int32_t)effect_or_remove(lower, clause(to, 5), SLOT_FROM));
  lower_then(lower, body, term_arg(term, 3));
  return body;
}

static bool asks_for_empty(const Term *cond) {
  if (!cond) return false;
  if (cond->kind == TERM_CALL && !strcmp(cond->row->name, "is") && term_is(term_arg(cond, 0), "Empty")) return true;
  for (uint32_t i = 0; i < cond->n; i++) {
    if (asks_for_empty(cond->args[i])) return true;
  }
  return false;
}

// (enclose [siteType] [from] [direction] [between] [numException:int] [then])
static Ref lower_enclose(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, 1), *between = term_arg(term, 3);
  Ref body = EMIT(
      B, OP_ENCLOSE, lower_type(lower, term_arg(term, 0)), (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
      (int32_t)lower_dirs_or(lower, term_arg(term, 2), DIR_ADJACENT),
      (int32_t)cond_or_enemy(lower, clause(between, 3), SLOT_BETWEEN), (int32_t)lower_int(lower, term_arg(term, 4)),
      asks_for_empty(clause(between, 3)), (int32_t)effect_or_remove(lower, clause(between, 5), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, 5));
}

// (surround [from] [relationType] [between] [to] [except:int] [with:piece] [then])
static Ref lower_surround(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, 0), *between = term_arg(term, 2), *to = term_arg(term, 3),
             *with = term_arg(term, 5);
  Ref piece = with ? EMIT(B, OP_FOLD, OP_MAX, 0, (int32_t)lower_piece_numbers(lower, with)) : 0;
  Ref body = EMIT(
      B, OP_SURROUND, start_type(lower, from), (int32_t)start_site(lower, from, lower_slot(lower, SLOT_FROM)),
      direction_or(term_arg(term, 1), DIR_ADJACENT), (int32_t)cond_or_enemy(lower, clause(between, 3), SLOT_BETWEEN),
      (int32_t)cond_or_friend(lower, clause(to, 4)), (int32_t)lower_int(lower, term_arg(term, 4)), (int32_t)piece,
      (int32_t)effect_or_remove(lower, clause(between, 5), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, 6));
}

static const LudRow rows[] = {
    {"remove", "effect", "[siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]",
     "Takes pieces off a site or off all sites of a region, at once or at the end of the turn.", lower_remove},
    {"custodial", "effect", "[from] [absoluteDirection] [between] [to] [then]",
     "Acts on the pieces caught in line between the moved piece and another.", lower_custodial},
    {"intervene", "effect", "[from] [absoluteDirection] [between] [to] [then]",
     "Acts on the two pieces on opposite sides of the moved piece.", lower_intervene},
    {"surround", "effect", "[from] [relationType] [between] [to] [except:int] [with:piece] [then]",
     "Acts on pieces whose neighbouring sites are all held against them.", lower_surround},
    {"directional", "effect", "[from] [direction] [to] [then]",
     "Acts on the pieces in line with the moved piece, away from it.", lower_directional},
    {"enclose", "effect", "[siteType] [from] [direction] [between] [numException:int] [then]",
     "Acts on groups of pieces that have no free site left beside them.", lower_enclose},
};

const LudFamily fam_effect_capture = {"capturing", rows, COUNT_OF(rows)};
