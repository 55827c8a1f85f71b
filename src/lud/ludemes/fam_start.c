// Starting rules: what is on the board, in the hands and in the books before the first move.
#include "lud/lower/cards.h"
#include "lud/lower/lower.h"
#include "lud/lower/warnings.h"
#include "lud/resolve/families.h"

// One placement: piece number on every site of a region. Of several counts the first holds for all sites.
static Ref place(Lower *lower, const Term *term, Ref what, SiteType type, Ref region) {
  const Term *counts = term_arg(term, L_PLACE_ONE_COUNT);
  Ref count = lower_int(lower, counts && counts->kind == TERM_ARRAY ? term_item(counts, 0) : counts);
  Ref state = lower_int(lower, term_arg(term, L_PLACE_ONE_STATE));
  Ref rotation = lower_int(lower, term_arg(term, L_PLACE_ONE_ROTATION)),
      value = lower_int(lower, term_arg(term, L_PLACE_ONE_VALUE));
  if (count) lower->flags |= GAME_COUNT;
  if (state) lower->flags |= GAME_STATE;
  if (rotation) lower->flags |= GAME_ROTATION;
  if (value) lower->flags |= GAME_VALUE;
  return EMIT(B, OP_PLACE, type, (int32_t)what, (int32_t)region, (int32_t)count, (int32_t)state, (int32_t)rotation,
              (int32_t)value);
}

// Of several pieces with one name, what is placed is the last. 0 if there is none.
static int32_t find_placed(const Lower *lower, Str name) {
  int32_t what = 0;
  for (int c = lower->game->n_components - 1; c > 0; c--) {
    if (str_is(name, lower->game->components[c].name)) return c;
  }
  return lower_find_components(lower, name, &what, 1) ? what : 0;
}

static Ref piece_named(Lower *lower, const Term *name) {
  int32_t what = find_placed(lower, name->text);
  if (what) return builder_const(B, what);
  diag_error(lower->diags, name->loc, "there is no piece called \"%.*s\"", (int)name->text.n, name->text.p);
  hint_piece(lower, name->text);
  return builder_const(B, 0);
}

static Ref one_site(Lower *lower, Ref site) {
  return EMIT(B, OP_REGION_OF_INTS, (int32_t)EMIT(B, OP_INTS_LIST, (int32_t)site));
}

// Sites given by number are ones of the board or of a hand.
static void check_placed(Lower *lower, SiteType type, const Term *where) {
  const Game *game = lower->game;
  int most = MAX(game->sites[type], game->sites[SITE_CELL]);
  for (uint32_t i = 0; where->kind == TERM_ARRAY && i < where->n; i++) check_placed(lower, type, where->args[i]);
  if (where->kind != TERM_INT || where->integer < most) return;
  diag_error(lower->diags, where->loc, "the board has no site %lld", (long long)where->integer);
  diag_hint(lower->diags, "its sites are numbered from 0 to %d", topo_count(game->board, type) - 1);
}

// The sites of a list as they are listed: the last of them is where the last move before the game went.
static Ref listed_sites(Lower *lower, SiteType type, const Term *list) {
  bool labels = list->n && list->args[0]->kind == TERM_STRING;
  check_placed(lower, type, list);
  return labels ? lower_coordinate_list(lower, type, list) : lower_ints(lower, list);
}

static Ref nowhere(Lower *lower, const Term *term) {
  diag_error(lower->diags, term->loc, "this says no site to place the piece on");
  return EMIT0(B, OP_NOTHING);
}

// string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int]
static Ref lower_place_region(Lower *lower, const Term *term) {
  const Term *list = term_arg(term, L_PLACE_REGION_STRING_2) ? term_arg(term, L_PLACE_REGION_STRING_2)
                                                             : term_arg(term, L_PLACE_REGION_INT),
             *sites = term_arg(term, L_PLACE_REGION_SITES);
  SiteType type = lower_type(lower, term_arg(term, L_PLACE_REGION_SITE_TYPE));
  Ref what = piece_named(lower, term_arg(term, L_PLACE_REGION_STRING));
  if (sites) return place(lower, term, what, type, lower_region(lower, sites));
  if (!list) return nowhere(lower, term);
  Ref each = place(lower, term, what, type, one_site(lower, lower_slot(lower, SLOT_ITEM)));
  return EMIT(B, OP_FOR_INTS, SLOT_ITEM, (int32_t)listed_sites(lower, type, list), (int32_t)each);
}

Ref lower_start(Lower *lower, const Term *start) {
  const Term *rules = term_arg(start, C_START_START_RULE);
  if (rules->kind != TERM_ARRAY) return lower_moves(lower, rules);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(rules->n, 1u));
  for (uint32_t i = 0; i < rules->n; i++) items[i] = (int32_t)lower_moves(lower, rules->args[i]);
  return builder_emit(B, OP_SEQ, (int)rules->n, items);
}

static const Container *find_container(const Lower *lower, Str name) {
  for (int c = 0; c < lower->game->n_containers; c++) {
    if (str_is(name, lower->game->containers[c].name)) return &lower->game->containers[c];
  }
  return NULL;
}

// The first free site of a container.
static Ref free_site(Lower *lower, const Container *container) {
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < container->n; i++) bit_set(set, container->first + i);
  Ref empty = EMIT(B, OP_IS_EMPTY, SITE_CELL, (int32_t)lower_slot(lower, SLOT_SITE));
  Ref where = EMIT(B, OP_SITES_WHERE, (int32_t)lower_region_const(lower, set), (int32_t)empty);
  return EMIT(B, OP_REGION_SITE, (int32_t)where, (int32_t)builder_const(B, 0));
}

// (place "Counter" "Hand"): every player's own piece into the player's own hand.
static Ref lower_place_in_hands(Lower *lower, const Term *term) {
  Ref items[GAME_PLAYERS_MAX];
  int n = 0;
  Str base = term_arg(term, L_PLACE_ONE_STRING)->text;
  for (Player p = 1; p <= lower->game->players; p++) {
    Str piece = str_of(arena_printf(lower->arena, "%.*s%d", (int)base.n, base.p, p));
    const Container *hand = find_container(lower, str_of(arena_printf(lower->arena, "Hand%d", p)));
    int32_t what = find_placed(lower, piece);
    if (!hand || !what) {
      diag_error(lower->diags, term->loc, "player %d has no hand or no piece \"%.*s\"", p, (int)piece.n, piece.p);
      return 0;
    }
    items[n++] = place(lower, term, builder_const(B, what), SITE_CELL, one_site(lower, free_site(lower, hand)));
  }
  return builder_emit(B, OP_SEQ, n, (const int32_t *)items);
}

static bool ends_in_digit(Str text) { return text.n && text.p[text.n - 1] >= '0' && text.p[text.n - 1] <= '9'; }

static bool is_shared_piece(Lower *lower, Str name) {
  int32_t what = find_placed(lower, name);
  return what && lower->game->components[what].owner > lower->game->players;
}

// Whether a hand has room, and there is a piece with its number.
static bool hand_takes(Lower *lower, const Term *name, const Container *hand) {
  int number = (int)(hand - lower->game->containers), most = lower->game->n_components - 1;
  if (!hand->n) diag_error(lower->diags, name->loc, "\"%s\" has no sites", hand->name);
  else if (number > most)
    diag_error(lower->diags, name->loc, "\"%s\" gets piece number %d, and there are only %d", hand->name, number, most);
  return hand->n && number <= most;
}

// A piece in a named container. In a named hand, Ludii puts the piece with the hand's own number.
static Ref lower_place_in(Lower *lower, const Term *term) {
  const Term *piece = term_arg(term, L_PLACE_ONE_STRING), *name = term_arg(term, L_PLACE_ONE_STRING_2);
  if (str_is(name->text, "Hand") && !ends_in_digit(piece->text) && !is_shared_piece(lower, piece->text)) {
    return lower_place_in_hands(lower, term);
  }
  const Container *container = find_container(lower, name->text);
  if (!container) return lower_container(lower, name, NULL);
  if (container->kind == CONTAINER_HAND) {
    if (!hand_takes(lower, name, container)) return 0;
    Ref what = builder_const(B, (int32_t)(container - lower->game->containers));
    return place(lower, term, what, SITE_CELL, one_site(lower, builder_const(B, container->first)));
  }
  Ref site = lower_int_or(lower, term_arg(term, L_PLACE_ONE_INT), 0);
  site = EMIT(B, OP_ADD, (int32_t)site, (int32_t)builder_const(B, container->first));
  return place(lower, term, piece_named(lower, piece), SITE_CELL, one_site(lower, site));
}

// string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int]
static Ref lower_place_one(Lower *lower, const Term *term) {
  const Term *container = term_arg(term, L_PLACE_ONE_STRING_2), *site = term_arg(term, L_PLACE_ONE_INT),
             *coord = term_arg(term, L_PLACE_ONE_COORD);
  if (container) return lower_place_in(lower, term);
  SiteType type = lower_type(lower, term_arg(term, L_PLACE_ONE_SITE_TYPE));
  if (!coord && !site) return nowhere(lower, term);
  if (site) check_placed(lower, type, site);
  Ref region = coord ? lower_coordinates(lower, type, coord) : one_site(lower, lower_int(lower, site));
  return place(lower, term, piece_named(lower, term_arg(term, L_PLACE_ONE_STRING)), type, region);
}

// The sites of a (place Stack ...): a number, numbers, a region, a coordinate or coordinates.
static Ref stack_region(Lower *lower, SiteType type, const Term *where) {
  const Term *first = where->kind == TERM_ARRAY && where->n ? where->args[0] : where;
  if (first->kind == TERM_STRING) return lower_coordinates(lower, type, where);
  check_placed(lower, type, where);
  return lower_region(lower, where);
}

static Ref container_region(Lower *lower, const Term *name, Ref index) {
  const Container *container = find_container(lower, name->text);
  if (!container) return lower_container(lower, name, NULL);
  if (index) return one_site(lower, EMIT(B, OP_ADD, (int32_t)index, (int32_t)builder_const(B, container->first)));
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < container->n; i++) bit_set(set, container->first + i);
  return lower_region_const(lower, set);
}

static int constant_counts(Lower *lower, const Term *counts) {
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(counts->n, 1u));
  for (uint32_t i = 0; i < counts->n; i++) (void)builder_is_const(B, lower_int(lower, counts->args[i]), &items[i]);
  return builder_array(B, items, (int)counts->n);
}

static Ref pieces_in_order(Lower *lower, const Term *names) {
  if (names->kind != TERM_ARRAY) return EMIT(B, OP_INTS_LIST, (int32_t)piece_named(lower, names));
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(names->n, 1u));
  for (uint32_t i = 0; i < names->n; i++) items[i] = (int32_t)piece_named(lower, names->args[i]);
  return builder_emit(B, OP_INTS_LIST, (int)names->n, items);
}

// Stacks can become as high as the stacks of the start together, at most.
static void expect_stacks(Lower *lower, SiteType type, const Term *where, const Term *count) {
  int32_t each = 1;
  if (count && count->kind != TERM_ARRAY) (void)builder_is_const(B, lower_int(lower, count), &each);
  if (each > STACK_HEIGHT_MAX) {
    diag_error(lower->diags, count->loc, "a stack has at most %d pieces, not %d", STACK_HEIGHT_MAX, each);
    return;
  }
  bool many = where && (where->kind == TERM_ARRAY || !strcmp(where->type, "sites"));
  if (each < 2) return;
  int stacks = many ? topo_count(lower->game->board, type) : 1;
  lower->stacked = MIN(lower->stacked + each * stacks, STACK_HEIGHT_MAX);
}

// Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}]
// [count:int | counts:{int}] [state:int] [rotation:int] [value:int]
static Ref lower_place_stack(Lower *lower, const Term *term) {
  const Term *container = term_arg(term, L_PLACE_STACK_STRING_2), *where = term_arg(term, L_PLACE_STACK_INT),
             *count = term_arg(term, L_PLACE_STACK_COUNT);
  if (!container && !where) return nowhere(lower, term);
  SiteType type = container ? SITE_CELL : lower_type(lower, term_arg(term, L_PLACE_STACK_SITE_TYPE));
  Ref state = lower_int(lower, term_arg(term, L_PLACE_STACK_STATE)),
      rotation = lower_int(lower, term_arg(term, L_PLACE_STACK_ROTATION));
  Ref value = lower_int(lower, term_arg(term, L_PLACE_STACK_VALUE));
  lower->flags |= GAME_STACKING;
  if (state) lower->flags |= GAME_STATE;
  if (rotation) lower->flags |= GAME_ROTATION;
  if (value) lower->flags |= GAME_VALUE;
  Ref region = container ? container_region(lower, container, where ? lower_int(lower, where) : 0)
                         : stack_region(lower, type, where);
  bool items = term_arg(term, L_PLACE_STACK_STRING)->kind ==
               TERM_ARRAY;  // one of each: only regions of a single piece have counts
  bool many = count && count->kind == TERM_ARRAY && !items;
  if (items && count && count->kind == TERM_ARRAY) count = NULL;
  expect_stacks(lower, type, where, count);
  return EMIT(B, OP_PLACE_STACK, type, (int32_t)pieces_in_order(lower, term_arg(term, L_PLACE_STACK_STRING)),
              (int32_t)region, many || container ? 0 : (int32_t)lower_int(lower, count),
              many ? constant_counts(lower, count) : -1, (int32_t)state, (int32_t)rotation, (int32_t)value);
}

// (set Count|Cost|Phase int [siteType] (at:int | to:sites)): counts are of the last piece of the equipment.
static Ref lower_set_sites(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_SET_SITES_SET_START_SITES_TYPE);
  SiteType type = lower_type(lower, term_arg(term, L_SET_SITES_SITE_TYPE));
  bool count = term_is(word, "Count");
  Ref number = lower_int(lower, term_arg(term, L_SET_SITES_INT)), each;
  if (count) lower->flags |= GAME_COUNT;
  Ref what = count ? builder_const(B, lower->game->n_components - 1) : 0;
  int kind = count ? ACT_SET_COUNT : term_is(word, "Cost") ? ACT_SET_COST : ACT_SET_PHASE;
  each = EMIT(B, OP_ACTION, kind, type, (int32_t)lower_slot(lower, SLOT_ITEM), 0, (int32_t)what, 0,
              count ? 0 : (int32_t)number, count ? (int32_t)number : 0, 0, 0);
  Ref region = lower_region(lower, term_arg(term, L_SET_SITES_AT));
  return EMIT(B, OP_AT_START, (int32_t)EMIT(B, OP_FOR_SITES, SLOT_ITEM, (int32_t)region, (int32_t)each));
}

// ---- chance --------------------------------------------------------------------------------------

typedef struct RandomPlacing {
  SiteType type;
  Ref whats, region, count, state, value;
} RandomPlacing;

static Ref emit_random(Lower *lower, Op op, const RandomPlacing *p) {
  if (p->state) lower->flags |= GAME_STATE;
  if (p->value) lower->flags |= GAME_VALUE;
  return EMIT(B, op, p->type, (int32_t)p->whats, (int32_t)p->region, (int32_t)p->count, (int32_t)p->state,
              (int32_t)p->value);
}

// (place Random [sites] {string} [count:int] [state:int] [value:int] [siteType] [booleanConstant])
static Ref lower_place_random(Lower *lower, const Term *term) {
  const Term *sites = term_arg(term, L_PLACE_RANDOM_SITES);
  RandomPlacing p = {.type = lower_type(lower, term_arg(term, L_PLACE_RANDOM_SITE_TYPE))};
  p.whats = pieces_in_order(lower, term_arg(term, L_PLACE_RANDOM_STRING));
  p.region = sites ? lower_region(lower, sites) : lower_board(lower, p.type);
  p.count = lower_int(lower, term_arg(term, L_PLACE_RANDOM_COUNT));
  p.state = lower_int(lower, term_arg(term, L_PLACE_RANDOM_STATE));
  p.value = lower_int(lower, term_arg(term, L_PLACE_RANDOM_VALUE));
  return emit_random(
      lower,
      lower_flag(term_arg(term, L_PLACE_RANDOM_BOOLEAN_CONSTANT), false) ? OP_PLACE_RANDOM_KINDS : OP_PLACE_RANDOM, &p);
}

// Pieces by name, each as often as its count says.
static Ref pieces_with_counts(Lower *lower, const Term *const *names, const Term *const *counts, uint32_t n) {
  enum { PIECES_MAX = STACK_HEIGHT_MAX };
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, PIECES_MAX), count;
  int total = 0;
  for (uint32_t i = 0; i < n; i++) {
    count = 1;
    if (counts) (void)builder_is_const(B, lower_int(lower, counts[i]), &count);
    int32_t what = (int32_t)piece_named(lower, names[i]);
    if (count > PIECES_MAX - total) {
      diag_error(lower->diags, (counts ? counts : names)[i]->loc, "a stack has at most %d pieces", PIECES_MAX);
      break;
    }
    for (; count > 0; count--) items[total++] = what;
  }
  return builder_emit(B, OP_INTS_LIST, total, items);
}

// (place Random {string} [count:{int}] [state:int] [value:int] int [siteType])
static Ref lower_place_shuffled(Lower *lower, const Term *term) {
  const Term *names = term_arg(term, L_PLACE_SHUFFLED_STRING), *counts = term_arg(term, L_PLACE_SHUFFLED_COUNT);
  RandomPlacing p = {.type = lower_type(lower, term_arg(term, L_PLACE_SHUFFLED_SITE_TYPE))};
  uint32_t n = counts ? MIN(names->n, counts->n) : names->n;
  p.whats =
      pieces_with_counts(lower, (const Term *const *)names->args, counts ? (const Term *const *)counts->args : NULL, n);
  p.state = lower_int(lower, term_arg(term, L_PLACE_SHUFFLED_STATE));
  p.value = lower_int(lower, term_arg(term, L_PLACE_SHUFFLED_VALUE));
  p.region = one_site(lower, lower_int(lower, term_arg(term, L_PLACE_SHUFFLED_INT)));
  lower->flags |= GAME_STACKING;
  return emit_random(lower, OP_PLACE_SHUFFLED, &p);
}

// (place Random {countSpec} int [siteType])
static Ref lower_place_specs(Lower *lower, const Term *term) {
  const Term *specs = term_arg(term, L_PLACE_SPECS_COUNT_SPEC);
  const Term **names = ARENA_ARRAY(lower->arena, const Term *, specs->n + 1u);
  const Term **counts = ARENA_ARRAY(lower->arena, const Term *, specs->n + 1u);
  for (uint32_t i = 0; i < specs->n; i++) {
    names[i] = term_arg(specs->args[i], C_COUNT_SPEC_COUNT_STRING);
    counts[i] = term_arg(specs->args[i], C_COUNT_SPEC_COUNT_INT);
  }
  RandomPlacing p = {.type = lower_type(lower, term_arg(term, L_PLACE_SPECS_SITE_TYPE))};
  p.whats = pieces_with_counts(lower, names, counts, specs->n);
  p.region = one_site(lower, lower_int(lower, term_arg(term, L_PLACE_SPECS_INT)));
  lower->flags |= GAME_STACKING;
  return emit_random(lower, OP_PLACE_SHUFFLED, &p);
}

// ---- sites, players, memory ----------------------------------------------------------------------

// The piece a role stands for on a site: the first neutral or shared one, or the one numbered like the player.
static int32_t piece_of_role(Lower *lower, const Term *role) {
  const Game *game = lower->game;
  int32_t player = 0;
  (void)builder_is_const(B, lower_role(lower, role), &player);
  bool common = term_is(role, "Neutral") || term_is(role, "Shared") || term_is(role, "All");
  for (int c = 1; common && c < game->n_components; c++) {
    if (game->components[c].owner == player) return c;
  }
  return player > 0 && player < game->n_components ? player : 0;
}

// (set roleType [siteType] [int] [coord:string]) and (set roleType [siteType] [{int}] [sites] [{string}])
static Ref lower_set_owner(Lower *lower, const Term *term) {
  int32_t what = piece_of_role(lower, term_arg(term, L_SET_OWNER_ROLE_TYPE));
  SiteType type = lower_type(lower, term_arg(term, L_SET_OWNER_SITE_TYPE));
  const Term *where = NULL;
  for (uint32_t i = L_SET_OWNER_INT; i < term->n && !where; i++) where = term_arg(term, i);
  if (!what || !where) return EMIT0(B, OP_NOTHING);
  bool list = where->kind == TERM_ARRAY;
  Ref region = list ? one_site(lower, lower_slot(lower, SLOT_ITEM)) : stack_region(lower, type, where);
  Ref each = EMIT(B, OP_PLACE, type, (int32_t)builder_const(B, what), (int32_t)region, 0, 0, 0, 0);
  return list ? EMIT(B, OP_FOR_INTS, SLOT_ITEM, (int32_t)listed_sites(lower, type, where), (int32_t)each) : each;
}

static Ref at_start(Lower *lower, Ref body) { return EMIT(B, OP_AT_START, (int32_t)body); }

static Ref lower_start_hidden(Lower *lower, const Term *term) { return at_start(lower, lower_hide(lower, term)); }
static Ref lower_start_team(Lower *lower, const Term *term) { return at_start(lower, lower_join_team(lower, term)); }

// (set RememberValue [string] (int | sites) [unique:boolean])
static Ref lower_start_memory(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_START_MEMORY_INT);
  bool many = what->kind == TERM_CALL && !strcmp(what->type, "sites");
  Ref value = many ? lower_slot(lower, SLOT_ITEM) : lower_int(lower, what);
  Ref body =
      lower_remember_as(lower, term_arg(term, L_START_MEMORY_STRING), value, term_arg(term, L_START_MEMORY_UNIQUE));
  if (many) body = EMIT(B, OP_FOR_SITES, SLOT_ITEM, (int32_t)lower_region(lower, what), (int32_t)body);
  return at_start(lower, body);
}

// (set Score|Amount [roleType] int)
static Ref lower_start_player(Lower *lower, const Term *term) {
  bool score = term_is(term_arg(term, L_START_PLAYER_SET_START_PLAYER_TYPE), "Score");
  const Term *who = term_arg(term, L_START_PLAYER_ROLE_TYPE);
  bool all = !who || term_is(who, "Each") || term_is(who, "All");
  lower->flags |= score ? GAME_SCORE : GAME_AMOUNT;
  Ref player = all ? lower_slot(lower, SLOT_ITEM) : lower_player(lower, who);
  Ref body = EMIT(B, OP_ACTION, score ? ACT_SET_SCORE : ACT_SET_AMOUNT, -1, 0, 0, 0, 0,
                  (int32_t)lower_int(lower, term_arg(term, L_START_PLAYER_INT)), 0, (int32_t)player, 0);
  if (all) {
    Ref players = builder_const(B, lower->game->players);
    body = EMIT(B, OP_FOR_RANGE, SLOT_ITEM, (int32_t)builder_const(B, 1), (int32_t)players, (int32_t)body);
  }
  return at_start(lower, body);
}

// (set [siteType] {{int}}): site and value, pair by pair.
static Ref lower_start_puzzle(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, term_arg(term, L_START_PUZZLE_SITE_TYPE));
  const Term *pairs = term_arg(term, L_START_PUZZLE_INT);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(pairs->n, 1u));
  for (uint32_t i = 0; i < pairs->n; i++) {
    Ref site = lower_int(lower, term_item(pairs->args[i], 0)), value = lower_int(lower, term_item(pairs->args[i], 1));
    items[i] = (int32_t)EMIT(B, OP_ACTION, ACT_PUZZLE_SET, type, (int32_t)site, 0, 0, 0, (int32_t)value, 0, 0, 0);
  }
  return at_start(lower, builder_emit(B, OP_SEQ, (int)pairs->n, items));
}

// ---- loops ---------------------------------------------------------------------------------------

static Ref lower_for_players(Lower *lower, const Term *term) {
  Ref players = builder_const(B, lower->game->players);
  return EMIT(B, OP_FOR_RANGE, SLOT_PLAYER, (int32_t)builder_const(B, 1), (int32_t)players,
              (int32_t)lower_moves(lower, term_arg(term, L_START_FOR_PLAYERS_START_RULE)));
}

// (forEach Site sites [if:boolean] startRule)
static Ref lower_for_sites(Lower *lower, const Term *term) {
  Ref body = lower_moves(lower, term_arg(term, L_START_FOR_SITES_START_RULE));
  const Term *cond = term_arg(term, L_START_FOR_SITES_IF);
  if (cond) body = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, cond), (int32_t)body, 0);
  return EMIT(B, OP_FOR_SITES, SLOT_SITE, (int32_t)lower_region(lower, term_arg(term, L_START_FOR_SITES_SITES)),
              (int32_t)body);
}

// (forEach Value min:int max:int startRule)
static Ref lower_for_values(Lower *lower, const Term *term) {
  return EMIT(B, OP_FOR_RANGE, SLOT_VALUE, (int32_t)lower_int(lower, term_arg(term, L_START_FOR_VALUES_MIN)),
              (int32_t)lower_int(lower, term_arg(term, L_START_FOR_VALUES_MAX)),
              (int32_t)lower_moves(lower, term_arg(term, L_START_FOR_VALUES_START_RULE)));
}

static Ref lower_for_ints(Lower *lower, const Term *term) {
  return EMIT(B, OP_FOR_INTS, SLOT_PLAYER, (int32_t)lower_ints(lower, term_arg(term, L_START_FOR_INTS_INTS)),
              (int32_t)lower_moves(lower, term_arg(term, L_START_FOR_INTS_START_RULE)));
}

// (forEach Team startRule)
static Ref lower_for_teams(Lower *lower, const Term *term) {
  return EMIT(B, OP_FOR_TEAMS, (int32_t)lower_moves(lower, term_arg(term, L_START_FOR_TEAMS_START_RULE)));
}

// (deal Cards|Dominoes [int])
static Ref lower_start_deal(Lower *lower, const Term *term) {
  return at_start(lower, lower_deal_as(lower, term, true));
}

// (split Deck)
static Ref lower_start_split(Lower *lower, const Term *term) { return at_start(lower, lower_split(lower, term)); }

static const LudRow rows[] = {
    {"start", "start", "({startRule} | startRule)", "The starting position, rule by rule in the order given."},

    // Placing pieces.
    {"place", "startRule", "Random {string} [count:{int}] [state:int] [value:int] int [siteType]",
     "Puts a random stack of the named pieces, so many of each, on one site.", lower_place_shuffled},
    {"place", "startRule", "Random [sites] {string} [count:int] [state:int] [value:int] [siteType] [booleanConstant]",
     "Puts the named pieces on randomly chosen sites of a region.", lower_place_random},
    {"place", "startRule", "Random {countSpec} int [siteType]",
     "Puts a shuffled stack, made of so many of each named piece, on one site.", lower_place_specs},
    {"place", "startRule",
     "Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}] "
     "[count:int | counts:{int}] [state:int] [rotation:int] [value:int]",
     "Puts a stack of one piece, or of the listed pieces from the bottom up, on one or more sites.", lower_place_stack},
    {"place", "startRule",
     "string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int]",
     "Puts a piece on one site, given by number, coordinate or named container.", lower_place_one},
    {"place", "startRule",
     "string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int]",
     "Puts a piece on every site of a region or list.", lower_place_region},
    {"count", "countSpec", "string int", "A piece name and how many of it."},

    // Setting what belongs to sites and players.
    {"set", "startRule", "setStartSitesType int [siteType] (at:int | to:sites)",
     "Gives one or more sites a cost, a number of pieces or a phase colour.", lower_set_sites},
    {"set", "startRule", "roleType [siteType] [int] [coord:string]", "Gives one site to a player or makes it neutral.",
     lower_set_owner},
    {"set", "startRule", "roleType [siteType] [{int}] [sites] [{string}]",
     "Gives the sites of a region or list to a player or makes them neutral.", lower_set_owner},
    {"set", "startRule",
     "Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] to:roleType",
     "Hides what is at the sites, or one property of it, from a player.", lower_start_hidden},
    {"set", "startRule", "RememberValue [string] (int | sites) [unique:boolean]",
     "Notes a number or the sites of a region in the list to be remembered under that name.", lower_start_memory},
    {"set", "startRule", "setStartPlayerType [roleType] int", "The score or the amount of money a player begins with.",
     lower_start_player},
    {"set", "startRule", "Team int {roleType}", "Puts the players together in a team.", lower_start_team},
    {"set", "startRule", "[siteType] {{int}}",
     "The values a deduction puzzle gives away: site and value, pair by pair.", lower_start_puzzle},

    // Cards, dominoes, loops.
    {"deal", "startRule", "dealableType [int]", "Deals so many cards or dominoes to every player.", lower_start_deal},
    {"split", "startRule", "Deck", "Splits the deck evenly among the players.", lower_start_split},
    {"forEach", "startRule", "Player startRule", "Applies a starting rule for every player.", lower_for_players},
    {"forEach", "startRule", "Team startRule", "Applies a starting rule for every team.", lower_for_teams},
    {"forEach", "startRule", "Site sites [if:boolean] startRule",
     "Applies a starting rule for every site of a region that meets the condition.", lower_for_sites},
    {"forEach", "startRule", "Value min:int max:int startRule", "Applies a starting rule for every number of a range.",
     lower_for_values},
    {"forEach", "startRule", "ints startRule", "Applies a starting rule for every number of a list, taken as a player.",
     lower_for_ints},
};

const LudFamily fam_start = {"starting rules", rows, COUNT_OF(rows)};
