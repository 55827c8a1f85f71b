// Arguments about shapes: patterns, groups, static regions; and the questions players vote on.
#include "lud/lower/board_parts.h"
#include "lud/lower/lower.h"

Ref lower_pattern_sites(Lower *lower, SiteType type, Ref from, Ref whats, const Term *walk) {
  int32_t *steps = ARENA_ARRAY(lower->arena, int32_t, MAX(walk->n, 1u));
  for (uint32_t i = 0; i < walk->n; i++)
    steps[i] = term_is(walk->args[i], "F") ? 0 : term_is(walk->args[i], "L") ? 1 : 2;
  return EMIT(B, OP_PATTERN, type, (int32_t)from, (int32_t)whats, builder_array(B, steps, (int)walk->n));
}

Ref lower_tile_path(Lower *lower, Op op, const Term *colour, const Term *start) {
  Ref last = EMIT(B, OP_INTS_LIST, (int32_t)EMIT0(B, OP_LAST_TO));
  return EMIT(B, op, (int32_t)(colour ? lower_int(lower, colour) : lower_mover(lower)),
              (int32_t)(start ? lower_region(lower, start) : lower_region_of_ints(lower, last)));
}

// Owners of what a ring may enclose.
static Ref lower_surrounded(Lower *lower, const Term *roles) {
  if (!roles) return 0;
  if (roles->kind != TERM_ARRAY) return EMIT(B, OP_INTS_LIST, (int32_t)lower_role(lower, roles));
  int32_t *owners = ARENA_ARRAY(lower->arena, int32_t, MAX(roles->n, 1u));
  for (uint32_t i = 0; i < roles->n; i++) owners[i] = (int32_t)lower_role(lower, roles->args[i]);
  return builder_emit(B, OP_INTS_LIST, (int)roles->n, owners);
}

Ref lower_ring(Lower *lower, const Term *term, uint32_t at, Op op, Ref enclosed) {
  const Term *colour = term_arg(term, at + L_IS_LOOP_INT), *start = term_arg(term, at + L_IS_LOOP_INT_2);
  bool one = start && !(start->kind == TERM_CALL && !strcmp(start->type, "sites"));
  int32_t args[] = {
      (int32_t)lower_type(lower, term_arg(term, at + L_IS_LOOP_SITE_TYPE)),
      (int32_t)(one ? lower_int(lower, start) : EMIT0(B, OP_LAST_TO)),
      (int32_t)(colour ? lower_int(lower, colour) : lower_mover(lower)),
      (int32_t)lower_surrounded(lower, term_arg(term, at + L_IS_LOOP_SURROUND)),
      (int32_t)lower_dirs_or(lower, NULL, DIR_ORTHOGONAL),
      (int32_t)lower_dirs_or(lower, term_arg(term, at + L_IS_LOOP_DIRECTION), DIR_ADJACENT),
      (int32_t)enclosed,
  };
  return builder_emit(B, op, op == OP_LOOP ? 6 : 7, args);
}

LowerGroups lower_groups(Lower *lower, const Term *type, const Term *dirs, const Term *cond) {
  LowerGroups groups = {.type = lower_type(lower, type), .dirs = lower_dirs_or(lower, dirs, DIR_ADJACENT)};
  groups.member = lower_bool(lower, cond);
  groups.owner = cond ? 0 : lower_mover(lower);
  Ref players = cond ? EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0) : EMIT(B, OP_PLAYER_BIT, (int32_t)groups.owner);
  groups.starts = EMIT(B, OP_OCCUPIED, groups.type, (int32_t)players, -1, 0, 0, 0);
  return groups;
}

int lower_vote(Lower *lower, Str question) {
  lower->flags |= GAME_VOTES;
  for (size_t i = 0; i < lower->votes.n; i++) {
    if (str_is(question, lower->votes.at[i])) return (int)i;
  }
  VEC_PUSH(&lower->votes, arena_text(lower->arena, question));
  return (int)lower->votes.n - 1;
}

// ---- static regions ------------------------------------------------------------------------------

typedef struct Regions {
  int32_t *out;
  int n, more;  // those that did not fit
} Regions;

static void add_region(Lower *lower, void *self, SiteList sites) {
  Regions *regions = self;
  if (!sites.n) return;
  if (regions->n < STATIC_REGIONS_MAX) regions->out[regions->n++] = (int32_t)lower_site_list(lower, sites);
  else regions->more++;
}

int lower_static_regions(Lower *lower, const Term *word, int32_t out[STATIC_REGIONS_MAX]) {
  Regions regions = {.out = out};
  each_part(lower, word, add_region, &regions);
  if (!regions.n || regions.more) {
    diag_error(lower->diags, word->loc, "the board has %s regions %.*s", regions.n ? "too many" : "no",
               (int)word->text.n, word->text.p);
  }
  return regions.n;
}
