// Statistics of the experiment on trained sets, by hand.
#include "cmd/learn/trained_stats.h"

#include "support/support.h"

#include <math.h>

static void near(double a, double b) {
  if (fabs(a - b) > 1e-12) fail_msg("%.15g is not %.15g", a, b);
}

static void test_interquartile_mean(void **state) {
  static const double four[] = {1, 2, 3, 10}, five[] = {1, 2, 3, 4, 50};
  (void)state;
  near(interquartile_mean(four, 4), 2.5);
  near(interquartile_mean(five, 5), (0.75 * 2 + 3 + 0.75 * 4) / 2.5);
}

static void test_probability(void **state) {
  static const double x[] = {1, 2, 3}, y[] = {2, 0};
  (void)state;
  near(probability_above(x, 3, y, 2), (0 + 1 + 0.5 + 1 + 1 + 1) / 6);
  near(probability_above(x, 3, x, 3), 0.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_interquartile_mean), cmocka_unit_test(test_probability)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
