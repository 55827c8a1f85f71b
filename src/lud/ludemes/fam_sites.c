// Regions: sets of sites, by place, by what stands there, by distance and line, and their set operations.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static Ref lower_none(Lower *lower, const Term *term) { return (void)term, builder_emit(B, OP_UNION, 0, NULL); }

// Where one may play: in the middle at first, then next to the cells that are taken.
static Ref lower_playable(Lower *lower, SiteType type) {
  if (lower->flags & GAME_BOARDLESS) return EMIT0(B, OP_PLAYABLE);
  bool cells = lower->game->site_type == SITE_CELL;
  Ref occupied = cells ? EMIT(B, OP_DIFFERENCE, (int32_t)lower_board(lower, type), (int32_t)EMIT(B, OP_EMPTY, type))
                       : lower_none(lower, NULL);
  Ref next_to =
      EMIT(B, OP_AROUND, type, (int32_t)occupied, (int32_t)builder_const(B, 1), DIR_ADJACENT, AROUND_EMPTY, 0, 0);
  Ref centre = lower_site_list(lower, topo_group(lower->game->board, type, GROUP_CENTRE));
  Ref begun = EMIT(B, OP_LT, (int32_t)builder_const(B, 0), (int32_t)EMIT0(B, OP_MOVES_MADE));
  return EMIT(B, OP_IF_REGION, (int32_t)begun, (int32_t)next_to, (int32_t)centre);
}

// (sites sitesSimpleType [siteType]): parts of the board that never change.
static Ref lower_part(Lower *lower, const Term *term) {
  static const struct {
    const char *word;
    SiteGroup group;
  } parts[] = {{"Bottom", GROUP_BOTTOM},
               {"Top", GROUP_TOP},
               {"Left", GROUP_LEFT},
               {"Right", GROUP_RIGHT},
               {"Corners", GROUP_CORNERS},
               {"ConcaveCorners", GROUP_CORNERS_CONCAVE},
               {"ConvexCorners", GROUP_CORNERS_CONVEX},
               {"Major", GROUP_MAJOR},
               {"Minor", GROUP_MINOR},
               {"Outer", GROUP_OUTER},
               {"Perimeter", GROUP_PERIMETER},
               {"Inner", GROUP_INNER},
               {"Centre", GROUP_CENTRE}};
  const Term *word = term_arg(term, L_PART_SITES_SIMPLE_TYPE);
  SiteType type = lower_type(lower, term_arg(term, L_PART_SITE_TYPE));
  if (term_is(word, "Board")) return lower_board(lower, type);
  if (term_is(word, "ToClear")) {
    lower->flags |= GAME_SEQUENCE_CAPTURE;
    return EMIT0(B, OP_TO_CLEAR);
  }
  if (term_is(word, "Pending")) {
    lower->flags |= GAME_PENDING;
    return EMIT0(B, OP_PENDING);
  }
  if (term_is(word, "LastTo") || term_is(word, "LastFrom")) return EMIT(B, OP_LAST_SITES, term_is(word, "LastTo"));
  if (term_is(word, "Playable") || term_is(word, "LineOfPlay")) return lower_playable(lower, type);
  if (term_is(word, "Hint")) return EMIT0(B, OP_HINT_SITES);
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    if (term_is(word, parts[i].word))
      return lower_site_list(lower, topo_group(lower->game->board, type, parts[i].group));
  }
  return lower_unsupported(lower, term,
                           arena_printf(lower->diags->arena, "(sites %.*s)", (int)word->text.n, word->text.p));
}

// The sites of a container.
static Ref container_sites(Lower *lower, const Container *in) {
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < in->n; i++) bit_set(set, in->first + i);
  return lower_region_const(lower, set);
}

static Ref empty_in(Lower *lower, SiteType type, int number) {
  if (!number) return EMIT(B, OP_EMPTY, type);
  Ref empty = EMIT(B, OP_IS_EMPTY, SITE_CELL, (int32_t)lower_slot(lower, SLOT_SITE));
  return EMIT(B, OP_SITES_WHERE, (int32_t)container_sites(lower, &lower->game->containers[number]), (int32_t)empty);
}

// (sites Empty [siteType] [int]): of the board, or of the container with that number. Asking does not give a board such
// sites.
static Ref lower_empty(Lower *lower, SiteType type, const Term *container) {
  int32_t number = 0;
  Ref which = lower_int(lower, container), region = container_sites(lower, &(Container){0});
  if (!which) return empty_in(lower, type, 0);
  if (builder_is_const(B, which, &number) && number >= 0 && number < lower->game->n_containers) {
    return empty_in(lower, type, number);
  }
  for (int c = 0; c < lower->game->n_containers; c++) {
    Ref meant = EMIT(B, OP_EQ, (int32_t)which, (int32_t)builder_const(B, c));
    region = EMIT(B, OP_IF_REGION, (int32_t)meant, (int32_t)empty_in(lower, type, c), (int32_t)region);
  }
  return region;
}

// A region whose condition on SITE also asks for a number found before: it is in VALUE.
static Ref with_value(Lower *lower, Ref value, Ref region) {
  return EMIT(B, OP_UNION_FOR, SLOT_VALUE, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)value), (int32_t)region);
}

// (sites State [siteType] int)
static Ref lower_in_state(Lower *lower, SiteType type, Ref state) {
  lower->flags |= GAME_STATE;
  Ref there = EMIT(B, OP_STATE, type, (int32_t)lower_slot(lower, SLOT_SITE), 0);
  Ref fits = EMIT(B, OP_EQ, (int32_t)there, (int32_t)lower_slot(lower, SLOT_VALUE));
  Word *numbered = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));  // as sites the board is played on
  bits_fill(numbered, MIN(topo_count(lower->game->board, type), lower->game->containers[0].n));
  return with_value(lower, state, EMIT(B, OP_SITES_WHERE, (int32_t)lower_region_const(lower, numbered), (int32_t)fits));
}

// (sites Support [siteType] [int]): sites with a piece, or one of that kind, diagonally above.
static Ref lower_support(Lower *lower, SiteType type, Ref what) {
  static const Dir up[] = {DIR_UNW, DIR_USW, DIR_UNE, DIR_USE};
  Ref site = lower_slot(lower, SLOT_SITE);
  int32_t tests[COUNT_OF(up)];
  for (size_t i = 0; i < COUNT_OF(up); i++) {
    Ref above = EMIT(B, OP_AHEAD, type, (int32_t)site, (int32_t)builder_const(B, 1),
                     (int32_t)lower_dirs_const(lower, &up[i], 1));
    Ref piece = EMIT(B, OP_WHAT, type, (int32_t)above, 0);
    Ref fits = EMIT(B, what ? OP_EQ : OP_NE, (int32_t)piece,
                    (int32_t)(what ? lower_slot(lower, SLOT_VALUE) : builder_const(B, 0)));
    tests[i] = (int32_t)EMIT(B, OP_AND, (int32_t)EMIT(B, OP_NE, (int32_t)above, (int32_t)site), (int32_t)fits);
  }
  Ref sites =
      EMIT(B, OP_SITES_WHERE, (int32_t)lower_board(lower, type), (int32_t)builder_emit(B, OP_OR, COUNT_OF(up), tests));
  return what ? with_value(lower, what, sites) : sites;
}

// (sites sitesIndexType [siteType] [int]): those that need a number have no sites without one.
static Ref lower_indexed(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_INDEXED_SITES_INDEX_TYPE), *kind = term_arg(term, L_INDEXED_SITE_TYPE);
  if (term_is(word, "Empty")) return lower_empty(lower, lower_type_unused(lower, kind), term_arg(term, L_INDEXED_INT));
  SiteType type = lower_type(lower, kind);
  Ref index = lower_int(lower, term_arg(term, L_INDEXED_INT));
  static const char *const families[SITE_FAMILIES] = {"Row", "Column", "Layer", "Diagonal", "Phase"};
  if (term_is(word, "State"))
    return index ? lower_in_state(lower, type, index) : lower_incomplete(lower, term, "a state");
  if (term_is(word, "Support")) return lower_support(lower, type, index);
  if (!index) return lower_none(lower, term);
  if (term_is(word, "Cell") || term_is(word, "Edge")) {
    return EMIT(B, OP_INCIDENT, SITE_VERTEX, lower_type(lower, word), (int32_t)index, 0);
  }
  for (int f = 0; f < SITE_FAMILIES; f++) {
    if (term_is(word, families[f])) return EMIT(B, OP_FAMILY, type, f, (int32_t)index);
  }
  return lower_unsupported(lower, term,
                           arena_printf(lower->diags->arena, "(sites %.*s)", (int)word->text.n, word->text.p));
}

// The regions of a known player, when they never change; 0 otherwise.
static Ref known_region(Lower *lower, Ref who, const Term *name) {
  const Game *game = lower->game;
  int32_t player;
  if (!game->regions || !builder_is_const(B, who, &player)) return 0;
  const char *text = name ? arena_text(lower->diags->arena, name->text) : NULL;
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < game->n_regions; i++) {
    const GameRegion *region = &game->regions[i];
    if (!game_region_is(region, player, text)) continue;
    if (!region->sites) return 0;
    bits_or(set, region->sites, bits_words(B->region_bits));
  }
  return lower_region_const(lower, set);
}

// Letters and then digits, like "B12": up to two letters, or three that begin with the same one twice.
static bool is_coordinate(Str text) {
  size_t letters = text.n;
  while (letters > 0 && text.p[letters - 1] >= '0' && text.p[letters - 1] <= '9') letters--;
  if (letters == text.n || letters > 3 || (letters == 3 && text.p[0] != text.p[1])) return false;
  for (size_t i = 0; i < letters; i++) {
    if ((text.p[i] | 32) < 'a' || (text.p[i] | 32) > 'z') return false;
  }
  return true;
}

// (sites [player | roleType] [siteType] [string]): a region of the equipment, or the site with a label
static Ref lower_player_region(Lower *lower, const Term *term) {
  const Term *player = term_arg(term, L_PLAYER_REGION_PLAYER), *name = term_arg(term, L_PLAYER_REGION_STRING);
  if (name && !player && is_coordinate(name->text)) {
    return lower_coordinates(lower, lower_type(lower, term_arg(term, L_PLAYER_REGION_SITE_TYPE)), name);
  }
  if (name) VEC_PUSH(&lower->named_regions, name);
  Ref who = player ? lower_player(lower, player) : builder_const(B, GAME_OFF);
  Ref known = known_region(lower, who, name);
  if (known) return known;
  return EMIT(B, OP_PLAYER_REGION, (int32_t)who, name ? builder_string(B, name->text) : -1);
}

static Ref region_now(Lower *lower, const GameRegion *region, Ref who) {
  Ref owned = EMIT(B, OP_EQ, (int32_t)who, (int32_t)builder_const(B, region->owner));
  Ref sites = region->sites ? lower_region_const(lower, region->sites) : (Ref)region->region;
  return EMIT(B, OP_IF_REGION, (int32_t)owned, (int32_t)sites, (int32_t)lower_none(lower, NULL));
}

// The regions of a player that may change, as they are now; 0 when none of them changes.
static Ref regions_now(Lower *lower, const Term *term) {
  const Term *player = term_arg(term, L_PLAYER_REGION_PLAYER), *name = term_arg(term, L_PLAYER_REGION_STRING);
  const Game *game = lower->game;
  const char *text = name ? arena_text(lower->arena, name->text) : NULL;
  int32_t *found = ARENA_ARRAY(lower->arena, int32_t, game->n_regions + 1);
  int n = 0;
  bool change = false;
  for (int i = 0; player && i < game->n_regions; i++) {
    const GameRegion *region = &game->regions[i];
    if (!game_region_is(region, region->owner, text) || !region->region) continue;
    change |= !region->sites;
    found[n++] = (int32_t)region_now(lower, region, lower_player(lower, player));
  }
  return change ? builder_emit(B, OP_UNION, n, found) : 0;
}

static bool is_known(Lower *lower, Ref number) {
  int32_t value;
  return builder_is_const(B, number, &value);
}

Ref lower_region_asked(Lower *lower, const Term *term, Ref site) {
  Ref known = lower_region(lower, term), now = 0;
  if (term->kind != TERM_CALL || term->row->lower != lower_player_region) return known;
  const Term *player = term_arg(term, L_PLAYER_REGION_PLAYER);
  bool once = is_known(lower, site) && player && is_known(lower, lower_player(lower, player));
  if (!once) now = regions_now(lower, term);
  return now ? now : known;
}

static Ref lower_listed(Lower *lower, const Term *term) {
  return lower_region_of_ints(lower, lower_ints(lower, term_arg(term, L_LISTED_INT)));
}

// Regions in braces, or two of them.
static Ref lower_regions(Lower *lower, const Term *term) { return lower_all(lower, term, lower_region); }

static Ref lower_difference(Lower *lower, const Term *term) {
  const Term *less = term_arg(term, L_SITES_DIFFERENCE_SITES_2);
  bool region = less->kind == TERM_CALL && !strcmp(less->type, "sites");
  Ref other = region ? lower_region(lower, less) : lower_region_of_ints(lower, lower_ints(lower, less));
  return EMIT(B, OP_DIFFERENCE, (int32_t)lower_region(lower, term_arg(term, L_SITES_DIFFERENCE_SITES)), (int32_t)other);
}

static Ref lower_if(Lower *lower, const Term *term) {
  return EMIT(B, OP_IF_REGION, (int32_t)lower_bool(lower, term_arg(term, L_SITES_IF_BOOLEAN)),
              (int32_t)lower_region(lower, term_arg(term, L_SITES_IF_SITES)),
              (int32_t)lower_region(lower, term_arg(term, L_SITES_IF_SITES_2)));
}

// (forEach sites if:boolean)
static Ref lower_where(Lower *lower, const Term *term) {
  return EMIT(B, OP_SITES_WHERE, (int32_t)lower_region(lower, term_arg(term, L_SITES_WHERE_SITES)),
              (int32_t)lower_bool(lower, term_arg(term, L_SITES_WHERE_IF)));
}

// (sites [siteType] [int] {{stepType}} [rotations:boolean])
static Ref lower_walk(Lower *lower, const Term *term) {
  Ref from = term_arg(term, L_WALK_INT) ? lower_int(lower, term_arg(term, L_WALK_INT)) : lower_slot(lower, SLOT_FROM);
  return lower_walk_sites(lower, lower_type(lower, term_arg(term, L_WALK_SITE_TYPE)), from,
                          term_arg(term, L_WALK_STEP_TYPE), lower_flag(term_arg(term, L_WALK_ROTATIONS), true));
}

// (sites Occupied (by:player | by:roleType) [container:int | container:string]
//        [component:int | component:string | components:{string}] [top:boolean] [on:siteType])
static Ref lower_occupied(Lower *lower, const Term *term) {
  const Term *container = term_arg(term, L_OCCUPIED_CONTAINER), *component = term_arg(term, L_OCCUPIED_COMPONENT);
  bool by_number = component && component->kind != TERM_STRING && component->kind != TERM_ARRAY;
  Ref where = 0;
  if (container && container->kind == TERM_STRING)
    where = lower_container(lower, container, term_arg(term, L_OCCUPIED_BY));
  else if (container) where = lower_int(lower, container);
  return EMIT(B, OP_OCCUPIED, lower_type(lower, term_arg(term, L_OCCUPIED_ON)),
              (int32_t)lower_players(lower, term_arg(term, L_OCCUPIED_BY), false),
              by_number ? -1 : lower_pieces(lower, component), by_number ? (int32_t)lower_int(lower, component) : 0,
              (int32_t)where, lower_flag(term_arg(term, L_OCCUPIED_TOP), true));
}

// (expand [int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType])
static Ref lower_expand(Lower *lower, const Term *term) {
  const Term *base = term_arg(term, L_EXPAND_SITES), *dirs = term_arg(term, L_EXPAND_ABSOLUTE_DIRECTION);
  bool region = base->kind == TERM_CALL && !strcmp(base->type, "sites");
  Ref sites = region ? lower_region(lower, base) : lower_region_of_ints(lower, lower_ints(lower, base));
  return EMIT(B, OP_EXPAND, lower_type(lower, term_arg(term, L_EXPAND_SITE_TYPE)), (int32_t)sites,
              (int32_t)lower_int_or(lower, term_arg(term, L_EXPAND_STEPS), 1), (int32_t)lower_dirs(lower, dirs));
}

// (sites [siteType] {string})
static Ref lower_labelled(Lower *lower, const Term *term) {
  return lower_coordinates(lower, lower_type(lower, term_arg(term, L_LABELLED_SITE_TYPE)),
                           term_arg(term, L_LABELLED_STRING));
}

// The first hand there is, whoever has it.
static Ref first_hand(Lower *lower) {
  return container_sites(lower, lower->game->n_containers > 1 ? &lower->game->containers[1] : &(Container){0});
}

// A hand nobody is named for is none, and the shared one is the first there is.
// (sites Hand|Winning [siteType] [player | roleType] [nonDecision] [string])
static Ref lower_hand(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_HAND_PLAYER);
  Ref player = who ? lower_player(lower, who) : lower_mover(lower);
  if (term_is(term_arg(term, L_HAND_SITES_PLAYER_TYPE), "Hand")) {
    if (!who) return container_sites(lower, &(Container){0});
    return term_is(who, "Shared") ? first_hand(lower) : EMIT(B, OP_HAND_SITES, (int32_t)player, 0);
  }
  Ref moves = lower_moves(lower, term_arg(term, L_HAND_NON_DECISION));
  if (!moves) return lower_incomplete(lower, term, "the moves that may win");
  return EMIT(B, OP_WINNING_SITES, (int32_t)player, (int32_t)moves);
}

static AroundKind around_kind(const Term *word) {
  static const char *const words[] = {"", "Empty", "NotEmpty", "Own", "Enemy", "NotEnemy", "NotOwn"};
  for (size_t i = 1; i < COUNT_OF(words); i++) {
    if (term_is(word, words[i])) return (AroundKind)i;
  }
  return AROUND_ANY;
}

// (sites Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:boolean]
//        [includeSelf:boolean])
static Ref lower_around(Lower *lower, const Term *term) {
  const Term *dir = term_arg(term, L_AROUND_ABSOLUTE_DIRECTION);
  return EMIT(B, OP_AROUND, lower_type(lower, term_arg(term, L_AROUND_SITE_TYPE)),
              (int32_t)lower_region(lower, term_arg(term, L_AROUND_INT)),
              (int32_t)lower_int_or(lower, term_arg(term, L_AROUND_DISTANCE), 1),
              dir ? dir_parse(dir->text) : DIR_ADJACENT, around_kind(term_arg(term, L_AROUND_REGION_TYPE_DYNAMIC)),
              (int32_t)lower_bool(lower, term_arg(term, L_AROUND_IF)),
              (int32_t)lower_bool(lower, term_arg(term, L_AROUND_INCLUDE_SELF)));
}

// (sites Direction (from:int | from:sites) [direction] [included:boolean] [stop:boolean] [stopIncluded:boolean]
//        [distance:int] [siteType])
static Ref lower_line_sites(Lower *lower, const Term *term) {
  return EMIT(B, OP_LINE_SITES, lower_type(lower, term_arg(term, L_LINE_SITES_SITE_TYPE)),
              (int32_t)lower_region(lower, term_arg(term, L_LINE_SITES_FROM)),
              (int32_t)lower_dirs_or(lower, term_arg(term, L_LINE_SITES_DIRECTION_2), DIR_ADJACENT),
              (int32_t)lower_bool(lower, term_arg(term, L_LINE_SITES_INCLUDED)),
              (int32_t)lower_bool(lower, term_arg(term, L_LINE_SITES_STOP)),
              (int32_t)lower_bool(lower, term_arg(term, L_LINE_SITES_STOP_INCLUDED)),
              (int32_t)lower_int(lower, term_arg(term, L_LINE_SITES_DISTANCE)));
}

// (sites Side [siteType] [player | roleType | compassDirection])
static Ref lower_side(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_SIDE_PLAYER);
  SiteType type = lower_type(lower, term_arg(term, L_SIDE_SITE_TYPE));
  if (type == SITE_EDGE) type = SITE_VERTEX;
  if (who && who->kind == TERM_ENUM && !strcmp(who->type, "compassDirection")) {
    return lower_site_list(lower, topo_side(lower->game->board, type, dir_parse(who->text)));
  }
  if (term_is(who, "Shared")) return lower_site_list(lower, topo_group(lower->game->board, type, GROUP_OUTER));
  if (!who) return lower_incomplete(lower, term, "a player or a direction");
  return EMIT(B, OP_SIDE, type, (int32_t)lower_player(lower, who));
}

// (sites Start piece)
static Ref lower_start_sites(Lower *lower, const Term *term) {
  Ref what = EMIT(B, OP_FOLD, OP_MAX, 0, (int32_t)lower_piece_numbers(lower, term_arg(term, L_START_SITES_PIECE)));
  return EMIT(B, OP_START_SITES, (int32_t)what);
}

// (forEach Level [siteType] at:int [stackDirection] [if:boolean] [startAt:int])
static Ref lower_levels(Lower *lower, const Term *term) {
  return EMIT(B, OP_LEVELS, lower_type(lower, term_arg(term, L_LEVELS_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_LEVELS_AT)),
              term_is(term_arg(term, L_LEVELS_STACK_DIRECTION), "FromBottom"),
              (int32_t)lower_bool(lower, term_arg(term, L_LEVELS_IF)),
              (int32_t)lower_int(lower, term_arg(term, L_LEVELS_START_AT)));
}

static Ref lower_region_slot(Lower *lower, const Term *term) { return (void)term, EMIT0(B, OP_REGION_SLOT); }

// (sites sitesEdgeType)
static Ref lower_edges(Lower *lower, const Term *term) {
  static const struct {
    const char *word;
    SiteGroup group;
  } kinds[] = {{"Axial", GROUP_AXIAL},   {"Horizontal", GROUP_HORIZONTAL}, {"Vertical", GROUP_VERTICAL},
               {"Angled", GROUP_ANGLED}, {"Slash", GROUP_SLASH},           {"Slosh", GROUP_SLOSH}};
  lower->flags |= GAME_EDGES;
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    if (!term_is(term_arg(term, L_EDGES_SITES_EDGE_TYPE), kinds[i].word)) continue;
    return lower_site_list(lower, topo_group(lower->game->board, SITE_EDGE, kinds[i].group));
  }
  return lower_unsupported(lower, term, "these edges");
}

// (sites LineOfSight [lineOfSightType] [siteType] [at:int] [direction])
static Ref lower_sight(Lower *lower, const Term *term) {
  const Term *kind = term_arg(term, L_SIGHT_LINE_OF_SIGHT_TYPE), *at = term_arg(term, L_SIGHT_AT);
  SightKind sight = term_is(kind, "Empty") ? SIGHT_EMPTY : term_is(kind, "Farthest") ? SIGHT_FARTHEST : SIGHT_PIECE;
  return EMIT(B, OP_SIGHT, lower_type(lower, term_arg(term, L_SIGHT_SITE_TYPE)), sight,
              (int32_t)(at ? lower_int(lower, at) : EMIT0(B, OP_LAST_TO)),
              (int32_t)lower_dirs_or(lower, term_arg(term, L_SIGHT_DIRECTION), DIR_ADJACENT));
}

// (sites Between [direction] [siteType] from:int [fromIncluded:boolean] to:int [toIncluded:boolean] [cond:boolean])
static Ref lower_between(Lower *lower, const Term *term) {
  return EMIT(B, OP_BETWEEN_SITES, lower_type(lower, term_arg(term, L_BETWEEN_SITE_TYPE)),
              (int32_t)lower_dirs_or(lower, term_arg(term, L_BETWEEN_DIRECTION), DIR_ADJACENT),
              (int32_t)lower_int(lower, term_arg(term, L_BETWEEN_FROM)),
              (int32_t)lower_bool(lower, term_arg(term, L_BETWEEN_FROM_INCLUDED)),
              (int32_t)lower_int(lower, term_arg(term, L_BETWEEN_TO)),
              (int32_t)lower_bool(lower, term_arg(term, L_BETWEEN_TO_INCLUDED)),
              (int32_t)lower_bool(lower, term_arg(term, L_BETWEEN_COND)));
}

// (sites Distance [siteType] [relationType] [step] [newRotation:int] from:int range)
static Ref lower_distance(Lower *lower, const Term *term) {
  const Term *step = term_arg(term, L_DISTANCE_STEP);
  SiteType type = lower_type(lower, term_arg(term, L_DISTANCE_SITE_TYPE));
  Ref from = lower_int(lower, term_arg(term, L_DISTANCE_FROM));
  LowerRange range = lower_range(lower, term_arg(term, L_DISTANCE_RANGE));
  if (!step) {
    return EMIT(B, OP_AT_DISTANCE, type, lower_relation(term_arg(term, L_DISTANCE_RELATION_TYPE)), (int32_t)from,
                (int32_t)range.min, (int32_t)range.max);
  }
  return EMIT(B, OP_WITHIN_STEPS, type, (int32_t)lower_dirs_or(lower, term_arg(step, C_STEP_DIRECTION), DIR_ADJACENT),
              (int32_t)lower_bool(lower, term_arg(term_arg(step, C_STEP_TO), 4)), (int32_t)from, (int32_t)range.min,
              (int32_t)range.max, (int32_t)lower_int(lower, term_arg(term, L_DISTANCE_NEW_ROTATION)));
}

// (sites Incident siteType of:siteType at:int [owner:player | roleType])
static Ref lower_incident(Lower *lower, const Term *term) {
  Ref site = lower_int(lower, term_arg(term, L_INCIDENT_AT)),
      owner = lower_player(lower, term_arg(term, L_INCIDENT_OWNER));
  int32_t number;
  bool fixed = owner && builder_is_const(B, site, &number) && builder_is_const(B, owner, &number);
  if (fixed) return lower_none(lower, term);  // as recorded: found once, before there are pieces
  return EMIT(B, OP_INCIDENT, lower_type(lower, term_arg(term, L_INCIDENT_SITE_TYPE)),
              lower_type(lower, term_arg(term, L_INCIDENT_OF)), (int32_t)site, (int32_t)owner);
}

// (sites Crossing at:int [player | roleType]): whoever has them, where nobody is named.
static Ref lower_crossing(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_CROSSING_PLAYER);
  lower->flags |= GAME_EDGES;
  return EMIT(B, OP_CROSSING, (int32_t)lower_int(lower, term_arg(term, L_CROSSING_AT)),
              (int32_t)(who ? lower_player(lower, who) : builder_const(B, lower->game->players + 1)));
}

// (sites Group [siteType] (at:int | from:sites) [direction] [if:boolean] [isVisible:boolean])
static Ref lower_group(Lower *lower, const Term *term) {
  return EMIT(B, OP_GROUP, lower_type(lower, term_arg(term, L_GROUP_SITE_TYPE)),
              (int32_t)lower_region(lower, term_arg(term, L_GROUP_AT)),
              (int32_t)lower_dirs_or(lower, term_arg(term, L_GROUP_DIRECTION), DIR_ADJACENT),
              (int32_t)lower_bool(lower, term_arg(term, L_GROUP_IF)),
              (int32_t)lower_bool(lower, term_arg(term, L_GROUP_IS_VISIBLE)));
}

// (sites Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}])
static Ref lower_pattern(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, term_arg(term, L_PATTERN_SITE_TYPE));
  const Term *from = term_arg(term, L_PATTERN_FROM), *whats = term_arg(term, L_PATTERN_WHAT);
  Ref site = from ? lower_int(lower, from) : EMIT0(B, OP_LAST_TO);
  Ref here = EMIT(B, OP_WHAT, type, (int32_t)site, 0);
  Ref kinds = whats ? lower_ints(lower, whats) : EMIT(B, OP_INTS_LIST, (int32_t)here);
  return lower_pattern_sites(lower, type, site, kinds, term_arg(term, L_PATTERN_STEP_TYPE));
}

// (sites Random [sites] [num:int])
static Ref lower_random(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_SITES_RANDOM_SITES);
  lower->flags |= GAME_STOCHASTIC;
  return EMIT(B, OP_RANDOM_SITES, (int32_t)(from ? lower_region(lower, from) : EMIT(B, OP_EMPTY, SITE_CELL)),
              (int32_t)lower_int_or(lower, term_arg(term, L_SITES_RANDOM_NUM), 1));
}

// (sites From|To|Between moves)
static Ref lower_of_moves(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_OF_MOVES_SITES_MOVE_TYPE);
  return EMIT(B, OP_MOVE_SITES,
              term_is(word, "From") ? 0
              : term_is(word, "To") ? 1
                                    : 2,
              (int32_t)lower_moves(lower, term_arg(term, L_OF_MOVES_MOVES)));
}

static Ref lower_last_between(Lower *lower, const Term *term) { return (void)term, EMIT0(B, OP_LAST_BETWEEN); }

// (forEach of:sites sites)
static Ref lower_for_sites(Lower *lower, const Term *term) {
  return EMIT(B, OP_UNION_FOR, SLOT_SITE, (int32_t)lower_ints(lower, term_arg(term, L_SITES_FOR_SITES_OF)),
              (int32_t)lower_region(lower, term_arg(term, L_SITES_FOR_SITES_SITES)));
}

// (forEach ints sites)
static Ref lower_for_players(Lower *lower, const Term *term) {
  return EMIT(B, OP_UNION_FOR, SLOT_PLAYER, (int32_t)lower_ints(lower, term_arg(term, L_SITES_FOR_PLAYERS_INTS)),
              (int32_t)lower_region(lower, term_arg(term, L_SITES_FOR_PLAYERS_SITES)));
}

// (forEach Team sites)
static Ref lower_for_teams(Lower *lower, const Term *term) {
  return EMIT(B, OP_UNION_FOR_TEAMS, (int32_t)lower_region(lower, term_arg(term, L_SITES_FOR_TEAMS_SITES)));
}

// (sites LargePiece [siteType] at:int)
static Ref lower_large_piece(Lower *lower, const Term *term) {
  return EMIT(B, OP_LARGE_SITES, lower_type(lower, term_arg(term, L_LARGE_PIECE_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_LARGE_PIECE_AT)));
}

// (sites Hidden [hiddenData] [siteType] (to:player | to:roleType))
static Ref lower_hidden(Lower *lower, const Term *term) {
  lower->flags |= GAME_HIDDEN;
  return EMIT(B, OP_HIDDEN_SITES, lower_type(lower, term_arg(term, L_HIDDEN_SITE_TYPE)),
              lower_hidden_mask(term_arg(term, L_HIDDEN_HIDDEN_DATA)),
              (int32_t)lower_players(lower, term_arg(term, L_HIDDEN_TO), true));
}

// (sites Loop [inside:boolean] [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites])
static Ref lower_loop_sites(Lower *lower, const Term *term) {
  return lower_ring(lower, term, 1, OP_LOOP_SITES, lower_bool(lower, term_arg(term, L_LOOP_SITES_INSIDE)));
}

static const LudRow rows[] = {
    // Before the form with optional arguments only, which would take it too.
    {"sites", "sites", "", "The region a loop over regions has come to.", lower_region_slot},

    // Parts of the board.
    {"sites", "sites", "sitesSimpleType [siteType]", "A part of the board, such as its corners or its top row.",
     lower_part},
    {"sites", "sites", "sitesIndexType [siteType] [int]",
     "The sites of one row, column, layer or phase; in one state; or the empty ones of a container.", lower_indexed},
    {"sites", "sites", "sitesEdgeType", "The edges that lie in such a direction.", lower_edges},
    {"sites", "sites", "Side [siteType] [player | roleType | compassDirection]", "One side of the board.", lower_side},
    {"sites", "sites", "Track [player | roleType] [string] [from:int] [to:int]",
     "The sites of a track, or of the part between two of its sites.", lower_track_sites},
    {"sites", "sites", "({int} | ints)", "The sites listed.", lower_listed},
    {"sites", "sites", "[siteType] {string}", "The sites with these coordinate labels.", lower_labelled},
    {"sites", "sites", "[siteType] [int] {{stepType}} [rotations:boolean]",
     "The sites reached from a site by walks of forward steps and turns.", lower_walk},

    // What belongs to players.
    {"sites", "sites", "sitesPlayerType [siteType] [player | roleType] [nonDecision] [string]",
     "The hand of a player, or the sites where a move would win.", lower_hand},
    {"sites", "sites",
     "Occupied (by:player | by:roleType) [container:int | container:string] [component:int | component:string | "
     "components:{string}] [top:boolean] [on:siteType]",
     "The sites that hold pieces of a player, all or of the named kinds.", lower_occupied},
    {"sites", "sites", "Start piece", "The sites where such a piece stood at the start.", lower_start_sites},
    {"sites", "sites", "Hidden [hiddenData] [siteType] (to:player | to:roleType)",
     "The sites hidden from a player, or whose property is.", lower_hidden},
    {"sites", "sites", "[player | roleType] [siteType] [string]",
     "The region that equipment gives to a player, to that name, or to both.", lower_player_region},

    // Around and along.
    {"sites", "sites",
     "Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:boolean] "
     "[includeSelf:boolean]",
     "The sites at a distance from a site or region, next to it by default.", lower_around},
    {"sites", "sites",
     "Direction (from:int | from:sites) [direction] [included:boolean] [stop:boolean] [stopIncluded:boolean] "
     "[distance:int] [siteType]",
     "The sites in line from a site in the given directions, until the stop condition.", lower_line_sites},
    {"sites", "sites", "LineOfSight [lineOfSightType] [siteType] [at:int] [direction]",
     "What can be seen from a site: free sites, the farthest of them, or the first pieces in line.", lower_sight},
    {"sites", "sites",
     "Between [direction] [siteType] from:int [fromIncluded:boolean] to:int [toIncluded:boolean] [cond:boolean]",
     "The sites in line between two sites.", lower_between},
    {"sites", "sites", "Distance [siteType] [relationType] [step] [newRotation:int] from:int range",
     "The sites so many steps away from a site.", lower_distance},
    {"sites", "sites", "Incident siteType of:siteType at:int [owner:player | roleType]",
     "The elements of one kind that touch an element of another.", lower_incident},
    {"sites", "sites", "Crossing at:int [player | roleType]", "The edges that cross an edge.", lower_crossing},
    {"sites", "sites", "Group [siteType] (at:int | from:sites) [direction] [if:boolean] [isVisible:boolean]",
     "The sites connected with a site, or with those of a region, that meet the condition.", lower_group},
    {"sites", "sites",
     "Loop [inside:boolean] [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites]",
     "The sites of a ring of pieces, or those inside it.", lower_loop_sites},
    {"sites", "sites", "Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}]",
     "The sites of the pieces that stand in the shape of a walk.", lower_pattern},
    {"sites", "sites", "LargePiece [siteType] at:int", "The sites that a large piece covers.", lower_large_piece},
    {"sites", "sites", "Random [sites] [num:int]", "So many sites of a region, chosen at random.", lower_random},
    {"sites", "sites", "sitesMoveType moves", "The sites where the moves begin or end, or that they pass over.",
     lower_of_moves},
    {"last", "sites", "Between", "The sites the last move passed over.", lower_last_between},

    // Set operations.
    {"union", "sites", "{sites}", "The sites that are in at least one of the regions.", lower_regions, OP_UNION},
    {"union", "sites", "sites sites", "The sites that are in one region or the other.", lower_regions, OP_UNION},
    {"intersection", "sites", "{sites}", "The sites that are in all of the regions.", lower_regions, OP_INTERSECTION},
    {"intersection", "sites", "sites sites", "The sites that are in both regions.", lower_regions, OP_INTERSECTION},
    {"difference", "sites", "sites (sites | int)", "The sites of the first region that are not in the second.",
     lower_difference},
    {"expand", "sites", "[int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType]",
     "A region grown by so many steps in all directions or one.", lower_expand},
    {"if", "sites", "boolean sites [sites]", "The first region when the condition holds, otherwise the second or none.",
     lower_if},
    {"forEach", "sites", "sites if:boolean", "The sites of a region that meet the condition.", lower_where},
    {"forEach", "sites", "of:sites sites", "The regions for every site of the first one, together.", lower_for_sites},
    {"forEach", "sites", "ints sites", "The regions for every player whose number is in the list, together.",
     lower_for_players},
    {"forEach", "sites", "Team sites", "The regions for every player of a team, together.", lower_for_teams},
    {"forEach", "sites", "Level [siteType] at:int [stackDirection] [if:boolean] [startAt:int]",
     "The levels of the stack on a site that meet the condition.", lower_levels},
    {"region", "sites", "{int}", "The sites listed.", lower_listed},
    {"region", "sites", "int", "A single site.", lower_listed},
    {"region", "sites", "", "No sites at all.", lower_none},
};

const LudFamily fam_sites = {"regions", rows, COUNT_OF(rows)};
