// Deduction puzzles: the values sites may take, hints, constraints, and the moves that keep to them.
#include "lud/lower/board_bridge.h"
#include "lud/lower/board_parts.h"
#include "lud/lower/numbers.h"
#include "lud/resolve/families.h"

enum { VALUE_TOP = PUZZLE_VALUES_MAX - 1 };

static int32_t constant(Lower *lower, const Term *term, int32_t otherwise) {
  int32_t value = otherwise;
  if (term) (void)builder_is_const(B, lower_int(lower, term), &value);
  return value;
}

static SiteType type_word(const Term *word, SiteType otherwise) {
  if (term_is(word, "Cell")) return SITE_CELL;
  if (term_is(word, "Vertex")) return SITE_VERTEX;
  return term_is(word, "Edge") ? SITE_EDGE : otherwise;
}

static bool is_call(const Term *term, const char *name) {
  return term && term->kind == TERM_CALL && !strcmp(term->row->name, name);
}

static const Term *const *items_of(const Term *const *term, uint32_t *n) {
  bool many = (*term)->kind == TERM_ARRAY;
  *n = many ? (*term)->n : 1;
  return many ? (const Term *const *)(*term)->args : term;
}

// ---- what the equipment says ---------------------------------------------------------------------

// A match has none of its own.
static bool is_game(const Lower *lower) { return is_call(lower->root, "game"); }

// The (satisfy ...) of the play rule, or NULL.
static const Term *find_satisfy(const Lower *lower) {
  if (!is_game(lower)) return NULL;
  const Term *rules = term_arg(lower->root, C_GAME_RULES), *play = term_arg(rules, C_RULES_PLAY);
  const Term *phases = rules->n == 5 ? term_arg(rules, C_RULES_PHASES) : NULL;
  if (phases && phases->n) play = term_arg(phases->args[0], C_PHASE_PLAY);
  const Term *moves = play ? term_arg(play, C_PLAY_MOVES) : NULL;
  return is_call(moves, "satisfy") ? moves : NULL;
}

typedef struct Range {
  int32_t min, max;  // at most one beyond what values can be
  const Term *at;    // where they are given, or NULL
} Range;

static int32_t near_values(int32_t value) { return MAX(MIN(value, VALUE_TOP + 1), -1); }

// (values siteType range) of the board.
static Range values_of(Lower *lower, SiteType type) {
  const Term *values = term_arg(lud_board_term(lower->root), 2);
  Range range = {0, 0, NULL};
  if (!values || !is_call(lud_board_term(lower->root), "board")) return range;
  uint32_t n;
  const Term *const *items = items_of(&values, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (type_word(term_arg(items[i], C_VALUES_SITE_TYPE), SITE_CELL) != type) continue;
    const Term *clause = term_arg(items[i], C_VALUES_RANGE);
    range.at = clause;
    range.min = near_values(constant(lower, term_arg(clause, C_RANGE_INT), 0));
    range.max = near_values(constant(lower, term_arg(clause, C_RANGE_INT_2), range.min));
  }
  return range;
}

// (hint {int} [int]) or (hint int [int])
static int32_t *read_hint_sites(Lower *lower, const Term *where, int32_t *n) {
  uint32_t count;
  const Term *const *items = items_of(&where, &count);
  int32_t *sites = ARENA_ARRAY(lower->arena, int32_t, count + 1u);
  *n = 0;
  for (uint32_t i = 0; i < count; i++) {
    int32_t site = constant(lower, items[i], GAME_OFF);
    if (lower_site_exists(lower, items[i], site)) sites[(*n)++] = site;
  }
  return sites;
}

// (hints [string] {hintSpec} [siteType])
static GameHint read_hints(Lower *lower, const Term *item) {
  const Term *specs = term_arg(item, C_HINTS_HINT_SPEC);
  const int32_t **where = ARENA_ARRAY(lower->arena, const int32_t *, specs->n + 1u);
  int32_t *sizes = ARENA_ARRAY(lower->arena, int32_t, specs->n + 1u);
  int32_t *values = ARENA_ARRAY(lower->arena, int32_t, specs->n + 1u);
  for (uint32_t i = 0; i < specs->n; i++) {
    where[i] = read_hint_sites(lower, term_arg(specs->args[i], C_HINT_SPEC_HINT_INT), &sizes[i]);
    values[i] = constant(lower, term_arg(specs->args[i], C_HINT_SPEC_HINT_INT_2), GAME_OFF);
  }
  return (GameHint){.type = type_word(term_arg(item, C_HINTS_SITE_TYPE), SITE_CELL),
                    .where = where,
                    .sizes = sizes,
                    .values = values,
                    .n = (int)specs->n};
}

// The reference system keeps more than 31 values in another way, where a fresh site has as many values as it can take,
// counted from 0, and lacks the last ones.
static bool has_many_values(Lower *lower) {
  enum { FEW = 31 };
  Range cells = values_of(lower, SITE_CELL), edges = values_of(lower, SITE_EDGE);
  return cells.max - cells.min + 1 > FEW || edges.max - edges.min + 1 > FEW;
}

void lower_puzzle_equipment(Lower *lower, const Term *items) {
  VEC(GameHint) hints = {0};
  for (uint32_t i = 0; i < items->n; i++) {
    if (is_call(items->args[i], "hints")) VEC_PUSH(&hints, read_hints(lower, items->args[i]));
  }
  lower->game->hints = VEC_TO_ARENA(&hints, lower->arena);
  lower->game->n_hints = (int)hints.n;
  VEC_FREE(&hints);
  if (!find_satisfy(lower)) return;
  lower->flags |= GAME_PUZZLE;
  bool many = has_many_values(lower);
  for (int type = 0; type < SITE_TYPES; type++) {
    Range range = values_of(lower, (SiteType)type);
    if (range.at && (range.min < 0 || range.max > VALUE_TOP)) {
      diag_error(lower->diags, range.at->loc, "the values of a puzzle are from 0 to %d", VALUE_TOP);
    }
    lower->game->puzzle_more[type] = many ? range.min : 0;
    lower->game->puzzle_values[type] = MAX(MIN(range.max, VALUE_TOP), 0) + 1 - lower->game->puzzle_more[type];
  }
}

// The hints that belong to sites of a type, or -1.
static int hints_of(const Lower *lower, SiteType type) {
  for (int i = lower->game->n_hints - 1; i >= 0; i--) {
    if (lower->game->hints[i].type == type) return i;
  }
  return -1;
}

// ---- the regions of the equipment as lists -------------------------------------------------------

// One kind of region: array constants of sites, or a region worked out during play.
typedef struct LowerArea {
  bool named, centred;  // given by a word such as Rows; each list begins with the site it is about
  int32_t *lists;       // in the arena of the game
  size_t n;
  Ref region;
  const Term *item;
} Area;

typedef VEC(Area) Areas;

typedef VEC(int32_t) Lists;

static void keep_lists(Lower *lower, Area *area, Lists *lists) {
  area->n = lists->n;
  area->lists = VEC_TO_ARENA(lists, lower->arena);
  VEC_FREE(lists);
}

static void add_sites(Lower *lower, Lists *lists, SiteList sites) {
  VEC_PUSH(lists, builder_array(B, sites.at, sites.n));
}

static void add_hint_regions(Lower *lower, Lists *lists, bool named) {
  static const SiteType order[] = {SITE_VERTEX, SITE_CELL, SITE_EDGE};
  int hints = named ? -1 : hints_of(lower, SITE_CELL);
  for (size_t i = 0; named && i < COUNT_OF(order) && hints < 0; i++) hints = hints_of(lower, order[i]);
  if (hints < 0) return;
  const GameHint *hint = &lower->game->hints[hints];
  for (int h = 0; h < hint->n; h++) VEC_PUSH(lists, builder_array(B, hint->where[h], hint->sizes[h]));
}

static void add_part(Lower *lower, void *self, SiteList sites) { add_sites(lower, self, sites); }

static void add_word(Lower *lower, Areas *areas, const Term *word, bool hints_named) {
  Area area = {.named = true, .centred = term_is(word, "AllDirections")};
  Lists lists = {0};
  if (term_is(word, "HintRegions")) add_hint_regions(lower, &lists, hints_named);
  else each_part(lower, word, add_part, &lists);
  keep_lists(lower, &area, &lists);
  VEC_PUSH(areas, area);
}

static void add_numbers(Lower *lower, Areas *areas, const Term *numbers) {
  Site *room = ARENA_ARRAY(lower->arena, Site, numbers->n + 1u);
  SiteList list = {room, 0};
  for (uint32_t i = 0; i < numbers->n; i++) {
    int32_t site = constant(lower, numbers->args[i], 0);
    if (lower_site_exists(lower, numbers->args[i], site)) room[list.n++] = site;
  }
  Area area = {0};
  Lists lists = {0};
  add_sites(lower, &lists, list);
  keep_lists(lower, &area, &lists);
  VEC_PUSH(areas, area);
}

// (regions [string] [roleType] what [string])
static void add_regions(Lower *lower, Areas *areas, const Term *item) {
  const Term *what = term_arg(item, C_REGIONS_INT);
  uint32_t n;
  const Term *const *items = items_of(&what, &n);
  if (n && items[0]->kind == TERM_ENUM) {
    for (uint32_t i = 0; i < n; i++) add_word(lower, areas, items[i], term_arg(item, C_REGIONS_STRING_2) != NULL);
    return;
  }
  if (n && items[0]->kind == TERM_INT) {
    add_numbers(lower, areas, what);
    return;
  }
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(areas, (Area){.region = lower_region(lower, items[i])});
}

// Worked out once: constraints ask for them again and again.
static void keep_areas(Lower *lower) {
  if (!is_game(lower)) return;
  const Term *items = term_arg(term_arg(lower->root, C_GAME_EQUIPMENT), C_EQUIPMENT_ITEM);
  Areas areas = {0};
  for (uint32_t i = 0; i < items->n; i++) {
    size_t before = areas.n;
    if (is_call(items->args[i], "regions")) add_regions(lower, &areas, items->args[i]);
    for (; before < areas.n; before++) areas.at[before].item = items->args[i];
  }
  lower->areas = VEC_TO_ARENA(&areas, lower->arena);
  lower->n_areas = areas.n;
  VEC_FREE(&areas);
}

// All regions, or those whose name contains a text.
static Areas read_areas(Lower *lower, const Term *name) {
  Areas areas = {0};
  if (!lower->areas) keep_areas(lower);
  const char *part = name ? arena_text(lower->arena, name->text) : NULL;
  for (size_t i = 0; i < lower->n_areas && !B->too_large; i++) {
    const Term *own = term_arg(lower->areas[i].item, C_REGIONS_STRING);
    if (!part || (own && strstr(arena_text(lower->arena, own->text), part))) VEC_PUSH(&areas, lower->areas[i]);
  }
  return areas;
}

// ---- constraints ---------------------------------------------------------------------------------

typedef VEC(int32_t) Operands;

static Ref finish_operands(Lower *lower, Op op, Operands *operands) {
  Ref ref = builder_emit(B, op, (int)operands->n, operands->at);
  VEC_FREE(operands);
  return ref;
}

static void push_lists(Operands *operands, const Area *area) {
  for (size_t l = 0; l < area->n; l++) VEC_PUSH(operands, area->lists[l]);
}

// (all Different [siteType] [sites] [except:int | excepts:{int}])
static Ref lower_all_different(Lower *lower, const Term *term) {
  const Term *sites = term_arg(term, L_ALL_DIFFERENT_SITES), *except = term_arg(term, L_ALL_DIFFERENT_EXCEPT);
  SiteType type = lower_type(lower, term_arg(term, L_ALL_DIFFERENT_SITE_TYPE));
  Ref exceptions = lower_ints(lower, except);
  if (sites) return EMIT(B, OP_VALUES_DIFFER, type, 0, (int32_t)exceptions, (int32_t)lower_region(lower, sites));
  Areas areas = read_areas(lower, NULL);
  Operands all = {0};
  for (size_t a = 0; a < areas.n; a++) {
    Operands operands = {0};
    const int32_t head[] = {type, areas.at[a].centred, (int32_t)exceptions, (int32_t)areas.at[a].region};
    for (size_t i = 0; i < COUNT_OF(head); i++) VEC_PUSH(&operands, head[i]);
    push_lists(&operands, &areas.at[a]);
    VEC_PUSH(&all, (int32_t)finish_operands(lower, OP_VALUES_DIFFER, &operands));
  }
  VEC_FREE(&areas);
  return finish_operands(lower, OP_AND, &all);
}

// (is Sum [siteType] [sites] [string] int), over the regions given by words unless sites are given
static Ref lower_sum(Lower *lower, const Term *term, SiteType type) {
  const Term *sites = term_arg(term, L_IS_RESULT_SITES), *result = term_arg(term, L_IS_RESULT_INT);
  Ref wanted = lower_int(lower, result);
  if (sites) return EMIT(B, OP_SUMS_FIT, type, -1, (int32_t)wanted, (int32_t)lower_region(lower, sites));
  int hints = is_call(result, "hint") ? hints_of(lower, type) : -1;
  int values = hints < 0 ? -1 : builder_array(B, lower->game->hints[hints].values, lower->game->hints[hints].n);
  Areas areas = read_areas(lower, term_arg(term, L_IS_RESULT_STRING));
  Operands all = {0};
  for (size_t a = 0; a < areas.n; a++) {
    if (!areas.at[a].named) continue;
    Operands operands = {0};
    const int32_t head[] = {type, values, (int32_t)wanted, 0};
    for (size_t i = 0; i < COUNT_OF(head); i++) VEC_PUSH(&operands, head[i]);
    push_lists(&operands, &areas.at[a]);
    VEC_PUSH(&all, (int32_t)finish_operands(lower, OP_SUMS_FIT, &operands));
  }
  VEC_FREE(&areas);
  return finish_operands(lower, OP_AND, &all);
}

// (is Sum|Count [siteType] [sites] [of:int] [string] int)
static Ref lower_is_result(Lower *lower, const Term *term) {
  const Term *sites = term_arg(term, L_IS_RESULT_SITES);
  if (term_is(term_arg(term, L_IS_RESULT_IS_PUZZLE_REGION_RESULT_TYPE), "Sum"))
    return lower_sum(lower, term, type_word(term_arg(term, L_IS_RESULT_SITE_TYPE), SITE_CELL));
  if (!sites) return builder_const(B, 0);
  return EMIT(B, OP_COUNT_FITS, lower_type(lower, term_arg(term, L_IS_RESULT_SITE_TYPE)),
              (int32_t)lower_region(lower, sites), (int32_t)lower_int_or(lower, term_arg(term, L_IS_RESULT_OF), 1),
              (int32_t)lower_int(lower, term_arg(term, L_IS_RESULT_INT)));
}

// (is Unique [siteType])
static Ref lower_unique(Lower *lower, const Term *term) {
  SiteType type = type_word(term_arg(term, L_UNIQUE_SITE_TYPE), SITE_CELL);
  Areas areas = read_areas(lower, NULL);
  Operands all = {0};
  for (size_t a = 0; a < areas.n; a++) {
    if (!areas.at[a].named) continue;
    Operands operands = {0};
    VEC_PUSH(&operands, (int32_t)type);
    push_lists(&operands, &areas.at[a]);
    VEC_PUSH(&all, (int32_t)finish_operands(lower, OP_LISTS_DIFFER, &operands));
  }
  VEC_FREE(&areas);
  return finish_operands(lower, OP_AND, &all);
}

// (forAll puzzleElementType boolean)
static Ref lower_for_all(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_FOR_ALL_PUZZLE_ELEMENT_TYPE);
  int32_t cond = (int32_t)lower_bool(lower, term_arg(term, L_FOR_ALL_BOOLEAN));
  if (!term_is(what, "Hint"))
    return EMIT(B, OP_ALL_SITES, SLOT_FROM, (int32_t)lower_board(lower, type_word(what, SITE_CELL)), cond);
  int hints = hints_of(lower, lower->game->site_type);
  return hints < 0 ? builder_const(B, 1) : EMIT(B, OP_ALL_HINTS, hints, cond);
}

// (hint [siteType] [at:int])
Ref lower_hint(Lower *lower, const Term *term) {
  if (!term_arg(term, L_HINT_AT)) return lower_slot(lower, SLOT_HINT);
  SiteType type = type_word(term_arg(term, L_HINT_SITE_TYPE), lower->game->site_type);
  return EMIT(B, OP_HINT_AT, type, (int32_t)lower_int(lower, term_arg(term, L_HINT_AT)));
}

Ref lower_compare_values(Lower *lower, Op op, const Term *a, const Term *b) {
  int32_t x = (int32_t)lower_int(lower, a), y = (int32_t)lower_int(lower, b);
  if (!(lower->flags & GAME_PUZZLE)) return EMIT(B, op, x, y);
  return EMIT(B, OP_VALUES_ORDERED, x, y, op == OP_LE);
}

// ---- the whole puzzle ----------------------------------------------------------------------------

static Ref lower_constraints(Lower *lower, const Term *satisfy) {
  const Term *what = term_arg(satisfy, C_SATISFY_BOOLEAN);
  uint32_t n;
  const Term *const *items = items_of(&what, &n);
  int32_t *conds = ARENA_ARRAY(lower->arena, int32_t, n + 1u);
  for (uint32_t i = 0; i < n; i++) conds[i] = (int32_t)lower_bool(lower, items[i]);
  return builder_emit(B, OP_AND, (int)n, conds);
}

static void mark_areas(Lower *lower, Word *sites, Operands *more) {
  Areas areas = read_areas(lower, NULL);
  for (size_t a = 0; a < areas.n; a++) {
    if (areas.at[a].region) VEC_PUSH(more, (int32_t)areas.at[a].region);
    for (size_t l = 0; l < areas.at[a].n; l++) {
      RulesArray list = B->arrays.at[areas.at[a].lists[l]];
      for (int i = 0; i < list.n; i++) bit_set(sites, list.at[i]);
    }
  }
  VEC_FREE(&areas);
}

static bool about_regions(const Term *constraint) {
  if (constraint->kind != TERM_CALL) return false;
  const Term *word = term_word(constraint);
  return term_is(word, "Different") || term_is(word, "Sum") || term_is(word, "Unique");
}

// The sites the constraints speak of: those are set by the player.
static Ref puzzle_sites(Lower *lower, const Term *satisfy) {
  Word *sites = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  Operands all = {0};
  const Term *what = term_arg(satisfy, C_SATISFY_BOOLEAN);
  uint32_t n;
  const Term *const *items = items_of(&what, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (is_call(items[i], "forAll")) {
      bits_fill(sites, topo_count(lower->game->board, lower->game->site_type));
      break;
    }
    if (!about_regions(items[i])) continue;
    const Term *region = term_is(term_word(items[i]), "Unique") ? NULL : term_arg(items[i], L_IS_RESULT_SITES);
    if (region) VEC_PUSH(&all, (int32_t)lower_region(lower, region));
    else mark_areas(lower, sites, &all);
  }
  VEC_PUSH(&all, (int32_t)lower_region_const(lower, sites));
  return finish_operands(lower, OP_UNION, &all);
}

// Sites whose values the first start rule gives away stay as they are.
static Ref without_given(Lower *lower, Ref sites) {
  if (!is_game(lower)) return sites;
  Word *given = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  const Term *start = term_arg(term_arg(lower->root, C_GAME_RULES), C_RULES_START),
             *rules = start ? term_arg(start, C_START_START_RULE) : NULL;
  if (rules && rules->kind == TERM_ARRAY) rules = rules->n ? rules->args[0] : NULL;
  if (!is_call(rules, "set") || rules->n != 2) return sites;
  const Term *pairs = term_arg(rules, L_START_PUZZLE_INT);
  for (uint32_t i = 0; i < pairs->n; i++) {
    int32_t site = constant(lower, term_item(pairs->args[i], 0), GAME_OFF);
    if (site >= 0 && site < B->region_bits) bit_set(given, site);
  }
  return EMIT(B, OP_DIFFERENCE, (int32_t)sites, (int32_t)lower_region_const(lower, given));
}

// (satisfy (boolean | {boolean}))
Ref lower_satisfy(Lower *lower, const Term *term) {
  SiteType type = lower_type(lower, NULL);
  Range range = values_of(lower, type);
  Ref sites = without_given(lower, puzzle_sites(lower, term));
  return EMIT(B, OP_SATISFY, type, (int32_t)sites, range.min, MIN(range.max, VALUE_TOP),
              (int32_t)lower_constraints(lower, term));
}

static Ref lower_solved(Lower *lower, const Term *term) {
  const Term *satisfy = find_satisfy(lower);
  if (!satisfy) {
    diag_error(lower->diags, term->loc, "(is Solved) needs a (satisfy ...) in the rules of play");
    return 0;
  }
  Ref sites = puzzle_sites(lower, satisfy);
  return EMIT(B, OP_SOLVED, lower_type(lower, NULL), (int32_t)sites, (int32_t)lower_constraints(lower, satisfy));
}

static const LudRow rows[] = {
    {"all", "boolean", "Different [siteType] [sites] [except:int | excepts:{int}]",
     "All values in a region, or in every region of the puzzle, are different, but for those excepted.",
     lower_all_different},
    {"is", "boolean", "isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int",
     "The values of a region add up to a number, or one value occurs so often.", lower_is_result},
    {"is", "boolean", "Unique [siteType]", "No two rows or columns hold the same values.", lower_unique},
    {"is", "boolean", "Solved", "Every site has a value and all constraints are met.", lower_solved},
    {"forAll", "boolean", "puzzleElementType boolean", "The constraint holds for every cell, vertex, edge or hint.",
     lower_for_all},
};

const LudFamily fam_puzzle = {"deduction puzzles", rows, COUNT_OF(rows)};
