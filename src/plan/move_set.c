// Finding the sets: a walk down the moves of each kind of piece.
#include "plan/move_set.h"

#include "plan/optimise.h"
#include "plan/plan.h"
#include "plan/statement_facts.h"
#include "plan/statement_walk.h"
#include "rules/effects.h"
#include "rules/operand_names.h"

enum { TABLE_WORDS_MAX = 1 << 20, SETS_MAX = 4096, CHECKS_MAX = 1000 };  // larger ones cost more than they save

// A table is made once for the same statement's sites.
typedef struct KnownTable {
  MoveWay way;
  SiteType type;
  RulesArray array;  // an array constant with directions or regions, or a part of one
  bool leap;
  const MoveTable *table;
} KnownTable;

typedef struct Finder {
  const Plan *plan;
  const Program *program;
  Arena *arena;
  VEC(MoveRule) sets;
  VEC(KnownTable) tables;
  VEC(SetCheck) checks;
  VEC(LoopMoves) loops;
  VEC(uint16_t) givens;
  size_t words;  // of all tables
  int n_rules;
  bool one_way;  // pieces face the way their kind does
  int facing;    // of the kind of piece at hand, or -1: not known
} Finder;

static const Ins *ins(const Finder *f, int32_t ref) { return program_ins(f->program, (Ref)ref); }

static SiteType type_of(const Finder *f, int32_t type) { return type < 0 ? f->plan->game->site_type : (SiteType)type; }

// ---- tables --------------------------------------------------------------------------------------

typedef VEC(int32_t) Numbers;

static bool listed(const Numbers *ways, size_t from, int32_t site) {
  for (size_t i = from; i < ways->n; i++) {
    if (ways->at[i] == site) return true;
  }
  return false;
}

// A site that several steps lead to is one way.
static void add_steps(const Topology *board, SiteType type, Site from, const RulesArray *dirs, Numbers *ways) {
  size_t first = ways->n;
  for (int d = 0; d < dirs->n; d++) {
    SiteList near = topo_step_list(board, type, from, (Dir)dirs->at[d]);
    for (int i = 0; i < near.n; i++) {
      if (!listed(ways, first, near.at[i])) VEC_PUSH(ways, near.at[i]);
    }
  }
}

static void add_radials(const Topology *board, SiteType type, Site from, const RulesArray *dirs, Numbers *ways) {
  for (int d = 0; d < dirs->n; d++) {
    Radials radials = topo_radials(board, type, from, (Dir)dirs->at[d]);
    for (int r = 0; r < radials.n; r++) VEC_PUSH(ways, radials.ids[r]);
  }
}

static void add_leaps(const Finder *f, Site from, const RulesArray *regions, Numbers *ways) {
  if (from >= regions->n) return;
  const Word *region = f->program->regions[regions->at[from]];
  FOR_BITS(site, region, f->program->region_words) VEC_PUSH(ways, site);
}

static void note_sources(const Finder *f, const KnownTable *table, Site from, const int32_t *ways, int n,
                         Word *sources) {
  int words = f->program->region_words;
  for (int i = 0; i < n; i++) {
    if (table->way == WAY_STEP) {
      bit_set(sources + (size_t)ways[i] * (size_t)words, from);
      continue;
    }
    SiteList line = topo_radial(f->plan->game->board, table->type, ways[i]);
    int first = table->way == WAY_HOP ? 2 : 1, end = table->way == WAY_HOP ? 3 : line.n;
    for (int s = first; s < end; s++) bit_set(sources + (size_t)line.at[s] * (size_t)words, from);
  }
}

// The ways from each site as sets.
static const Word *find_targets(const Finder *f, const int32_t *first, const int32_t *ways, int n) {
  int words = bits_words(n);
  Word *targets = ARENA_ARRAY(f->arena, Word, (size_t)n * (size_t)words);
  for (Site from = 0; from < n; from++) {
    for (int32_t i = first[from]; i < first[from + 1]; i++) bit_set(targets + (size_t)from * (size_t)words, ways[i]);
  }
  return targets;
}

// Hops that do not leave the board.
static void add_hops(const Topology *board, SiteType type, Site from, const RulesArray *dirs, Numbers *ways) {
  size_t kept = ways->n;
  add_radials(board, type, from, dirs, ways);
  for (size_t i = kept; i < ways->n; i++) {
    if (topo_radial(board, type, ways->at[i]).n > 2) ways->at[kept++] = ways->at[i];
  }
  ways->n = kept;
}

static const HopSites *find_hops(const Finder *f, const KnownTable *table, const Numbers *ways) {
  HopSites *hops = ARENA_ARRAY(f->arena, HopSites, MAX(ways->n, 1));
  for (size_t i = 0; i < ways->n; i++) {
    SiteList line = topo_radial(f->plan->game->board, table->type, ways->at[i]);
    hops[i] = (HopSites){line.at[1], line.at[2]};
  }
  return hops;
}

// Which way the numbers of the sites go, seen from the second one: 1 up, -1 down, 0 neither.
static int direction_of(SiteList line) {
  int ups = 0, downs = 0;
  for (int i = 2; i < line.n; i++) {
    if (line.at[i] > line.at[i - 1]) ups++;
    else downs++;
  }
  return !downs ? 1 : !ups ? -1 : 0;
}

// The ways of slides as sets, where the order of their sites is that of the numbers and the sets are small.
static void find_lines(const Finder *f, SiteType type, const Numbers *ways, MoveTable *made) {
  enum { LINE_WORDS_MAX = 3 };
  if (made->words > LINE_WORDS_MAX) return;
  Word *lines = ARENA_ARRAY(f->arena, Word, MAX(ways->n, 1) * (size_t)made->words);
  bool *falls = ARENA_ARRAY(f->arena, bool, MAX(ways->n, 1));
  for (size_t i = 0; i < ways->n; i++) {
    SiteList line = topo_radial(f->plan->game->board, type, ways->at[i]);
    int direction = direction_of(line);
    if (!direction) return;
    falls[i] = direction < 0;
    for (int s = 1; s < line.n; s++) bit_set(lines + i * (size_t)made->words, line.at[s]);
  }
  made->lines = lines;
  made->falls = falls;
}

static void fill_table(Finder *f, KnownTable *table, int n) {
  const Topology *board = f->plan->game->board;
  const RulesArray *array = &table->array;
  size_t words = (size_t)f->program->region_bits * (size_t)f->program->region_words;
  int32_t *first = ARENA_ARRAY(f->arena, int32_t, n + 1);
  Word *sources = ARENA_ARRAY(f->arena, Word, words);
  Numbers ways = {0};
  for (Site from = 0; from < n; from++) {
    if (table->leap) add_leaps(f, from, array, &ways);
    else if (table->way == WAY_STEP) add_steps(board, table->type, from, array, &ways);
    else if (table->way == WAY_HOP) add_hops(board, table->type, from, array, &ways);
    else add_radials(board, table->type, from, array, &ways);
    first[from + 1] = (int32_t)ways.n;
    int added = (int)ways.n - first[from];
    if (added) note_sources(f, table, from, ways.at + first[from], added, sources);
  }
  MoveTable *made = ARENA_NEW(f->arena, MoveTable);
  *made = (MoveTable){.first = first, .sources = sources, .n = n, .words = bits_words(n)};
  made->ways = VEC_TO_ARENA(&ways, f->arena);
  if (table->way == WAY_STEP) made->targets = find_targets(f, first, made->ways, n);
  if (table->way == WAY_HOP) made->hops = find_hops(f, table, &ways);
  if (table->way == WAY_SLIDE) find_lines(f, table->type, &ways, made);
  VEC_FREE(&ways);
  table->table = made;
}

// NULL: there are too many of them.
static const MoveTable *table_for(Finder *f, KnownTable wanted) {
  for (size_t i = 0; i < f->tables.n; i++) {
    const KnownTable *known = &f->tables.at[i];
    if (known->way == wanted.way && known->type == wanted.type && known->array.at == wanted.array.at &&
        known->array.n == wanted.array.n && known->leap == wanted.leap)
      return known->table;
  }
  f->words += (size_t)f->program->region_bits * (size_t)f->program->region_words;
  if (f->words > TABLE_WORDS_MAX) return NULL;
  fill_table(f, &wanted, topo_count(f->plan->game->board, wanted.type));
  VEC_PUSH(&f->tables, wanted);
  return wanted.table;
}

// ---- statements ----------------------------------------------------------------------------------

// What stands around a statement.
typedef struct Around {
  Ref guards[MOVE_SET_GUARDS], thens[MOVE_SET_THENS];  // from the outside in
  int n_guards, n_thens;
} Around;

static MoveRule set_of(const Finder *f, const Around *around, Ref ref) {
  MoveRule set = {.way = WAY_OTHER, .ref = ref, .n_guards = around->n_guards, .n_thens = around->n_thens};
  memcpy(set.guards, around->guards, sizeof set.guards);
  uint32_t needs = 0;
  for (int i = 0; i < around->n_guards; i++) needs |= f->plan->needs[around->guards[i]];
  set.guards_fixed = !(needs & SLOT_BITS);
  set.number = f->n_rules;
  for (int i = 0; i < around->n_thens; i++) set.thens[i] = around->thens[around->n_thens - 1 - i];
  return set;
}

// Whether the effect removes the piece on TO, and nothing where there is none.
static bool removes_to(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  if (in->op != OP_REMOVE_SITE || in->a[A_REMOVE_SITE_LEVEL] || in->a[A_REMOVE_SITE_COUNT]) return false;
  const Ins *site = ins(f, in->a[A_REMOVE_SITE_SITE]);
  return site->op == OP_SLOT && site->a[A_SLOT_SLOT] == SLOT_TO;
}

static void read_effect(const Finder *f, MoveRule *set, int32_t effect) {
  if (!effect) return;
  const Ins *in = ins(f, effect);
  if (in->op == OP_IF_MOVES && !in->a[A_IF_MOVES_ELSE]) {
    set->effect_if = (Ref)in->a[A_IF_MOVES_COND];
    effect = in->a[A_IF_MOVES_THEN];
    in = ins(f, effect);
  }
  set->effect = (Ref)effect;
  const Ins *body = in->op == OP_WITH_THEN ? ins(f, in->a[A_WITH_THEN_BODY]) : in;
  bool removes = body == in ? removes_to(f, effect) : removes_to(f, in->a[A_WITH_THEN_BODY]);
  set->needs_piece = removes && type_of(f, body->a[A_REMOVE_SITE_TYPE]) == set->type;
  set->takes = set->needs_piece && body == in && !in->a[A_REMOVE_SITE_LATER];
}

static bool is_plain_move(const Ins *in) {
  return in->op == OP_MOVE_PIECE && !in->a[A_MOVE_PIECE_LEVEL] && !in->a[A_MOVE_PIECE_STACK];
}

static bool const_dirs(const Finder *f, int32_t ref, RulesArray *dirs) {
  const Ins *in = ins(f, ref);
  if (in->op == OP_DIRS_FACING && f->facing >= 0) {
    const RulesArray *table = &f->program->arrays[in->a[A_DIRS_FACING_TABLE]];
    const int32_t *block = table->at + (ptrdiff_t)f->facing * (table->n / DIRS);
    *dirs = (RulesArray){.at = block + 1, .n = block[0]};
    return true;
  }
  if (in->op == OP_DIRS_CONST) *dirs = f->program->arrays[in->a[A_DIRS_CONST_ARRAY]];
  return in->op == OP_DIRS_CONST;
}

// Adds a condition; *good: what it asks besides the site does not change from one site to the next.
static uint16_t check_for(Finder *f, Ref cond, Slot slot, bool *good) {
  if (!cond) return 0;
  *good &= !(f->plan->needs[cond] & SLOT_BITS & ~(1u << slot | 1u << SLOT_FROM));
  for (size_t i = 1; i < f->checks.n; i++) {
    if (f->checks.at[i].cond == cond && f->checks.at[i].slot == slot) return (uint16_t)i;
  }
  const SiteTest *test = &f->plan->tests[f->plan->test_of[cond]];
  VEC_PUSH(&f->checks, (SetCheck){cond, slot, test->as_set && test->by_slot});
  return (uint16_t)(f->checks.n - 1);
}

// ---- what depends on FROM --------------------------------------------------------------------------

// A condition on FROM that is a set of sites decides; false: there is no such, or there are too many.
static bool add_given(Finder *f, MoveRule *set, uint16_t number) {
  const SiteTest *test = &f->plan->tests[number];
  if (test->slot != SLOT_FROM || !test->as_set || test->by_slot || test->n < set->table->n) return false;
  size_t g = 0;
  while (g < f->givens.n && f->givens.at[g] != number) g++;
  for (int i = 0; i < set->n_givens; i++) {
    if (set->givens[i] == g) return true;
  }
  if (set->n_givens == MOVE_SET_GIVENS) return false;
  if (g == f->givens.n) VEC_PUSH(&f->givens, number);
  set->givens[set->n_givens++] = (uint16_t)g;
  return true;
}

// The conditions on other slots inside a test.
static bool add_givens_of(Finder *f, MoveRule *set, uint16_t number) {
  const SiteTest *test = &f->plan->tests[number];
  switch ((TestKind)test->kind) {
    case TEST_AND:
    case TEST_OR: return add_givens_of(f, set, test->a) && add_givens_of(f, set, test->b);
    case TEST_NOT: return add_givens_of(f, set, test->a);
    case TEST_IF:
      return add_givens_of(f, set, test->a) && add_givens_of(f, set, test->b) &&
             add_givens_of(f, set, (uint16_t)test->other);
    case TEST_GIVEN: return add_given(f, set, test->a);
    default: return !test->by_slot;
  }
}

static bool add_checks(Finder *f, MoveRule *set) {
  const uint16_t checks[] = {set->to_check, set->go_check, set->stop_check, set->hurdle_check};
  for (size_t i = 0; i < COUNT_OF(checks); i++) {
    const SetCheck *check = &f->checks.at[checks[i]];
    if (checks[i] && check->by_from && !add_givens_of(f, set, f->plan->test_of[check->cond])) return false;
  }
  return true;
}

static bool add_guards(Finder *f, MoveRule *set) {
  for (int i = 0; i < set->n_guards; i++) {
    uint32_t slots = f->plan->needs[set->guards[i]] & SLOT_BITS;
    if (slots && (slots != 1u << SLOT_FROM || !add_given(f, set, f->plan->test_of[set->guards[i]]))) return false;
  }
  return true;
}

// Finds the givens of a rule, first those of its conditions on the way.
static void find_givens(Finder *f, MoveRule *set) {
  if (set->by_from && add_checks(f, set)) set->by_from = false;
  MoveRule guarded = *set;
  if (set->by_from || set->guards_fixed || !add_guards(f, &guarded)) return;
  *set = guarded;
  set->guards_fixed = true;
}

// A slide leaves BETWEEN behind it; what asks for it there stays a statement.
static bool number_checks(Finder *f, MoveRule *set) {
  bool good = f->checks.n < CHECKS_MAX;
  if (set->way == WAY_SLIDE && set->effect) good &= !(f->plan->needs[set->effect] & 1u << SLOT_BETWEEN);
  set->to_check = check_for(f, set->to, SLOT_TO, &good);
  set->go_check = check_for(f, set->go, SLOT_BETWEEN, &good);
  set->stop_check = check_for(f, set->stop, SLOT_TO, &good);
  set->hurdle_check = check_for(f, set->hurdle, SLOT_BETWEEN, &good);
  set->effect_check = check_for(f, set->effect_if, SLOT_TO, &good);
  const uint16_t checks[] = {set->to_check, set->go_check, set->stop_check, set->hurdle_check};
  for (size_t i = 0; i < COUNT_OF(checks); i++) set->by_from |= checks[i] && f->checks.at[checks[i]].by_from;
  return good;
}

static bool draws(const Finder *f, Ref ref) { return f->plan->facts[ref] & FACT_DRAWS; }

// (FOR_STEPS dirs (IF_MOVES cond (MOVE_PIECE effect)))
static bool read_steps(Finder *f, MoveRule *set, const Ins *in) {
  RulesArray dirs;
  if (in->a[A_FOR_STEPS_FROM] || in->a[A_FOR_STEPS_IF] || !const_dirs(f, in->a[A_FOR_STEPS_DIRS], &dirs)) return false;
  const Ins *body = ins(f, in->a[A_FOR_STEPS_BODY]);
  if (body->op == OP_IF_MOVES && !body->a[A_IF_MOVES_ELSE]) {
    set->to = (Ref)body->a[A_IF_MOVES_COND];
    body = ins(f, body->a[A_IF_MOVES_THEN]);
  }
  if (!is_plain_move(body) || type_of(f, body->a[A_MOVE_PIECE_TYPE]) != type_of(f, in->a[A_FOR_STEPS_TYPE]))
    return false;
  set->way = WAY_STEP;
  set->type = type_of(f, in->a[A_FOR_STEPS_TYPE]);
  set->decision = body->a[A_MOVE_PIECE_DECISION];
  read_effect(f, set, body->a[A_MOVE_PIECE_EFFECT]);
  set->table = table_for(f, (KnownTable){.way = WAY_STEP, .type = set->type, .array = dirs});
  return set->table;
}

static bool read_leap(Finder *f, MoveRule *set, const Ins *in) {
  const Ins *sites = ins(f, in->a[A_LEAP_TO_SITES]);
  if (in->a[A_LEAP_TO_FORWARD] || sites->op != OP_REGION_BY_SITE) return false;
  const Ins *at = ins(f, sites->a[A_REGION_BY_SITE_SITE]);
  if (at->op != OP_SLOT || at->a[A_SLOT_SLOT] != SLOT_FROM) return false;
  set->way = WAY_STEP;
  set->type = type_of(f, in->a[A_LEAP_TO_TYPE]);
  set->decision = in->a[A_LEAP_TO_DECISION];
  set->to = (Ref)in->a[A_LEAP_TO_IF];
  read_effect(f, set, in->a[A_LEAP_TO_EFFECT]);
  const RulesArray *regions = &f->program->arrays[sites->a[A_REGION_BY_SITE_TABLE]];
  KnownTable wanted = {.way = WAY_STEP, .type = set->type, .array = *regions, .leap = true};
  set->table = table_for(f, wanted);
  return set->table;
}

// Absent or a constant.
static bool read_number(const Finder *f, int32_t ref, int32_t *number) {
  if (!ref) return true;
  const Ins *in = ins(f, ref);
  *number = in->op == OP_CONST ? in->a[A_CONST_VALUE] : 0;
  return in->op == OP_CONST;
}

static bool read_slide(Finder *f, MoveRule *set, const Ins *in) {
  RulesArray dirs;
  bool more = in->a[A_SLIDE_IF] || in->a[A_SLIDE_BETWEEN] || in->a[A_SLIDE_TRAIL] || in->a[A_SLIDE_LEVEL] ||
              in->a[A_SLIDE_STACK];
  set->min = -1;
  set->max = INT32_MAX;
  if (more || !const_dirs(f, in->a[A_SLIDE_DIRS], &dirs) || !read_number(f, in->a[A_SLIDE_MIN], &set->min) ||
      !read_number(f, in->a[A_SLIDE_MAX], &set->max))
    return false;
  set->way = WAY_SLIDE;
  set->type = type_of(f, in->a[A_SLIDE_TYPE]);
  set->decision = in->a[A_SLIDE_DECISION];
  set->go = (Ref)in->a[A_SLIDE_GO];
  set->stop = (Ref)in->a[A_SLIDE_STOP];
  read_effect(f, set, in->a[A_SLIDE_EFFECT]);
  set->table = table_for(f, (KnownTable){.way = WAY_SLIDE, .type = set->type, .array = dirs});
  return set->table;
}

// Over one neighbour to the site behind it.
static bool read_hop(Finder *f, MoveRule *set, const Ins *in) {
  RulesArray dirs;
  int32_t before = 0, min = 1, max = 1, after = 0;
  bool more = in->a[A_HOP_STOP] || in->a[A_HOP_STOP_EFFECT] || in->a[A_HOP_STACK];
  if (more || !const_dirs(f, in->a[A_HOP_DIRS], &dirs) || !read_number(f, in->a[A_HOP_BEFORE], &before) ||
      !read_number(f, in->a[A_HOP_MIN], &min) || !read_number(f, in->a[A_HOP_MAX], &max) ||
      !read_number(f, in->a[A_HOP_AFTER], &after) || before != 0 || min != 1 || max != 1 || after != 0)
    return false;
  set->way = WAY_HOP;
  set->type = type_of(f, in->a[A_HOP_TYPE]);
  set->decision = in->a[A_HOP_DECISION];
  set->hurdle = (Ref)in->a[A_HOP_HURDLE];
  set->to = (Ref)in->a[A_HOP_GO];
  set->effect = (Ref)in->a[A_HOP_HURDLE_EFFECT];
  set->table = table_for(f, (KnownTable){.way = WAY_HOP, .type = set->type, .array = dirs});
  return set->table;
}

static void add_statement(Finder *f, const Around *around, Ref ref) {
  const Ins *in = ins(f, (int32_t)ref);
  MoveRule set = set_of(f, around, ref);
  bool is_set = !draws(f, ref) && f->plan->layout.flat[type_of(f, -1)];
  if (in->op == OP_FOR_STEPS) is_set &= read_steps(f, &set, in);
  else if (in->op == OP_LEAP_TO) is_set &= read_leap(f, &set, in);
  else if (in->op == OP_SLIDE) is_set &= read_slide(f, &set, in);
  else if (in->op == OP_HOP) is_set &= read_hop(f, &set, in);
  else is_set = false;
  is_set = is_set && f->plan->layout.flat[set.type] && number_checks(f, &set);
  if (is_set) find_givens(f, &set);
  else set = set_of(f, around, ref);
  VEC_PUSH(&f->sets, set);
  f->n_rules += 1 << set.n_givens;
}

// FROM becomes what it is: it is a site here.
static bool keeps_from(const Finder *f, const Ins *in) {
  if (in->op != OP_SET_SLOT || in->a[A_SET_SLOT_SLOT] != SLOT_FROM) return false;
  const Ins *value = ins(f, in->a[A_SET_SLOT_VALUE]);
  return value->op == OP_SLOT && value->a[A_SLOT_SLOT] == SLOT_FROM;
}

static void read_moves(Finder *f, const Around *around, Ref ref);

static bool is_guard(const Finder *f, const Around *around, const Ins *in) {
  return !in->a[A_IF_MOVES_ELSE] && around->n_guards < MOVE_SET_GUARDS && !draws(f, (Ref)in->a[A_IF_MOVES_COND]);
}

// Handed down: what stands around the statement.
static bool read_statement(void *self, Ref ref, const Ins *in, void *known) {
  Finder *f = self;
  Around *around = known;
  StatementShape shape = statement_shape(in);
  if (shape == SHAPE_ALL) return true;
  if (shape == SHAPE_THEN && around->n_thens < MOVE_SET_THENS) {
    around->thens[around->n_thens++] = (Ref)in->a[A_WITH_THEN_THEN];
    return true;
  }
  if (shape == SHAPE_BRANCH && is_guard(f, around, in)) {
    around->guards[around->n_guards++] = (Ref)in->a[A_IF_MOVES_COND];
    return true;
  }
  if (keeps_from(f, in)) read_moves(f, around, (Ref)in->a[A_SET_SLOT_BODY]);
  else if (shape != SHAPE_NO_MOVES) add_statement(f, around, ref);
  return false;
}

static void read_moves(Finder *f, const Around *around, Ref ref) {
  StatementVisitor visitor = {.visit = read_statement, .self = f, .known_size = sizeof *around};
  statement_walk(f->program, ref, &visitor, around);
}

// ---- pieces --------------------------------------------------------------------------------------

// Kinds with the same moves have the same sets.
static const PieceMoves *same_moves(const Game *game, const PieceMoves *pieces, int kind) {
  for (int c = 1; c < kind; c++) {
    if (game->components[c].moves == game->components[kind].moves) return &pieces[c];
  }
  return NULL;
}

static PieceMoves read_piece(Finder *f, Ref moves) {
  size_t first = f->sets.n;
  read_moves(f, &(Around){0}, moves);
  PieceMoves piece = {.n = (int)(f->sets.n - first), .whole = true};
  for (size_t i = first; i < f->sets.n; i++) piece.whole &= f->sets.at[i].way != WAY_OTHER;
  piece.sets = arena_copy(f->arena, VEC_FROM(&f->sets, first), (size_t)piece.n * sizeof *piece.sets);
  f->sets.n = first;
  return piece;
}

static int facing_of(const Finder *f, int kind) {
  int facing = f->plan->game->components[kind].facing;
  return !f->one_way ? -1 : facing >= 0 ? facing : DIR_N;
}

// Kinds that face the same way make the same of it.
static const PieceMoves *same_facing(const Finder *f, const PieceMoves *pieces, int kind) {
  for (int c = 1; c < kind; c++) {
    if (facing_of(f, c) == facing_of(f, kind)) return &pieces[c];
  }
  return NULL;
}

// Only where it has steps, leaps, slides or hops.
static void read_loop(Finder *f, Ref body) {
  for (size_t i = 0; i < f->loops.n; i++) {
    if (f->loops.at[i].body == body) return;
  }
  const Game *game = f->plan->game;
  PieceMoves *pieces = ARENA_ARRAY(f->arena, PieceMoves, MAX(game->n_components, 1));
  bool any = false;
  for (int c = 1; c < game->n_components; c++) {
    const PieceMoves *same = same_facing(f, pieces, c);
    f->facing = facing_of(f, c);
    pieces[c] = same ? *same : read_piece(f, body);
    for (int i = 0; i < pieces[c].n; i++) any |= pieces[c].sets[i].way != WAY_OTHER;
  }
  f->facing = -1;
  if (any) VEC_PUSH(&f->loops, (LoopMoves){body, pieces});
}

MoveSets move_sets_find(const Plan *plan, Arena *arena) {
  const Game *game = plan->game;
  const uint32_t more = GAME_STACKING | GAME_LARGE_PIECES | GAME_PUZZLE | GAME_DOMINOES | GAME_BOARDLESS;
  if (game->n_subgames || game->automaton || game_has(game, more)) return (MoveSets){0};
  Finder f = {
      .plan = plan, .program = plan->program, .arena = arena, .one_way = game_faces_one_way(game), .facing = -1};
  PieceMoves *pieces = ARENA_ARRAY(arena, PieceMoves, MAX(game->n_components, 1));
  VEC_PUSH(&f.checks, (SetCheck){0});
  int total = 0;
  for (int c = 1; c < game->n_components && total < SETS_MAX; c++) {
    if (!game->components[c].moves) continue;
    const PieceMoves *same = same_moves(game, pieces, c);
    pieces[c] = same ? *same : read_piece(&f, game->components[c].moves);
    total += same ? 0 : pieces[c].n;
  }
  if (total >= SETS_MAX) pieces = NULL;
  for (Ref ref = 1; pieces && ref < f.program->n; ref += 1u + program_ins(f.program, ref)->n) {
    const Ins *in = program_ins(f.program, ref);
    if (in->op == OP_FOR_PIECES && in->a[A_FOR_PIECES_BODY]) read_loop(&f, (Ref)in->a[A_FOR_PIECES_BODY]);
  }
  MoveSets sets = {.loops = VEC_TO_ARENA(&f.loops, arena),
                   .n_loops = (int)f.loops.n,
                   .pieces = pieces,
                   .checks = VEC_TO_ARENA(&f.checks, arena),
                   .n_checks = (int)f.checks.n,
                   .givens = VEC_TO_ARENA(&f.givens, arena),
                   .n_givens = (int)f.givens.n,
                   .n_rules = f.n_rules};
  VEC_FREE(&f.sets);
  VEC_FREE(&f.tables);
  VEC_FREE(&f.checks);
  VEC_FREE(&f.loops);
  VEC_FREE(&f.givens);
  return sets;
}
