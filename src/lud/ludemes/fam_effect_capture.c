// Effects on the pieces around a move: captures by surrounding, flanking, approaching and plain removal.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// The level of a piece to take: naming one does not make the game one of stacks.
static Ref taken_level(Lower *lower, const Term *level) {
  uint32_t flags = lower->flags;
  Ref number = lower_int(lower, level);
  lower->flags = (lower->flags & ~(uint32_t)GAME_STACKING) | (flags & GAME_STACKING);
  return number;
}

// [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then], from slot `at` on.
Ref lower_remove_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *where = term_arg(term, at + L_REMOVE_INT), *when = term_arg(term, at + L_REMOVE_AT);
  SiteType type = lower_type(lower, term_arg(term, at + L_REMOVE_SITE_TYPE));
  if (when) lower->flags |= GAME_SEQUENCE_CAPTURE;
  bool region = where->kind == TERM_ARRAY || !strcmp(where->type, "sites");
  Ref what = region ? lower_region(lower, where) : lower_int(lower, where);
  Ref body = EMIT(B, region ? OP_REMOVE_SITES : OP_REMOVE_SITE, decision, type, (int32_t)what,
                  (int32_t)taken_level(lower, term_arg(term, at + L_REMOVE_LEVEL)),
                  (int32_t)lower_int(lower, term_arg(term, at + L_REMOVE_COUNT)), term_is(when, "EndOfTurn"));
  return lower_then(lower, body, term_arg(term, at + L_REMOVE_THEN));
}

static Ref lower_remove(Lower *lower, const Term *term) { return lower_remove_as(lower, term, 0, false); }

// ---- clauses with their defaults -----------------------------------------------------------------

// The site an effect starts from: that of a (from ...) clause, or where the last move went.
static Ref start_site(Lower *lower, const Term *from, Ref otherwise) {
  const Term *where = from ? term_arg(from, C_FROM_SITES) : NULL;
  return where ? lower_int(lower, where) : otherwise;
}

static SiteType start_type(Lower *lower, const Term *from) {
  return lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL);
}

static Ref cond_or_enemy(Lower *lower, const Term *cond, Slot slot) {
  return cond ? lower_bool(lower, cond) : EMIT(B, OP_IS_ENEMY, (int32_t)lower_slot(lower, slot));
}

static Ref cond_or_friend(Lower *lower, const Term *cond) {
  return cond ? lower_bool(lower, cond) : EMIT(B, OP_IS_FRIEND, (int32_t)lower_slot(lower, SLOT_TO));
}

// What is done to a site: the clause's effect, which may be nothing, or the removal of what stands there.
static Ref effect_or_remove(Lower *lower, const Term *apply, Slot slot) {
  Ref effect = lower_apply(lower, apply);
  if (apply) return effect ? effect : EMIT0(B, OP_NOTHING);
  return EMIT(B, OP_REMOVE_SITE, 0, lower->game->site_type, (int32_t)lower_slot(lower, slot), 0, 0, 0);
}

static const Term *clause(const Term *term, uint32_t i) { return term ? term_arg(term, i) : NULL; }

static Dir direction_or(const Term *dir, Dir otherwise) { return dir ? dir_parse(dir->text) : otherwise; }

// (custodial [from] [absoluteDirection] [between] [to] [then])
static Ref lower_custodial(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_CUSTODIAL_FROM), *between = term_arg(term, L_CUSTODIAL_BETWEEN),
             *to = term_arg(term, L_CUSTODIAL_TO);
  LowerRange range = lower_range(lower, clause(between, C_BETWEEN_RANGE));
  Ref body = EMIT(B, OP_CUSTODIAL, start_type(lower, from), (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  direction_or(term_arg(term, L_CUSTODIAL_ABSOLUTE_DIRECTION), DIR_ADJACENT), (int32_t)range.min,
                  (int32_t)range.max, (int32_t)cond_or_enemy(lower, clause(between, C_BETWEEN_IF), SLOT_BETWEEN),
                  (int32_t)cond_or_friend(lower, clause(to, C_TO_IF)),
                  (int32_t)effect_or_remove(lower, clause(between, C_BETWEEN_APPLY), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, L_CUSTODIAL_THEN));
}

// (intervene [from] [absoluteDirection] [between] [to] [then])
static Ref lower_intervene(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_INTERVENE_FROM), *between = term_arg(term, L_INTERVENE_BETWEEN),
             *to = term_arg(term, L_INTERVENE_TO);
  LowerRange range = lower_range(lower, clause(between, C_BETWEEN_RANGE));
  Ref body = EMIT(B, OP_INTERVENE, start_type(lower, from), (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  direction_or(term_arg(term, L_INTERVENE_ABSOLUTE_DIRECTION), DIR_ADJACENT), (int32_t)range.min,
                  (int32_t)range.max, (int32_t)cond_or_enemy(lower, clause(to, C_TO_IF), SLOT_TO),
                  (int32_t)effect_or_remove(lower, clause(to, C_TO_APPLY), SLOT_TO));
  return lower_then(lower, body, term_arg(term, L_INTERVENE_THEN));
}

// The way the last move went.
static Ref last_direction(Lower *lower, SiteType type) {
  return EMIT(B, OP_DIRS_BETWEEN, type, (int32_t)EMIT0(B, OP_LAST_FROM), (int32_t)EMIT0(B, OP_LAST_TO));
}

// (directional [from] [direction] [to] [then])
// What follows it never happens, and without an effect it removes from FROM, which is nowhere then.
static Ref lower_directional(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_DIRECTIONAL_FROM), *way = term_arg(term, L_DIRECTIONAL_DIRECTION),
             *to = term_arg(term, L_DIRECTIONAL_TO);
  SiteType type = start_type(lower, from);
  Ref body = EMIT(B, OP_DIRECTIONAL, type, (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  (int32_t)(way ? lower_dirs(lower, way) : last_direction(lower, type)),
                  (int32_t)cond_or_enemy(lower, clause(to, C_TO_IF), SLOT_TO),
                  (int32_t)effect_or_remove(lower, clause(to, C_TO_APPLY), SLOT_FROM));
  lower_then(lower, body, term_arg(term, L_DIRECTIONAL_THEN));
  return body;
}

static bool asks_for_empty(const Term *cond) {
  if (!cond) return false;
  if (cond->kind == TERM_CALL && !strcmp(cond->row->name, "is") && term_is(term_word(cond), "Empty")) return true;
  for (uint32_t i = 0; i < cond->n; i++) {
    if (asks_for_empty(cond->args[i])) return true;
  }
  return false;
}

// (enclose [siteType] [from] [direction] [between] [numException:int] [then])
static Ref lower_enclose(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_ENCLOSE_FROM), *between = term_arg(term, L_ENCLOSE_BETWEEN);
  Ref body = EMIT(B, OP_ENCLOSE, lower_type(lower, term_arg(term, L_ENCLOSE_SITE_TYPE)),
                  (int32_t)start_site(lower, from, EMIT0(B, OP_LAST_TO)),
                  (int32_t)lower_dirs_or(lower, term_arg(term, L_ENCLOSE_DIRECTION), DIR_ADJACENT),
                  (int32_t)cond_or_enemy(lower, clause(between, C_BETWEEN_IF), SLOT_BETWEEN),
                  (int32_t)lower_int(lower, term_arg(term, L_ENCLOSE_NUM_EXCEPTION)),
                  asks_for_empty(clause(between, C_BETWEEN_IF)),
                  (int32_t)effect_or_remove(lower, clause(between, C_BETWEEN_APPLY), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, L_ENCLOSE_THEN));
}

// (surround [from] [relationType] [between] [to] [except:int] [with:piece] [then])
static Ref lower_surround(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_SURROUND_FROM), *between = term_arg(term, L_SURROUND_BETWEEN),
             *to = term_arg(term, L_SURROUND_TO), *with = term_arg(term, L_SURROUND_WITH);
  Ref piece = with ? EMIT(B, OP_FOLD, OP_MAX, 0, (int32_t)lower_piece_numbers(lower, with)) : 0;
  Ref body = EMIT(
      B, OP_SURROUND, start_type(lower, from), (int32_t)start_site(lower, from, lower_slot(lower, SLOT_FROM)),
      direction_or(term_arg(term, L_SURROUND_RELATION_TYPE), DIR_ADJACENT),
      (int32_t)cond_or_enemy(lower, clause(between, C_BETWEEN_IF), SLOT_BETWEEN),
      (int32_t)cond_or_friend(lower, clause(to, C_TO_IF)), (int32_t)lower_int(lower, term_arg(term, L_SURROUND_EXCEPT)),
      (int32_t)piece, (int32_t)effect_or_remove(lower, clause(between, C_BETWEEN_APPLY), SLOT_BETWEEN));
  return lower_then(lower, body, term_arg(term, L_SURROUND_THEN));
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
