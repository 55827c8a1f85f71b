// The node pool and the small tables of a search.
#include "search/tree.h"
#include "search/history.h"
#include "search/keys.h"

#include "support/support.h"

static uint32_t count(Tree *tree, NodeRef ref) {
  uint32_t n = 1;
  for (NodeRef child = tree_node(tree, ref)->first; child; child = tree_node(tree, child)->next)
    n += count(tree, child);
  return n;
}

static void a_full_pool_gives_up_what_is_visited_least(void **state) {
  Tree tree;
  tree_init(&tree, 1, false);
  tree_node(&tree, TREE_ROOT)->visits = 1000;
  NodeRef busy = tree_add(&tree, TREE_ROOT, 1, 0, 1), idle = tree_add(&tree, TREE_ROOT, 2, 1, 1);
  tree_node(&tree, busy)->visits = 900;
  tree_node(&tree, idle)->visits = 3;
  for (uint32_t i = 0; tree.used < tree.cap; i++) tree_add(&tree, i % 2 ? busy : idle, 10 + i, i, 2);
  assert_int_equal(tree.recycled, 0);
  NodeRef extra = tree_add(&tree, busy, 5, 99, 2);
  assert_int_not_equal(extra, NODE_NONE);
  assert_int_equal(tree.recycled, 1);
  assert_int_equal(tree_node(&tree, idle)->first, NODE_NONE);
  assert_int_equal(count(&tree, TREE_ROOT), tree.n);
  tree_free(&tree);
}

// A megabyte is never exceeded, however many nodes are asked for.
static void the_limit_is_kept(void **state) {
  for (int more = 0; more <= 1; more++) {
    Tree tree;
    size_t limit = 1 << 20;
    tree_init(&tree, limit, more);
    assert_in_range(tree.cap * (sizeof(Node) + (more ? sizeof(NodeMore) : 0)), limit * 9 / 10, limit);
    tree_node(&tree, TREE_ROOT)->visits = 1000;
    NodeRef parents[50];
    for (uint32_t i = 0; i < COUNT_OF(parents); i++) parents[i] = tree_add(&tree, TREE_ROOT, i + 1, i, 1);
    for (uint32_t i = 0; i < 10 * tree.cap; i++) {
      assert_int_not_equal(tree_add(&tree, parents[i % COUNT_OF(parents)], i + 1, i, 2), NODE_NONE);
      assert_true(tree.n < tree.cap && tree.used <= tree.cap);
    }
    assert_true(tree.recycled > 0);
    tree_free(&tree);
  }
}

static void what_is_in_use_stays(void **state) {
  Tree tree;
  tree_init(&tree, 1, false);
  NodeRef child = tree_add(&tree, TREE_ROOT, 1, 0, 1), last = NODE_NONE;
  for (uint32_t i = 0; tree.used < tree.cap; i++) last = tree_add(&tree, child, 10 + i, i, 2);
  tree_node(&tree, last)->pending = 1;
  assert_int_equal(tree_add(&tree, child, 5, 0, 2), NODE_NONE);
  tree_node(&tree, last)->pending = 0;
  assert_int_not_equal(tree_add(&tree, TREE_ROOT, 5, 0, 2), NODE_NONE);
  tree_free(&tree);
}

static void a_child_becomes_the_root(void **state) {
  Tree tree;
  tree_init(&tree, 1, false);
  NodeRef a = tree_add(&tree, TREE_ROOT, 1, 0, 1), b = tree_add(&tree, TREE_ROOT, 2, 1, 1);
  tree_add(&tree, a, 3, 0, 2);
  NodeRef below = tree_add(&tree, b, 4, 0, 2);
  tree_node(&tree, b)->visits = 7;
  tree_advance(&tree, b);
  assert_int_equal(tree.n, 2);
  assert_int_equal(tree_node(&tree, TREE_ROOT)->visits, 7);
  assert_int_equal(tree_node(&tree, TREE_ROOT)->first, below);
  tree_free(&tree);
}

// Two nodes inside a move, one below the other: when they go, their children hang from the root, with the way kept.
static void nodes_inside_a_move_go_away(void **state) {
  Tree tree;
  tree_init(&tree, 1, true);
  tree_node(&tree, TREE_ROOT)->moves = 2;
  NodeRef outer = tree_add(&tree, TREE_ROOT, 1, 0, 1), inner = tree_add(&tree, outer, 2, 1, 1);
  NodeRef left = tree_add(&tree, inner, 3, 0, 1), right = tree_add(&tree, inner, 4, 1, 1);
  tree_node(&tree, outer)->moves = 1;
  tree_node(&tree, inner)->moves = 2;
  assert_false(tree_expanded(&tree, inner));  // a child was never visited
  NodeRef visited[] = {outer, inner, left, right};
  for (size_t i = 0; i < COUNT_OF(visited); i++) tree_node(&tree, visited[i])->visits = 1;
  assert_true(tree_expanded(&tree, inner));
  tree_roll_up(&tree, outer, inner);
  assert_true(tree_expanded(&tree, outer));
  tree_roll_up(&tree, TREE_ROOT, outer);
  assert_false(tree_expanded(&tree, TREE_ROOT));  // one of two parts tried
  assert_int_equal(tree_via(&tree, left), inner);
  assert_int_equal(tree_via(&tree, right), inner);
  assert_int_equal(tree_via(&tree, inner), outer);
  assert_int_equal(tree_via(&tree, outer), NODE_NONE);
  assert_int_equal(count(&tree, TREE_ROOT), tree.n);
  assert_int_equal(tree_node(&tree, outer)->first, NODE_NONE);
  tree_free(&tree);
}

static void scores_are_means_that_fade(void **state) {
  ScoreTable table;
  scores_init(&table, 16);
  assert_null(scores_find(&table, 77));
  scores_add(&table, 77, 1);
  scores_add(&table, 77, 0);
  scores_fade(&table, 0.5);
  assert_true(scores_find(&table, 77)->n == 1);
  assert_true(scores_find(&table, 77)->sum == 0.5f);
  scores_fade(&table, 0);
  assert_null(scores_find(&table, 77));
  for (uint64_t key = 1; key < 1000; key++) scores_add(&table, key, 1);  // never full
  assert_true(table.n < 16);
  scores_free(&table);
}

static void replies_are_forgotten_when_they_fail(void **state) {
  ReplyTable table;
  replies_init(&table, 16);
  replies_put(&table, 5, 6);
  assert_int_equal(replies_find(&table, 5), 6);
  replies_drop(&table, 5, 7);
  assert_int_equal(replies_find(&table, 5), 6);
  replies_drop(&table, 5, 6);
  assert_int_equal(replies_find(&table, 5), 0);
  replies_free(&table);
}

static void keys_of_earlier_rounds_are_gone(void **state) {
  KeyTable table = {0};
  uint32_t value;
  assert_false(keys_get(&table, 9, &value));
  keys_clear(&table);
  for (uint32_t i = 1; i <= 1000; i++) keys_put(&table, i * 0x9e3779b97f4a7c15ULL, i);
  for (uint32_t i = 1; i <= 1000; i++) {
    assert_true(keys_get(&table, i * 0x9e3779b97f4a7c15ULL, &value));
    assert_int_equal(value, i);
  }
  keys_clear(&table);
  assert_false(keys_get(&table, 0x9e3779b97f4a7c15ULL, &value));
  keys_free(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_full_pool_gives_up_what_is_visited_least),
      cmocka_unit_test(the_limit_is_kept),
      cmocka_unit_test(what_is_in_use_stays),
      cmocka_unit_test(a_child_becomes_the_root),
      cmocka_unit_test(nodes_inside_a_move_go_away),
      cmocka_unit_test(scores_are_means_that_fade),
      cmocka_unit_test(replies_are_forgotten_when_they_fail),
      cmocka_unit_test(keys_of_earlier_rounds_are_gone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
