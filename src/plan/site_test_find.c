// Compiling conditions on one site.
#include "plan/site_test_find.h"

#include "plan/plan.h"
#include "rules/operand_names.h"

enum { BITS_WORDS_MAX = 4, SET_WORDS_MAX = 16 };  // sets of more words cost more than they save; asked of many sites

typedef struct Finder {
  const Plan *plan;
  uint16_t *test_of;
  VEC(SiteTest) tests;
  uint32_t n_fixed;
  bool sets_by_owner;  // sets of sites say whose piece is on each
} Finder;

static uint16_t add_test(Finder *f, SiteTest test) {
  if (f->tests.n > UINT16_MAX) return 0;
  VEC_PUSH(&f->tests, test);
  return (uint16_t)(f->tests.n - 1);
}

static const Ins *operand(const Finder *f, const Ins *in, int i) { return plan_ins(f->plan, in->a[i]); }

static_assert(A_WHO_TYPE == A_WHAT_TYPE && A_WHO_SITE == A_WHAT_SITE && A_WHO_LEVEL == A_WHAT_LEVEL &&
                  A_STATE_TYPE == A_WHAT_TYPE && A_STATE_SITE == A_WHAT_SITE && A_STATE_LEVEL == A_WHAT_LEVEL &&
                  A_IS_EMPTY_TYPE == A_WHAT_TYPE && A_IS_EMPTY_SITE == A_WHAT_SITE,
              "what is read of sites is asked alike");

static SiteType type_of(const Finder *f, int32_t type) { return type < 0 ? f->plan->game->site_type : (SiteType)type; }

// What is known of a site in a slot, at the top: what flat boards keep.
static bool reads_site(const Finder *f, const Ins *in, Op op) {
  if (in->op != op || operand(f, in, A_WHAT_SITE)->op != OP_SLOT) return false;
  SiteType type = type_of(f, in->a[A_WHAT_TYPE]);
  if (!f->plan->layout.flat[type] || (op == OP_STATE && !f->plan->layout.sites[type].state)) return false;
  return !in->a[A_WHAT_LEVEL] ||
         (operand(f, in, A_WHAT_LEVEL)->op == OP_CONST && operand(f, in, A_WHAT_LEVEL)->a[A_CONST_VALUE] <= 0);
}

// The same of a stack: at the top, or at a level that is known. *level: the level + 1, 0: the top.
static bool reads_level(const Finder *f, const Ins *in, Op op, int32_t *level) {
  enum { LEVEL_MOST = 1000 };
  if (in->op != op || operand(f, in, A_WHAT_SITE)->op != OP_SLOT) return false;
  *level = 0;
  if (in->a[A_WHAT_LEVEL]) {
    const Ins *given = operand(f, in, A_WHAT_LEVEL);
    int32_t value = given->op == OP_CONST ? given->a[A_CONST_VALUE] : -1;
    if (value < 0 || value > LEVEL_MOST) return false;
    *level = value + 1;
  }
  return f->plan->layout.sites[type_of(f, in->a[A_WHAT_TYPE])].height;
}

static SiteTest level_test(const Finder *f, TestKind kind, const Ins *read, int32_t level) {
  SiteType type = type_of(f, read->a[A_WHAT_TYPE]);
  return (SiteTest){.kind = (uint8_t)kind,
                    .slot = (uint8_t)operand(f, read, A_WHAT_SITE)->a[A_SLOT_SLOT],
                    .a = (uint16_t)type,
                    .b = (uint16_t)level,
                    .n = f->plan->game->sites[type]};
}

static SiteTest read_test(const Finder *f, TestKind kind, const Ins *read) {
  SiteType type = type_of(f, read->a[A_WHAT_TYPE]);
  SiteTest test = {.kind = (uint8_t)kind,
                   .slot = (uint8_t)operand(f, read, A_WHAT_SITE)->a[A_SLOT_SLOT],
                   .n = f->plan->game->sites[type]};
  const SiteLayout *at = &f->plan->layout.sites[type];
  bool by_owner = kind == TEST_WHO || kind == TEST_ENEMY || kind == TEST_FRIEND;
  if (by_owner && f->sets_by_owner) test.other = (int32_t)at->owned;
  test.as_set = kind != TEST_WHO && test.other;
  test.at = kind == TEST_IN_STATE ? at->empty : kind == TEST_WHAT ? at->what : kind >= TEST_STATE ? at->state : at->who;
  test.bytes = kind >= TEST_STATE ? f->plan->layout.width.state : f->plan->layout.width.what;
  if (kind == TEST_WHAT && test.bytes > 1) test.kind = TEST_WIDE_WHAT;
  return test;
}

static_assert(A_IS_ENEMY_PLAYER == A_IS_FRIEND_PLAYER, "find_owner_test serves both");

static uint16_t find_owner_test(Finder *f, const Ins *in, TestKind by_owner, TestKind by_state) {
  const Ins *read = operand(f, in, A_IS_ENEMY_PLAYER);
  if (reads_site(f, read, OP_WHO)) return add_test(f, read_test(f, by_owner, read));
  int32_t level;
  if (reads_level(f, read, OP_WHO, &level))
    return add_test(f, level_test(f, by_owner == TEST_ENEMY ? TEST_LEVEL_ENEMY : TEST_LEVEL_FRIEND, read, level));
  return reads_site(f, read, OP_STATE) ? add_test(f, read_test(f, by_state, read)) : 0;
}

// Where there is a piece, or a site is asked whether it is empty, in the same places.
static uint16_t find_empty_test(Finder *f, const Ins *in) {
  SiteType type = type_of(f, in->a[A_IS_EMPTY_TYPE]);
  if (operand(f, in, A_IS_EMPTY_SITE)->op != OP_SLOT || !f->plan->layout.sites[type].empty) return 0;
  SiteTest test = read_test(f, TEST_IN_STATE, in);
  test.as_bits = test.as_set = true;
  return add_test(f, test);
}

// The sites visited in this turn are a set of the state, like the empty ones.
static uint16_t find_visited_test(Finder *f, const Ins *in) {
  const Ins *site = operand(f, in, A_IS_VISITED_SITE);
  if (site->op != OP_SLOT || !f->plan->layout.visited) return 0;
  return add_test(f, (SiteTest){.kind = TEST_IN_STATE,
                                .slot = (uint8_t)site->a[A_SLOT_SLOT],
                                .as_bits = true,
                                .as_set = true,
                                .n = f->plan->program->region_bits,
                                .at = f->plan->layout.visited});
}

// Where the value of an operand is found while the program runs; false when it has to be worked out.
static bool find_value(const Ins *in, SiteTest *test) {
  switch ((int)in->op) {
    case OP_CONST: return test->from = VALUE_CONST, test->value = in->a[A_CONST_VALUE], true;
    case OP_HEAD: return test->from = VALUE_HEAD, test->value = head_offsets[in->a[A_HEAD_VAR]], true;
    case OP_SLOT: return test->from = VALUE_SLOT, test->value = in->a[A_SLOT_SLOT], true;
    default: return false;
  }
}

// ---- numbers of pieces -----------------------------------------------------------------------------

// How many pieces are on a site in a slot, as far as that is kept.
static bool reads_count(const Finder *f, const Ins *in, SiteTest *test) {
  if (in->op != OP_COUNT_AT || operand(f, in, A_COUNT_AT_SITE)->op != OP_SLOT) return false;
  SiteType type = type_of(f, in->a[A_COUNT_AT_TYPE]);
  const SiteLayout *at = &f->plan->layout.sites[type];
  *test = (SiteTest){.kind = at->height ? TEST_HEIGHT : TEST_COUNT,
                     .slot = (uint8_t)operand(f, in, A_COUNT_AT_SITE)->a[A_SLOT_SLOT],
                     .bytes = at->height ? 1 : f->plan->layout.width.count,
                     .at = at->height ? at->height : at->count,
                     .n = f->plan->game->sites[type]};
  return at->height || (at->count && f->plan->layout.flat[type]);
}

// A test that compares how many pieces there are with another number: a is equal to, less or more than b, as `how`
// says. Either side may be the number of pieces.
static uint16_t find_number_test(Finder *f, const Ins *a, const Ins *b, NumberTest how) {
  static const NumberTest turned[] = {NUMBER_IS, NUMBER_MORE, NUMBER_LESS};
  SiteTest test;
  if (!reads_count(f, a, &test)) {
    if (!reads_count(f, b, &test)) return 0;
    b = a;
    how = turned[how];
  }
  test.b = (uint16_t)how;
  return find_value(b, &test) ? add_test(f, test) : 0;
}

static_assert(A_EQ_A == A_NE_A && A_EQ_B == A_NE_B, "find_equality serves both");

// The site, or something about it, compared with a number.
static uint16_t find_equality(Finder *f, const Ins *in) {
  const Ins *a = operand(f, in, A_EQ_A), *b = operand(f, in, A_EQ_B);
  SiteTest test = {.kind = TEST_NONE};
  int32_t level;
  if (reads_site(f, a, OP_WHAT)) test = read_test(f, TEST_WHAT, a);
  else if (reads_site(f, a, OP_WHO)) test = read_test(f, TEST_WHO, a);
  else if (reads_site(f, a, OP_STATE)) test = read_test(f, TEST_STATE, a);
  else if (reads_level(f, a, OP_WHAT, &level)) test = level_test(f, TEST_LEVEL_WHAT, a, level);
  else if (reads_level(f, a, OP_WHO, &level)) test = level_test(f, TEST_LEVEL_WHO, a, level);
  else if (a->op == OP_SLOT)
    test = (SiteTest){.kind = TEST_IS, .slot = (uint8_t)a->a[A_SLOT_SLOT], .n = f->plan->program->region_bits};
  if (!test.kind) return find_number_test(f, a, b, NUMBER_IS);
  if (!find_value(b, &test)) return 0;
  bool nothing = test.kind == TEST_WHAT && test.from == VALUE_CONST && test.value == 0;
  if (nothing && f->plan->layout.plain) return find_empty_test(f, a);
  bool owner = test.kind == TEST_WHO && test.other;
  test.as_set = test.from != VALUE_SLOT && (owner || test.kind == TEST_IS);
  return add_test(f, test);
}

static uint16_t negated(Finder *f, uint16_t number) {
  if (!number) return 0;
  SiteTest test = {.kind = TEST_NOT, .slot = f->tests.at[number].slot, .a = number, .n = f->tests.at[number].n};
  test.as_bits = f->tests.at[number].as_bits && f->plan->program->region_words <= BITS_WORDS_MAX;
  test.by_slot = f->tests.at[number].by_slot;
  test.as_set = f->tests.at[number].as_set && f->plan->program->region_words <= SET_WORDS_MAX;
  return add_test(f, test);
}

// Asked of one site without running instructions.
static bool is_cheap(const Finder *f, uint16_t number) {
  const SiteTest *test = &f->tests.at[number];
  if (test->kind == TEST_REGION) return f->plan->memo_of[test->other] != 0;
  if (test->kind == TEST_NOT) return is_cheap(f, test->a);
  if (test->kind == TEST_AND || test->kind == TEST_OR) return is_cheap(f, test->a) && is_cheap(f, test->b);
  if (test->kind == TEST_IF) return is_cheap(f, test->a) && is_cheap(f, test->b) && is_cheap(f, (uint16_t)test->other);
  return test->kind != TEST_OTHER && test->kind != TEST_GIVEN;
}

// A condition inside another: as a test if it asks the same slot, else as it is. One on another slot that is cheap to
// ask is given: it holds for all sites or for none.
static uint16_t part(Finder *f, int32_t cond, uint8_t slot) {
  uint16_t number = f->test_of[cond];
  if (number && f->tests.at[number].slot == slot) return number;
  bool given = number && is_cheap(f, number) && !(f->plan->needs[cond] & 1u << slot);
  SiteTest test = {.kind = given ? TEST_GIVEN : TEST_OTHER,
                   .slot = slot,
                   .as_set = given,
                   .by_slot = given,
                   .a = given ? number : 0,
                   .other = cond,
                   .n = INT32_MAX};
  return add_test(f, test);
}

// Which of two tests to ask first: one that runs instructions comes last, unless it leaves something to chance.
static bool is_dear(const Finder *f, const SiteTest *test) {
  return test->kind == TEST_OTHER && !(f->plan->needs[test->other] & PART_CHANCE);
}

static uint16_t joined(Finder *f, TestKind kind, uint16_t a, uint16_t b) {
  if (!a || !b) return 0;
  if (is_dear(f, &f->tests.at[a]) && is_cheap(f, b)) return joined(f, kind, b, a);
  const SiteTest *one = &f->tests.at[a], *two = &f->tests.at[b];
  SiteTest test = {.kind = (uint8_t)kind, .slot = one->slot, .a = a, .b = b, .n = MIN(one->n, two->n)};
  test.as_bits = one->as_bits && two->as_bits && f->plan->program->region_words <= BITS_WORDS_MAX;
  test.by_slot = one->by_slot || two->by_slot;
  test.as_set = one->as_set && two->as_set && f->plan->program->region_words <= SET_WORDS_MAX;
  return add_test(f, test);
}

// The slot that a junction asks about, -1: none. FROM stays the same while other sites are asked about.
static int slot_asked(const Finder *f, const Ins *in) {
  int slot = -1;
  for (int i = 0; i < in->n && (slot < 0 || slot == SLOT_FROM); i++) {
    uint16_t number = f->test_of[in->a[i]];
    if (number) slot = f->tests.at[number].slot;
  }
  return slot;
}

static uint16_t find_junction(Finder *f, const Ins *in, TestKind kind) {
  int slot = slot_asked(f, in);
  if (slot < 0) return 0;
  uint16_t all = part(f, in->a[in->n - 1], (uint8_t)slot);
  for (int i = in->n - 2; i >= 0; i--) all = joined(f, kind, part(f, in->a[i], (uint8_t)slot), all);
  return all;
}

// The one or the other as a condition says, which is asked once.
static uint16_t chosen(Finder *f, uint16_t cond, uint16_t then, uint16_t other) {
  if (!cond || !then || !other) return 0;
  const SiteTest *tests = f->tests.at, *is = &tests[cond], *one = &tests[then], *two = &tests[other];
  SiteTest test = {.kind = TEST_IF, .slot = one->slot, .a = cond, .b = then, .other = other};
  test.n = MIN(is->n, MIN(one->n, two->n));
  test.as_bits = is->as_bits && one->as_bits && two->as_bits && f->plan->program->region_words <= BITS_WORDS_MAX;
  test.by_slot = is->by_slot || one->by_slot || two->by_slot;
  test.as_set = is->as_set && one->as_set && two->as_set && f->plan->program->region_words <= SET_WORDS_MAX;
  return add_test(f, test);
}

// One condition or another, as a third one says; without another none holds.
static uint16_t find_choice(Finder *f, const Ins *in) {
  uint16_t then = f->test_of[in->a[A_IF_INT_THEN]];
  if (!then) return 0;
  uint8_t slot = f->tests.at[then].slot;
  uint16_t cond = part(f, in->a[A_IF_INT_COND], slot);
  if (!in->a[A_IF_INT_ELSE]) return joined(f, TEST_AND, cond, then);
  return chosen(f, cond, then, part(f, in->a[A_IF_INT_ELSE], slot));
}

// In a region that is the same for all sites. It is worked out once where many are asked about.
static uint16_t find_region_test(Finder *f, const Ins *in) {
  const Ins *site = operand(f, in, A_IS_IN_SITE);
  int32_t region = in->a[A_IS_IN_REGION];
  if (site->op != OP_SLOT || f->plan->needs[region] & (SLOT_BITS | PART_CHANCE | PART_TRIES | PART_ITERATION)) return 0;
  return add_test(f, (SiteTest){.kind = TEST_REGION,
                                .slot = (uint8_t)site->a[A_SLOT_SLOT],
                                .as_bits = f->plan->memo_of[region] != 0,
                                .as_set = true,
                                .other = region,
                                .n = f->plan->program->region_bits});
}

// A condition on the board alone.
static uint16_t find_static_test(Finder *f, Ref ref) {
  uint32_t needs = f->plan->needs[ref];
  if (!needs || needs > SLOT_BITS || needs & (needs - 1)) return 0;
  return add_test(f, (SiteTest){.kind = TEST_STATIC,
                                .slot = (uint8_t)word_first(needs),
                                .as_bits = true,
                                .as_set = true,
                                .other = (int32_t)ref,
                                .n = f->plan->program->region_bits,
                                .at = f->n_fixed++});
}

static uint16_t find_state_test(Finder *f, const Ins *in) {
  switch ((int)in->op) {
    case OP_IS_EMPTY: return find_empty_test(f, in);
    case OP_IS_VISITED: return find_visited_test(f, in);
    case OP_IS_ENEMY: return find_owner_test(f, in, TEST_ENEMY, TEST_STATE_ENEMY);
    case OP_IS_FRIEND: return find_owner_test(f, in, TEST_FRIEND, TEST_STATE_FRIEND);
    case OP_EQ: return find_equality(f, in);
    case OP_NE: return negated(f, find_equality(f, in));
    case OP_LT: return find_number_test(f, operand(f, in, A_LT_A), operand(f, in, A_LT_B), NUMBER_LESS);
    case OP_LE: return negated(f, find_number_test(f, operand(f, in, A_LE_A), operand(f, in, A_LE_B), NUMBER_MORE));
    case OP_NOT: return negated(f, f->test_of[in->a[A_NOT_A]]);
    case OP_AND: return find_junction(f, in, TEST_AND);
    case OP_OR: return find_junction(f, in, TEST_OR);
    case OP_IF_INT: return find_choice(f, in);
    case OP_IS_IN: return find_region_test(f, in);
    default: return 0;
  }
}

static uint16_t find_test(Finder *f, Ref ref, const Ins *in) {
  uint16_t fixed = op_info[in->op].type == RULES_BOOL ? find_static_test(f, ref) : 0;
  return fixed ? fixed : find_state_test(f, in);
}

// The sets of sites by owner go by the kinds of pieces. Not all pieces belong to the owner of their kind: those of a
// pile that was set where none was are nobody's, and without piece kinds the number of a kind is that of its owner.
static bool sets_tell_owners(const Plan *plan) {
  const Game *game = plan->game;
  for (int c = 1; c < game->n_components && !game_has(game, GAME_PIECE_KINDS); c++) {
    if (game->components[c].owner != c) return false;
  }
  for (Ref ref = 1; ref < plan->program->n; ref += 1u + program_ins(plan->program, ref)->n) {
    const Ins *in = program_ins(plan->program, ref);
    if (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_SET_COUNT) return false;
  }
  return true;
}

// Operands come before the instructions that use them.
void site_tests_find(Plan *plan) {
  Finder f = {.plan = plan,
              .test_of = ARENA_ARRAY(&plan->arena, uint16_t, MAX(plan->program->n, 1)),
              .sets_by_owner = sets_tell_owners(plan)};
  add_test(&f, (SiteTest){.kind = TEST_NONE});
  bool match = plan->game->n_subgames > 0;  // it has no positions of its own
  for (Ref ref = 1; ref < plan->program->n && !match;) {
    const Ins *in = program_ins(plan->program, ref);
    f.test_of[ref] = find_test(&f, ref, in);
    ref += 1u + in->n;
  }
  plan->test_of = f.test_of;
  plan->tests = VEC_TO_ARENA(&f.tests, &plan->arena);
  plan->n_tests = (uint32_t)f.tests.n;
  plan->n_fixed = f.n_fixed;
  VEC_FREE(&f.tests);
}
