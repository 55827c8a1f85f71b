// Asking conditions on one site.
#include "state/run/site_test.h"

#include "state/block/access.h"

void site_tests_free(Position *x) {
  for (uint32_t i = 0; x->fixed && i < x->plan->n_fixed; i++) mem_free(x->fixed[i]);
  mem_free(x->fixed);
  x->fixed = NULL;
}

// The answers of a static condition for all sites, worked out when first needed. Those of rules that have stopped are
// not kept.
static const Word *static_bits(Position *x, const SiteTest *test) {
  if (LIKELY(x->fixed[test->at])) return x->fixed[test->at];
  Word *bits = position_region(x);
  int32_t *slot = &x->slots[test->slot], old = *slot;
  for (*slot = 0; *slot < test->n; ++*slot) {
    if (x_int(x, test->other)) bit_set(bits, *slot);
  }
  *slot = old;
  if (x->fault) return bits;
  Word *kept = mem_alloc((size_t)x->words * sizeof *kept);
  bits_copy(kept, bits, x->words);
  return x->fixed[test->at] = kept;
}

static bool static_holds(Position *x, const SiteTest *test, int32_t site) {
  if (LIKELY(x->fixed[test->at])) return bit_get(x->fixed[test->at], site);
  ScratchMark scratch = position_mark(x);
  bool holds = x->fault ? x_int(x, test->other) : bit_get(static_bits(x, test), site);
  position_release(x, scratch);
  return holds;
}

static inline int32_t value_of(const Position *x, const SiteTest *test) {
  if (test->from == VALUE_CONST) return test->value;
  return test->from == VALUE_HEAD ? *STATE_AT(x, int32_t, test->value) : x->slots[test->value];
}

static bool in_region(Position *x, int32_t region, int32_t site) {
  ScratchMark scratch = position_mark(x);
  bool in = bit_get(x_region(x, region), site);
  position_release(x, scratch);
  return in;
}

static bool given_holds(Position *x, const SiteTest *test) {
  const SiteTest *given = &x->tests[test->a];
  int32_t site = x->slots[given->slot];
  return (uint32_t)site < (uint32_t)given->n ? site_test_holds(x, given, site) : x_int(x, test->other);
}

static bool number_fits(int32_t number, int32_t value, NumberTest how) {
  return how == NUMBER_IS ? number == value : how == NUMBER_LESS ? number < value : number > value;
}

static int32_t number_of(const Position *x, const SiteTest *test, int32_t site) {
  return width_read(x->block + test->at, site, test->bytes);
}

// Where a stack does not have the level: no piece, and no owner.
static int32_t level_what(const Position *x, const SiteTest *test, int32_t site) {
  const uint8_t *kept = stack_level(x, (SiteType)test->a, site, (int32_t)test->b - 1);
  return kept ? kept_what(x, kept) : 0;
}

static Player level_who(const Position *x, const SiteTest *test, int32_t site) {
  const uint8_t *kept = stack_level(x, (SiteType)test->a, site, (int32_t)test->b - 1);
  return kept ? kept_who(x, kept) : 0;
}

// Of stacks and piles: a function of its own, so that the one for all tests stays small.
NEVER_INLINE static bool pile_test_holds(const Position *x, const SiteTest *test, int32_t site) {
  switch ((int)test->kind) {
    case TEST_WIDE_WHAT: return number_of(x, test, site) == value_of(x, test);
    case TEST_LEVEL_WHAT: return level_what(x, test, site) == value_of(x, test);
    case TEST_LEVEL_WHO: return level_who(x, test, site) == value_of(x, test);
    case TEST_LEVEL_ENEMY: return player_is_enemy(x, level_who(x, test, site));
    case TEST_LEVEL_FRIEND: return player_is_friend(x, level_who(x, test, site));
    default: return number_fits(number_of(x, test, site), value_of(x, test), (NumberTest)test->b);
  }
}

// The test that decides: one or the other, as a third one says.
static const SiteTest *choose_test(Position *x, const SiteTest *test, int32_t site) {
  return &x->tests[site_test_holds(x, &x->tests[test->a], site) ? test->b : test->other];
}

bool site_test_holds(Position *x, const SiteTest *test, int32_t site) {
  const SiteTest *tests = x->tests;
  switch ((TestKind)test->kind) {
    case TEST_NONE: break;
    case TEST_OTHER: return x_int(x, test->other);
    case TEST_GIVEN: return given_holds(x, test);
    case TEST_REGION: return in_region(x, test->other, site);
    case TEST_AND: return site_test_holds(x, &tests[test->a], site) && site_test_holds(x, &tests[test->b], site);
    case TEST_OR: return site_test_holds(x, &tests[test->a], site) || site_test_holds(x, &tests[test->b], site);
    case TEST_NOT: return !site_test_holds(x, &tests[test->a], site);
    case TEST_IF: return site_test_holds(x, choose_test(x, test, site), site);
    case TEST_STATIC: return static_holds(x, test, site);
    case TEST_IN_STATE: return bit_get(STATE_AT(x, Word, test->at), site);
    case TEST_IS: return site == value_of(x, test);
    case TEST_WHAT:
    case TEST_WHO: return STATE_AT(x, uint8_t, test->at)[site] == value_of(x, test);
    case TEST_ENEMY: return player_is_enemy(x, STATE_AT(x, uint8_t, test->at)[site]);
    case TEST_FRIEND: return player_is_friend(x, STATE_AT(x, uint8_t, test->at)[site]);
    case TEST_WIDE_WHAT:
    case TEST_LEVEL_WHAT:
    case TEST_LEVEL_WHO:
    case TEST_LEVEL_ENEMY:
    case TEST_LEVEL_FRIEND:
    case TEST_COUNT:
    case TEST_HEIGHT: return pile_test_holds(x, test, site);
    case TEST_STATE: return number_of(x, test, site) == value_of(x, test);
    case TEST_STATE_ENEMY: return player_is_enemy(x, number_of(x, test, site));
    case TEST_STATE_FRIEND: return player_is_friend(x, number_of(x, test, site));
  }
  return false;
}

// The commonest ones compare what an array has for every site with one value, which is then read once.
#define SELECT_WHERE(condition)                          \
  for (int w = 0; w < x->words; w++) {                   \
    for (Word rest = sites[w]; rest; rest &= rest - 1) { \
      int site = w * WORD_BITS + word_first(rest);       \
      out[w] |= (Word)(condition) << (site & 63);        \
    }                                                    \
  }

static bool test_at(Position *x, const SiteTest *test, int32_t site) {
  x->slots[test->slot] = site;
  return site_test_holds(x, test, site);
}

void site_test_select(Position *x, const SiteTest *test, const Word *sites, Word *out) {
  int32_t old = x->slots[test->slot];
  bool by_site = test->from == VALUE_SLOT && test->value == test->slot;
  int32_t value = by_site ? 0 : value_of(x, test);
  const uint8_t *at = x->block + test->at;
  switch (by_site ? TEST_OTHER : (TestKind)test->kind) {
    case TEST_WHAT:
    case TEST_WHO: SELECT_WHERE(at[site] == value) break;
    case TEST_STATE: SELECT_WHERE(width_read(at, site, test->bytes) == value) break;
    default: SELECT_WHERE(test_at(x, test, site)) break;
  }
  x->slots[test->slot] = old;
}

// ---- as sets ---------------------------------------------------------------------------------------

static const Word *set_of(Position *x, const SiteTest *test, int words);

// The sites of all players whom a test of owners means. Nobody's are all others, the empty ones among them.
static const Word *owners_set(Position *x, const SiteTest *test, int words) {
  Word *out = position_scratch(x, (size_t)words * sizeof *out);
  bits_zero(out, words);
  bool nobody = test->kind == TEST_WHO && value_of(x, test) == 0;
  for (Player p = 1; p <= x->game->players + 1; p++) {
    bool meant = test->kind == TEST_ENEMY    ? player_is_enemy(x, p)
                 : test->kind == TEST_FRIEND ? player_is_friend(x, p)
                                             : nobody || p == value_of(x, test);
    if (meant) bits_or(out, STATE_AT(x, Word, test->other) + (size_t)p * (size_t)x->words, words);
  }
  for (int w = 0; w < words && nobody; w++) out[w] = ~out[w];
  return out;
}

static const Word *one_site(Position *x, const SiteTest *test, int words) {
  Word *out = position_scratch(x, (size_t)words * sizeof *out);
  bits_zero(out, words);
  int32_t site = value_of(x, test);
  if (site >= 0 && site < words * WORD_BITS) bit_set(out, site);
  return out;
}

static const Word *all_or_none(Position *x, bool all, int words) {
  Word *out = position_scratch(x, (size_t)words * sizeof *out);
  for (int w = 0; w < words; w++) out[w] = all ? ~(Word)0 : 0;
  return out;
}

// Of its parts only the set that is made of them stays in scratch memory.
static const Word *joined_set(Position *x, const SiteTest *test, int words) {
  if (!position_work(x, (uint32_t)words)) return all_or_none(x, false, words);
  Word *out = position_scratch(x, (size_t)words * sizeof *out);
  ScratchMark scratch = position_mark(x);
  const Word *a = set_of(x, &x->tests[test->a], words);
  const Word *b = test->kind == TEST_NOT ? a : set_of(x, &x->tests[test->b], words);
  const Word *c = test->kind == TEST_IF ? set_of(x, &x->tests[test->other], words) : a;
  for (int w = 0; w < words; w++) {
    switch ((int)test->kind) {
      case TEST_NOT: out[w] = ~a[w]; break;
      case TEST_AND: out[w] = a[w] & b[w]; break;
      case TEST_OR: out[w] = a[w] | b[w]; break;
      default: out[w] = (a[w] & b[w]) | (~a[w] & c[w]);
    }
  }
  position_release(x, scratch);
  return out;
}

// The first words of the set of sites where the test holds.
static const Word *set_of(Position *x, const SiteTest *test, int words) {
  switch ((int)test->kind) {
    case TEST_GIVEN: return all_or_none(x, given_holds(x, test), words);
    case TEST_REGION: return x_region(x, test->other);
    case TEST_IN_STATE: return STATE_AT(x, Word, test->at);
    case TEST_STATIC: return static_bits(x, test);
    case TEST_WHO:
    case TEST_ENEMY:
    case TEST_FRIEND: return owners_set(x, test, words);
    case TEST_IS: return one_site(x, test, words);
    default: return joined_set(x, test, words);
  }
}

const Word *site_test_bits(Position *x, const SiteTest *test) {
  return set_of(x, test, MIN(bits_words(MIN(test->n, x->program->region_bits)), x->words));
}
