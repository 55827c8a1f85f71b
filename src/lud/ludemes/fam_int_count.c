// Numbers found by counting, measuring and looking things up on the board.
#include "base/number.h"
#include "lud/lower/lower.h"
#include "lud/lower/warnings.h"
#include "lud/resolve/families.h"

// (handSite (int | roleType) [int])
static Ref lower_hand_site(Lower *lower, const Term *term) {
  Ref player = lower_player(lower, term_arg(term, L_HAND_SITE_INT)),
      index = lower_int_or(lower, term_arg(term, L_HAND_SITE_INT_2), 0);
  int32_t owner, at;
  lower->flags |= GAME_COUNT;
  bool fixed = builder_is_const(B, player, &owner) && builder_is_const(B, index, &at);
  for (int c = 1; fixed && c < lower->game->n_containers; c++) {
    const Container *hand = &lower->game->containers[c];
    if (hand->owner == owner) return builder_const(B, wrap_add(hand->first, at));
  }
  warn_hand(lower, term);
  return EMIT(B, OP_HAND_SITE, (int32_t)player, (int32_t)index);
}

// Of pairs with the same key the last one counts.
static bool pair_counts(const GameMap *map, int pair) {
  for (int i = pair + 1; i < map->n; i++) {
    if (map->from[i] == map->from[pair]) return false;
  }
  return map->to[pair] != GAME_OFF;
}

// (mapEntry [string] (int | roleType)): the pairs of all maps meant, in the order in which they count.
static Ref lower_map_entry(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_MAP_ENTRY_STRING);
  VEC(int32_t) pairs = {0};
  for (int m = 0; m < lower->game->n_maps; m++) {
    const GameMap *map = &lower->game->maps[m];
    if (name && !(map->name && str_is(name->text, map->name))) continue;
    for (int i = 0; i < map->n; i++) {
      if (!pair_counts(map, i)) continue;
      VEC_PUSH(&pairs, map->from[i]);
      VEC_PUSH(&pairs, map->to[i]);
    }
  }
  int table = builder_array(B, pairs.at, (int)pairs.n);
  VEC_FREE(&pairs);
  return EMIT(B, OP_MAP_ENTRY, table, (int32_t)lower_int(lower, term_arg(term, L_MAP_ENTRY_INT)));
}

// (count Pieces [siteType] [roleType | of:int] [string] [in:sites] [if:boolean])
static Ref lower_count_pieces(Lower *lower, const Term *term) {
  const Term *type = term_arg(term, L_COUNT_PIECES_SITE_TYPE), *who = term_arg(term, L_COUNT_PIECES_ROLE_TYPE);
  if (term_is(term_arg(term, L_COUNT_PIECES_COUNT_COMPONENT_TYPE), "Pips")) {
    return EMIT(B, OP_DICE_SUM, (int32_t)(who ? lower_player(lower, who) : builder_const(B, lower->game->players + 1)));
  }
  if (term_arg(term, L_COUNT_PIECES_STRING) && str_is(term_arg(term, L_COUNT_PIECES_STRING)->text, "Bag"))
    return EMIT(B, OP_HEAD, HEAD_DOMINOES);
  Ref players = who ? lower_players(lower, who, false) : EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0);
  return EMIT(B, OP_COUNT_PIECES, type ? (int32_t)lower_type(lower, type) : -1, (int32_t)players,
              lower_pieces_containing(lower, term_arg(term, L_COUNT_PIECES_STRING)),
              (int32_t)lower_region(lower, term_arg(term, L_COUNT_PIECES_IN)),
              (int32_t)lower_bool(lower, term_arg(term, L_COUNT_PIECES_IF)), 0);
}

// (count SitesPlatformBelow [siteType] [at:int] [who:roleType] [what:int | whats:{int}]): sites one step down with
// a player's pieces, or pieces of some kinds.
static Ref lower_platform(Lower *lower, const Term *term) {
  const Term *at = term_arg(term, L_COUNT_SITES_IN), *who = term_arg(term, L_COUNT_SITES_WHO),
             *whats = term_arg(term, L_COUNT_SITES_WHAT);
  if (!who && !whats) return builder_const(B, 0);  // nothing is asked for
  SiteType type = lower_type(lower, term_arg(term, L_COUNT_SITES_SITE_TYPE));
  Ref site = at ? lower_int(lower, at) : lower_slot(lower, SLOT_TO), here = lower_slot(lower, SLOT_SITE);
  Ref one = EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)site));
  Ref below = EMIT(B, OP_AROUND, type, (int32_t)one, (int32_t)builder_const(B, 1), DIR_DOWNWARD, AROUND_ANY, 0, 0);
  Ref fits = whats ? EMIT(B, OP_IS_IN_INTS, (int32_t)EMIT(B, OP_WHAT, SITE_VERTEX, (int32_t)here, 0),
                          (int32_t)lower_ints(lower, whats))
                   : EMIT(B, OP_EQ, (int32_t)EMIT(B, OP_WHO, SITE_VERTEX, (int32_t)here, 0),
                          (int32_t)lower_player(lower, who));
  return EMIT(B, OP_REGION_SIZE, (int32_t)EMIT(B, OP_SITES_WHERE, (int32_t)below, (int32_t)fits));
}

// (count [countSiteType] [siteType] [in:sites | at:int | string] [who:roleType] [what:int | whats:{int}])
static Ref lower_count_sites(Lower *lower, const Term *term) {
  static const struct {
    const char *word;
    TopoNumber number;
  } numbers[] = {{"Adjacent", TOPO_ADJACENT},
                 {"Diagonal", TOPO_DIAGONAL},
                 {"Neighbours", TOPO_NEIGHBOURS},
                 {"Off", TOPO_OFF},
                 {"Orthogonal", TOPO_ORTHOGONAL}};
  const Term *word = term_arg(term, L_COUNT_SITES_COUNT_SITE_TYPE), *where = term_arg(term, L_COUNT_SITES_IN);
  SiteType type = lower_type(lower, term_arg(term, L_COUNT_SITES_SITE_TYPE));
  if (term_is(word, "SitesPlatformBelow")) return lower_platform(lower, term);
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    if (!term_is(word, numbers[i].word)) continue;
    Ref site = !where ? EMIT0(B, OP_LAST_TO)
                      : EMIT(B, OP_REGION_SITE, (int32_t)lower_region(lower, where), (int32_t)builder_const(B, 0));
    return EMIT(B, OP_TOPO_NUMBER, type, numbers[i].number, (int32_t)site);
  }
  if (where && where->kind == TERM_STRING) {
    int32_t container = 0;
    (void)builder_is_const(B, lower_container(lower, where, NULL), &container);
    return builder_const(B, lower->game->containers[container].n);
  }
  Ref region = where ? lower_region(lower, where)
                     : EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)EMIT0(B, OP_LAST_TO)));
  if (term_is(word, "Sites")) return EMIT(B, OP_REGION_SIZE, (int32_t)region);
  if (word) return lower_unsupported(lower, term, "this (count ...)");
  lower->flags |= GAME_COUNT;
  return EMIT(B, OP_SUM_COUNTS, type, (int32_t)region);
}

// (count countSimpleType [siteType])
static Ref lower_count_simple(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_COUNT_SIMPLE_COUNT_SIMPLE_TYPE);
  const Topology *board = lower->game->board;
  SiteType type = lower_type(lower, term_arg(term, L_COUNT_SIMPLE_SITE_TYPE));
  const TopoSites *sites = &board->sites[type];
  if (term_is(word, "Rows")) return builder_const(B, sites->family[FAMILY_ROWS].n);
  if (term_is(word, "Columns")) return builder_const(B, sites->family[FAMILY_COLUMNS].n);
  if (term_is(word, "Cells")) return builder_const(B, topo_count(board, SITE_CELL));
  if (term_is(word, "Vertices")) return builder_const(B, topo_count(board, SITE_VERTEX));
  if (term_is(word, "Edges")) return builder_const(B, topo_count(board, SITE_EDGE));
  if (term_is(word, "Players")) return builder_const(B, lower->game->players);
  if (term_is(word, "Moves")) return EMIT0(B, OP_MOVES_MADE);
  if (term_is(word, "Turns")) return EMIT(B, OP_HEAD, HEAD_TURN);
  if (term_is(word, "MovesThisTurn")) return EMIT(B, OP_HEAD, HEAD_TURN_SAME);
  if (term_is(word, "Phases")) return builder_const(B, MAX(lower->n_phases, 1));
  if (term_is(word, "Trials")) return EMIT0(B, OP_MATCH_TRIALS);
  if (term_is(word, "Active")) return EMIT0(B, OP_COUNT_ACTIVE);
  if (term_is(word, "LegalMoves")) {
    lower->game->counts_moves = true;
    return EMIT0(B, OP_LEGAL_MOVES);
  }
  return lower_unsupported(lower, term,
                           arena_printf(lower->diags->arena, "(count %.*s)", (int)word->text.n, word->text.p));
}

// Where the move under way, or the last one, began or ended.
static Ref move_site(Lower *lower, Slot slot, Op last) {
  Ref here = lower_slot(lower, slot);
  Ref unset = EMIT(B, OP_EQ, (int32_t)here, (int32_t)builder_const(B, GAME_OFF));
  return EMIT(B, OP_IF_INT, (int32_t)unset, (int32_t)EMIT0(B, last), (int32_t)here);
}

// Ahead in the direction of the move, or back.
static Ref lower_ahead_of_move(Lower *lower, const Term *term, Ref from, Ref to) {
  SiteType type = lower_type(lower, term_arg(term, L_AHEAD_SITE_TYPE));
  return EMIT(B, OP_AHEAD, type, (int32_t)lower_int(lower, term_arg(term, L_AHEAD_INT)),
              (int32_t)lower_int_or(lower, term_arg(term, L_AHEAD_STEPS), 1),
              (int32_t)EMIT(B, OP_DIRS_BETWEEN, type, (int32_t)from, (int32_t)to));
}

// (ahead [siteType] int [steps:int] [direction])
static Ref lower_ahead(Lower *lower, const Term *term) {
  const Term *dirs = term_arg(term, L_AHEAD_DIRECTION);
  int32_t forward = REL_FORWARD;
  bool same = term_is(dirs, "SameDirection");
  if (same || term_is(dirs, "OppositeDirection")) {
    Ref from = move_site(lower, SLOT_FROM, OP_LAST_FROM), to = move_site(lower, SLOT_TO, OP_LAST_TO);
    return lower_ahead_of_move(lower, term, same ? from : to, same ? to : from);
  }
  Ref way =
      dirs ? lower_dirs(lower, dirs) : EMIT(B, OP_DIRS_RELATIVE, builder_array(B, &forward, 1), RELATION_ADJACENT, 0);
  return EMIT(B, OP_AHEAD, lower_type(lower, term_arg(term, L_AHEAD_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_AHEAD_INT)),
              (int32_t)lower_int_or(lower, term_arg(term, L_AHEAD_STEPS), 1), (int32_t)way);
}

// (where string (int | roleType) [state:int] [siteType])
static Ref lower_where_name(Lower *lower, const Term *term) {
  Ref what = EMIT(B, OP_PIECE_NAMED, lower_pieces_containing(lower, term_arg(term, L_WHERE_NAME_STRING)),
                  (int32_t)lower_player(lower, term_arg(term, L_WHERE_NAME_INT)));
  lower_list_kinds(lower, term_arg(term, L_WHERE_NAME_STRING));
  return EMIT(B, OP_WHERE, lower_type(lower, term_arg(term, L_WHERE_NAME_SITE_TYPE)), (int32_t)what,
              (int32_t)lower_int(lower, term_arg(term, L_WHERE_NAME_STATE)), 1);
}

// (where int [siteType])
static Ref lower_where(Lower *lower, const Term *term) {
  return EMIT(B, OP_WHERE, lower_type(lower, term_arg(term, L_INT_COUNT_WHERE_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_INT_COUNT_WHERE_INT)), 0, 0);
}

// (where Level string (int | roleType) [state:int] [siteType] at:int [fromTop:boolean])
static Ref lower_where_level_name(Lower *lower, const Term *term) {
  Ref what = EMIT(B, OP_PIECE_NAMED, lower_pieces_containing(lower, term_arg(term, L_WHERE_LEVEL_NAME_STRING)),
                  (int32_t)lower_player(lower, term_arg(term, L_WHERE_LEVEL_NAME_INT)));
  lower->flags |= GAME_STACKING;
  return EMIT(B, OP_WHERE_LEVEL, lower_type(lower, term_arg(term, L_WHERE_LEVEL_NAME_SITE_TYPE)), (int32_t)what,
              (int32_t)lower_int(lower, term_arg(term, L_WHERE_LEVEL_NAME_AT)),
              (int32_t)lower_int(lower, term_arg(term, L_WHERE_LEVEL_NAME_STATE)),
              (int32_t)lower_bool(lower, term_arg(term, L_WHERE_LEVEL_NAME_FROM_TOP)));
}

// (where Level int [siteType] at:int [fromTop:boolean])
static Ref lower_where_level(Lower *lower, const Term *term) {
  lower->flags |= GAME_STACKING;
  return EMIT(B, OP_WHERE_LEVEL, lower_type(lower, term_arg(term, L_WHERE_LEVEL_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_WHERE_LEVEL_INT)),
              (int32_t)lower_int(lower, term_arg(term, L_WHERE_LEVEL_AT)), 0,
              (int32_t)lower_bool(lower, term_arg(term, L_WHERE_LEVEL_FROM_TOP)));
}

static Ref lower_region_site(Lower *lower, const Term *term) {
  return EMIT(B, OP_REGION_SITE, (int32_t)lower_region(lower, term_arg(term, L_REGION_SITE_SITES)),
              (int32_t)lower_int(lower, term_arg(term, L_REGION_SITE_INDEX)));
}

// (coord [siteType] row:int column:int)
static Ref lower_coord(Lower *lower, const Term *term) {
  return EMIT(B, OP_COORD, lower_type(lower, term_arg(term, L_COORD_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_COORD_ROW)),
              (int32_t)lower_int(lower, term_arg(term, L_COORD_COLUMN)));
}

// (coord [siteType] string)
static Ref lower_coord_label(Lower *lower, const Term *term) {
  Site site = topo_find_label(lower->game->board, lower_type(lower, term_arg(term, L_COORD_LABEL_SITE_TYPE)),
                              term_arg(term, L_COORD_LABEL_STRING)->text);
  return builder_const(B, site >= 0 ? site : GAME_OFF);
}

// (centrePoint [siteType])
static Ref lower_centre(Lower *lower, const Term *term) {
  SiteList centre = topo_group(lower->game->board, lower_type(lower, term_arg(term, L_CENTRE_SITE_TYPE)), GROUP_CENTRE);
  return builder_const(B, centre.n ? centre.at[0] : 0);
}

static Ref topo_number(Lower *lower, const Term *type, const Term *site, TopoNumber number) {
  return EMIT(B, OP_TOPO_NUMBER, lower_type(lower, type), number, (int32_t)lower_int(lower, site));
}

static Ref lower_row(Lower *lower, const Term *term) {
  return topo_number(lower, term_arg(term, L_ROW_SITE_TYPE), term_arg(term, L_ROW_OF), TOPO_ROW);
}
static Ref lower_column(Lower *lower, const Term *term) {
  return topo_number(lower, term_arg(term, L_COLUMN_SITE_TYPE), term_arg(term, L_COLUMN_OF), TOPO_COLUMN);
}
static Ref lower_layer(Lower *lower, const Term *term) {
  return topo_number(lower, term_arg(term, L_LAYER_SITE_TYPE), term_arg(term, L_LAYER_OF), TOPO_LAYER);
}
static Ref lower_phase_of(Lower *lower, const Term *term) {
  return topo_number(lower, term_arg(term, L_PHASE_OF_SITE_TYPE), term_arg(term, L_PHASE_OF_OF), TOPO_PHASE);
}

// The groups of the board whose sites meet a condition (without one: are occupied).
static Ref group_sizes(Lower *lower, const Term *type, const Term *dirs, const Term *through, const Term *cond,
                       const Term *min, const Term *visible) {
  SiteType sites = lower_type(lower, type);
  Ref occupied = lower_has_piece(lower, sites, lower_slot(lower, SLOT_TO));
  return EMIT(B, OP_GROUP_SIZES, sites, (int32_t)(through ? lower_region(lower, through) : lower_board(lower, sites)),
              (int32_t)lower_dirs_or(lower, dirs, DIR_ADJACENT), (int32_t)(cond ? lower_bool(lower, cond) : occupied),
              0, (int32_t)lower_int(lower, min), (int32_t)lower_bool(lower, visible), 0);
}

// (count Groups|SizeBiggestGroup [siteType] [direction] [sites] [if:boolean] [min:int] [isVisible:boolean])
static Ref lower_count_groups(Lower *lower, const Term *term) {
  bool groups = term_is(term_arg(term, L_COUNT_GROUPS_COUNT_GROUPS_TYPE), "Groups");
  Ref sizes = group_sizes(lower, term_arg(term, L_COUNT_GROUPS_SITE_TYPE), term_arg(term, L_COUNT_GROUPS_DIRECTION),
                          groups ? NULL : term_arg(term, L_COUNT_GROUPS_SITES), term_arg(term, L_COUNT_GROUPS_IF),
                          groups ? term_arg(term, L_COUNT_GROUPS_MIN) : NULL,
                          groups ? NULL : term_arg(term, L_COUNT_GROUPS_IS_VISIBLE));
  return groups ? EMIT(B, OP_INTS_SIZE, (int32_t)sizes) : EMIT(B, OP_FOLD, OP_MAX, 0, (int32_t)sizes);
}

// (countSizeBiggestGroup [siteType] [direction] [sites] [if:boolean | isVisible:boolean])
static Ref lower_biggest_group(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_BIGGEST_GROUP_IF);
  bool visible = what && what->kind == TERM_BOOL;
  Ref sizes = group_sizes(lower, term_arg(term, L_BIGGEST_GROUP_SITE_TYPE), term_arg(term, L_BIGGEST_GROUP_DIRECTION),
                          term_arg(term, L_BIGGEST_GROUP_SITES), visible ? NULL : what, NULL, visible ? what : NULL);
  return EMIT(B, OP_FOLD, OP_MAX, 0, (int32_t)sizes);
}

// (count Liberties [siteType] [at:int] [direction] [if:boolean])
static Ref lower_liberties(Lower *lower, const Term *term) {
  const Term *at = term_arg(term, L_LIBERTIES_AT);
  return EMIT(B, OP_LIBERTIES, lower_type(lower, term_arg(term, L_LIBERTIES_SITE_TYPE)),
              (int32_t)(at ? lower_int(lower, at) : EMIT0(B, OP_LAST_TO)),
              (int32_t)lower_dirs_or(lower, term_arg(term, L_LIBERTIES_DIRECTION), DIR_ADJACENT),
              (int32_t)lower_bool(lower, term_arg(term, L_LIBERTIES_IF)));
}

enum { TABLE_SITES_MAX = 512 };  // larger boards count their steps as they play

// Steps between all sites, as an array constant, or -1. Made once.
static int distance_table(Lower *lower, SiteType type, Relation relation) {
  const Topology *board = lower->game->board;
  int n = topo_count(board, type), *made = &lower->distances[type][relation];
  if (n > TABLE_SITES_MAX) return -1;
  if (*made) return *made - 1;
  int32_t *table = mem_alloc((size_t)MAX(n * n, 1) * sizeof *table);
  for (int from = 0; from < n; from++) topo_distances(board, type, relation, from, table + from * n);
  *made = builder_array(B, table, n * n) + 1;
  mem_free(table);
  return *made - 1;
}

// (count Steps [siteType] [relationType] [step] [newRotation:int] int (int | sites))
static Ref lower_steps(Lower *lower, const Term *term) {
  const Term *step = term_arg(term, L_STEPS_STEP);
  SiteType type = lower_type(lower, term_arg(term, L_STEPS_SITE_TYPE));
  Ref from = lower_int(lower, term_arg(term, L_STEPS_INT)), to = lower_region(lower, term_arg(term, L_STEPS_INT_2));
  if (!step) {
    Relation relation = lower_relation(term_arg(term, L_STEPS_RELATION_TYPE));
    return EMIT(B, OP_STEPS_TO, type, relation, (int32_t)from, (int32_t)to, distance_table(lower, type, relation));
  }
  return EMIT(B, OP_STEPS_OVER, type, (int32_t)lower_dirs_or(lower, term_arg(step, C_STEP_DIRECTION), DIR_ADJACENT),
              (int32_t)lower_bool(lower, term_arg(term_arg(step, C_STEP_TO), 4)), (int32_t)from, (int32_t)to,
              (int32_t)lower_int(lower, term_arg(term, L_STEPS_NEW_ROTATION)));
}

// (count Stack [stackDirection] [siteType] (at:int | to:sites) [if:boolean] [stop:boolean])
static Ref lower_count_stack(Lower *lower, const Term *term) {
  lower->flags |= GAME_STACKING;
  return EMIT(B, OP_COUNT_LEVELS, lower_type(lower, term_arg(term, L_COUNT_STACK_SITE_TYPE)),
              (int32_t)lower_region(lower, term_arg(term, L_COUNT_STACK_AT)),
              term_is(term_arg(term, L_COUNT_STACK_STACK_DIRECTION), "FromTop"),
              (int32_t)lower_bool(lower, term_arg(term, L_COUNT_STACK_IF)),
              (int32_t)lower_bool(lower, term_arg(term, L_COUNT_STACK_STOP)));
}

// (count SizeBiggestLine [siteType] [absoluteDirection] [if:boolean])
static Ref lower_biggest_line(Lower *lower, const Term *term) {
  const Term *dir = term_arg(term, L_BIGGEST_LINE_ABSOLUTE_DIRECTION), *cond = term_arg(term, L_BIGGEST_LINE_IF);
  SiteType type = lower_type(lower, term_arg(term, L_BIGGEST_LINE_SITE_TYPE));
  Ref occupied = lower_has_piece(lower, type, lower_slot(lower, SLOT_TO));
  return EMIT(B, OP_LONGEST_LINE, type, dir ? dir_parse(dir->text) : DIR_ADJACENT,
              (int32_t)(cond ? lower_bool(lower, cond) : occupied));
}

// (count Value int in:ints)
static Ref lower_count_value(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_COUNT, (int32_t)lower_int(lower, term_arg(term, L_COUNT_VALUE_INT)),
              (int32_t)lower_ints(lower, term_arg(term, L_COUNT_VALUE_IN)));
}

static Ref lower_size_array(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_SIZE, (int32_t)lower_ints(lower, term_arg(term, L_SIZE_ARRAY_INTS)));
}

// (size Group [siteType] at:int [direction] [if:boolean])
static Ref lower_size_group(Lower *lower, const Term *term) {
  Ref group = EMIT(B, OP_GROUP, lower_type(lower, term_arg(term, L_SIZE_GROUP_SITE_TYPE)),
                   (int32_t)lower_region(lower, term_arg(term, L_SIZE_GROUP_AT)),
                   (int32_t)lower_dirs_or(lower, term_arg(term, L_SIZE_GROUP_DIRECTION), DIR_ADJACENT),
                   (int32_t)lower_bool(lower, term_arg(term, L_SIZE_GROUP_IF)), 0);
  return EMIT(B, OP_REGION_SIZE, (int32_t)group);
}

// (size Territory [siteType] (roleType | player) [absoluteDirection])
static Ref lower_territory(Lower *lower, const Term *term) {
  const Term *dir = term_arg(term, L_TERRITORY_ABSOLUTE_DIRECTION);
  return EMIT(B, OP_TERRITORY, lower_type(lower, term_arg(term, L_TERRITORY_SITE_TYPE)),
              (int32_t)lower_players(lower, term_arg(term, L_TERRITORY_ROLE_TYPE), false),
              dir ? dir_parse(dir->text) : DIR_ADJACENT);
}

// (arrayValue ints index:int)
static Ref lower_array_value(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_ITEM, (int32_t)lower_ints(lower, term_arg(term, L_ARRAY_VALUE_INTS)),
              (int32_t)lower_int(lower, term_arg(term, L_ARRAY_VALUE_INDEX)));
}

// (size Stack [siteType] [in:sites | at:int])
static Ref lower_size_stack(Lower *lower, const Term *term) {
  const Term *where = term_arg(term, L_SIZE_STACK_IN);
  lower->flags |= GAME_STACKING;
  Ref region = where ? lower_region(lower, where)
                     : EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)EMIT0(B, OP_LAST_TO)));
  return EMIT(B, OP_SUM_COUNTS, lower_type(lower, term_arg(term, L_SIZE_STACK_SITE_TYPE)), (int32_t)region);
}

// (size LargePiece [siteType] (in:sites | at:int))
static Ref lower_size_large(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, term_arg(term, L_SIZE_LARGE_SITE_TYPE));
  return EMIT(B, OP_LARGE_SIZE, type, (int32_t)lower_region(lower, term_arg(term, L_SIZE_LARGE_IN)));
}

// (cost [siteType] (at:int | in:sites))
static Ref lower_cost(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, term_arg(term, L_COST_SITE_TYPE));
  lower->game->costs = true;
  return EMIT(B, OP_COST, type, (int32_t)lower_region(lower, term_arg(term, L_COST_AT)));
}

static Ref lower_path_extent(Lower *lower, const Term *term) {
  return lower_tile_path(lower, OP_TILE_EXTENT, term_arg(term, L_PATH_EXTENT_INT), term_arg(term, L_PATH_EXTENT_INT_2));
}

static const LudRow rows[] = {
    // Counting.
    {"count", "int", "countSimpleType [siteType]",
     "How many there are: players, moves, turns, cells, rows and the like.", lower_count_simple},
    {"count", "int", "countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:boolean]",
     "How many pieces a player has, all or of one kind, in a region if given; or the sum of the dice.",
     lower_count_pieces},
    {"count", "int", "countGroupsType [siteType] [direction] [sites] [if:boolean] [min:int] [isVisible:boolean]",
     "How many groups of connected pieces there are, or the size of the largest.", lower_count_groups},
    {"count", "int", "SizeBiggestLine [siteType] [absoluteDirection] [if:boolean]",
     "The length of the longest line of pieces.", lower_biggest_line},
    {"count", "int", "Liberties [siteType] [at:int] [direction] [if:boolean]",
     "How many free sites touch the group of the piece on a site.", lower_liberties},
    {"count", "int", "Steps [siteType] [relationType] [step] [newRotation:int] int (int | sites)",
     "How many steps lead from one site to another or to the nearest of a region.", lower_steps},
    {"count", "int", "StepsOnTrack [roleType | player | string] [int] [int]",
     "How many steps along a track lead from one site to another.", lower_track_steps},
    {"count", "int", "Stack [stackDirection] [siteType] (at:int | to:sites) [if:boolean] [stop:boolean]",
     "How many pieces of the stacks on the sites meet the condition, until one meets the stop condition.",
     lower_count_stack},
    {"count", "int", "Value int in:ints", "How often a number occurs in a list.", lower_count_value},
    {"count", "int", "[countSiteType] [siteType] [in:sites | at:int | string] [who:roleType] [what:int | whats:{int}]",
     "How many counters are on a site or in a region, or how many sites or neighbours there are.", lower_count_sites},
    {"countSizeBiggestGroup", "int", "[siteType] [direction] [sites] [if:boolean | isVisible:boolean]",
     "The size of the largest group of connected pieces.", lower_biggest_group},
    {"size", "int", "Array ints", "How many numbers a list has.", lower_size_array},
    {"size", "int", "Stack [siteType] [in:sites | at:int]",
     "How many pieces are in the stack on a site or the stacks of a region.", lower_size_stack},
    {"size", "int", "Group [siteType] at:int [direction] [if:boolean]", "How many pieces the group around a site has.",
     lower_size_group},
    {"size", "int", "Territory [siteType] (roleType | player) [absoluteDirection]",
     "How many free sites are enclosed by the pieces of one player alone.", lower_territory},
    {"size", "int", "LargePiece [siteType] (in:sites | at:int)", "How many sites the large piece covers.",
     lower_size_large},
    {"pathExtent", "int", "[int] [int | sites]", "How far a painted path of one colour reaches across the tiles.",
     lower_path_extent},

    // Places.
    {"where", "int", "Level string (int | roleType) [state:int] [siteType] at:int [fromTop:boolean]",
     "The level at which a player's piece of that name lies in the stack on a site.", lower_where_level_name},
    {"where", "int", "Level int [siteType] at:int [fromTop:boolean]",
     "The level at which a piece of that kind lies in the stack on a site.", lower_where_level},
    {"where", "int", "string (int | roleType) [state:int] [siteType]",
     "The site where a player's piece of that name stands.", lower_where_name},
    {"where", "int", "int [siteType]", "The site where a piece of that kind stands.", lower_where},
    {"trackSite", "int", "Move [from:int] [roleType | player | string] steps:int",
     "The site so many steps further along a track.", lower_track_move},
    {"trackSite", "int", "EndSite [player | roleType] [string]", "The last site of a track.", lower_track_end},
    {"trackSite", "int", "FirstSite [player | roleType] [string] [from:int] [if:boolean]",
     "The first site of a track, from a site on, that meets the condition.", lower_track_first},
    {"ahead", "int", "[siteType] int [steps:int] [direction]",
     "The site so many steps ahead of another in a direction.", lower_ahead},
    {"handSite", "int", "(int | roleType) [int]", "A site of a player's hand.", lower_hand_site},
    {"regionSite", "int", "sites index:int", "The site at that place in a region.", lower_region_site},
    {"coord", "int", "[siteType] row:int column:int", "The site in that row and column.", lower_coord},
    {"coord", "int", "[siteType] string", "The site with that coordinate label.", lower_coord_label},
    {"centrePoint", "int", "[siteType]", "The site in the middle of the board.", lower_centre},

    // Properties of places and tables.
    {"row", "int", "[siteType] of:int", "The row a site is in.", lower_row},
    {"column", "int", "[siteType] of:int", "The column a site is in.", lower_column},
    {"layer", "int", "of:int [siteType]", "The layer a site is in.", lower_layer},
    {"phase", "int", "[siteType] of:int", "The colour class of a site, such that neighbours differ.", lower_phase_of},
    {"cost", "int", "[siteType] (at:int | in:sites)", "The cost of a site, or of the sites of a region together.",
     lower_cost},
    {"mapEntry", "int", "[string] (int | roleType)", "What a map holds for a number or player.", lower_map_entry},
    {"arrayValue", "int", "ints index:int", "The number at that place in a list.", lower_array_value},
};

const LudFamily fam_int_count = {"counts and places", rows, COUNT_OF(rows)};
