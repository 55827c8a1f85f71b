// The `is` tests: conditions on sites, players, patterns and connections.
#include "lud/lower/lower.h"
#include "lud/lower/numbers.h"
#include "lud/resolve/families.h"

// (is Empty [siteType] int) and (is Occupied ...)
static Ref lower_is_site(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, term_arg(term, L_IS_SITE_SITE_TYPE));
  Ref site = lower_int(lower, term_arg(term, L_IS_SITE_INT));
  if (term_is(term_arg(term, L_IS_SITE_IS_SITE_TYPE), "Empty")) {
    return lower_in_hand_too(lower, type, site, EMIT(B, OP_IS_EMPTY, type, (int32_t)site),
                             EMIT(B, OP_IS_EMPTY, SITE_CELL, (int32_t)site));
  }
  return lower_has_piece(lower, type, site);
}

static bool is_region(const Term *term) { return term->kind == TERM_CALL && !strcmp(term->type, "sites"); }

// (is In [int | {int}] (sites | ints))
static Ref lower_is_in(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_IS_IN_INT), *where = term_arg(term, L_IS_IN_SITES);
  if (what && what->kind == TERM_ARRAY) {
    return EMIT(B, OP_ALL_IN, (int32_t)lower_ints(lower, what),
                is_region(where) ? (int32_t)EMIT(B, OP_INTS_OF_REGION, (int32_t)lower_region(lower, where))
                                 : (int32_t)lower_ints(lower, where));
  }
  Ref value = what ? lower_int(lower, what) : lower_slot(lower, SLOT_TO);
  if (is_region(where)) return EMIT(B, OP_IS_IN, (int32_t)value, (int32_t)lower_region_asked(lower, where, value));
  return EMIT(B, OP_IS_IN_INTS, (int32_t)value, (int32_t)lower_ints(lower, where));
}

// (is Mover (int | roleType)) and its like
static Ref lower_is_player(Lower *lower, const Term *term) {
  const Term *kind = term_arg(term, L_IS_PLAYER_IS_PLAYER_TYPE);
  int32_t who = (int32_t)lower_player(lower, term_arg(term, L_IS_PLAYER_INT));
  if (term_is(kind, "Enemy")) return EMIT(B, OP_IS_ENEMY, who);
  if (term_is(kind, "Friend")) return EMIT(B, OP_IS_FRIEND, who);
  if (term_is(kind, "Active")) return EMIT(B, OP_IS_ACTIVE, who);
  HeadVar var = term_is(kind, "Mover") ? HEAD_MOVER : term_is(kind, "Next") ? HEAD_NEXT : HEAD_PREV;
  return EMIT(B, OP_EQ, who, (int32_t)EMIT(B, OP_HEAD, var));
}

static Ref site_region(Lower *lower, Ref site) {
  return EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)site));
}

// (is Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}]
//     [exact] [contiguous] [if] [byLevel] [top] [throughHowMuch] [isVisible] [useOpposites])
static Ref lower_is_line(Lower *lower, const Term *term) {
  const Term *dir = term_arg(term, L_IS_LINE_ABSOLUTE_DIRECTION), *through = term_arg(term, L_IS_LINE_THROUGH),
             *whats = term_arg(term, L_IS_LINE_ROLE_TYPE);
  SiteType type = lower_type(lower, term_arg(term, L_IS_LINE_SITE_TYPE));
  Ref length = lower_int(lower, term_arg(term, L_IS_LINE_INT)),
      exact = lower_bool(lower, term_arg(term, L_IS_LINE_EXACT)),
      cond = lower_bool(lower, term_arg(term, L_IS_LINE_IF));
  bool one = through && strcmp(through->type, "sites");
  Ref at = one ? lower_int(lower, through) : EMIT0(B, OP_LAST_TO);
  int way = dir ? (int)dir_parse(dir->text) : DIR_ADJACENT;
  Ref pivots = through ? lower_region(lower, through) : site_region(lower, EMIT0(B, OP_LAST_TO));
  Ref kinds = 0;
  if (whats && whats->kind == TERM_ENUM) kinds = EMIT(B, OP_PIECES_OWNED, (int32_t)lower_role(lower, whats));
  else if (whats) kinds = lower_ints(lower, whats);
  Ref stacks = EMIT(B, OP_STACK_LINE, type, (int32_t)length, way, (int32_t)at, (int32_t)kinds, (int32_t)exact,
                    (int32_t)cond, (int32_t)lower_bool(lower, term_arg(term, L_IS_LINE_BY_LEVEL)),
                    (int32_t)lower_bool(lower, term_arg(term, L_IS_LINE_TOP)));
  Ref flat = EMIT(B, OP_LINE, type, (int32_t)length, way, (int32_t)pivots, (int32_t)kinds, (int32_t)exact,
                  (int32_t)lower_bool(lower, term_arg(term, L_IS_LINE_CONTIGUOUS)), (int32_t)cond,
                  (int32_t)lower_int(lower, term_arg(term, L_IS_LINE_THROUGH_HOW_MUCH)),
                  (int32_t)lower_bool(lower, term_arg(term, L_IS_LINE_USE_OPPOSITES)),
                  (int32_t)lower_bool(lower, term_arg(term, L_IS_LINE_IS_VISIBLE)));
  return EMIT(B, OP_IF_INT, (int32_t)EMIT0(B, OP_STACKING), (int32_t)stacks, (int32_t)flat);
}

// The regions to connect, appended to the operands: those given, or a part of the board.
static int connect_regions(Lower *lower, const Term *what, int32_t *out) {
  if (what->kind == TERM_ENUM) return strcmp(what->type, "roleType") ? lower_static_regions(lower, what, out) : 0;
  if (what->n > STATIC_REGIONS_MAX) {
    diag_error(lower->diags, what->loc, "at most %d regions can be connected", STATIC_REGIONS_MAX);
  }
  for (uint32_t i = 0; i < what->n && i < STATIC_REGIONS_MAX; i++) out[i] = (int32_t)lower_region(lower, what->args[i]);
  return (int)MIN(what->n, (uint32_t)STATIC_REGIONS_MAX);
}

// (is Connected|Blocked [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic))
static Ref lower_is_connected(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_IS_CONNECTED_SITES), *at = term_arg(term, L_IS_CONNECTED_AT);
  bool role = what->kind == TERM_ENUM && !strcmp(what->type, "roleType"),
       connected = term_is(term_arg(term, L_IS_CONNECTED_IS_CONNECT_TYPE), "Connected");
  int32_t operands[5 + STATIC_REGIONS_MAX];
  int n = 0;
  operands[n++] = lower_type(lower, term_arg(term, L_IS_CONNECTED_SITE_TYPE));
  if (connected) operands[n++] = (int32_t)(at ? lower_int(lower, at) : EMIT0(B, OP_LAST_TO));
  operands[n++] = (int32_t)lower_dirs_or(lower, term_arg(term, L_IS_CONNECTED_DIRECTION), DIR_ADJACENT);
  operands[n++] = (int32_t)lower_int(lower, term_arg(term, L_IS_CONNECTED_INT));
  operands[n++] = role ? (int32_t)lower_role(lower, what) : 0;
  n += connect_regions(lower, what, operands + n);
  return builder_emit(B, connected ? OP_CONNECTED : OP_BLOCKED, n, operands);
}

// (is Cycle|Full|Pending)
static Ref lower_is_simple(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_IS_SIMPLE_IS_SIMPLE_TYPE);
  if (term_is(word, "Pending")) {
    lower->flags |= GAME_PENDING;
    return EMIT0(B, OP_IS_PENDING);
  }
  if (term_is(word, "Full")) {
    SiteType type = lower->game->site_type;
    Ref board = EMIT(B, OP_INTERSECTION, (int32_t)EMIT(B, OP_EMPTY, type), (int32_t)lower_board(lower, type));
    return EMIT(B, OP_EQ, (int32_t)EMIT(B, OP_REGION_SIZE, (int32_t)board), (int32_t)builder_const(B, 0));
  }
  lower->flags |= GAME_CYCLES;
  return EMIT0(B, OP_CYCLE);
}

// (is Even|Odd|Visited|... [int])
static Ref lower_is_number(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_IS_NUMBER_IS_INTEGER_TYPE), *number = term_arg(term, L_IS_NUMBER_INT);
  bool odd = term_is(word, "Odd"), even = term_is(word, "Even");
  if (!number && (odd || even || term_is(word, "AnyDie"))) return lower_incomplete(lower, term, "a number");
  if (!number && term_is(word, "Visited")) return lower_incomplete(lower, term, "a site");
  if (odd || even) {
    Ref rest = EMIT(B, OP_MOD, (int32_t)lower_int(lower, number), (int32_t)builder_const(B, 2));
    return EMIT(B, odd ? OP_NE : OP_EQ, (int32_t)rest, (int32_t)builder_const(B, 0));
  }
  if (term_is(word, "AnyDie")) return EMIT(B, OP_ANY_DIE, (int32_t)lower_int(lower, number));
  if (term_is(word, "Visited")) {
    lower->flags |= GAME_VISITED;
    return EMIT(B, OP_IS_VISITED, (int32_t)lower_int(lower, number));
  }
  if (term_is(word, "Flat")) {
    lower->flags |= GAME_VERTICES;
    return EMIT(B, OP_FLAT, (int32_t)(number ? lower_int(lower, number) : lower_slot(lower, SLOT_TO)));
  }
  if (term_is(word, "PipsMatch")) {
    return EMIT(B, OP_PIPS_MATCH, (int32_t)(number ? lower_int(lower, number) : EMIT0(B, OP_LAST_TO)));
  }
  if (term_is(word, "SidesMatch")) {
    return EMIT(B, OP_TILES_MATCH, (int32_t)(number ? lower_int(lower, number) : EMIT0(B, OP_LAST_TO)));
  }
  return lower_unsupported(lower, term,
                           arena_printf(lower->diags->arena, "(is %.*s ...)", (int)word->text.n, word->text.p));
}

// (is Related relationType [siteType] int (int | sites))
static Ref lower_is_related(Lower *lower, const Term *term) {
  return EMIT(B, OP_RELATED, lower_type(lower, term_arg(term, L_IS_RELATED_SITE_TYPE)),
              lower_relation(term_arg(term, L_IS_RELATED_RELATION_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_IS_RELATED_INT)),
              (int32_t)lower_region(lower, term_arg(term, L_IS_RELATED_INT_2)));
}

// (is Repeat [repetitionType])
static Ref lower_is_repeat(Lower *lower, const Term *term) {
  int kind = lower_repeat_kind(term_arg(term, L_IS_REPEAT_REPETITION_TYPE));
  lower->repeat |= kind;
  return EMIT(B, OP_IS_REPEAT, kind);
}

// (is Threatened|Within [int] [siteType] [at:int | in:sites] [moves])
static Ref lower_is_component(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_IS_COMPONENT_INT), *where = term_arg(term, L_IS_COMPONENT_AT);
  SiteType type = lower_type(lower, term_arg(term, L_IS_COMPONENT_SITE_TYPE));
  Ref piece = lower_int(lower, what), sites;
  if (!term_is(term_arg(term, L_IS_COMPONENT_IS_COMPONENT_TYPE), "Threatened")) {
    sites = where ? lower_region(lower, where) : site_region(lower, EMIT0(B, OP_LAST_TO));
    Ref everybody = EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0);
    Ref pieces = EMIT(B, OP_OCCUPIED, type, (int32_t)everybody, -1, (int32_t)piece, 0, 0);
    return EMIT(B, OP_MEET, (int32_t)sites, (int32_t)pieces);
  }
  if (where) sites = lower_region(lower, where);
  else if (what) sites = site_region(lower, EMIT(B, OP_WHERE, type, (int32_t)piece, 0, 0));
  else sites = EMIT(B, OP_OCCUPIED, type, (int32_t)EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0), -1, 0, 0, 1);
  return EMIT(B, OP_THREATENED, type, (int32_t)piece, (int32_t)sites,
              (int32_t)lower_moves(lower, term_arg(term, L_IS_COMPONENT_MOVES)));
}

// The empty sites of the lowest layer beside SITE.
static Ref open_beside(Lower *lower, SiteType type) {
  static const Dir sides[] = {DIR_N, DIR_S, DIR_W, DIR_E};
  Ref site = EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)lower_slot(lower, SLOT_SITE)));
  int32_t beside[COUNT_OF(sides)];
  for (size_t i = 0; i < COUNT_OF(sides); i++) {
    beside[i] =
        (int32_t)EMIT(B, OP_AROUND, type, (int32_t)site, (int32_t)builder_const(B, 1), sides[i], AROUND_EMPTY, 0, 0);
  }
  Ref around = builder_emit(B, OP_UNION, COUNT_OF(sides), beside);
  Ref low = EMIT(B, OP_FAMILY, SITE_VERTEX, FAMILY_LAYERS, (int32_t)builder_const(B, 0));
  return EMIT(B, OP_INTERSECTION, (int32_t)around, (int32_t)low);
}

// (is Freedom [siteType] sites [int]): a free site of the lowest layer beside one of the region, not the one given.
static Ref lower_is_free(Lower *lower, const Term *term) {
  Ref sites = EMIT(B, OP_INTS_OF_REGION, (int32_t)lower_region(lower, term_arg(term, L_IS_FREE_SITES)));
  Ref open = EMIT(B, OP_UNION_FOR, SLOT_SITE, (int32_t)sites,
                  (int32_t)open_beside(lower, lower_type(lower, term_arg(term, L_IS_FREE_SITE_TYPE))));
  if (term_arg(term, L_IS_FREE_INT))
    open = EMIT(B, OP_DIFFERENCE, (int32_t)open, (int32_t)lower_region(lower, term_arg(term, L_IS_FREE_INT)));
  return EMIT(B, OP_NE, (int32_t)EMIT(B, OP_REGION_SIZE, (int32_t)open), (int32_t)builder_const(B, 0));
}

// The pieces on the sites, refs of numbers, one each.
static Ref shows_pieces(Lower *lower, const Term *pieces, const int32_t *sites, int n) {
  int32_t *tests = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1));
  if ((uint32_t)n != pieces->n) return builder_const(B, 0);
  for (int i = 0; i < n; i++) {
    Ref what = EMIT(B, OP_WHAT, lower->game->site_type, sites[i], 0);
    tests[i] = (int32_t)EMIT(B, OP_EQ, (int32_t)what, (int32_t)lower_int(lower, pieces->args[i]));
  }
  return builder_emit(B, OP_AND, n, tests);
}

// The pieces as one stack, on any of the sites.
static Ref shows_stack(Lower *lower, const Term *pieces, const int32_t *sites, int n) {
  Ref site = EMIT(B, OP_SLOT, SLOT_SITE), array = builder_emit(B, OP_INTS_LIST, n, sites);
  int32_t *tests = ARENA_ARRAY(lower->arena, int32_t, pieces->n + 1);
  tests[0] = (int32_t)EMIT(B, OP_EQ, (int32_t)EMIT(B, OP_HEIGHT, SITE_CELL, (int32_t)site),
                           (int32_t)builder_const(B, (int32_t)pieces->n));
  for (uint32_t i = 0; i < pieces->n; i++) {
    Ref what = EMIT(B, OP_WHAT, SITE_CELL, (int32_t)site, (int32_t)builder_const(B, (int32_t)i));
    tests[i + 1] = (int32_t)EMIT(B, OP_EQ, (int32_t)what, (int32_t)lower_int(lower, pieces->args[i]));
  }
  Ref fits = builder_emit(B, OP_AND, (int)pieces->n + 1, tests);
  Ref where = EMIT(B, OP_SITES_WHERE, (int32_t)EMIT(B, OP_REGION_OF_INTS, (int32_t)array), (int32_t)fits);
  return EMIT(B, OP_NE, (int32_t)EMIT(B, OP_REGION_SIZE, (int32_t)where), (int32_t)builder_const(B, 0));
}

// (is Target [int | string] {int} [int | {int}]): the pieces of a container, or of some of its sites; with stacks,
// those of one stack from the bottom up.
static Ref lower_is_target(Lower *lower, const Term *term) {
  const Term *pieces = term_arg(term, L_IS_TARGET_INT_2), *where = term_arg(term, L_IS_TARGET_INT_3);
  int cells = topo_count(lower->game->board, SITE_CELL), n = !where                      ? cells
                                                             : where->kind == TERM_ARRAY ? (int)where->n
                                                                                         : 1;
  int32_t *sites = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1));
  for (int i = 0; i < n; i++) {
    const Term *site = !where ? NULL : where->kind == TERM_ARRAY ? where->args[i] : where;
    sites[i] = (int32_t)(site ? lower_int(lower, site) : builder_const(B, i));
  }
  return EMIT(B, OP_IF_INT, (int32_t)EMIT0(B, OP_STACKING), (int32_t)shows_stack(lower, pieces, sites, n),
              (int32_t)shows_pieces(lower, pieces, sites, n));
}

// (is LastFrom|LastTo siteType)
static Ref lower_is_last_type(Lower *lower, const Term *term) {
  return EMIT(B, OP_LAST_TYPE, term_is(term_arg(term, L_IS_LAST_TYPE_IS_GRAPH_TYPE), "LastTo"),
              lower_type(lower, term_arg(term, L_IS_LAST_TYPE_SITE_TYPE)));
}

// (is Triggered string (int | roleType))
static Ref lower_is_triggered(Lower *lower, const Term *term) {
  return EMIT(B, OP_TRIGGERED, (int32_t)lower_player(lower, term_arg(term, L_IS_TRIGGERED_INT)));
}

// (is Decided|Proposed string)
static Ref lower_is_voted(Lower *lower, const Term *term) {
  int vote = lower_vote(lower, term_arg(term, L_IS_VOTED_STRING)->text);
  if (term_is(term_arg(term, L_IS_VOTED_IS_STRING_TYPE), "Proposed")) return EMIT(B, OP_PROPOSED, vote);
  return EMIT(B, OP_EQ, (int32_t)EMIT(B, OP_HEAD, HEAD_DECIDED), (int32_t)builder_const(B, vote));
}

// (is Pattern|PyramidCorners [{stepType}] [siteType] [from:int] [what:int | whats:{int}] [froms:sites])
static Ref lower_is_pattern(Lower *lower, const Term *term) {
  if (!term_is(term_arg(term, L_IS_PATTERN_IS_PATTERN_TYPE), "Pattern")) {
    const Term *from = term_arg(term, L_IS_PATTERN_FROM), *froms = term_arg(term, L_IS_PATTERN_FROMS);
    Ref tops = froms || from ? lower_region(lower, froms ? froms : from) : site_region(lower, EMIT0(B, OP_LAST_TO));
    return EMIT(B, OP_PYRAMID, lower_type(lower, term_arg(term, L_IS_PATTERN_SITE_TYPE)), (int32_t)tops);
  }
  const Term *from = term_arg(term, L_IS_PATTERN_FROM), *walk = term_arg(term, L_IS_PATTERN_STEP_TYPE);
  if (!walk) return lower_incomplete(lower, term, "the steps of a walk, such as {F R F R F}");
  Ref start = from ? lower_int(lower, from) : EMIT0(B, OP_LAST_TO);
  Ref sites = lower_pattern_sites(lower, lower_type(lower, term_arg(term, L_IS_PATTERN_SITE_TYPE)), start,
                                  lower_ints(lower, term_arg(term, L_IS_PATTERN_WHAT)), walk);
  return EMIT(B, OP_NE, (int32_t)EMIT(B, OP_REGION_SIZE, (int32_t)sites), (int32_t)builder_const(B, 0));
}

// (is Crossing int int)
static Ref lower_is_crossing(Lower *lower, const Term *term) {
  lower->flags |= GAME_EDGES;
  return EMIT(B, OP_EDGES_CROSS, (int32_t)lower_int(lower, term_arg(term, L_IS_CROSSING_INT)),
              (int32_t)lower_int(lower, term_arg(term, L_IS_CROSSING_INT_2)));
}

// (is Hidden [hiddenData] [siteType] at:int [level:int] (to:player | to:roleType))
static Ref lower_is_hidden(Lower *lower, const Term *term) {
  lower->flags |= GAME_HIDDEN;
  return EMIT(B, OP_IS_HIDDEN, lower_type(lower, term_arg(term, L_IS_HIDDEN_SITE_TYPE)),
              lower_hidden_mask(term_arg(term, L_IS_HIDDEN_HIDDEN_DATA)),
              (int32_t)lower_int(lower, term_arg(term, L_IS_HIDDEN_AT)),
              (int32_t)lower_int_or(lower, term_arg(term, L_IS_HIDDEN_LEVEL), 0),
              (int32_t)lower_player(lower, term_arg(term, L_IS_HIDDEN_TO)));
}

// (is Loop [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites] [path:boolean])
static Ref lower_is_loop(Lower *lower, const Term *term) {
  const Term *colour = term_arg(term, L_IS_LOOP_INT), *start = term_arg(term, L_IS_LOOP_INT_2);
  if (lower_flag(term_arg(term, L_IS_LOOP_PATH), false)) return lower_tile_path(lower, OP_TILE_LOOP, colour, start);
  return lower_ring(lower, term, 0, OP_LOOP, 0);
}

// (is Path siteType [from:int] (player | roleType) length:range [closed:boolean])
static Ref lower_is_path(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_IS_PATH_FROM);
  SiteType type = lower_type(lower, term_arg(term, L_IS_PATH_SITE_TYPE));
  LowerRange range = lower_range(lower, term_arg(term, L_IS_PATH_LENGTH));
  return EMIT(B, OP_PATH, type, (int32_t)(from ? lower_int(lower, from) : EMIT0(B, OP_LAST_TO)),
              (int32_t)lower_player(lower, term_arg(term, L_IS_PATH_PLAYER)), (int32_t)range.min, (int32_t)range.max,
              (int32_t)lower_bool(lower, term_arg(term, L_IS_PATH_CLOSED)));
}

// ---- graphs --------------------------------------------------------------------------------------

// (is RegularGraph (player | roleType) [k:int | odd:boolean | even:boolean])
static Ref lower_is_regular(Lower *lower, const Term *term) {
  const Term *rule = term_arg(term, L_IS_REGULAR_K);
  bool odd = rule && str_is(rule->label, "odd"), flag = odd || (rule && str_is(rule->label, "even"));
  int parity = !flag || !lower_flag(rule, false) ? 0 : odd ? 1 : 2;
  lower->flags |= GAME_EDGES | GAME_VERTICES;
  return EMIT(B, OP_REGULAR_GRAPH, (int32_t)lower_player(lower, term_arg(term, L_IS_REGULAR_PLAYER)),
              flag ? 0 : (int32_t)lower_int(lower, rule), parity);
}

// (is isTreeType (player | roleType))
static Ref lower_is_tree(Lower *lower, const Term *term) {
  static const char *const kinds[] = {"Tree", "SpanningTree", "CaterpillarTree", "TreeCentre"};
  int kind = 0;
  while (kind < 3 && !term_is(term_arg(term, L_IS_TREE_IS_TREE_TYPE), kinds[kind])) kind++;
  lower->flags |= GAME_EDGES | GAME_VERTICES;
  return EMIT(B, OP_TREE, kind, (int32_t)lower_player(lower, term_arg(term, L_IS_TREE_PLAYER)));
}

// (is isAngleType [siteType] at:int boolean boolean)
static Ref lower_is_angle(Lower *lower, const Term *term) {
  static const char *const kinds[] = {"Acute", "Right", "Obtuse", "Reflex"};
  int kind = 0;
  while (kind < 3 && !term_is(term_arg(term, L_IS_ANGLE_IS_ANGLE_TYPE), kinds[kind])) kind++;
  return EMIT(B, OP_ANGLE, kind, lower_type(lower, term_arg(term, L_IS_ANGLE_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_IS_ANGLE_AT)),
              (int32_t)lower_bool(lower, term_arg(term, L_IS_ANGLE_BOOLEAN)),
              (int32_t)lower_bool(lower, term_arg(term, L_IS_ANGLE_BOOLEAN_2)));
}

static const LudRow rows[] = {
    // Sites and pieces.
    {"is", "boolean", "isSiteType [siteType] int", "A site is empty, or is occupied.", lower_is_site},
    {"is", "boolean", "In [int | {int}] (sites | ints)",
     "A site or number is in a region or list; without one, the site the last move ended at.", lower_is_in},
    {"is", "boolean", "isIntegerType [int]",
     "A number is even or odd, a site was visited, a die shows a number, or tiles and dominoes fit at a site.",
     lower_is_number},
    {"is", "boolean", "isComponentType [int] [siteType] [at:int | in:sites] [moves]",
     "A piece is under attack, or lies within a region.", lower_is_component},
    {"is", "boolean", "Hidden [hiddenData] [siteType] at:int [level:int] (to:player | to:roleType)",
     "What is on a site, or one property of it, is hidden from a player.", lower_is_hidden},
    {"is", "boolean", "isGraphType siteType", "The last move began or ended on that kind of site.", lower_is_last_type},
    {"is", "boolean", "Related relationType [siteType] int (int | sites)",
     "Two sites, or a site and a region, are neighbours in the given way.", lower_is_related},
    {"is", "boolean", "Freedom [siteType] sites [int]",
     "A region would still have a free site beside it in view after a piece is added.", lower_is_free},
    {"is", "boolean", "Target [int | string] {int} [int | {int}]", "A container shows exactly the given pieces.",
     lower_is_target},

    // Players, turns and messages.
    {"is", "boolean", "isPlayerType (int | roleType)",
     "A player is the mover, the next or previous one, an ally or opponent of the mover, or still active.",
     lower_is_player},
    {"is", "boolean", "isSimpleType", "The board is full, the game is in a cycle, or something is pending.",
     lower_is_simple},
    {"is", "boolean", "Triggered string (int | roleType)", "The event has been triggered for a player.",
     lower_is_triggered},
    {"is", "boolean", "isStringType string", "The question has been proposed, or decided.", lower_is_voted},
    {"is", "boolean", "Repeat [repetitionType]", "The position has occurred before.", lower_is_repeat},

    // Shapes.
    {"is", "boolean",
     "Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}] "
     "[exact:boolean] [contiguous:boolean] [if:boolean] [byLevel:boolean] [top:boolean] [throughHowMuch:int] "
     "[isVisible:boolean] [useOpposites:boolean]",
     "There are so many pieces in a line, through the last move or a given site.", lower_is_line},
    {"is", "boolean", "Loop [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites] [path:boolean]",
     "The last move closed a ring of pieces, around anything or around the given players' pieces.", lower_is_loop},
    {"is", "boolean", "isConnectType [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic)",
     "A group of pieces joins the given regions, or can no longer do so.", lower_is_connected},
    {"is", "boolean", "isPatternType [{stepType}] [siteType] [from:int] [what:int | whats:{int}] [froms:sites]",
     "Pieces stand in the shape of a walk, or on the corners of a pyramid.", lower_is_pattern},
    {"is", "boolean", "isAngleType [siteType] at:int boolean boolean",
     "The sites around one that meet the two conditions form such an angle.", lower_is_angle},

    // Graphs drawn by the players.
    {"is", "boolean", "Crossing int int", "Two edges cross.", lower_is_crossing},
    {"is", "boolean", "RegularGraph (player | roleType) [k:int | odd:boolean | even:boolean]",
     "The edges of a player give every vertex the same number of neighbours, which may be fixed, odd or even.",
     lower_is_regular},
    {"is", "boolean", "isTreeType (player | roleType)", "The edges of a player form a tree of the given kind.",
     lower_is_tree},
    {"is", "boolean", "Path siteType [from:int] (player | roleType) length:range [closed:boolean]",
     "A player's cells, vertices or edges form a path of such a length through a site, closed if wanted.",
     lower_is_path},
};

const LudFamily fam_bool_is = {"tests", rows, COUNT_OF(rows)};
