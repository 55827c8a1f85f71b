// Effects that take pieces from site to site, and the from / to / between clauses that describe them.
#include "board/walk.h"
#include "lud/lower/lower.h"
#include "lud/lower/warnings.h"
#include "lud/resolve/families.h"

// ---- clauses -------------------------------------------------------------------------------------

// (from [siteType] [sites | int] [level:int] [if:boolean]): the statement with FROM set.
static Ref with_from(Lower *lower, const Term *from, Ref body) {
  if (!from) return body;
  const Term *where = term_arg(from, C_FROM_SITES);
  if (term_arg(from, C_FROM_IF))
    body = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(from, C_FROM_IF)), (int32_t)body, 0);
  if (!where) return body;
  if (!strcmp(where->type, "sites")) {
    return EMIT(B, OP_FOR_SITES, SLOT_FROM, (int32_t)lower_region(lower, where), (int32_t)body);
  }
  return EMIT(B, OP_SET_SLOT, SLOT_FROM, (int32_t)lower_int(lower, where), (int32_t)body);
}

// The effect of an (apply ...) clause: its condition and what it does.
Ref lower_apply(Lower *lower, const Term *apply) {
  if (!apply) return 0;
  const Term *effect = term_arg(apply, C_APPLY_NON_DECISION);
  Ref moves = lower_sequence(lower, effect);
  if (!moves || !term_arg(apply, C_APPLY_IF)) return moves;
  return EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(apply, C_APPLY_IF)), (int32_t)moves, 0);
}

static void moves_stacks(Lower *lower) {
  lower->flags |= GAME_STACKING;
  lower->moves_stacks = true;
}

// [from] [direction] to [stack:boolean] [then], from slot `at` on. From a region there are no steps.
Ref lower_step_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_STEP_FROM), *to = term_arg(term, at + L_STEP_TO);
  SiteType type = lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL);
  Ref level = from ? lower_int(lower, term_arg(from, C_FROM_LEVEL)) : 0;
  bool stack = lower_flag(term_arg(term, at + L_STEP_STACK), false);
  if (stack) moves_stacks(lower);
  Ref move = EMIT(B, OP_MOVE_PIECE, decision, type, (int32_t)level, stack,
                  (int32_t)lower_apply(lower, term_arg(to, C_TO_APPLY)));
  if (term_arg(to, C_TO_IF))
    move = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(to, C_TO_IF)), (int32_t)move, 0);
  const Term *where = from ? term_arg(from, C_FROM_SITES) : NULL;
  bool one = where && strcmp(where->type, "sites");
  if (where && !one) return EMIT0(B, OP_NOTHING);
  Ref body =
      EMIT(B, OP_FOR_STEPS, type, (int32_t)lower_dirs_or(lower, term_arg(term, at + L_STEP_DIRECTION), DIR_ADJACENT),
           (int32_t)move, one ? (int32_t)lower_int(lower, where) : 0,
           one ? (int32_t)lower_bool(lower, term_arg(from, C_FROM_IF)) : 0);
  return lower_then(lower, one ? body : with_from(lower, from, body), term_arg(term, at + L_STEP_THEN));
}

// The parts of an (apply ...) clause.
static Ref apply_if(Lower *lower, const Term *apply) {
  return apply ? lower_bool(lower, term_arg(apply, C_APPLY_IF)) : 0;
}
static Ref apply_effect(Lower *lower, const Term *apply) {
  return apply ? lower_sequence(lower, term_arg(apply, C_APPLY_NON_DECISION)) : 0;
}

Ref lower_places(Lower *lower, const Term *to) {
  const Term *where = term_arg(to, C_TO_SITES);
  if (!where) return lower_region_of_ints(lower, EMIT(B, OP_INTS_LIST, (int32_t)lower_slot(lower, SLOT_TO)));
  return strcmp(where->type, "sites") ? lower_region_of_ints(lower, lower_ints(lower, where))
                                      : lower_region(lower, where);
}

// [piece] to [count:int] [stack:boolean] [then], from slot `at` on.
Ref lower_add_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *piece = term_arg(term, at + L_ADD_PIECE), *to = term_arg(term, at + L_ADD_TO),
             *where = term_arg(to, C_TO_SITES);
  SiteType type = lower_type(lower, term_arg(to, C_TO_SITE_TYPE));
  Ref what = piece ? lower_piece_numbers(lower, piece) : EMIT(B, OP_INTS_LIST, (int32_t)lower_mover(lower));
  Ref state = piece ? lower_int(lower, term_arg(piece, C_PIECE_STATE)) : 0;
  if (state) lower->flags |= GAME_STATE;
  Ref count = lower_int(lower, term_arg(term, at + L_ADD_COUNT));
  int32_t number = 0;
  bool stack = lower_flag(term_arg(term, at + L_ADD_STACK), false);
  if (stack || term_arg(to, C_TO_LEVEL)) lower->flags |= GAME_STACKING;
  if (!stack && count && !(builder_is_const(B, count, &number) && number == 1)) lower->flags |= GAME_COUNT;
  bool sites = where && !strcmp(where->type, "sites");
  Ref region = lower_places(lower, to);
  const Term *apply = term_arg(to, C_TO_APPLY), *then = term_arg(term, at + L_ADD_THEN);
  return EMIT(B, OP_ADD_PIECE, decision, type, (int32_t)what, (int32_t)state, (int32_t)count, !sites, (int32_t)region,
              (int32_t)lower_bool(lower, term_arg(to, C_TO_IF)), (int32_t)apply_effect(lower, apply),
              (int32_t)apply_if(lower, apply), (int32_t)lower_consequence(lower, then),
              (int32_t)lower_int(lower, term_arg(to, C_TO_LEVEL)));
}

// The pieces with just these names: one whose name lacks the number of its owner is not meant.
static Ref pieces_called(Lower *lower, const Term *names) {
  uint32_t n = names->kind == TERM_ARRAY ? names->n : 1;
  int32_t *found = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u)), what;
  int count = 0;
  for (uint32_t i = 0; i < n; i++) {
    const Term *name = names->kind == TERM_ARRAY ? names->args[i] : names;
    bool known = lower_find_components(lower, name->text, &what, 1);
    if (known && str_is(name->text, lower->game->components[what].name)) found[count++] = what;
    else warn_owned_piece(lower, name, known);
  }
  return EMIT(B, OP_INTS_CONST, builder_array(B, found, count));
}

// (piece (string | int | {string} | {int}) [state:int]): the numbers meant.
Ref lower_piece_numbers(Lower *lower, const Term *piece) {
  const Term *what = term_arg(piece, C_PIECE_STRING);
  const Term *first = what->kind == TERM_ARRAY && what->n ? what->args[0] : what;
  return first->kind == TERM_STRING ? pieces_called(lower, what) : lower_ints(lower, what);
}

static Ref lower_step(Lower *lower, const Term *term) { return lower_step_as(lower, term, 0, false); }

// ---- ranges and regions --------------------------------------------------------------------------

// A region, or one site as a region; `slot` when neither is given.
static Ref region_or_site(Lower *lower, const Term *where, Slot slot) {
  if (where && !strcmp(where->type, "sites")) return lower_region(lower, where);
  Ref site = where ? lower_int(lower, where) : lower_slot(lower, slot);
  return EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)site));
}

static Ref arg_int(Lower *lower, const Term *clause, uint32_t i) {
  return clause ? lower_int(lower, term_arg(clause, i)) : 0;
}

// ---- slides and hops -----------------------------------------------------------------------------

// The numbers of the tracks of that name, or of all of them ("AllTracks"), as an array constant.
static int tracks_named(Lower *lower, const Term *name) {
  int32_t *found = ARENA_ARRAY(lower->arena, int32_t, lower->game->n_tracks + 1);
  int n = 0;
  for (int t = 0; t < lower->game->n_tracks; t++) {
    if (term_is(name, "AllTracks") || term_is(name, lower->game->tracks[t].name)) found[n++] = t;
  }
  return builder_array(B, found, n);
}

// [from] [string] [direction] [between] [to] [stack:boolean] [then], from slot `at` on.
Ref lower_slide_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_SLIDE_FROM), *track = term_arg(term, at + L_SLIDE_STRING),
             *between = term_arg(term, at + L_SLIDE_BETWEEN), *to = term_arg(term, at + L_SLIDE_TO),
             *apply = to ? term_arg(to, C_TO_APPLY) : NULL;
  SiteType type = lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL);
  LowerRange range = lower_range(lower, between ? term_arg(between, C_BETWEEN_RANGE) : NULL);
  Ref go = arg_int(lower, between, C_BETWEEN_IF), stop = arg_int(lower, to, C_TO_IF);
  Ref body;
  if (track) {
    body = EMIT(B, OP_SLIDE_TRACK, decision, type, tracks_named(lower, track), (int32_t)range.min, (int32_t)range.max,
                (int32_t)go, (int32_t)stop, (int32_t)apply_if(lower, apply), (int32_t)apply_effect(lower, apply),
                term_is(track, "AllTracks"));
  } else {
    bool stack = lower_flag(term_arg(term, at + L_SLIDE_STACK), false);
    if (stack) moves_stacks(lower);
    body = EMIT(B, OP_SLIDE, decision, type,
                (int32_t)lower_dirs_or(lower, term_arg(term, at + L_SLIDE_DIRECTION), DIR_ADJACENT), (int32_t)range.min,
                (int32_t)range.max, (int32_t)go, (int32_t)stop, (int32_t)apply_if(lower, apply),
                (int32_t)apply_effect(lower, apply),
                (int32_t)lower_apply(lower, between ? term_arg(between, C_BETWEEN_APPLY) : NULL),
                (int32_t)arg_int(lower, between, C_BETWEEN_TRAIL), (int32_t)arg_int(lower, from, C_FROM_LEVEL), stack);
  }
  return lower_then(lower, with_from(lower, from, body), term_arg(term, at + L_SLIDE_THEN));
}

// Hops begin at one site: where the clause gives a region, at FROM.
static Ref with_one_from(Lower *lower, const Term *from, Ref body) {
  if (!from || !term_arg(from, C_FROM_SITES) || strcmp(term_arg(from, C_FROM_SITES)->type, "sites"))
    return with_from(lower, from, body);
  if (!term_arg(from, C_FROM_IF)) return body;
  return EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(from, C_FROM_IF)), (int32_t)body, 0);
}

// What is hopped over: any site where no clause says, none where the clause has no condition.
static Ref hurdle(Lower *lower, const Term *between) {
  const Term *cond = between ? term_arg(between, C_BETWEEN_IF) : NULL;
  if (cond) return lower_bool(lower, cond);
  return between ? builder_const(B, 0) : 0;
}

// [from] [direction] [between] to [stack:boolean] [then], from slot `at` on.
Ref lower_hop_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_HOP_FROM), *between = term_arg(term, at + L_HOP_BETWEEN),
             *to = term_arg(term, at + L_HOP_TO), *apply = term_arg(to, C_TO_APPLY);
  SiteType type = lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL);
  LowerRange range = lower_range(lower, between ? term_arg(between, C_BETWEEN_RANGE) : NULL);
  bool stack = lower_flag(term_arg(term, at + L_HOP_STACK), false);
  if (stack) moves_stacks(lower);
  Ref go = term_arg(to, C_TO_IF) ? lower_bool(lower, term_arg(to, C_TO_IF)) : builder_const(B, 1);
  Ref body =
      EMIT(B, OP_HOP, decision, type, (int32_t)lower_dirs_or(lower, term_arg(term, at + L_HOP_DIRECTION), DIR_ADJACENT),
           (int32_t)arg_int(lower, between, C_BETWEEN_BEFORE), (int32_t)range.min, (int32_t)range.max,
           (int32_t)arg_int(lower, between, C_BETWEEN_AFTER), (int32_t)hurdle(lower, between),
           (int32_t)lower_apply(lower, between ? term_arg(between, C_BETWEEN_APPLY) : NULL), (int32_t)go,
           (int32_t)apply_if(lower, apply), (int32_t)apply_effect(lower, apply), stack);
  return lower_then(lower, with_one_from(lower, from, body), term_arg(term, at + L_HOP_THEN));
}

// ---- leaps ---------------------------------------------------------------------------------------

// {{F F R F} ...}: walks as array constants appended to the operands.
static int walk_arrays(Lower *lower, const Term *walks, int32_t *out) {
  for (uint32_t w = 0; w < walks->n; w++) {
    const Term *walk = walks->args[w];
    int32_t *steps = ARENA_ARRAY(lower->arena, int32_t, MAX(walk->n, 1u));
    for (uint32_t i = 0; i < walk->n; i++) {
      steps[i] = term_is(walk->args[i], "F") ? WALK_FORWARD : term_is(walk->args[i], "L") ? WALK_LEFT : WALK_RIGHT;
    }
    out[w] = builder_array(B, steps, (int)walk->n);
  }
  return (int)walks->n;
}

// The ends of all walks from one site, begun in every direction or only in the first.
static int walk_region(Lower *lower, SiteType type, Site from, const int32_t *walks, int n, bool rotations, Word *set) {
  const TopoSites *sites = &lower->game->board->sites[type];
  int starts = sites->n_ordered[RELATION_ORTHOGONAL];
  bits_zero(set, bits_words(B->region_bits));
  for (int d = 0; d < (rotations ? starts : MIN(starts, 1)); d++) {
    for (int w = 0; w < n; w++) {
      RulesArray walk = B->arrays.at[walks[w]];
      Site end = walk_end(lower->game->board, type, from, sites->ordered[RELATION_ORTHOGONAL][d], walk.at, walk.n);
      if (end >= 0) bit_set(set, end);
    }
  }
  return builder_region(B, set);
}

// Walks from every site in every direction, and the sets of where they end.
static bool walks_fit(Lower *lower, SiteType type, const Term *walks) {
  enum { STEPS_MAX = 50000000, WORDS_MAX = 16 << 20 };
  size_t steps = 0, sites = (size_t)topo_count(lower->game->board, type),
         words = (B->regions.n + sites) * (size_t)bits_words(B->region_bits);
  for (uint32_t w = 0; w < walks->n; w++) steps += walks->args[w]->n + 1;
  steps *= sites * (size_t)MAX(lower->game->board->sites[type].n_ordered[RELATION_ORTHOGONAL], 1);
  if (steps <= STEPS_MAX && words <= WORDS_MAX) return true;
  diag_error(lower->diags, walks->loc, "these walks are too many for a board of %zu sites", sites);
  return false;
}

Ref lower_walk_sites(Lower *lower, SiteType type, Ref from, const Term *walks, bool rotations) {
  if (!walks_fit(lower, type, walks)) return 0;
  int32_t *numbers = ARENA_ARRAY(lower->arena, int32_t, MAX(walks->n, 1u));
  int n = walk_arrays(lower, walks, numbers), count = topo_count(lower->game->board, type);
  int32_t *table = ARENA_ARRAY(lower->arena, int32_t, MAX(count, 1));
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (Site site = 0; site < count; site++) table[site] = walk_region(lower, type, site, numbers, n, rotations, set);
  return EMIT(B, OP_REGION_BY_SITE, builder_array(B, table, count), (int32_t)from);
}

// [from] {{stepType}} [forward:boolean] [rotations:boolean] to [then], from slot `at` on.
Ref lower_leap_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_LEAP_FROM), *to = term_arg(term, at + L_LEAP_TO);
  SiteType type = lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL);
  Ref sites = lower_walk_sites(lower, type, lower_slot(lower, SLOT_FROM), term_arg(term, at + L_LEAP_STEP_TYPE),
                               lower_flag(term_arg(term, at + L_LEAP_ROTATIONS), true));
  Ref body =
      EMIT(B, OP_LEAP_TO, decision, type, (int32_t)sites, lower_flag(term_arg(term, at + L_LEAP_FORWARD), false),
           (int32_t)lower_bool(lower, term_arg(to, C_TO_IF)), (int32_t)lower_apply(lower, term_arg(to, C_TO_APPLY)));
  return lower_then(lower, with_from(lower, from, body), term_arg(term, at + L_LEAP_THEN));
}

// ---- from one region to another ------------------------------------------------------------------

// from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then], from slot `at` on.
Ref lower_from_to_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  if (term_arg(term, at + L_FROM_TO_COUNT)) lower->carries_piles = true;
  const Term *from = term_arg(term, at + L_FROM_TO_FROM), *to = term_arg(term, at + L_FROM_TO_TO),
             *mover = term_arg(term, at + L_FROM_TO_ROLE_TYPE), *apply = term_arg(to, C_TO_APPLY);
  SiteType type_from = lower_type(lower, term_arg(from, C_FROM_SITE_TYPE)),
           type_to = lower_type(lower, term_arg(to, C_TO_SITE_TYPE));
  bool stack = lower_flag(term_arg(term, at + L_FROM_TO_STACK), false);
  if (stack) moves_stacks(lower);
  if (term_arg(from, C_FROM_LEVEL)) lower->flags |= GAME_STACKING;
  if (term_arg(to, C_TO_LEVEL)) lower->relists = true;
  if (term_arg(to, C_TO_ROTATIONS)) lower->flags |= GAME_ROTATION;
  Ref body =
      EMIT(B, OP_FROM_TO, decision, type_from, type_to,
           (int32_t)region_or_site(lower, term_arg(from, C_FROM_SITES), SLOT_FROM),
           (int32_t)lower_bool(lower, term_arg(from, C_FROM_IF)),
           (int32_t)region_or_site(lower, term_arg(to, C_TO_SITES), SLOT_TO),
           (int32_t)lower_bool(lower, term_arg(to, C_TO_IF)), (int32_t)arg_int(lower, from, C_FROM_LEVEL),
           (int32_t)arg_int(lower, to, C_TO_LEVEL), (int32_t)lower_int(lower, term_arg(term, at + L_FROM_TO_COUNT)),
           (int32_t)lower_bool(lower, term_arg(term, at + L_FROM_TO_COPY)), stack,
           (int32_t)lower_ints(lower, term_arg(to, C_TO_ROTATIONS)), (int32_t)apply_if(lower, apply),
           (int32_t)apply_effect(lower, apply));
  if (mover) body = EMIT(B, OP_AS_MOVER, (int32_t)lower_role(lower, mover), (int32_t)body);
  return lower_then(lower, body, term_arg(term, at + L_FROM_TO_THEN));
}

// from [to] [roleType] [then], from slot `at` on.
Ref lower_select_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_SELECT_FROM), *to = term_arg(term, at + L_SELECT_TO),
             *mover = term_arg(term, at + L_SELECT_ROLE_TYPE);
  SiteType type_from = lower_type(lower, term_arg(from, C_FROM_SITE_TYPE));
  SiteType type_to = to ? lower_type(lower, term_arg(to, C_TO_SITE_TYPE)) : type_from;
  Ref body = EMIT(B, OP_SELECT, decision, type_from, type_to,
                  (int32_t)region_or_site(lower, term_arg(from, C_FROM_SITES), SLOT_FROM),
                  (int32_t)lower_bool(lower, term_arg(from, C_FROM_IF)), (int32_t)arg_int(lower, from, C_FROM_LEVEL),
                  to ? (int32_t)region_or_site(lower, term_arg(to, C_TO_SITES), SLOT_TO) : 0,
                  (int32_t)arg_int(lower, to, C_TO_IF));
  if (mover) body = EMIT(B, OP_AS_MOVER, (int32_t)lower_role(lower, mover), (int32_t)body);
  return lower_then(lower, body, term_arg(term, at + L_SELECT_THEN));
}

static Ref lower_slide(Lower *lower, const Term *term) { return lower_slide_as(lower, term, 0, false); }
static Ref lower_hop(Lower *lower, const Term *term) { return lower_hop_as(lower, term, 0, false); }
static Ref lower_leap(Lower *lower, const Term *term) { return lower_leap_as(lower, term, 0, false); }
static Ref lower_from_to(Lower *lower, const Term *term) { return lower_from_to_as(lower, term, 0, false); }
static Ref lower_select(Lower *lower, const Term *term) { return lower_select_as(lower, term, 0, false); }

// piece [from] [absoluteDirection] [between] [to] [then], from slot `at` on.
Ref lower_shoot_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at + L_SHOOT_FROM), *dir = term_arg(term, at + L_SHOOT_ABSOLUTE_DIRECTION),
             *to = term_arg(term, at + L_SHOOT_TO);
  Ref start =
      from && term_arg(from, C_FROM_SITES) ? lower_int(lower, term_arg(from, C_FROM_SITES)) : EMIT0(B, OP_LAST_TO);
  Ref what = EMIT(B, OP_FOLD, OP_MAX, -1, (int32_t)lower_piece_numbers(lower, term_arg(term, at + L_SHOOT_PIECE)));
  Ref cond = to ? (term_arg(to, C_TO_IF) ? lower_bool(lower, term_arg(to, C_TO_IF)) : builder_const(B, 1)) : 0;
  Ref body = EMIT(B, OP_SHOOT, decision, lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL),
                  (int32_t)start, dir ? dir_parse(dir->text) : DIR_ADJACENT, (int32_t)what, (int32_t)cond);
  return lower_then(lower, body, term_arg(term, at + L_SHOOT_THEN));
}

static Ref lower_shoot(Lower *lower, const Term *term) { return lower_shoot_as(lower, term, 0, false); }

// (apply ...) in the place of moves
static Ref lower_apply_moves(Lower *lower, const Term *term) { return lower_apply(lower, term); }

static Ref start_of_line(Lower *lower, const Term *from) {
  const Term *site = from ? term_arg(from, C_FROM_SITES) : NULL;
  return site ? lower_int(lower, site) : EMIT0(B, OP_LAST_TO);
}

// (push [from] direction [then])
static Ref lower_push(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_PUSH_FROM);
  Ref body = EMIT(B, OP_PUSH, lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL),
                  (int32_t)start_of_line(lower, from), (int32_t)lower_dirs(lower, term_arg(term, L_PUSH_DIRECTION)));
  return lower_then(lower, body, term_arg(term, L_PUSH_THEN));
}

// (attract [from] [absoluteDirection] [then])
static Ref lower_attract(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_ATTRACT_FROM), *dir = term_arg(term, L_ATTRACT_ABSOLUTE_DIRECTION);
  Ref body = EMIT(B, OP_ATTRACT, lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL),
                  (int32_t)start_of_line(lower, from), dir ? dir_parse(dir->text) : DIR_ADJACENT);
  return lower_then(lower, body, term_arg(term, L_ATTRACT_THEN));
}

static const LudRow rows[] = {
    {"step", "step", "[from] [direction] to [stack:boolean] [then]", "A piece goes to an adjacent site.", lower_step},
    {"slide", "effect", "[from] [string] [direction] [between] [to] [stack:boolean] [then]",
     "A piece slides along a line or a named track over free sites.", lower_slide},
    {"hop", "effect", "[from] [direction] [between] to [stack:boolean] [then]",
     "A piece jumps over others to a site beyond them in line.", lower_hop},
    {"leap", "effect", "[from] {{stepType}} [forward:boolean] [rotations:boolean] to [then]",
     "A piece goes to where a walk of forward steps and turns ends.", lower_leap},
    {"fromTo", "effect", "from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then]",
     "A piece, several, a copy, or a whole stack goes from one site to another.", lower_from_to},
    {"shoot", "effect", "piece [from] [absoluteDirection] [between] [to] [then]",
     "A new piece is placed at the end of a line of free sites.", lower_shoot},
    {"select", "effect", "from [to] [roleType] [then]", "A site, or a pair of sites, is chosen and nothing moves.",
     lower_select},
    {"push", "effect", "[from] direction [then]",
     "Pushes a line of pieces one site along; what leaves the board is gone.", lower_push},
    {"attract", "effect", "[from] [absoluteDirection] [then]", "Draws the pieces in line as close as they can come.",
     lower_attract},

    // Clauses.
    {"from", "from", "[siteType] [sites | int] [level:int] [if:boolean]",
     "Where a move may begin: a site or region, the level of a stack, and a condition on it."},
    {"to", "to", "[siteType] [sites | int] [level:int] [rotations] [if:boolean] [apply]",
     "Where a move may end: a site or region, a condition on it, and what happens to what stands there."},
    {"between", "between", "[before:int] [range] [after:int] [if:boolean] [trail:int] [apply]",
     "What a move passes over: how many sites, the condition on them, and what happens to them."},
    {"apply", "apply", "[if:boolean] nonDecision", "What is done to a site met by a move, if the condition holds.",
     lower_apply_moves},
    {"apply", "apply", "if:boolean", "A condition on a site met by a move, with nothing done to it."},
    {"piece", "piece", "(string | int | {string} | {int}) [state:int]",
     "Which piece or pieces are meant, by name or number, and in which state."},
    {"player", "player", "int", "A player given by number."},
    {"then", "then", "nonDecision [applyAfterAllMoves:boolean]", "What follows from a move once it has been played."},
};

const LudFamily fam_effect_step = {"moving pieces", rows, COUNT_OF(rows)};
