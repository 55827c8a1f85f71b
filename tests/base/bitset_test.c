// Bit sets against arrays of booleans, at widths around the word size.
#include "base/bitset.h"

#include "base/random.h"
#include "support/support.h"

enum { MOST_BITS = 300, MOST_WORDS = 5 };

typedef struct Pair {
  Word set[MOST_WORDS];
  bool naive[MOST_BITS];
} Pair;

static Pair random_pair(Random *random, int bits) {
  Pair pair = {0};
  for (int i = 0; i < bits; i++) {
    if (random_below(random, 3)) continue;
    bit_set(pair.set, i);
    pair.naive[i] = true;
  }
  return pair;
}

static void check_pair(const Pair *pair, int bits) {
  int words = bits_words(bits), count = 0, next = bits_next(pair->set, words, 0);
  for (int i = 0; i < bits; i++) {
    assert_int_equal(bit_get(pair->set, i), pair->naive[i]);
    if (!pair->naive[i]) continue;
    assert_int_equal(next, i);
    next = bits_next(pair->set, words, i + 1);
    count++;
  }
  assert_int_equal(next, -1);
  assert_int_equal(bits_count(pair->set, words), count);
  assert_int_equal(bits_any(pair->set, words), count > 0);
}

static const int widths[] = {1, 2, 63, 64, 65, 127, 128, 129, 200, 300};

static void single_bits(void **state) {
  Random random = random_stream(1, 0);
  for (size_t w = 0; w < COUNT_OF(widths); w++) {
    Pair pair = random_pair(&random, widths[w]);
    check_pair(&pair, widths[w]);
    for (int i = 0; i < 200; i++) {
      int bit = (int)random_below(&random, (uint32_t)widths[w]);
      switch (random_below(&random, 3)) {
        case 0: bit_set(pair.set, bit), pair.naive[bit] = true; break;
        case 1: bit_clear(pair.set, bit), pair.naive[bit] = false; break;
        case 2: bit_flip(pair.set, bit), pair.naive[bit] = !pair.naive[bit]; break;
      }
    }
    check_pair(&pair, widths[w]);
  }
}

static void whole_sets(void **state) {
  Random random = random_stream(2, 0);
  for (size_t w = 0; w < COUNT_OF(widths); w++) {
    int bits = widths[w], words = bits_words(bits);
    Pair a = random_pair(&random, bits), b = random_pair(&random, bits);
    Pair either = a, both = a, without = a;
    bool meet = false;
    bits_or(either.set, b.set, words);
    bits_and(both.set, b.set, words);
    bits_andnot(without.set, b.set, words);
    for (int i = 0; i < bits; i++) {
      either.naive[i] = a.naive[i] || b.naive[i];
      both.naive[i] = a.naive[i] && b.naive[i];
      without.naive[i] = a.naive[i] && !b.naive[i];
      meet |= both.naive[i];
    }
    check_pair(&either, bits);
    check_pair(&both, bits);
    check_pair(&without, bits);
    assert_int_equal(bits_meet(a.set, b.set, words), meet);
  }
}

static void copies_are_equal_until_changed(void **state) {
  Random random = random_stream(3, 0);
  Pair a = random_pair(&random, 200);
  Word copy[MOST_WORDS] = {0};
  bits_copy(copy, a.set, bits_words(200));
  assert_true(bits_equal(a.set, copy, bits_words(200)));
  bit_flip(copy, 199);
  assert_false(bits_equal(a.set, copy, bits_words(200)));
  bits_zero(copy, MOST_WORDS);
  assert_false(bits_any(copy, MOST_WORDS));
}

static void filling_sets_exactly_the_asked_bits(void **state) {
  for (size_t w = 0; w < COUNT_OF(widths); w++) {
    Word set[MOST_WORDS] = {0};
    bits_fill(set, widths[w]);
    assert_int_equal(bits_count(set, MOST_WORDS), widths[w]);
    assert_true(bit_get(set, widths[w] - 1));
  }
}

static void the_loop_visits_in_order(void **state) {
  Word set[3] = {0};
  const int expected[] = {0, 63, 64, 130, 191};
  for (size_t i = 0; i < COUNT_OF(expected); i++) bit_set(set, expected[i]);
  size_t seen = 0;
  FOR_BITS(i, set, 3) assert_int_equal(i, expected[seen++]);
  assert_int_equal(seen, COUNT_OF(expected));
}

// The bits of random sets, counted off one by one.
static void selecting_finds_the_bit_of_a_number(void **state) {
  Random random = random_stream(3, 1);
  for (int round = 0; round < 2000; round++) {
    Word set[MOST_WORDS];
    for (int w = 0; w < MOST_WORDS; w++) set[w] = random_next(&random) & (round % 3 ? random_next(&random) : ~(Word)0);
    uint32_t seen = 0;
    FOR_BITS(i, set, MOST_WORDS) assert_int_equal(bits_select(set, seen++), i);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(single_bits),
      cmocka_unit_test(whole_sets),
      cmocka_unit_test(copies_are_equal_until_changed),
      cmocka_unit_test(filling_sets_exactly_the_asked_bits),
      cmocka_unit_test(the_loop_visits_in_order),
      cmocka_unit_test(selecting_finds_the_bit_of_a_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
