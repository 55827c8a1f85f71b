// Compiling conditions on one site, and asking them.
#include "state/run/site_test.h"

#include "state/block/access.h"
#include "state/run/memo.h"

enum { BITS_WORDS_MAX = 4 };  // sets of more words cost more than they save

// ---- compiling -----------------------------------------------------------------------------------

static uint16_t add_test(Position *x, SiteTest test) {
  if (x->tests.n > UINT16_MAX) return 0;
  VEC_PUSH(&x->tests, test);
  return (uint16_t)(x->tests.n - 1);
}

static const Ins *operand(const Position *x, const Ins *in, int i) { return position_ins(x, in->a[i]); }

static_assert(A_WHO_TYPE == A_WHAT_TYPE && A_WHO_SITE == A_WHAT_SITE && A_WHO_LEVEL == A_WHAT_LEVEL &&
                  A_STATE_TYPE == A_WHAT_TYPE && A_STATE_SITE == A_WHAT_SITE && A_STATE_LEVEL == A_WHAT_LEVEL &&
                  A_IS_EMPTY_TYPE == A_WHAT_TYPE && A_IS_EMPTY_SITE == A_WHAT_SITE,
              "what is read of sites is asked alike");

// What is known of a site in a slot, at the top: what flat boards keep.
static bool reads_site(const Position *x, const Ins *in, Op op) {
  if (in->op != op || operand(x, in, A_WHAT_SITE)->op != OP_SLOT) return false;
  SiteType type = x_type(x, in->a[A_WHAT_TYPE]);
  if (!x->flat_what[type] || (op == OP_STATE && !SITE_LAYOUT(x, type)->state)) return false;
  return !in->a[A_WHAT_LEVEL] ||
         (operand(x, in, A_WHAT_LEVEL)->op == OP_CONST && operand(x, in, A_WHAT_LEVEL)->a[A_CONST_VALUE] <= 0);
}

static SiteTest read_test(const Position *x, TestKind kind, const Ins *read) {
  SiteType type = x_type(x, read->a[A_WHAT_TYPE]);
  SiteTest test = {
      .kind = (uint8_t)kind, .slot = (uint8_t)operand(x, read, A_WHAT_SITE)->a[A_SLOT_SLOT], .n = x->game->sites[type]};
  if (kind == TEST_EMPTY) test.bits = sites_empty(x, type);
  else if (kind == TEST_WHAT) test.what = x->flat_what[type];
  else if (kind >= TEST_STATE) test.state = STATE_AT(x, int16_t, SITE_LAYOUT(x, type)->state);
  else test.who = x->flat_who[type];
  return test;
}

static_assert(A_IS_ENEMY_PLAYER == A_IS_FRIEND_PLAYER, "find_owner_test serves both");

static uint16_t find_owner_test(Position *x, const Ins *in, TestKind by_owner, TestKind by_state) {
  const Ins *read = operand(x, in, A_IS_ENEMY_PLAYER);
  if (reads_site(x, read, OP_WHO)) return add_test(x, read_test(x, by_owner, read));
  return reads_site(x, read, OP_STATE) ? add_test(x, read_test(x, by_state, read)) : 0;
}

static uint16_t find_empty_test(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_IS_EMPTY_TYPE]);
  if (operand(x, in, A_IS_EMPTY_SITE)->op != OP_SLOT || !SITE_LAYOUT(x, type)->empty) return 0;
  SiteTest test = read_test(x, TEST_EMPTY, in);
  test.as_bits = true;
  return add_test(x, test);
}

// Where the value of an operand is found while the program runs, or NULL.
static const int32_t *place_of(const Position *x, const Ins *in) {
  if (in->op == OP_CONST) return &in->a[A_CONST_VALUE];
  if (in->op == OP_HEAD) return STATE_AT(x, int32_t, head_offset((HeadVar)in->a[A_HEAD_VAR]));
  return in->op == OP_SLOT ? &x->slots[in->a[A_SLOT_SLOT]] : NULL;
}

static_assert(A_EQ_A == A_NE_A && A_EQ_B == A_NE_B, "find_equality serves both");

// The site, or something about it, compared with a number.
static uint16_t find_equality(Position *x, const Ins *in) {
  const Ins *a = operand(x, in, A_EQ_A), *b = operand(x, in, A_EQ_B);
  SiteTest test = {.kind = TEST_NONE};
  if (reads_site(x, a, OP_WHAT)) test = read_test(x, TEST_WHAT, a);
  else if (reads_site(x, a, OP_WHO)) test = read_test(x, TEST_WHO, a);
  else if (reads_site(x, a, OP_STATE)) test = read_test(x, TEST_STATE, a);
  else if (a->op == OP_SLOT)
    test = (SiteTest){.kind = TEST_IS, .slot = (uint8_t)a->a[A_SLOT_SLOT], .n = x->program->region_bits};
  test.value = place_of(x, b);
  return test.kind && test.value ? add_test(x, test) : 0;
}

static uint16_t negated(Position *x, uint16_t number) {
  if (!number) return 0;
  SiteTest test = {.kind = TEST_NOT, .slot = x->tests.at[number].slot, .a = number, .n = x->tests.at[number].n};
  test.as_bits = x->tests.at[number].as_bits && x->words <= BITS_WORDS_MAX;
  return add_test(x, test);
}

// A condition inside another: as a test if it asks the same slot, else as it is.
static uint16_t part(Position *x, int32_t cond, uint8_t slot) {
  uint16_t number = x->test_of[cond];
  if (number && x->tests.at[number].slot == slot) return number;
  return add_test(x, (SiteTest){.kind = TEST_OTHER, .slot = slot, .other = cond, .n = INT32_MAX});
}

static uint16_t joined(Position *x, TestKind kind, uint16_t a, uint16_t b) {
  if (!a || !b) return 0;
  const SiteTest *one = &x->tests.at[a], *two = &x->tests.at[b];
  SiteTest test = {.kind = (uint8_t)kind, .slot = one->slot, .a = a, .b = b, .n = MIN(one->n, two->n)};
  test.as_bits = one->as_bits && two->as_bits && x->words <= BITS_WORDS_MAX;
  return add_test(x, test);
}

static uint16_t find_junction(Position *x, const Ins *in, TestKind kind) {
  int first = 0;
  while (first < in->n && !x->test_of[in->a[first]]) first++;
  if (first == in->n) return 0;
  uint8_t slot = x->tests.at[x->test_of[in->a[first]]].slot;
  uint16_t all = part(x, in->a[in->n - 1], slot);
  for (int i = in->n - 2; i >= 0; i--) all = joined(x, kind, part(x, in->a[i], slot), all);
  return all;
}

// A condition on the board alone.
static uint16_t find_static_test(Position *x, Ref ref) {
  uint32_t needs = x->needs[ref];
  if (!needs || needs >= 1u << SLOT_COUNT || needs & (needs - 1)) return 0;
  return add_test(x, (SiteTest){.kind = TEST_STATIC,
                                .slot = (uint8_t)word_first(needs),
                                .as_bits = true,
                                .other = (int32_t)ref,
                                .n = x->program->region_bits});
}

static uint16_t find_state_test(Position *x, const Ins *in) {
  switch ((int)in->op) {
    case OP_IS_EMPTY: return find_empty_test(x, in);
    case OP_IS_ENEMY: return find_owner_test(x, in, TEST_ENEMY, TEST_STATE_ENEMY);
    case OP_IS_FRIEND: return find_owner_test(x, in, TEST_FRIEND, TEST_STATE_FRIEND);
    case OP_EQ: return find_equality(x, in);
    case OP_NE: return negated(x, find_equality(x, in));
    case OP_NOT: return negated(x, x->test_of[in->a[A_NOT_A]]);
    case OP_AND: return find_junction(x, in, TEST_AND);
    case OP_OR: return find_junction(x, in, TEST_OR);
    default: return 0;
  }
}

static bool is_condition(Op op) {
  return op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE || op == OP_NOT || op == OP_AND || op == OP_OR ||
         op == OP_XOR || op == OP_IS_IN || op == OP_IS_IN_INTS || op == OP_RELATED;
}

static uint16_t find_test(Position *x, Ref ref, const Ins *in) {
  uint16_t fixed = is_condition((Op)in->op) ? find_static_test(x, ref) : 0;
  return fixed ? fixed : find_state_test(x, in);
}

// Operands come before the instructions that use them.
void site_tests_find(Position *x) {
  x->test_of = mem_alloc_zero(MAX(x->program->n, 1) * sizeof *x->test_of);
  VEC_CLEAR(&x->tests);
  add_test(x, (SiteTest){.kind = TEST_NONE});
  for (Ref ref = 1; ref < x->program->n;) {
    const Ins *in = program_ins(x->program, ref);
    x->test_of[ref] = find_test(x, ref, in);
    ref += 1u + in->n;
  }
}

void site_tests_free(Position *x) {
  for (size_t i = 0; i < x->tests.n; i++) {
    if (x->tests.at[i].kind == TEST_STATIC) mem_free(x->tests.at[i].fixed);
  }
  mem_free(x->test_of);
  VEC_FREE(&x->tests);
  x->test_of = NULL;
}

// ---- asking --------------------------------------------------------------------------------------

// The answers for all sites, worked out when first needed.
static const Word *static_bits(Position *x, uint16_t number) {
  SiteTest *test = &x->tests.at[number];
  if (test->fixed) return test->fixed;
  Word *bits = mem_alloc_zero((size_t)x->words * sizeof *bits);
  int32_t *slot = &x->slots[test->slot], old = *slot;
  for (*slot = 0; *slot < test->n; ++*slot) {
    if (x_int(x, test->other)) bit_set(bits, *slot);
  }
  *slot = old;
  return test->fixed = bits;
}

static uint16_t number_of(const Position *x, const SiteTest *test) { return (uint16_t)(test - x->tests.at); }

bool site_test_holds(Position *x, const SiteTest *test, int32_t site) {
  const SiteTest *tests = x->tests.at;
  switch ((TestKind)test->kind) {
    case TEST_NONE: break;
    case TEST_OTHER: return x_int(x, test->other);
    case TEST_AND: return site_test_holds(x, &tests[test->a], site) && site_test_holds(x, &tests[test->b], site);
    case TEST_OR: return site_test_holds(x, &tests[test->a], site) || site_test_holds(x, &tests[test->b], site);
    case TEST_NOT: return !site_test_holds(x, &tests[test->a], site);
    case TEST_STATIC: return bit_get(static_bits(x, number_of(x, test)), site);
    case TEST_EMPTY: return bit_get(test->bits, site);
    case TEST_IS: return site == *test->value;
    case TEST_WHAT: return test->what[site] == *test->value;
    case TEST_WHO: return test->who[site] == *test->value;
    case TEST_ENEMY: return player_is_enemy(x, test->who[site]);
    case TEST_FRIEND: return player_is_friend(x, test->who[site]);
    case TEST_STATE: return test->state[site] == *test->value;
    case TEST_STATE_ENEMY: return player_is_enemy(x, test->state[site]);
    case TEST_STATE_FRIEND: return player_is_friend(x, test->state[site]);
  }
  return false;
}

const Word *site_test_bits(Position *x, const SiteTest *test) {
  if (test->kind == TEST_EMPTY) return test->bits;
  if (test->kind == TEST_STATIC) return static_bits(x, number_of(x, test));
  Word *out = position_scratch(x, (size_t)x->words * sizeof *out);
  const Word *a = site_test_bits(x, &x->tests.at[test->a]);
  if (test->kind == TEST_NOT) {
    for (int w = 0; w < x->words; w++) out[w] = ~a[w];
    return out;
  }
  const Word *b = site_test_bits(x, &x->tests.at[test->b]);
  for (int w = 0; w < x->words; w++) out[w] = test->kind == TEST_AND ? a[w] & b[w] : a[w] | b[w];
  return out;
}
