// Multisets of texts.
#include "play/bag.h"

#include "support/support.h"

static void fill(Bag *bag, const char *const *texts) {
  bag_clear(bag);
  for (; *texts; texts++) bag_add(bag, str_of(*texts));
}

#define FILL(bag, ...) fill((bag), (const char *const[]){__VA_ARGS__, NULL})

static void order_does_not_matter_but_number_does(void **state) {
  Bag a = {0}, b = {0};
  FILL(&a, "x", "y", "y");
  FILL(&b, "y", "x", "y");
  assert_true(bag_equal(&a, &b));
  FILL(&b, "y", "x", "x");
  assert_false(bag_equal(&a, &b));
  FILL(&b, "y", "x");
  assert_false(bag_equal(&a, &b));
  bag_free(&a);
  bag_free(&b);
}

static void excess_counts_copies(void **state) {
  Bag a = {0}, b = {0};
  BagIndices excess = {0};
  FILL(&a, "p", "q", "q", "q", "r");
  FILL(&b, "q", "r", "s");
  bag_excess(&a, &b, &excess);
  assert_int_equal(excess.n, 3);
  size_t q = 0;
  for (size_t i = 0; i < excess.n; i++) q += str_is(bag_item(&a, excess.at[i]), "q");
  assert_int_equal(q, 2);
  bag_excess(&b, &a, &excess);
  assert_int_equal(excess.n, 1);
  assert_str_equal(bag_item(&b, excess.at[0]), "s");
  VEC_FREE(&excess);
  bag_free(&a);
  bag_free(&b);
}

static void texts_can_be_written_in_place(void **state) {
  Bag bag = {0};
  bag_add(&bag, STR("one"));
  text_puts(&bag.text, "tw");
  text_puts(&bag.text, "o");
  bag_close_item(&bag);
  assert_str_equal(bag_item(&bag, 1), "two");
  assert_int_equal(bag_find(&bag, STR("two")), 1);
  assert_int_equal(bag_find(&bag, STR("onetwo")), -1);
  bag_free(&bag);
}

// FNV-1a 64 of "a\nb\n".
static void the_hash_is_over_sorted_lines(void **state) {
  Bag bag = {0};
  FILL(&bag, "b", "a");
  uint64_t expected = 0xcbf29ce484222325ULL;
  for (const char *p = "a\nb\n"; *p; p++) expected = (expected ^ (unsigned char)*p) * 0x100000001b3ULL;
  assert_true(bag_sorted_hash(&bag) == expected);
  bag_free(&bag);
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
