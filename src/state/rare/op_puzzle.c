// Deduction puzzles: constraints on the values of sites.
#include "state/block/site.h"
#include "state/rare/puzzle.h"
#include "state/run/op_functions.h"

static Ints list_at(const Position *x, int32_t array) {
  return (Ints){x->program->arrays[array].at, x->program->arrays[array].n};
}

// A region as a list in scratch.
static Ints list_of(Position *x, int32_t region) {
  const Word *set = x_region(x, region);
  int32_t *sites = position_scratch(x, (size_t)(bits_count(set, x->words) + 1) * sizeof *sites);
  int n = 0;
  FOR_BITS(site, set, x->words) sites[n++] = site;
  return (Ints){sites, n};
}

// ---- constraints ---------------------------------------------------------------------------------

static bool different(const Position *x, SiteType type, Ints sites, ValueSet except) {
  ValueSet seen = {0};
  for (int i = 0; i < sites.n; i++) {
    ValueSet here = puzzle_values(x, type, sites.at[i]);
    int32_t value = values_single(here);
    if (value < 0 || values_meet(here, except)) continue;
    if (value == 0 || values_meet(here, seen)) return false;
    seen = values_or(seen, here);
  }
  return true;
}

// Values that may occur more than once.
static ValueSet exceptions_of(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints exceptions = in->a[A_VALUES_DIFFER_EXCEPT] ? x_ints(x, in->a[A_VALUES_DIFFER_EXCEPT]) : (Ints){0};
  ValueSet except = {0};
  for (int i = 0; i < exceptions.n; i++) except = values_or(except, values_one(exceptions.at[i]));
  position_release(x, scratch);
  return except;
}

static bool sum_fits(const Position *x, SiteType type, Ints sites, int32_t result) {
  int32_t sum = 0;
  bool open = false;
  for (int i = 0; i < sites.n; i++) {
    if (puzzle_resolved(x, type, sites.at[i])) sum += site_what(x, type, sites.at[i], -1);
    else open = true;
  }
  return open ? sum <= result : sum == result;
}

// ---- constraints list by list ------------------------------------------------------------------------

static bool is_number_of_list(const Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return in->op == OP_CONST || (in->op == OP_SLOT && in->a[A_SLOT_SLOT] == SLOT_HINT);
}

bool puzzle_is_by_list(const Position *x, const Ins *in) {
  if (in->op != OP_VALUES_DIFFER && in->op != OP_SUMS_FIT) return false;
  int32_t region = in->a[A_VALUES_DIFFER_REGION];
  if (region && position_ins(x, region)->op != OP_REGION_CONST) return false;
  if (in->op == OP_SUMS_FIT) return is_number_of_list(x, in->a[A_SUMS_FIT_RESULT]);
  int32_t except = in->a[A_VALUES_DIFFER_EXCEPT];
  return !except || position_ins(x, except)->op == OP_INTS_CONST;
}

int puzzle_count_lists(const Ins *in) { return in->n - PUZZLE_LISTS; }

PuzzleList puzzle_list(Position *x, const Ins *in, int number) {
  int32_t region = in->a[A_VALUES_DIFFER_REGION];
  Ints sites = number >= 0 ? list_at(x, in->a[PUZZLE_LISTS + number]) : region ? list_of(x, region) : (Ints){0};
  return (PuzzleList){in, sites, number};
}

// The number that the values must add up to.
static int32_t result_of(Position *x, const PuzzleList *list) {
  const Ins *in = list->in;
  Ints hints = in->a[A_SUMS_FIT_HINTS] >= 0 ? list_at(x, in->a[A_SUMS_FIT_HINTS]) : (Ints){0};
  if (list->number >= 0 && list->number < hints.n) x->slots[SLOT_HINT] = hints.at[list->number];
  return x_int(x, in->a[A_SUMS_FIT_RESULT]);
}

static bool is_centred(const PuzzleList *list) {
  return list->in->a[A_VALUES_DIFFER_CENTRED] && list->number >= 0 && list->sites.n;
}

static bool list_differs(Position *x, const PuzzleList *list, SiteType type) {
  bool idle = is_centred(list) && site_what(x, type, list->sites.at[0], -1) == 0;
  return idle || different(x, type, list->sites, exceptions_of(x, list->in));
}

bool puzzle_list_holds(Position *x, const PuzzleList *list) {
  SiteType type = x_type(x, list->in->a[A_VALUES_DIFFER_TYPE]);
  if (list->in->op == OP_SUMS_FIT) return sum_fits(x, type, list->sites, result_of(x, list));
  return list_differs(x, list, type);
}

// Where the site is in the list more than once only exceptions are left.
static ValueSet different_leaves(const Position *x, SiteType type, Ints sites, ValueSet except, int32_t site) {
  ValueSet seen = values_one(0);
  int times = 0;
  for (int i = 0; i < sites.n; i++) {
    ValueSet here = puzzle_values(x, type, sites.at[i]);
    if (sites.at[i] == site) times++;
    else if (values_single(here) < 0 || values_meet(here, except)) continue;
    else if (values_meet(here, seen)) return (ValueSet){0};
    else seen = values_or(seen, here);
  }
  return times > 1 ? except : values_or(except, values_without(values_below(PUZZLE_VALUES_MAX), seen));
}

// A list whose first site has no value says nothing.
static ValueSet list_differs_leaves(Position *x, const PuzzleList *list, SiteType type, int32_t site) {
  bool centre = is_centred(list) && list->sites.at[0] == site;
  if (is_centred(list) && !centre && site_what(x, type, list->sites.at[0], -1) == 0) {
    return values_below(PUZZLE_VALUES_MAX);
  }
  ValueSet left = different_leaves(x, type, list->sites, exceptions_of(x, list->in), site);
  return centre ? values_or(left, values_one(0)) : left;
}

static ValueSet sum_leaves(const Position *x, SiteType type, Ints sites, int32_t result, int32_t site) {
  int64_t left = result;
  int32_t times = 0;
  bool open = false;
  for (int i = 0; i < sites.n; i++) {
    if (sites.at[i] == site) times++;
    else if (puzzle_resolved(x, type, sites.at[i])) left -= site_what(x, type, sites.at[i], -1);
    else open = true;
  }
  if (left < 0 || !times || (!open && left % times)) return (ValueSet){0};
  int32_t most = (int32_t)MIN(left / times, PUZZLE_VALUES_MAX);
  return open ? values_below(most + 1) : values_one(most);
}

ValueSet puzzle_list_leaves(Position *x, const PuzzleList *list, int32_t site) {
  SiteType type = x_type(x, list->in->a[A_VALUES_DIFFER_TYPE]);
  if (list->in->op == OP_SUMS_FIT) return sum_leaves(x, type, list->sites, result_of(x, list), site);
  return list_differs_leaves(x, list, type, site);
}

// Region and lists, one after the other.
static bool all_lists_hold(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  bool good = true;
  for (int i = in->a[A_VALUES_DIFFER_REGION] ? -1 : 0; i < puzzle_count_lists(in) && good; i++) {
    PuzzleList list = puzzle_list(x, in, i);
    good = puzzle_list_holds(x, &list);
  }
  position_release(x, scratch);
  return good;
}

int32_t op_VALUES_DIFFER(Position *x, const Ins *in) { return all_lists_hold(x, in); }

int32_t op_SUMS_FIT(Position *x, const Ins *in) { return all_lists_hold(x, in); }

int32_t op_COUNT_FITS(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_COUNT_FITS_TYPE]);
  int32_t what = x_int(x, in->a[A_COUNT_FITS_WHAT]), result = x_int(x, in->a[A_COUNT_FITS_RESULT]), count = 0;
  bool open = false;
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_COUNT_FITS_REGION]);
  FOR_BITS(site, region, x->words) {
    if (!puzzle_resolved(x, type, site)) open = true;
    else count += site_what(x, type, site, -1) == what;
  }
  position_release(x, scratch);
  return open ? count <= result : count == result;
}

static bool complete(const Position *x, SiteType type, Ints list) {
  for (int i = 0; i < list.n; i++) {
    if (!puzzle_resolved(x, type, list.at[i])) return false;
  }
  return true;
}

static bool same_values(const Position *x, SiteType type, Ints a, Ints b) {
  for (int i = 0; i < a.n && i < b.n; i++) {
    if (!values_equal(puzzle_values(x, type, a.at[i]), puzzle_values(x, type, b.at[i]))) return false;
  }
  return true;
}

int32_t op_LISTS_DIFFER(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_LISTS_DIFFER_TYPE]);
  for (int i = A_LISTS_DIFFER_LISTS; i < in->n; i++) {
    Ints a = list_at(x, in->a[i]);
    if (!complete(x, type, a)) continue;
    for (int j = i + 1; j < in->n; j++) {
      Ints b = list_at(x, in->a[j]);
      if (complete(x, type, b) && same_values(x, type, a, b)) return 0;
    }
  }
  return 1;
}

// Whether two sites both have values; if not, a comparison of them holds.
static bool both_known(const Position *x, int32_t a, int32_t b) {
  SiteType type = x->game->site_type;
  return puzzle_resolved(x, type, a) && puzzle_resolved(x, type, b);
}

int32_t op_VALUES_ORDERED(Position *x, const Ins *in) {
  int32_t a = x_int(x, in->a[A_VALUES_ORDERED_A]), b = x_int(x, in->a[A_VALUES_ORDERED_B]);
  SiteType type = x->game->site_type;
  return !both_known(x, a, b) || site_what(x, type, a, -1) < site_what(x, type, b, -1) + in->a[A_VALUES_ORDERED_EQUAL];
}

// ---- loops ---------------------------------------------------------------------------------------

// The sum of the edges at the last vertex of a hint; the hint's own number while it can still be reached.
static int32_t edges_around(const Position *x, const GameHint *hints, int h) {
  const Topology *board = x->game->board;
  int32_t sum = 0;
  bool open = false;
  for (int i = 0; i < hints->sizes[h]; i++) {
    sum = 0;
    if (hints->where[h][i] >= topo_count(board, SITE_VERTEX)) continue;
    SiteList edges = topo_incident(board, SITE_VERTEX, hints->where[h][i], SITE_EDGE);
    for (int e = 0; e < edges.n; e++) {
      if (puzzle_resolved(x, SITE_EDGE, edges.at[e])) sum += site_what(x, SITE_EDGE, edges.at[e], -1);
      else open = true;
    }
  }
  return open && hints->values[h] != GAME_OFF && sum < hints->values[h] ? hints->values[h] : sum;
}

static void look_at_hint(Position *x, const GameHint *hints, int h, Word *region) {
  x->slots[SLOT_EDGE] = edges_around(x, hints, h);
  if (hints->sizes[h] > 0) x->slots[SLOT_FROM] = hints->where[h][0];
  if (hints->sizes[h] > 1) x->slots[SLOT_TO] = hints->where[h][1];
  if (hints->values[h] != GAME_OFF) x->slots[SLOT_HINT] = hints->values[h];
  bits_zero(region, x->words);
  for (int i = 0; i < hints->sizes[h]; i++) bit_set(region, hints->where[h][i]);
  x->region_slot = region;
}

int32_t op_ALL_HINTS(Position *x, const Ins *in) {
  const GameHint *hints = &x->game->hints[in->a[A_ALL_HINTS_HINTS]];
  const Word *outer = x->region_slot;
  ScratchMark scratch = position_mark(x);
  Word *region = position_region(x);
  int32_t slots[SLOT_COUNT];
  bool good = true;
  memcpy(slots, x->slots, sizeof slots);
  for (int h = 0; h < hints->n && good; h++) {
    look_at_hint(x, hints, h, region);
    good = x_int(x, in->a[A_ALL_HINTS_IF]);
  }
  memcpy(x->slots, slots, sizeof slots);
  x->region_slot = outer;
  position_release(x, scratch);
  return good;
}

int32_t op_HINT_AT(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_HINT_AT_SITE]);
  for (int i = 0; i < x->game->n_hints; i++) {
    const GameHint *hints = &x->game->hints[i];
    if (hints->type != (SiteType)in->a[A_HINT_AT_TYPE]) continue;
    for (int h = 0; h < hints->n; h++) {
      if (hints->sizes[h] > 0 && hints->where[h][0] == site) return hints->values[h];
    }
  }
  return GAME_OFF;
}

const Word *op_HINT_SITES(Position *x, const Ins *in) {
  return (void)in, x->region_slot ? x->region_slot : position_region(x);
}

// ---- the end ----------------------------------------------------------------------------------------

int32_t op_SOLVED(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_SOLVED_TYPE]);
  ScratchMark scratch = position_mark(x);
  const Word *sites = x_region(x, in->a[A_SOLVED_SITES]);
  Savepoint before = savepoint_begin(x);
  FOR_BITS(site, sites, x->words) {
    if (!puzzle_resolved(x, type, site)) puzzle_set_values(x, type, site, values_one(0));
  }
  bool good = x_int(x, in->a[A_SOLVED_IF]);
  savepoint_rollback(x, &before);
  position_release(x, scratch);
  return good;
}
