// Deduction puzzles: sites have sets of values that are still possible instead of pieces, a word of bits each.
// Constraints that are made of lists of sites are kept as tables, of which a few functions read one list at a time.
#include "emit/emit_internal.h"

// ---- the state ----------------------------------------------------------------------------------

// Ops that read values; others would look for pieces, which puzzles do not have.
static const Op puzzle_ops[] = {
    OP_SATISFY,
    OP_SOLVED,
    OP_VALUES_DIFFER,
    OP_SUMS_FIT,
    OP_COUNT_FITS,
    OP_LISTS_DIFFER,
    OP_ALL_HINTS,
    OP_HINT_AT,
    OP_VALUES_ORDERED,
    OP_WHAT,
    OP_LINE,
    OP_GROUP_SIZES,
    OP_INTS_SIZE,
    OP_INTS_LIST,
    OP_INTS_CONST,
    OP_INTS_RESULTS,
    OP_IS_IN_INTS,
    OP_REGION_OF_INTS,
    OP_INCIDENT,
    OP_AROUND,
    OP_REGION_CONST,
    OP_REGION_BY_SITE,
    OP_LINE_SITES,
    OP_UNION,
    OP_DIFFERENCE,
    OP_DIRS_CONST,
    OP_ALL_SITES,
    OP_LAST_TO,
    OP_AND,
    OP_OR,
    OP_NOT,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_IF_INT,
    OP_CONST,
    OP_SLOT,
    OP_END_IF,
    OP_RESULT,
    OP_SEQ,
    OP_ADD,
    OP_SUB,
};

static bool reads_values(int op) {
  for (size_t i = 0; i < sizeof puzzle_ops / sizeof *puzzle_ops; i++) {
    if (puzzle_ops[i] == (Op)op) return true;
  }
  return false;
}

void emit_accept_puzzle(Emitter *e, const uint8_t *ops) {
  if (!emit_is_puzzle(e)) return;
  for (int op = 0; op < OPS; op++) {
    if (ops[op] && !reads_values(op)) emit_fail(e, "deduction puzzles with %s", op_info[op].name);
  }
  for (int t = 0; t < SITE_TYPES; t++) {
    if (e->layout.sites[t].puzzle && e->game->puzzle_values[t] + e->game->puzzle_more[t] > 64)
      emit_fail(e, "deduction puzzles of more than 64 values");
  }
}

static unsigned long long values_below(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

const char *emit_puzzle_mask(Emitter *e, SiteType type) {
  return emit_text(e, "0x%llxull", values_below(e->game->puzzle_values[type] + e->game->puzzle_more[type]));
}

void emit_puzzle_fields(Emitter *e, Text *out, SiteType type) {
  if (emit_is_puzzle(e)) text_printf(out, "  u64 values%d[%d];\n", type, emit_sites(e, type));
}

void emit_puzzle_copy(Emitter *e, Text *load, Text *store, SiteType type) {
  if (!emit_is_puzzle(e)) return;
  uint32_t at = e->layout.sites[type].puzzle;
  unsigned long long fresh = values_below(e->game->puzzle_values[type]);
  int n = emit_sites(e, type), each = PUZZLE_VALUES_MAX / 8;
  text_printf(load, "  for (int i = 0; i < %d; i++) s->values%d[i] = AT(u64, %u + %d * i) ^ 0x%llxull;\n", n, type, at,
              each, fresh);
  text_printf(store, "  for (int i = 0; i < %d; i++) AT(u64, %u + %d * i) = s->values%d[i] ^ 0x%llxull;\n", n, at, each,
              type, fresh);
}

const char *emit_puzzle_values(Emitter *e, SiteType type, const char *state, const char *site) {
  int n = emit_kept(e, type) ? emit_sites(e, type) : 0;
  if (!n) return "0ull";
  return emit_text(e, "((u32)(%s) < %du ? %s->values%d[%s] : 0ull)", site, n, state, type, site);
}

// ---- lists of sites -----------------------------------------------------------------------------

typedef enum ListKind {
  LIST_DIFFERS,
  LIST_CENTRED,  // only where its first site has a value
  LIST_ADDS,     // up to a number
} ListKind;

// A list of sites and what is asked of it, of the type of site of the game.
typedef struct SiteListAsked {
  const Ins *in;
  int first, n;  // among the sites of all lists
  int kind, sum;
  uint64_t except;
} SiteListAsked;

struct Puzzle {
  VEC(SiteListAsked) lists;
  VEC(int32_t) sites;
};

void emit_puzzle_begin(Emitter *e) {
  if (emit_is_puzzle(e)) e->puzzle = arena_zero(e->arena, sizeof *e->puzzle);
}

void emit_puzzle_end(Emitter *e) {
  if (!e->puzzle) return;
  VEC_FREE(&e->puzzle->lists);
  VEC_FREE(&e->puzzle->sites);
}

static void add_site(Emitter *e, int first, int32_t site) {
  Puzzle *p = e->puzzle;
  for (size_t i = (size_t)first; i < p->sites.n; i++) {
    if (p->sites.at[i] == site) emit_fail(e, "deduction puzzles with a site twice in a list");
  }
  if (site < 0 || site >= emit_sites(e, e->game->site_type))
    emit_fail(e, "deduction puzzles with lists of other sites");
  VEC_PUSH(&p->sites, site);
}

// Values that may occur more than once.
static uint64_t exceptions_of(Emitter *e, const Ins *in) {
  uint64_t except = 0;
  if (in->op != OP_VALUES_DIFFER || !in->a[A_VALUES_DIFFER_EXCEPT]) return 0;
  const Ins *ints = emit_ins(e, in->a[A_VALUES_DIFFER_EXCEPT]);
  if (ints->op != OP_INTS_CONST) {
    emit_fail(e, "VALUES_DIFFER with exceptions found while playing");
    return 0;
  }
  const RulesArray *array = &e->program->arrays[ints->a[A_INTS_CONST_ARRAY]];
  for (int i = 0; i < array->n; i++) {
    if (array->at[i] >= 0 && array->at[i] < 64) except |= (uint64_t)1 << array->at[i];
  }
  return except;
}

// What the values of a list must add up to; number -1: of the region.
static int sum_of(Emitter *e, const Ins *in, int number) {
  if (in->op != OP_SUMS_FIT) return 0;
  const Ins *result = emit_ins(e, in->a[A_SUMS_FIT_RESULT]);
  if (result->op == OP_CONST) return result->a[A_CONST_VALUE];
  const RulesArray *hints = in->a[A_SUMS_FIT_HINTS] >= 0 ? &e->program->arrays[in->a[A_SUMS_FIT_HINTS]] : NULL;
  bool own = result->op == OP_SLOT && result->a[A_SLOT_SLOT] == SLOT_HINT && hints && number >= 0 && number < hints->n;
  if (!own) emit_fail(e, "SUMS_FIT with a sum found while playing");
  return own ? hints->at[number] : 0;
}

static void add_list(Emitter *e, const Ins *in, int number, const int32_t *sites, int n) {
  bool centred = in->op == OP_VALUES_DIFFER && in->a[A_VALUES_DIFFER_CENTRED] && number >= 0 && n;
  SiteListAsked list = {.in = in, .first = (int)e->puzzle->sites.n, .n = n, .except = exceptions_of(e, in)};
  list.kind = in->op == OP_SUMS_FIT ? LIST_ADDS : centred ? LIST_CENTRED : LIST_DIFFERS;
  list.sum = sum_of(e, in, number);
  for (int i = 0; i < n; i++) add_site(e, list.first, sites[i]);
  VEC_PUSH(&e->puzzle->lists, list);
}

static void add_region(Emitter *e, const Ins *in, int32_t region) {
  SiteType type = e->game->site_type;
  const Word *set = e->program->regions[emit_ins(e, region)->a[A_REGION_CONST_REGION]];
  int32_t *sites = arena_alloc(e->arena, (size_t)emit_sites(e, type) * sizeof *sites);
  int n = 0;
  for (int site = 0; site < emit_sites(e, type); site++) {
    if (bit_get(set, site)) sites[n++] = site;
  }
  add_list(e, in, -1, sites, n);
}

// The lists of a constraint, and its region where that is constant: the first of them and how many.
static int lists_of(Emitter *e, const Ins *in, int from, int *n) {
  Puzzle *p = e->puzzle;
  size_t first = 0;
  while (first < p->lists.n && p->lists.at[first].in != in) first++;
  for (*n = 0; first + (size_t)*n < p->lists.n && p->lists.at[first + (size_t)*n].in == in;) ++*n;
  if (*n) return (int)first;
  bool regions = in->op == OP_VALUES_DIFFER || in->op == OP_SUMS_FIT;
  int32_t region = regions ? in->a[A_VALUES_DIFFER_REGION] : 0;
  if (region && emit_ins(e, region)->op == OP_REGION_CONST) add_region(e, in, region);
  for (int i = from; i < in->n; i++) {
    const RulesArray *list = &e->program->arrays[in->a[i]];
    add_list(e, in, i - from, list->at, list->n);
  }
  *n = (int)(p->lists.n - first);
  return (int)first;
}

// Other games have no open values: there the same tests ask for pieces.
static bool is_in_puzzle(Emitter *e) {
  if (!e->puzzle) emit_fail(e, "tests of deduction puzzles in other games");
  return e->puzzle;
}

static bool is_own_type(Emitter *e, const Ins *in) {
  if (!is_in_puzzle(e)) return false;
  if (emit_type(e, in->a[A_VALUES_DIFFER_TYPE]) == e->game->site_type) return true;
  emit_fail(e, "deduction puzzles on several types of sites");
  return false;
}

bool emit_puzzle_lists(Emitter *e, const Ins *in, int *first, int *n) {
  *n = 0;
  if (in->op != OP_VALUES_DIFFER && in->op != OP_SUMS_FIT) return false;
  int32_t region = in->a[A_VALUES_DIFFER_REGION];
  if (!is_own_type(e, in) || (region && emit_ins(e, region)->op != OP_REGION_CONST)) return false;
  *first = lists_of(e, in, A_VALUES_DIFFER_LISTS, n);
  return true;
}

void emit_puzzle_list(const Emitter *e, int number, const int32_t **sites, int *n) {
  const SiteListAsked *list = &e->puzzle->lists.at[number];
  *sites = e->puzzle->sites.at + list->first;
  *n = list->n;
}

static void write_lists(const Emitter *e, Text *out) {
  const Puzzle *p = e->puzzle;
  text_puts(out, "static const i16 LIST_SITES[] = {");
  for (size_t i = 0; i < p->sites.n; i++) text_printf(out, "%d, ", p->sites.at[i]);
  text_puts(out, "0};\nstatic const struct { i32 at, end, kind, sum; u64 except; } LISTS[] = {\n");
  for (size_t i = 0; i < p->lists.n; i++) {
    const SiteListAsked *l = &p->lists.at[i];
    text_printf(out, "  {%d, %d, %d, %d, 0x%llxull},\n", l->first, l->first + l->n, l->kind, l->sum,
                (unsigned long long)l->except);
  }
  text_puts(out, "  {0}\n};\n");
}

static void write_looking(Text *out) {
  text_printf(
      out,
      "// The values of a list: which of them occur once, twice, more often; their sum; how many sites are open.\n"
      "typedef struct Facts { u64 ones, twos, threes; i32 sum, open, broken; } Facts;\n"
      "static void look_at(const S *s, int l, Facts *f) {\n  *f = (Facts){0};\n"
      "  for (int k = LISTS[l].at; k < LISTS[l].end; k++) {\n    const u64 v = VALUES(s)[LIST_SITES[k]];\n"
      "    if (!is_single(v)) { f->open++; continue; }\n    f->sum += __builtin_ctzll(v);\n"
      "    if (v & LISTS[l].except) continue;\n    f->threes |= f->twos & v;\n    f->twos |= f->ones & v;\n"
      "    f->ones |= v;\n  }\n  if (LISTS[l].kind == %d) f->broken = f->open ? f->sum > LISTS[l].sum : f->sum != "
      "LISTS[l].sum;\n"
      "  else f->broken = (f->twos || (f->ones & 1)) && !(LISTS[l].kind == %d && "
      "!value_of(VALUES(s)[LIST_SITES[LISTS[l].at]]));\n}\n"
      "static int lists_hold(const S *s, int first, int n) {\n  for (int l = first; l < first + n; l++) {\n    Facts "
      "f;\n    look_at(s, l, &f);\n    if (f.broken) return 0;\n  }\n  return 1;\n}\n",
      LIST_ADDS, LIST_CENTRED);
}

static void write_leaving(Text *out) {
  text_printf(out,
              "// The values that a list leaves one of its sites.\n"
              "static u64 leaves(const S *s, int l, const Facts *f, int site) {\n"
              "  const u64 v = VALUES(s)[site], own = is_single(v) ? v : 0;\n  const int first = "
              "LIST_SITES[LISTS[l].at], kind = "
              "LISTS[l].kind;\n"
              "  if (kind == %d) {\n    const int left = LISTS[l].sum - f->sum + (own ? __builtin_ctzll(own) : 0);\n"
              "    if (left < 0) return 0;\n    if (f->open - !own) return left >= 63 ? ~0ull : (2ull << left) - 1;\n"
              "    return left < 64 ? 1ull << left : 0;\n  }\n"
              "  if (kind == %d && first != site && !value_of(VALUES(s)[first])) return ~0ull;\n"
              "  const u64 mine = own & ~LISTS[l].except, twos = (f->twos & ~mine) | (f->threes & mine), ones = "
              "(f->ones & ~mine) "
              "| (f->twos & mine);\n"
              "  const u64 left = twos || (ones & 1) ? 0 : LISTS[l].except | ~(ones | 1);\n"
              "  return kind == %d && first == site ? left | 1 : left;\n}\n",
              LIST_ADDS, LIST_CENTRED, LIST_CENTRED);
}

static void write_differing(Text *out) {
  text_puts(
      out,
      "static int is_complete(const S *s, int l) {\n  for (int k = LISTS[l].at; k < LISTS[l].end; k++) if "
      "(!is_single(VALUES(s)[LIST_SITES[k]])) return 0;\n  return 1;\n}\n"
      "// No two complete lists have the same values.\n"
      "static int lists_differ(const S *s, int first, int n) {\n  for (int a = first; a < first + n; a++) {\n    if "
      "(!is_complete(s, a)) continue;\n    for (int b = a + 1; b < first + n; b++) {\n      int i = LISTS[a].at, k "
      "= LISTS[b].at;\n      if (!is_complete(s, b)) continue;\n      while (i < LISTS[a].end && k < LISTS[b].end "
      "&& VALUES(s)[LIST_SITES[i]] == VALUES(s)[LIST_SITES[k]]) i++, k++;\n      if (i == LISTS[a].end || k == "
      "LISTS[b].end) return 0;\n    }\n  }\n  return 1;\n}\n");
}

void emit_puzzle_helpers(Emitter *e, Text *out) {
  if (!e->puzzle) return;
  write_lists(e, out);
  text_puts(out,
            "INLINE int is_single(u64 v) { return v && !(v & (v - 1)); }\n"
            "INLINE int value_of(u64 v) { return is_single(v) ? __builtin_ctzll(v) : 0; }\n");
  text_printf(out, "#define VALUES(s) ((s)->values%d)\n", e->game->site_type);
  write_looking(out);
  write_leaving(out);
  write_differing(out);
}

// ---- constraints --------------------------------------------------------------------------------

// The values of a region that is found while playing are different.
static Code region_differs(Emitter *e, const Ins *in) {
  const char *region = emit_region_bind(e, in->a[A_VALUES_DIFFER_REGION]), *good = emit_name(e, "c"),
             *seen = emit_name(e, "u");
  unsigned long long except = exceptions_of(e, in);
  emit_line(e, "int %s = 1;", good);
  emit_line(e, "u64 %s = 1;", seen);
  const char *site = emit_for_sites(e, region, e->game->site_type);
  emit_line(e, "const u64 v = %s;", emit_puzzle_values(e, e->game->site_type, e->at.s, site));
  emit_line(e, "if (!is_single(v) || (v & 0x%llxull)) continue;", except);
  emit_line(e, "if (v & %s) %s = 0;", seen, good);
  emit_line(e, "%s |= v;", seen);
  emit_close(e);
  return code_of(good, 0, 1);
}

static Code op_lists_hold(Emitter *e, const Ins *in) {
  int first, n;
  if (emit_puzzle_lists(e, in, &first, &n))
    return n ? code_of(emit_text(e, "lists_hold(%s, %d, %d)", e->at.s, first, n), 0, 1) : code_const(e, 1);
  if (in->op == OP_SUMS_FIT) emit_fail(e, "SUMS_FIT of a region found while playing");
  if (e->why) return code_const(e, 0);
  Code region = region_differs(e, in);
  first = lists_of(e, in, A_VALUES_DIFFER_LISTS, &n);
  if (n) region.text = emit_text(e, "(%s && lists_hold(%s, %d, %d))", region.text, e->at.s, first, n);
  return region;
}

static Code op_lists_differ(Emitter *e, const Ins *in) {
  int n, first;
  if (!is_own_type(e, in)) return code_const(e, 0);
  first = lists_of(e, in, A_LISTS_DIFFER_LISTS, &n);
  return code_of(emit_text(e, "lists_differ(%s, %d, %d)", e->at.s, first, n), 0, 1);
}

static Code op_count_fits(Emitter *e, const Ins *in) {
  if (!is_in_puzzle(e)) return code_const(e, 0);
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_COUNT_FITS_TYPE]);
  Code what = emit_bind(e, emit_int(e, a[A_COUNT_FITS_WHAT])),
       result = emit_bind(e, emit_int(e, a[A_COUNT_FITS_RESULT]));
  const char *region = emit_region_bind(e, a[A_COUNT_FITS_REGION]), *n = emit_name(e, "i"), *open = emit_name(e, "i");
  emit_line(e, "int %s = 0, %s = 0;", n, open);
  const char *site = emit_for_sites(e, emit_on_type(e, region, type), type);
  emit_line(e, "const u64 v = %s;", emit_puzzle_values(e, type, e->at.s, site));
  emit_line(e, "if (is_single(v)) %s += __builtin_ctzll(v) == %s; else %s = 1;", n, what.text, open);
  emit_close(e);
  return code_of(emit_text(e, "(%s ? %s <= %s : %s == %s)", open, n, result.text, n, result.text), 0, 1);
}

static Code op_values_ordered(Emitter *e, const Ins *in) {
  if (!is_in_puzzle(e)) return code_const(e, 0);
  Code a = emit_bind(e, emit_int(e, in->a[A_VALUES_ORDERED_A])),
       b = emit_bind(e, emit_int(e, in->a[A_VALUES_ORDERED_B]));
  SiteType type = e->game->site_type;
  const char *good = emit_name(e, "c");
  emit_line(e, "int %s = 1;", good);
  emit_open(e, "%s", "");
  emit_line(e, "const u64 a = %s, b = %s;", emit_puzzle_values(e, type, e->at.s, a.text),
            emit_puzzle_values(e, type, e->at.s, b.text));
  emit_line(e, "if (is_single(a) && is_single(b)) %s = a %s b;", good, in->a[A_VALUES_ORDERED_EQUAL] ? "<=" : "<");
  emit_close(e);
  return code_of(good, 0, 1);
}

// ---- hints --------------------------------------------------------------------------------------

static const char *hint_table(Emitter *e, const GameHint *hints, int k) {
  int32_t *values = arena_alloc(e->arena, (size_t)MAX(hints->n, 1) * sizeof *values);
  for (int h = 0; h < hints->n; h++) {
    bool has = k < 0 ? hints->values[h] != GAME_OFF : hints->sizes[h] > k;
    if (!has) emit_fail(e, "hints that say less than others");
    values[h] = !has ? 0 : k < 0 ? hints->values[h] : hints->where[h][k];
  }
  return emit_int_table(e, values, hints->n);
}

static void bind_hint(Emitter *e, const Ins *in, Slot slot, int k, const char *h) {
  const GameHint *hints = &e->game->hints[in->a[A_ALL_HINTS_HINTS]];
  if (!emit_reads_slot(e, in->a[A_ALL_HINTS_IF], slot)) return;
  e->at.slot[slot] = emit_bind(e, code_of(emit_text(e, "%s[%s]", hint_table(e, hints, k), h), -1, INT16_MAX));
}

static Code op_all_hints(Emitter *e, const Ins *in) {
  const GameHint *hints = &e->game->hints[in->a[A_ALL_HINTS_HINTS]];
  const char *good = emit_name(e, "c"), *h = emit_name(e, "h");
  Context old = e->at;
  if (emit_reads_slot(e, in->a[A_ALL_HINTS_IF], SLOT_EDGE)) emit_fail(e, "hints with sums of edges");
  emit_line(e, "int %s = 1;", good);
  emit_open(e, "for (int %s = 0; %s < %d && %s; %s++)", h, h, hints->n, good, h);
  e->at.in_loop = true;
  e->at.from_what = 0;
  bind_hint(e, in, SLOT_FROM, 0, h);
  bind_hint(e, in, SLOT_TO, 1, h);
  bind_hint(e, in, SLOT_HINT, -1, h);
  emit_line(e, "%s = !!(%s);", good, emit_cond(e, in->a[A_ALL_HINTS_IF]));
  emit_close(e);
  e->at = old;
  return code_of(good, 0, 1);
}

static Code op_hint_at(Emitter *e, const Ins *in) {
  SiteType type = (SiteType)in->a[A_HINT_AT_TYPE];
  Code site = emit_bind(e, emit_int(e, in->a[A_HINT_AT_SITE]));
  int n = e->game->sites[type];
  int32_t *values = arena_alloc(e->arena, (size_t)MAX(n, 1) * sizeof *values);
  for (int i = 0; i < n; i++) values[i] = GAME_OFF;
  for (int i = e->game->n_hints - 1; i >= 0; i--) {
    const GameHint *hints = &e->game->hints[i];
    for (int h = hints->n - 1; h >= 0 && hints->type == type; h--) {
      if (hints->sizes[h] > 0 && hints->where[h][0] >= 0 && hints->where[h][0] < n)
        values[hints->where[h][0]] = hints->values[h];
    }
  }
  const char *table = emit_int_table(e, values, n);
  return code_of(emit_text(e, "((u32)(%s) < %du ? %s[%s] : %d)", site.text, n, table, site.text, GAME_OFF), GAME_OFF,
                 INT16_MAX);
}

// ---- the end ------------------------------------------------------------------------------------

static Code op_solved(Emitter *e, const Ins *in) {
  if (!is_in_puzzle(e)) return code_const(e, 0);
  SiteType type = emit_type(e, in->a[A_SOLVED_TYPE]);
  const char *region = emit_region_bind(e, in->a[A_SOLVED_SITES]), *q = emit_name(e, "q");
  if (!emit_kept(e, type)) emit_fail(e, "deduction puzzles on several types of sites");
  if (e->why) return code_const(e, 0);
  Context old = e->at;
  emit_line(e, "S %s_, *%s = &%s_; try_state(%s, %s);", q, q, q, q, e->at.s);
  const char *site = emit_for_sites(e, region, type);
  emit_line(e, "if ((u32)(%s) < %du && !is_single(%s->values%d[%s])) %s->values%d[%s] = 1 & %s;", site,
            emit_sites(e, type), q, type, site, q, type, site, emit_puzzle_mask(e, type));
  emit_close(e);
  e->at.s = q;
  const char *cond = emit_cond(e, in->a[A_SOLVED_IF]);
  e->at = old;
  return emit_bind(e, code_of(emit_text(e, "!!(%s)", cond), 0, 1));
}

const EmitRow emit_puzzle_rows[] = {
    {OP_VALUES_DIFFER, .as_int = op_lists_hold},
    {OP_SUMS_FIT, .as_int = op_lists_hold},
    {OP_LISTS_DIFFER, .as_int = op_lists_differ},
    {OP_COUNT_FITS, .as_int = op_count_fits},
    {OP_VALUES_ORDERED, .as_int = op_values_ordered},
    {OP_ALL_HINTS, .as_int = op_all_hints},
    {OP_HINT_AT, .as_int = op_hint_at},
    {OP_SOLVED, .as_int = op_solved},
    {0},
};
