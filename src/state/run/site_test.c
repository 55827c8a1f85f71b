// Asking conditions on one site.
#include "state/run/site_test.h"

#include "state/block/access.h"

void site_tests_free(Position *x) {
  for (uint32_t i = 0; x->fixed && i < x->plan->n_fixed; i++) mem_free(x->fixed[i]);
  mem_free(x->fixed);
  x->fixed = NULL;
}

// The answers of a static condition for all sites, worked out when first needed.
static const Word *static_bits(Position *x, const SiteTest *test) {
  if (LIKELY(x->fixed[test->at])) return x->fixed[test->at];
  Word *bits = mem_alloc_zero((size_t)x->words * sizeof *bits);
  int32_t *slot = &x->slots[test->slot], old = *slot;
  for (*slot = 0; *slot < test->n; ++*slot) {
    if (x_int(x, test->other)) bit_set(bits, *slot);
  }
  *slot = old;
  return x->fixed[test->at] = bits;
}

static inline int32_t value_of(const Position *x, const SiteTest *test) {
  if (test->from == VALUE_CONST) return test->value;
  return test->from == VALUE_HEAD ? *STATE_AT(x, int32_t, test->value) : x->slots[test->value];
}

bool site_test_holds(Position *x, const SiteTest *test, int32_t site) {
  const SiteTest *tests = x->tests;
  switch ((TestKind)test->kind) {
    case TEST_NONE: break;
    case TEST_OTHER: return x_int(x, test->other);
    case TEST_AND: return site_test_holds(x, &tests[test->a], site) && site_test_holds(x, &tests[test->b], site);
    case TEST_OR: return site_test_holds(x, &tests[test->a], site) || site_test_holds(x, &tests[test->b], site);
    case TEST_NOT: return !site_test_holds(x, &tests[test->a], site);
    case TEST_STATIC: return bit_get(static_bits(x, test), site);
    case TEST_EMPTY: return bit_get(STATE_AT(x, Word, test->at), site);
    case TEST_IS: return site == value_of(x, test);
    case TEST_WHAT: return STATE_AT(x, uint16_t, test->at)[site] == value_of(x, test);
    case TEST_WHO: return STATE_AT(x, uint8_t, test->at)[site] == value_of(x, test);
    case TEST_ENEMY: return player_is_enemy(x, STATE_AT(x, uint8_t, test->at)[site]);
    case TEST_FRIEND: return player_is_friend(x, STATE_AT(x, uint8_t, test->at)[site]);
    case TEST_STATE: return STATE_AT(x, int16_t, test->at)[site] == value_of(x, test);
    case TEST_STATE_ENEMY: return player_is_enemy(x, STATE_AT(x, int16_t, test->at)[site]);
    case TEST_STATE_FRIEND: return player_is_friend(x, STATE_AT(x, int16_t, test->at)[site]);
  }
  return false;
}

// The sites of all players whom a test of owners means.
static const Word *owners_bits(Position *x, const SiteTest *test) {
  Word *out = position_region(x);
  for (Player p = 1; p <= x->game->players + 1; p++) {
    bool meant = test->kind == TEST_ENEMY    ? player_is_enemy(x, p)
                 : test->kind == TEST_FRIEND ? player_is_friend(x, p)
                                             : p == value_of(x, test);
    if (meant) bits_or(out, STATE_AT(x, Word, test->other) + (size_t)p * (size_t)x->words, x->words);
  }
  return out;
}

static const Word *one_bit(Position *x, const SiteTest *test) {
  Word *out = position_region(x);
  int32_t site = value_of(x, test);
  if (site >= 0 && site < test->n) bit_set(out, site);
  return out;
}

static const Word *joined_bits(Position *x, const SiteTest *test) {
  Word *out = position_scratch(x, (size_t)x->words * sizeof *out);
  const Word *a = site_test_bits(x, &x->tests[test->a]);
  if (test->kind == TEST_NOT) {
    for (int w = 0; w < x->words; w++) out[w] = ~a[w];
    return out;
  }
  const Word *b = site_test_bits(x, &x->tests[test->b]);
  for (int w = 0; w < x->words; w++) out[w] = test->kind == TEST_AND ? a[w] & b[w] : a[w] | b[w];
  return out;
}

const Word *site_test_bits(Position *x, const SiteTest *test) {
  switch ((int)test->kind) {
    case TEST_EMPTY: return STATE_AT(x, Word, test->at);
    case TEST_STATIC: return static_bits(x, test);
    case TEST_WHO:
    case TEST_ENEMY:
    case TEST_FRIEND: return owners_bits(x, test);
    case TEST_IS: return one_bit(x, test);
    default: return joined_bits(x, test);
  }
}
