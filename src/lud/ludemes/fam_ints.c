// Lists of numbers.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// (array {int}) and (array sites)
static Ref lower_array(Lower *lower, const Term *term) { return lower_ints(lower, term_arg(term, L_ARRAY_INT)); }

// (players All|Ally|Enemy|Friend|NonMover [of:int] [if:boolean])
static Ref lower_players_many(Lower *lower, const Term *term) {
  static const char *const words[] = {"All", "Enemy", "Ally", "Friend", "NonMover"};
  int role = ROLES_ALL;
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (term_is(term_arg(term, L_PLAYERS_MANY_PLAYERS_MANY_TYPE), words[i])) role = (int)i;
  }
  return EMIT(B, OP_INTS_PLAYERS, role, (int32_t)lower_int(lower, term_arg(term, L_PLAYERS_MANY_OF)),
              (int32_t)lower_bool(lower, term_arg(term, L_PLAYERS_MANY_IF)));
}

// (players Team1|... [if:boolean])
static Ref lower_players_team(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_PLAYERS, ROLES_TEAM,
              (int32_t)lower_role(lower, term_arg(term, L_PLAYERS_TEAM_PLAYERS_TEAM_TYPE)),
              (int32_t)lower_bool(lower, term_arg(term, L_PLAYERS_TEAM_IF)));
}

static Ref lower_team(Lower *lower, const Term *term) { return (void)term, EMIT0(B, OP_TEAM); }

// (values Remembered [string])
static Ref lower_remembered(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_REMEMBERED_STRING);
  return EMIT(B, OP_INTS_REMEMBERED, lower_memory(lower, name ? name->text : (Str){0}));
}

static Ref everybody(Lower *lower) { return EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 1); }

// (sizes Group [siteType] [direction] [roleType | of:int | if:boolean] [min:int] [isVisible:boolean])
static Ref lower_sizes(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_SIZES_ROLE_TYPE);
  SiteType type = lower_type(lower, term_arg(term, L_SIZES_SITE_TYPE));
  if (!lower->in_fold) lower->game->piece_order = true;
  bool all = !what || term_is(what, "All") || term_is(what, "Shared");
  bool cond = what && what->kind == TERM_CALL && !strcmp(what->type, "boolean");
  Ref owner = all ? 0 : cond ? builder_const(B, lower->game->players + 1) : lower_int(lower, what);
  Ref players = all ? everybody(lower) : EMIT(B, OP_PLAYER_BIT, (int32_t)owner);
  Ref starts = EMIT(B, OP_OCCUPIED, type, (int32_t)players, -1, 0, 0, 0);
  Ref occupied = EMIT(B, OP_NE, (int32_t)EMIT(B, OP_WHAT, type, (int32_t)lower_slot(lower, SLOT_TO), 0),
                      (int32_t)builder_const(B, 0));
  Ref member = all ? occupied : cond ? lower_bool(lower, what) : 0;
  return EMIT(B, OP_GROUP_SIZES, type, (int32_t)starts,
              (int32_t)lower_dirs_or(lower, term_arg(term, L_SIZES_DIRECTION), DIR_ADJACENT), (int32_t)member,
              cond ? 0 : (int32_t)owner, (int32_t)lower_int(lower, term_arg(term, L_SIZES_MIN)),
              (int32_t)lower_bool(lower, term_arg(term, L_SIZES_IS_VISIBLE)), (int32_t)players);
}

// (results (from:int | from:sites) (to:int | to:sites) int)
static Ref lower_results(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_RESULTS, (int32_t)lower_region(lower, term_arg(term, L_RESULTS_FROM)),
              (int32_t)lower_region(lower, term_arg(term, L_RESULTS_TO)),
              (int32_t)lower_int(lower, term_arg(term, L_RESULTS_INT)));
}

// Two lists, or several in braces.
static Ref lower_lists(Lower *lower, const Term *term) {
  const Term *list = term->n == 1 ? term_arg(term, L_INTS_LISTS_INTS) : term;
  Ref all = list->n ? lower_ints(lower, list->args[0]) : EMIT(B, OP_INTS_CONST, builder_array(B, NULL, 0));
  for (uint32_t i = 1; i < list->n; i++) {
    all = EMIT(B, (Op)term->row->arg, (int32_t)all, (int32_t)lower_ints(lower, list->args[i]));
  }
  return all;
}

// (difference ints (ints | int))
static Ref lower_difference(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_DIFFERENCE, (int32_t)lower_ints(lower, term_arg(term, L_INTS_DIFFERENCE_INTS)),
              (int32_t)lower_ints(lower, term_arg(term, L_INTS_DIFFERENCE_INTS_2)));
}

static Ref lower_if(Lower *lower, const Term *term) {
  return EMIT(B, OP_IF_INTS, (int32_t)lower_bool(lower, term_arg(term, L_INTS_IF_BOOLEAN)),
              (int32_t)lower_ints(lower, term_arg(term, L_INTS_IF_INTS)),
              (int32_t)lower_ints(lower, term_arg(term, L_INTS_IF_INTS_2)));
}

// How far a piece is turned that points that way, in steps of the directions of the board. Only cells of a regular
// tiling have a number of sides.
static int32_t rotation_to(const Topology *board, SiteType type, Dir dir) {
  bool known = board->regular && topo_count(board, SITE_CELL) > 0;
  int sides = known ? topo_incident(board, SITE_CELL, 0, SITE_EDGE).n : -1;
  int step = sides ? board->sites[type].n_ordered[RELATION_ALL] / sides : 1;
  return dir_place(dir) / (step ? step : 1);
}

static int add_rotation(int32_t *list, int n, int32_t rotation) {
  for (int i = 0; i < n; i++) {
    if (list[i] == rotation) return n;
  }
  list[n] = rotation;
  return n + 1;
}

// (rotations (absoluteDirection | {absoluteDirection}))
static Ref lower_rotations(Lower *lower, const Term *term) {
  const Term *words = term_arg(term, L_ROTATIONS_ABSOLUTE_DIRECTION);
  bool many = words->kind == TERM_ARRAY;
  const Topology *board = lower->game->board;
  SiteType type = lower->game->site_type;
  int32_t list[DIRS];
  int n = 0;
  lower->flags |= GAME_ROTATION;
  for (uint32_t i = 0; i < (many ? words->n : 1); i++) {
    Dir dir = dir_parse((many ? words->args[i] : words)->text);
    int relation = dir_relation(dir);
    if (relation < 0) n = add_rotation(list, n, rotation_to(board, type, dir));
    for (int d = 0; relation >= 0 && d < board->sites[type].n_ordered[relation]; d++) {
      n = add_rotation(list, n, rotation_to(board, type, board->sites[type].ordered[relation][d]));
    }
  }
  return EMIT(B, OP_INTS_CONST, builder_array(B, list, n));
}

static const LudRow rows[] = {
    {"array", "ints", "{int}", "The numbers listed.", lower_array},
    {"array", "ints", "sites", "The sites of a region as numbers.", lower_array},
    {"players", "ints", "playersManyType [of:int] [if:boolean]",
     "The players that stand in such a relation to one, and meet the condition.", lower_players_many},
    {"players", "ints", "playersTeamType [if:boolean]", "The players of a team that meet the condition.",
     lower_players_team},
    {"team", "ints", "", "The players of the team a loop over teams has come to.", lower_team},
    {"values", "ints", "Remembered [string]", "The numbers remembered under that name.", lower_remembered},
    {"sizes", "ints", "Group [siteType] [direction] [roleType | of:int | if:boolean] [min:int] [isVisible:boolean]",
     "The sizes of all groups of connected pieces.", lower_sizes},
    {"rotations", "rotations", "(absoluteDirection | {absoluteDirection})",
     "The rotations a piece may take, given as directions.", lower_rotations},
    {"results", "ints", "(from:int | from:sites) (to:int | to:sites) int",
     "The values of an expression for every pair of sites of two regions.", lower_results},
    {"union", "ints", "{ints}", "The numbers that are in at least one of the lists.", lower_lists, OP_INTS_UNION},
    {"union", "ints", "ints ints", "The numbers that are in one list or the other.", lower_lists, OP_INTS_UNION},
    {"intersection", "ints", "{ints}", "The numbers that are in all of the lists.", lower_lists, OP_INTS_INTERSECTION},
    {"intersection", "ints", "ints ints", "The numbers that are in both lists.", lower_lists, OP_INTS_INTERSECTION},
    {"difference", "intsDifference", "ints (ints | int)", "The numbers of the first list that are not in the second.",
     lower_difference},
    {"if", "ints", "boolean ints [ints]", "The first list when the condition holds, otherwise the second or none.",
     lower_if},
};

const LudFamily fam_ints = {"lists of numbers", rows, COUNT_OF(rows)};
