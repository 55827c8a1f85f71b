// The tree of native searches: children in groups, and making room without losing what is kept.
#include "search/native/compact_tree.h"
#include "base/best.h"
#include "base/random.h"

#include "support/support.h"

// Appends a child whose move and index are its number.
static CompactRef add(CompactTree *tree, CompactRef parent, uint32_t moves, uint32_t number, uint32_t visits) {
  CompactRef group, ref = compact_append(tree, parent, moves, &group);
  if (!ref) return COMPACT_NONE;
  CompactNode *node = compact_node(tree, ref);
  node->index = (uint16_t)number;
  shared_set(&node->visits, visits);
  memcpy(compact_move(tree, ref), &number, sizeof number);
  shared_set(&tree->means[ref], (float)number);
  compact_publish(tree, group);
  return ref;
}

static uint32_t children(const CompactTree *tree, CompactRef at) {
  CompactWalk walk = {0};
  uint32_t n = 0;
  while (compact_child(tree, at, &walk)) n++;
  return n;
}

// Every child says the same in all places, and they come in the order in which they were added.
static void check_children(const CompactTree *tree, CompactRef at, uint32_t n) {
  CompactWalk walk = {0};
  uint32_t i = 0;
  for (CompactRef ref; (ref = compact_child(tree, at, &walk)); i++) {
    uint32_t move;
    memcpy(&move, compact_move(tree, ref), sizeof move);
    assert_int_equal(compact_node(tree, ref)->index, i);
    assert_int_equal(move, i);
    assert_true(shared_get(&tree->means[ref]) == (float)i);
  }
  assert_int_equal(i, n);
}

static void children_are_found_in_their_order(void **state) {
  CompactTree tree;
  compact_init(&tree, 1 << 20, sizeof(uint32_t), true);
  for (uint32_t i = 0; i < 500; i++) {
    add(&tree, COMPACT_ROOT, 500, i, 1);
    check_children(&tree, COMPACT_ROOT, i + 1);
  }
  compact_free(&tree);
}

static void room_is_made_where_visits_are_few(void **state) {
  CompactTree tree;
  compact_init(&tree, 1, sizeof(uint32_t), true);
  shared_set(&compact_node(&tree, COMPACT_ROOT)->visits, 1000);
  CompactRef busy = add(&tree, COMPACT_ROOT, 2, 0, 900), idle = add(&tree, COMPACT_ROOT, 2, 1, 3);
  uint32_t n = 0, m = 0;
  while (!compact_wants_room(&tree)) {
    if (add(&tree, idle, 4000, m, 1)) m++;
    if (n < 200 && add(&tree, busy, 200, n, 1)) n++;
  }
  assert_true(n == 200 && m > 1000);
  compact_make_room(&tree);
  assert_false(compact_wants_room(&tree));
  assert_int_equal(tree.recycled, 1);
  assert_int_equal(children(&tree, COMPACT_ROOT), 2);
  CompactWalk walk = {0};
  check_children(&tree, compact_child(&tree, COMPACT_ROOT, &walk), 200);
  assert_int_equal(children(&tree, compact_child(&tree, COMPACT_ROOT, &walk)), 0);
  assert_true(add(&tree, COMPACT_ROOT, 3, 2, 1));
  compact_free(&tree);
}

// A tree at random: each node's children are numbered, and how many it has follows from its own number and depth.
static uint32_t wanted(uint32_t number, int depth) { return depth >= 4 ? 0 : (number * 7 + (uint32_t)depth * 3) % 11; }

static void grow(CompactTree *tree, CompactRef at, uint32_t number, int depth) {
  uint32_t n = wanted(number, depth);
  CompactRef refs[16];
  for (uint32_t i = 0; i < n; i++) refs[i] = add(tree, at, n, i, 10);
  for (uint32_t i = n; i-- > 0;) grow(tree, refs[i], i, depth + 1);
}

static void check_tree(const CompactTree *tree, CompactRef at, uint32_t number, int depth) {
  check_children(tree, at, wanted(number, depth));
  CompactWalk walk = {0};
  for (CompactRef ref; (ref = compact_child(tree, at, &walk));) {
    check_tree(tree, ref, compact_node(tree, ref)->index, depth + 1);
  }
}

static void a_descendant_becomes_the_root_with_all_below_it(void **state) {
  CompactTree tree;
  for (uint32_t first = 0; first < wanted(9, 0); first++) {
    compact_init(&tree, 1 << 20, sizeof(uint32_t), true);
    grow(&tree, COMPACT_ROOT, 9, 0);
    check_tree(&tree, COMPACT_ROOT, 9, 0);
    CompactWalk walk = {0};
    CompactRef ref = COMPACT_NONE;
    for (uint32_t i = 0; i <= first; i++) ref = compact_child(&tree, COMPACT_ROOT, &walk);
    uint32_t before = shared_get(&tree.used);
    compact_advance(&tree, ref);
    assert_true(shared_get(&tree.used) < before);
    check_tree(&tree, COMPACT_ROOT, first, 1);
    compact_free(&tree);
  }
}

// As the plain loop: the first of the greatest, in one stretch or several.
static void the_best_sum_is_the_first_of_the_greatest(void **state) {
  Random random = random_stream(1, 2);
  float a[80], b[80];
  for (int round = 0; round < 4000; round++) {
    uint32_t n = 4 * random_below(&random, 20), half = n ? 4 * random_below(&random, n / 4) : 0;
    int32_t wanted_at = -1;
    for (uint32_t i = 0; i < n; i++) {
      a[i] = (float)random_below(&random, 4);
      b[i] = (float)random_below(&random, 3);
    }
    float least = (float)random_below(&random, 5) - 2, most = least;
    for (uint32_t i = 0; i < n; i++) {
      if (a[i] + 2 * b[i] <= most) continue;
      most = a[i] + 2 * b[i];
      wanted_at = (int32_t)i;
    }
    BestSums found = best_none(least);
    best_scan(&found, a, b, 0, half, 2);
    best_scan(&found, a, b, half, n - half, 2);
    assert_int_equal(best_place(&found, a, b, 2), wanted_at);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(children_are_found_in_their_order),
      cmocka_unit_test(room_is_made_where_visits_are_few),
      cmocka_unit_test(the_best_sum_is_the_first_of_the_greatest),
      cmocka_unit_test(a_descendant_becomes_the_root_with_all_below_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
