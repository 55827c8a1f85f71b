// The tree of the biased search: moves are tried by their priors, children stay what they are when they are moved, and
// copying keeps what is below the new root.
#include "learn/features/biased_tree.h"

#include "support/support.h"

enum { MOVE = sizeof(uint64_t) };

// Tries the next move of a node; its child is marked by a number that is also its move.
static uint32_t try_marked(BiasedTree *tree, uint32_t at, uint32_t mark) {
  uint64_t move = mark;
  uint32_t child = biased_tree_try(tree, at);
  if (child == BIASED_NONE) return child;
  biased_node(tree, child)->visits = mark;
  tree->now.means[child] = (float)mark;
  memcpy(biased_move(tree, child), &move, MOVE);
  return child;
}

static void check_child(const BiasedTree *tree, uint32_t at, uint32_t number, uint32_t index, uint32_t mark) {
  uint64_t move;
  uint32_t child = biased_node(tree, at)->first + number;
  memcpy(&move, biased_move(tree, child), MOVE);
  assert_int_equal(biased_node(tree, child)->index, index);
  assert_int_equal(biased_node(tree, child)->visits, mark);
  assert_int_equal(move, mark);
  assert_true(tree->now.means[child] == (float)mark);
}

static void test_order(void **state) {
  static const float priors[] = {0.1F, 0.3F, 0.05F, 0.25F, 0.2F, 0.1F};
  static const uint32_t order[] = {1, 3, 4};
  BiasedTree tree;
  Random random = random_stream(1, 1);
  (void)state;
  biased_tree_open(&tree, 1 << 20, MOVE);
  assert_false(biased_expanded(biased_node(&tree, BIASED_ROOT)));
  assert_true(biased_tree_expand(&tree, BIASED_ROOT, priors, 6, &random));
  for (uint32_t i = 0; i < 6; i++) assert_int_not_equal(try_marked(&tree, BIASED_ROOT, 100 + i), BIASED_NONE);
  for (uint32_t i = 0; i < 3; i++) check_child(&tree, BIASED_ROOT, i, order[i], 100 + i);
  const BiasedNode *root = biased_node(&tree, BIASED_ROOT);
  assert_int_equal(root->tried, 6);
  assert_int_equal(biased_node(&tree, root->first + 5)->index, 2);
  biased_tree_close(&tree);
}

static void test_advance(void **state) {
  static const float priors[] = {0.5F, 0.3F, 0.2F};
  BiasedTree tree;
  Random random = random_stream(1, 1);
  (void)state;
  biased_tree_open(&tree, 1 << 20, MOVE);
  biased_tree_expand(&tree, BIASED_ROOT, priors, 3, &random);
  for (uint32_t i = 0; i < 3; i++) try_marked(&tree, BIASED_ROOT, 10 + i);
  uint32_t second = biased_node(&tree, BIASED_ROOT)->first + 1;
  biased_tree_expand(&tree, second, priors, 3, &random);
  for (uint32_t i = 0; i < 2; i++) try_marked(&tree, second, 20 + i);
  biased_tree_advance(&tree, second);
  assert_int_equal(biased_node(&tree, BIASED_ROOT)->visits, 11);
  for (uint32_t i = 0; i < 2; i++) check_child(&tree, BIASED_ROOT, i, i, 20 + i);
  try_marked(&tree, BIASED_ROOT, 22);
  for (uint32_t i = 0; i < 3; i++) check_child(&tree, BIASED_ROOT, i, i, 20 + i);
  biased_tree_close(&tree);
}

// A full tree refuses; copying frees the room that children left when they were moved.
static void test_full(void **state) {
  float priors[64];
  BiasedTree tree;
  Random random = random_stream(1, 1);
  (void)state;
  for (int i = 0; i < 64; i++) priors[i] = 1.0F / 64;
  biased_tree_open(&tree, 24 << 10, MOVE);
  assert_true(biased_tree_expand(&tree, BIASED_ROOT, priors, 64, &random));
  for (uint32_t i = 0; i < 40; i++) assert_int_not_equal(try_marked(&tree, BIASED_ROOT, i), BIASED_NONE);
  uint32_t first = biased_node(&tree, BIASED_ROOT)->first, made = 0;
  assert_true(biased_tree_expand(&tree, first, priors, 64, &random));
  while (try_marked(&tree, first, made) != BIASED_NONE) made++;
  assert_in_range(made, 1, 63);
  uint32_t before = tree.now.used;
  biased_tree_advance(&tree, BIASED_ROOT);
  assert_in_range(tree.now.used, 1, before - 1);
  assert_int_equal(biased_node(&tree, BIASED_ROOT)->tried, 40);
  assert_int_equal(biased_node(&tree, biased_node(&tree, BIASED_ROOT)->first)->tried, made);
  biased_tree_close(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_advance),
      cmocka_unit_test(test_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
