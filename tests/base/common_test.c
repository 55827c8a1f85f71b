// String slices.
#include "base/common.h"

#include "support/support.h"

static void slices_compare_by_content(void **state) {
  char copy[] = "abc";
  assert_true(str_eq(STR("abc"), str_of(copy)));
  assert_false(str_eq(STR("abc"), STR("abd")));
  assert_false(str_eq(STR("abc"), STR("ab")));
  assert_true(str_eq((Str){0}, STR("")));
  assert_true(str_is(STR("abc"), "abc"));
  assert_false(str_is(STR("abc"), "ab"));
  assert_int_equal(str_of(NULL).n, 0);
}

static void prefixes_and_suffixes(void **state) {
  assert_true(str_starts(STR("game.lud"), "game"));
  assert_true(str_starts(STR("game.lud"), ""));
  assert_false(str_starts(STR("gam"), "game"));
  assert_true(str_ends(STR("game.lud"), ".lud"));
  assert_false(str_ends(STR("lud"), ".lud"));
  assert_false(str_ends(STR("game.lud.zst"), ".lud"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slices_compare_by_content),
      cmocka_unit_test(prefixes_and_suffixes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
