// Arenas: alignment, stability of pointers, marks, reuse.
#include "base/arena.h"

#include "support/support.h"

#include <stdio.h>

// In a hardened build every allocation is a block of its own.
#ifdef SENET_HARDENED
#define MEMORY_IS_REUSED false
#else
#define MEMORY_IS_REUSED true
#endif

static void blocks_are_aligned_and_distinct(void **state) {
  Arena arena = {0};
  unsigned char *last = NULL;
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *block = arena_alloc(&arena, size);
    assert_int_equal((uintptr_t)block % 16, 0);
    assert_true(block != last || size <= 16);
    memset(block, (int)(size & 255), size);
    last = block;
  }
  arena_free(&arena);
  assert_null(arena.head);
}

static void pointers_stay_valid(void **state) {
  Arena arena = {0};
  char *texts[500];
  for (int i = 0; i < 500; i++) texts[i] = arena_printf(&arena, "text %d of many", i);
  for (int i = 0; i < 500; i++) {
    char expected[40];
    snprintf(expected, sizeof expected, "text %d of many", i);
    assert_string_equal(texts[i], expected);
  }
  arena_free(&arena);
}

static void zeroed_memory_is_zero_after_reuse(void **state) {
  Arena arena = {0};
  memset(arena_alloc(&arena, 2000), 0xff, 2000);
  arena_reset(&arena);
  const unsigned char *block = arena_zero(&arena, 2000);
  for (int i = 0; i < 2000; i++) assert_int_equal(block[i], 0);
  arena_free(&arena);
}

static void rewind_gives_back_what_came_after(void **state) {
  Arena arena = {0};
  char *kept = arena_text(&arena, STR("kept"));
  ArenaMark mark = arena_mark(&arena);
  size_t total = arena.total;
  for (int i = 0; i < 100; i++) arena_alloc(&arena, 10000);
  assert_true(arena.total > total);
  arena_rewind(&arena, mark);
  assert_int_equal(arena.total, total);
  assert_string_equal(kept, "kept");
  if (MEMORY_IS_REUSED) assert_ptr_equal(arena_alloc(&arena, 16), kept + 16);
  arena_free(&arena);
}

static void reset_keeps_one_block(void **state) {
  if (!MEMORY_IS_REUSED) skip();
  Arena arena = {0};
  for (int i = 0; i < 50; i++) arena_alloc(&arena, 5000);
  arena_reset(&arena);
  size_t total = arena.total;
  assert_true(total > 0);
  arena_alloc(&arena, 64);
  assert_int_equal(arena.total, total);
  arena_free(&arena);
}

static void large_requests_get_their_own_block(void **state) {
  Arena arena = {0};
  unsigned char *large = arena_alloc(&arena, 5 << 20);
  large[(5 << 20) - 1] = 1;
  assert_true(arena.total >= 5 << 20);
  arena_free(&arena);
}

static void copies_are_terminated(void **state) {
  Arena arena = {0};
  Str slice = {"abcdef", 3};
  assert_string_equal(arena_text(&arena, slice), "abc");
  Str copy = arena_str(&arena, slice);
  assert_str_equal(copy, "abc");
  assert_int_equal(copy.p[3], 0);
  assert_string_equal(arena_text(&arena, (Str){0}), "");
  int numbers[] = {1, 2, 3};
  assert_memory_equal(arena_copy(&arena, numbers, sizeof numbers), numbers, sizeof numbers);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_aligned_and_distinct),
      cmocka_unit_test(pointers_stay_valid),
      cmocka_unit_test(zeroed_memory_is_zero_after_reuse),
      cmocka_unit_test(rewind_gives_back_what_came_after),
      cmocka_unit_test(reset_keeps_one_block),
      cmocka_unit_test(large_requests_get_their_own_block),
      cmocka_unit_test(copies_are_terminated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
