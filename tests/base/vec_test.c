// Vectors: growth, popping, moving to an arena.
#include "base/vec.h"

#include "support/support.h"

static void pushing_keeps_every_item(void **state) {
  VEC(int) numbers = {0};
  for (int i = 0; i < 10000; i++) VEC_PUSH(&numbers, i * i);
  assert_int_equal(numbers.n, 10000);
  for (int i = 0; i < 10000; i++) assert_int_equal(numbers.at[i], i * i);
  VEC_FREE(&numbers);
  assert_null(numbers.at);
  assert_int_equal(numbers.n, 0);
}

static void structures_may_contain_commas(void **state) {
  typedef struct Pair {
    int a, b;
  } Pair;
  VEC(Pair) pairs = {0};
  VEC_PUSH(&pairs, (Pair){1, 2});
  VEC_PUSH(&pairs, (Pair){.b = 4});
  assert_int_equal(VEC_LAST(&pairs).b, 4);
  Pair popped = VEC_POP(&pairs);
  assert_int_equal(popped.a, 0);
  assert_int_equal(pairs.n, 1);
  VEC_CLEAR(&pairs);
  assert_int_equal(pairs.n, 0);
  VEC_FREE(&pairs);
}

static void the_arena_copy_outlives_the_vector(void **state) {
  Arena arena = {0};
  VEC(uint16_t) numbers = {0};
  for (uint16_t i = 0; i < 100; i++) VEC_PUSH(&numbers, i);
  const uint16_t *copy = VEC_TO_ARENA(&numbers, &arena);
  VEC_FREE(&numbers);
  for (int i = 0; i < 100; i++) assert_int_equal(copy[i], i);
  arena_free(&arena);
}

static void an_empty_vector_can_be_moved_and_freed(void **state) {
  Arena arena = {0};
  VEC(int) none = {0};
  assert_non_null(VEC_TO_ARENA(&none, &arena));
  VEC_FREE(&none);
  arena_free(&arena);
}

static void an_empty_vector_has_nothing_from_any_item_on(void **state) {
  VEC(int) some = {0};
  assert_null(VEC_FROM(&some, some.n));
  VEC_PUSH(&some, 7);
  VEC_PUSH(&some, 8);
  assert_int_equal(*VEC_FROM(&some, 1), 8);
  assert_ptr_equal(VEC_FROM(&some, some.n), some.at + 2);
  VEC_FREE(&some);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pushing_keeps_every_item),
      cmocka_unit_test(structures_may_contain_commas),
      cmocka_unit_test(the_arena_copy_outlives_the_vector),
      cmocka_unit_test(an_empty_vector_can_be_moved_and_freed),
      cmocka_unit_test(an_empty_vector_has_nothing_from_any_item_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
