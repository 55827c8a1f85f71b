// The node pool and the small tables of a search.
#include "base/mem.h"
#include "base/random.h"
#include "base/thread.h"
#include "search/mcts/history.h"
#include "search/mcts/keys.h"
#include "search/mcts/mcts_tree.h"

#include "support/support.h"

static uint32_t count(const Tree *tree, NodeRef ref) {
  uint32_t n = 1;
  for (NodeRef child = tree_first(tree, ref); child; child = tree_next(tree, child)) n += count(tree, child);
  return n;
}

// A new child, out of the stock of one thread.
static NodeRef add(Tree *tree, int thread, NodeRef parent, uint64_t key, uint32_t index, int seat) {
  NodeRef ref = tree_make(tree, &tree->stocks[thread], parent, key, index, seat);
  if (!ref) return NODE_NONE;
  NodeRef seen = tree_first(tree, parent);
  while (!tree_link(tree, parent, ref, ref, &seen)) seen = tree_first(tree, parent);
  return ref;
}

static bool full(const Tree *tree) { return tree->used == tree->cap && tree_size(tree) == tree->n; }

static void a_full_pool_gives_up_what_is_visited_least(void **state) {
  Tree tree;
  tree_init(&tree, 1, false, 1);
  tree_node(&tree, TREE_ROOT)->visits = 1000;
  NodeRef busy = add(&tree, 0, TREE_ROOT, 1, 0, 1), idle = add(&tree, 0, TREE_ROOT, 2, 1, 1);
  tree_node(&tree, busy)->visits = 900;
  tree_node(&tree, idle)->visits = 3;
  for (uint32_t i = 0; !full(&tree); i++) add(&tree, 0, i % 2 ? busy : idle, 10 + i, i, 2);
  assert_int_equal(tree.recycled, 0);
  NodeRef extra = add(&tree, 0, busy, 5, 99, 2);
  assert_int_not_equal(extra, NODE_NONE);
  assert_int_equal(tree.recycled, 1);
  assert_int_equal(tree_node(&tree, idle)->first, NODE_NONE);
  assert_int_equal(count(&tree, TREE_ROOT), tree_size(&tree));
  tree_free(&tree);
}

// A megabyte is never exceeded, however many nodes are asked for.
static void the_limit_is_kept(void **state) {
  for (int more = 0; more <= 1; more++) {
    Tree tree;
    size_t limit = 1 << 20;
    tree_init(&tree, limit, more, 1);
    assert_in_range(tree.cap * (sizeof(Node) + (more ? sizeof(NodeMore) : 0)), limit * 9 / 10, limit);
    tree_node(&tree, TREE_ROOT)->visits = 1000;
    NodeRef parents[50];
    for (uint32_t i = 0; i < COUNT_OF(parents); i++) parents[i] = add(&tree, 0, TREE_ROOT, i + 1, i, 1);
    for (uint32_t i = 0; i < 10 * tree.cap; i++) {
      assert_int_not_equal(add(&tree, 0, parents[i % COUNT_OF(parents)], i + 1, i, 2), NODE_NONE);
      assert_true(tree.n < tree.cap && tree.used <= tree.cap);
    }
    assert_true(tree.recycled > 0);
    tree_free(&tree);
  }
}

static void what_is_in_use_stays(void **state) {
  Tree tree;
  tree_init(&tree, 1, false, 1);
  NodeRef child = add(&tree, 0, TREE_ROOT, 1, 0, 1), last = NODE_NONE;
  for (uint32_t i = 0; !full(&tree); i++) last = add(&tree, 0, child, 10 + i, i, 2);
  tree_node(&tree, last)->pending = 1;
  assert_int_equal(add(&tree, 0, child, 5, 0, 2), NODE_NONE);
  tree_node(&tree, last)->pending = 0;
  uint32_t tries = 1;
  while (!add(&tree, 0, TREE_ROOT, 5, 0, 2)) assert_true(++tries <= tree.cap);
  tree_free(&tree);
}

// Looking for something to give up costs as much as there are nodes, so that it is not done for each node asked for.
static void a_pool_that_stays_full_is_not_searched_each_time(void **state) {
  Tree tree;
  tree_init(&tree, 1 << 16, false, 1);
  tree_node(&tree, TREE_ROOT)->visits = 1000;
  while (!full(&tree)) add(&tree, 0, TREE_ROOT, 1 + tree.n, tree.n, 1);
  for (uint32_t i = 0; i < 4 * tree.cap; i++) assert_int_equal(add(&tree, 0, TREE_ROOT, 7, 0, 1), NODE_NONE);
  assert_in_range(tree.recycled, 2, 64);
  tree_free(&tree);
}

// ---- several threads

enum { CROWD = 4, CROWD_ROUNDS = 20000 };

typedef struct Crowd {
  Tree tree;
  _Atomic uint32_t made;
} Crowd;

// What a search does, without a game: down to a child of a child, made when it is missing, and up again.
static void visit(Crowd *crowd, int thread, Random *random) {
  Tree *tree = &crowd->tree;
  NodeRef way[3] = {TREE_ROOT};
  int n = 1;
  tree_enter(tree, TREE_ROOT);
  for (bool fresh = false; n < 3 && !fresh; n++) {
    uint64_t key = 1 + random_below(random, 100);
    NodeRef seen = tree_first(tree, way[n - 1]), ref = seen;
    while (ref && tree_node(tree, ref)->key != key) ref = tree_next(tree, ref);
    fresh = !ref;
    if (fresh) {
      ref = tree_make(tree, &tree->stocks[thread], way[n - 1], key, 0, 1);
      atomic_fetch_add(&crowd->made, ref != NODE_NONE);
      if (!ref) break;
      if (!tree_link(tree, way[n - 1], ref, ref, &seen)) {
        tree_unmake(tree, &tree->stocks[thread], ref);
        break;
      }
    }
    way[n] = ref;
    tree_enter(tree, ref);
  }
  for (int i = 0; i < n; i++) {
    tree_reward(tree, &tree->stocks[thread], way[i], 0.5);
    tree_leave(tree, way[i]);
  }
}

static void be_one_of_many(void *self, size_t index, int number) {
  Crowd *crowd = self;
  Random random = random_stream(3, index);
  gate_enter(&crowd->tree.gate);
  for (int i = 0; i < CROWD_ROUNDS; i++) {
    gate_pass(&crowd->tree.gate);
    visit(crowd, (int)index, &random);
  }
  tree_settle(&crowd->tree, &crowd->tree.stocks[index]);
  gate_leave(&crowd->tree.gate);
}

// No move twice below a node, nothing pending, nothing counted wrongly; returns the nodes.
static uint32_t check_below(Tree *tree, NodeRef at) {
  bool known[101] = {false};
  uint32_t n = 1;
  const Node *node = tree_node(tree, at);
  assert_int_equal(node->pending, 0);
  assert_true(node->sum == 0.5 * node->visits);
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    assert_false(known[tree_node(tree, ref)->key]);
    known[tree_node(tree, ref)->key] = true;
    n += check_below(tree, ref);
  }
  return n;
}

// Far more nodes are asked for than there is room for: the limit holds, and nothing is lost.
static void threads_share_a_small_pool(void **state) {
  Crowd *crowd = mem_alloc_zero(sizeof *crowd);
  Pool *pool;
  size_t limit = 200 << 10;
  tree_init(&crowd->tree, limit, false, CROWD);
  assert_true(crowd->tree.cap * sizeof(Node) <= limit);
  pool_open(&pool, CROWD);
  pool_run(pool, CROWD, be_one_of_many, crowd);
  assert_true(crowd->tree.recycled > 0);
  assert_true(crowd->made > crowd->tree.cap);
  assert_int_equal(tree_node(&crowd->tree, TREE_ROOT)->visits, CROWD * CROWD_ROUNDS);
  assert_true(crowd->tree.n <= crowd->tree.cap && crowd->tree.used <= crowd->tree.cap);
  assert_int_equal(check_below(&crowd->tree, TREE_ROOT), tree_size(&crowd->tree));
  pool_close(pool);
  tree_free(&crowd->tree);
  mem_free(crowd);
}

static void a_child_becomes_the_root(void **state) {
  Tree tree;
  tree_init(&tree, 1, false, 1);
  NodeRef a = add(&tree, 0, TREE_ROOT, 1, 0, 1), b = add(&tree, 0, TREE_ROOT, 2, 1, 1);
  add(&tree, 0, a, 3, 0, 2);
  NodeRef below = add(&tree, 0, b, 4, 0, 2);
  tree_node(&tree, b)->visits = 7;
  tree_advance(&tree, b);
  assert_int_equal(tree_size(&tree), 2);
  assert_int_equal(tree_node(&tree, TREE_ROOT)->visits, 7);
  assert_int_equal(tree_node(&tree, TREE_ROOT)->first, below);
  tree_free(&tree);
}

// Two nodes inside a move, one below the other: when they go, their children hang from the root, with the way kept.
static void nodes_inside_a_move_go_away(void **state) {
  Tree tree;
  tree_init(&tree, 1, true, 1);
  tree_node(&tree, TREE_ROOT)->moves = 2;
  NodeRef outer = add(&tree, 0, TREE_ROOT, 1, 0, 1), inner = add(&tree, 0, outer, 2, 1, 1);
  NodeRef left = add(&tree, 0, inner, 3, 0, 1), right = add(&tree, 0, inner, 4, 1, 1);
  tree_node(&tree, outer)->moves = 1;
  tree_node(&tree, inner)->moves = 2;
  assert_false(tree_expanded(&tree, inner));  // a child was never visited
  NodeRef visited[] = {outer, inner, left, right};
  for (size_t i = 0; i < COUNT_OF(visited); i++) {
    tree_node(&tree, visited[i])->visits = 1;
    assert_true(tree_enter(&tree, visited[i]));
  }
  assert_true(tree_expanded(&tree, inner));
  tree_roll_up(&tree, outer, inner);
  assert_true(tree_expanded(&tree, outer));
  tree_roll_up(&tree, TREE_ROOT, outer);
  assert_false(tree_expanded(&tree, TREE_ROOT));  // one of two parts tried
  assert_int_equal(tree_via(&tree, left), inner);
  assert_int_equal(tree_via(&tree, right), inner);
  assert_int_equal(tree_via(&tree, inner), outer);
  assert_int_equal(tree_via(&tree, outer), NODE_NONE);
  assert_int_equal(count(&tree, TREE_ROOT), tree_size(&tree));
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
      cmocka_unit_test(a_pool_that_stays_full_is_not_searched_each_time),
      cmocka_unit_test(threads_share_a_small_pool),
      cmocka_unit_test(a_child_becomes_the_root),
      cmocka_unit_test(nodes_inside_a_move_go_away),
      cmocka_unit_test(scores_are_means_that_fade),
      cmocka_unit_test(replies_are_forgotten_when_they_fail),
      cmocka_unit_test(keys_of_earlier_rounds_are_gone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
