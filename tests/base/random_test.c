// Random streams: pure functions of (seed, stream, counter), bounded draws without bias, streams that
// do not follow each other. All seeds are fixed, so these statistics never change.
#include "base/random.h"

#include "base/bitset.h"
#include "support/support.h"

#include <math.h>

static void the_same_stream_gives_the_same_numbers(void **state) {
  Random a = random_stream(42, 7), b = random_stream(42, 7);
  for (int i = 0; i < 1000; i++) assert_int_equal(random_next(&a), random_next(&b));
}

static void a_stream_can_be_entered_anywhere(void **state) {
  Random walked = random_stream(42, 7), entered = walked;
  for (int i = 0; i < 1000; i++) random_next(&walked);
  entered.counter = 1000;
  assert_int_equal(random_next(&walked), random_next(&entered));
}

// The chi-squared statistic of draws below bound, in standard deviations from its mean.
static double deviation(Random *random, uint32_t bound, int draws) {
  int counts[256] = {0};
  for (int i = 0; i < draws; i++) {
    uint32_t value = random_below(random, bound);
    assert_true(value < bound);
    counts[value]++;
  }
  double expected = (double)draws / bound, sum = 0;
  for (uint32_t i = 0; i < bound; i++) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  return (sum - (bound - 1)) / sqrt(2.0 * (bound - 1));
}

static void bounded_draws_are_uniform(void **state) {
  for (uint32_t bound = 2; bound <= 256; bound += 1 + bound / 5) {
    Random random = random_stream(bound, 1);
    assert_true(fabs(deviation(&random, bound, 200000)) < 4);
  }
}

// With a bound of three quarters of 2^32, taking the high product without rejection would hit every
// third value twice as often.
static void large_bounds_have_no_bias(void **state) {
  const uint32_t bound = 3u << 30;
  Random random = random_stream(9, 9);
  int thirds[3] = {0}, modulo[3] = {0};
  for (int i = 0; i < 300000; i++) {
    uint32_t value = random_below(&random, bound);
    assert_true(value < bound);
    thirds[value >> 30]++;
    modulo[value % 3]++;
  }
  for (int i = 0; i < 3; i++) {
    assert_in_range(thirds[i], 98700, 101300);
    assert_in_range(modulo[i], 98700, 101300);
  }
}

static void a_bound_of_one_leaves_no_choice(void **state) {
  Random random = random_stream(0, 0);
  for (int i = 0; i < 100; i++) assert_int_equal(random_below(&random, 1), 0);
}

// Neighbouring seeds and streams agree in half of their bits, like unrelated numbers.
static void streams_are_independent(void **state) {
  const uint64_t pairs[][4] = {{1, 1, 1, 2}, {1, 1, 2, 1}, {0, 0, 0, 1}, {0, 5, 5, 0}, {1, 0, 0, 1}, {9, 9, 10, 10}};
  for (size_t p = 0; p < COUNT_OF(pairs); p++) {
    Random a = random_stream(pairs[p][0], pairs[p][1]), b = random_stream(pairs[p][2], pairs[p][3]);
    int same = 0;
    for (int i = 0; i < 10000; i++) same += word_count(~(random_next(&a) ^ random_next(&b)));
    assert_true(fabs(same - 320000.0) < 4 * 400);
  }
}

// The first numbers of consecutive streams are as uniform as one stream's.
static void first_draws_of_many_streams_are_uniform(void **state) {
  int counts[64] = {0};
  for (uint64_t stream = 0; stream < 64000; stream++) {
    Random random = random_stream(3, stream);
    counts[random_below(&random, 64)]++;
  }
  double sum = 0;
  for (int i = 0; i < 64; i++) sum += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000;
  assert_true(fabs(sum - 63) < 4 * sqrt(126));
}

static void unit_numbers_stay_below_one(void **state) {
  Random random = random_stream(5, 5);
  double sum = 0;
  for (int i = 0; i < 100000; i++) {
    double x = random_unit(&random);
    assert_true(x >= 0 && x < 1);
    sum += x;
  }
  assert_true(fabs(sum / 100000 - 0.5) < 0.004);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_stream_gives_the_same_numbers),
      cmocka_unit_test(a_stream_can_be_entered_anywhere),
      cmocka_unit_test(bounded_draws_are_uniform),
      cmocka_unit_test(large_bounds_have_no_bias),
      cmocka_unit_test(a_bound_of_one_leaves_no_choice),
      cmocka_unit_test(streams_are_independent),
      cmocka_unit_test(first_draws_of_many_streams_are_uniform),
      cmocka_unit_test(unit_numbers_stay_below_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
