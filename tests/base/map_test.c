// Hash maps: insertion, replacement, order, growth.
#include "base/map.h"

#include "support/support.h"

static void what_was_stored_is_found(void **state) {
  Arena arena = {0};
  Map map;
  int one = 1, two = 2;
  map_init(&map, &arena);
  assert_null(map_get(&map, STR("one")));
  assert_null(map_put(&map, STR("one"), &one));
  assert_null(map_put(&map, STR(""), &two));
  assert_ptr_equal(map_get(&map, STR("one")), &one);
  assert_ptr_equal(map_get(&map, STR("")), &two);
  assert_null(map_get(&map, STR("on")));
  assert_null(map_get(&map, STR("ones")));
  arena_free(&arena);
}

static void storing_again_returns_the_old_value(void **state) {
  Arena arena = {0};
  Map map;
  int one = 1, two = 2;
  map_init(&map, &arena);
  map_put(&map, STR("key"), &one);
  assert_ptr_equal(map_put(&map, STR("key"), &two), &one);
  assert_ptr_equal(map_get(&map, STR("key")), &two);
  assert_int_equal(map.n, 1);
  arena_free(&arena);
}

static void many_keys_keep_their_order(void **state) {
  enum { MANY = 5000 };
  Arena arena = {0};
  Map map;
  map_init(&map, &arena);
  for (uintptr_t i = 0; i < MANY; i++) map_put(&map, str_of(arena_printf(&arena, "key %zu", i)), (void *)(i + 1));
  assert_int_equal(map.n, MANY);
  for (uintptr_t i = 0; i < MANY; i++) {
    const char *key = arena_printf(&arena, "key %zu", i);
    assert_int_equal(map_get(&map, str_of(key)), i + 1);
    assert_str_equal(map.entries[i].key, key);
  }
  arena_free(&arena);
}

static void hashes_depend_on_content_and_seed(void **state) {
  char a[] = "same text", b[] = "same text";
  assert_int_equal(hash_bytes(a, sizeof a, 0), hash_bytes(b, sizeof b, 0));
  assert_int_not_equal(hash_bytes(a, sizeof a, 0), hash_bytes(a, sizeof a, 1));
  assert_int_not_equal(hash_bytes(a, sizeof a, 0), hash_bytes(a, sizeof a - 1, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_stored_is_found),
      cmocka_unit_test(storing_again_returns_the_old_value),
      cmocka_unit_test(many_keys_keep_their_order),
      cmocka_unit_test(hashes_depend_on_content_and_seed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
