// Prioritised replay against values worked out by hand.
#include "learn/run/replay_buffer.h"

#include "support/support.h"

#include <math.h>

static void near(double a, double b) {
  if (fabs(a - b) > 1e-9) fail_msg("%.12g is not %.12g", a, b);
}

static void test_sum_tree(void **state) {
  SumTree tree;
  (void)state;
  sum_tree_init(&tree, 5);
  static const double values[] = {1, 2, 0, 4, 3};
  for (size_t i = 0; i < 5; i++) sum_tree_set(&tree, i, values[i]);
  near(sum_tree_total(&tree), 10);
  assert_int_equal(sum_tree_find(&tree, 0), 0);
  assert_int_equal(sum_tree_find(&tree, 0.99), 0);
  assert_int_equal(sum_tree_find(&tree, 1), 1);
  assert_int_equal(sum_tree_find(&tree, 2.99), 1);
  assert_int_equal(sum_tree_find(&tree, 3), 3);
  assert_int_equal(sum_tree_find(&tree, 6.99), 3);
  assert_int_equal(sum_tree_find(&tree, 7), 4);
  assert_int_equal(sum_tree_find(&tree, 9.99), 4);
  sum_tree_set(&tree, 3, 1);
  near(sum_tree_total(&tree), 7);
  assert_int_equal(sum_tree_find(&tree, 4), 4);
  sum_tree_free(&tree);
}

// The newest stay.
static void test_ring(void **state) {
  ReplayBuffer buffer;
  (void)state;
  replay_init(&buffer, 3, 0.5, 0.5);
  for (uint32_t i = 0; i < 5; i++) replay_add(&buffer, i, 1);
  assert_int_equal(buffer.n, 3);
  assert_int_equal(buffer.items[0].id, 3);
  assert_int_equal(buffer.items[1].id, 4);
  assert_int_equal(buffer.items[2].id, 2);
  near(sum_tree_total(&buffer.tree), 3);
  replay_free(&buffer);
}

// Priorities 1, 4 and 9 with alpha 1/2: chances 1/6, 2/6, 3/6. With beta 1/2 the importance of a sample is
// (1 / (3 P))^(1/2) = sqrt(2), 1, sqrt(2/3).
static void test_weights(void **state) {
  ReplayBuffer buffer;
  ReplayDraw draws[600];
  Random random = random_stream(1, 1);
  double counts[3] = {0}, sum = 0;
  static const double own[] = {1, 0.5, 0.25}, priorities[] = {1, 4, 9};
  (void)state;
  replay_init(&buffer, 3, 0.5, 0.5);
  for (uint32_t i = 0; i < 3; i++) replay_add(&buffer, i, own[i]);
  for (uint32_t i = 0; i < 3; i++) replay_set_priority(&buffer, i, priorities[i]);
  near(sum_tree_total(&buffer.tree), 6);
  replay_draw(&buffer, &random, draws, 600);
  for (size_t i = 0; i < 600; i++) {
    counts[draws[i].place]++;
    sum += draws[i].weight;
  }
  // One draw from each of 600 equal parts: the counts are certain.
  near(counts[0], 100);
  near(counts[1], 200);
  near(counts[2], 300);
  near(sum, 1);
  double expected[] = {sqrt(2), 0.5, 0.25 * sqrt(2.0 / 3)};
  double total = 100 * expected[0] + 200 * expected[1] + 300 * expected[2];
  for (size_t i = 0; i < 600; i++) near(draws[i].weight, expected[draws[i].place] / total);
  replay_add(&buffer, 7, 1);
  near(buffer.items[0].priority, 9);  // as large as the largest
  replay_free(&buffer);
}

// Where nothing that was drawn counts, there is nothing to learn.
static void test_nothing_counts(void **state) {
  ReplayBuffer buffer;
  ReplayDraw draws[4];
  Random random = random_stream(1, 3);
  (void)state;
  replay_init(&buffer, 3, 0.5, 0.5);
  for (uint32_t i = 0; i < 3; i++) replay_add(&buffer, i, 0);
  assert_false(replay_draw(&buffer, &random, draws, 4));
  for (int i = 0; i < 4; i++) near(draws[i].weight, 0);
  replay_free(&buffer);
}

static void test_uniform(void **state) {
  ReplayBuffer buffer;
  ReplayDraw draws[4];
  Random random = random_stream(1, 2);
  double counts[6] = {0};
  (void)state;
  replay_init(&buffer, 6, 0.5, 0.5);
  for (uint32_t i = 0; i < 6; i++) replay_add(&buffer, i, 1);
  replay_set_priority(&buffer, 2, 100);
  for (int k = 0; k < 6000; k++) {
    assert_int_equal(replay_draw_uniform(&buffer, &random, draws, 4), 4);
    for (int i = 0; i < 4; i++) counts[draws[i].place]++;
    for (int i = 1; i < 4; i++) assert_true(draws[i].place > draws[i - 1].place);
  }
  for (int i = 0; i < 6; i++) assert_true(fabs(counts[i] - 4000) < 200);
  replay_free(&buffer);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sum_tree), cmocka_unit_test(test_ring),
                                     cmocka_unit_test(test_weights), cmocka_unit_test(test_nothing_counts),
                                     cmocka_unit_test(test_uniform)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
