// Multisets of texts.
#include "play/record/multiset.h"

#include "support/support.h"

static void fill(Multiset *bag, const char *const *texts) {
  multiset_clear(bag);
  for (; *texts; texts++) multiset_add(bag, str_of(*texts));
}

#define FILL(bag, ...) fill((bag), (const char *const[]){__VA_ARGS__, NULL})

static void order_does_not_matter_but_number_does(void **state) {
  Multiset a = {0}, b = {0};
  FILL(&a, "x", "y", "y");
  FILL(&b, "y", "x", "y");
  assert_true(multiset_equal(&a, &b));
  FILL(&b, "y", "x", "x");
  assert_false(multiset_equal(&a, &b));
  FILL(&b, "y", "x");
  assert_false(multiset_equal(&a, &b));
  multiset_free(&a);
  multiset_free(&b);
}

static void excess_counts_copies(void **state) {
  Multiset a = {0}, b = {0};
  MultisetIndices excess = {0};
  FILL(&a, "p", "q", "q", "q", "r");
  FILL(&b, "q", "r", "s");
  multiset_excess(&a, &b, &excess);
  assert_int_equal(excess.n, 3);
  size_t q = 0;
  for (size_t i = 0; i < excess.n; i++) q += str_is(multiset_item(&a, excess.at[i]), "q");
  assert_int_equal(q, 2);
  multiset_excess(&b, &a, &excess);
  assert_int_equal(excess.n, 1);
  assert_str_equal(multiset_item(&b, excess.at[0]), "s");
  VEC_FREE(&excess);
  multiset_free(&a);
  multiset_free(&b);
}

static void texts_can_be_written_in_place(void **state) {
  Multiset bag = {0};
  multiset_add(&bag, STR("one"));
  text_puts(&bag.text, "tw");
  text_puts(&bag.text, "o");
  multiset_close_item(&bag);
  assert_str_equal(multiset_item(&bag, 1), "two");
  assert_int_equal(multiset_find(&bag, STR("two")), 1);
  assert_int_equal(multiset_find(&bag, STR("onetwo")), -1);
  multiset_free(&bag);
}

// FNV-1a 64 of "a\nb\n".
static void the_hash_is_over_sorted_lines(void **state) {
  Multiset bag = {0};
  FILL(&bag, "b", "a");
  uint64_t expected = 0xcbf29ce484222325ULL;
  for (const char *p = "a\nb\n"; *p; p++) expected = (expected ^ (unsigned char)*p) * 0x100000001b3ULL;
  assert_true(multiset_sorted_hash(&bag) == expected);
  multiset_free(&bag);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_does_not_matter_but_number_does),
      cmocka_unit_test(excess_counts_copies),
      cmocka_unit_test(texts_can_be_written_in_place),
      cmocka_unit_test(the_hash_is_over_sorted_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
