// Numbers from outside: whole texts only, within their range.
#include "base/number.h"

#include "support/support.h"

static void integers_are_whole_texts_in_range(void **state) {
  static const struct {
    const char *text;
    int64_t least, most;
    bool good;
    int64_t value;
  } rows[] = {
      {"0", 0, 9, true, 0},
      {"12", 0, 99, true, 12},
      {"-7", -9, 0, true, -7},
      {"9223372036854775807", 0, INT64_MAX, true, INT64_MAX},
      {"-9223372036854775808", INT64_MIN, 0, true, INT64_MIN},
      {"9223372036854775808", 0, INT64_MAX, false, 0},
      {"99999999999999999999999", 0, INT64_MAX, false, 0},
      {"4294967297", 1, INT32_MAX, false, 0},
      {"10", 0, 9, false, 0},
      {"", 0, 9, false, 0},
      {"-", -9, 9, false, 0},
      {"+1", 0, 9, false, 0},
      {" 1", 0, 9, false, 0},
      {"1 ", 0, 9, false, 0},
      {"1x", 0, 9, false, 0},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    int64_t value = -99;
    assert_int_equal(str_integer(str_of(rows[i].text), rows[i].least, rows[i].most, &value), rows[i].good);
    assert_true(value == (rows[i].good ? rows[i].value : -99));
  }
}

static void reals_are_whole_texts_in_range(void **state) {
  double value = 0;
  assert_true(str_real(STR("0.25"), 0, 1, &value));
  assert_true(value == 0.25);
  assert_false(str_real(STR("nan"), 0, 1, &value));
  assert_false(str_real(STR("inf"), 0, 1e300, &value));
  assert_false(str_real(STR("1e300"), -1, 1, &value));
  assert_false(str_real(STR("0.5 "), 0, 1, &value));
  assert_false(str_real(STR(""), 0, 1, &value));
}

static void rules_wrap_around(void **state) {
  assert_int_equal(wrap_add(INT32_MAX, 1), INT32_MIN);
  assert_int_equal(wrap_subtract(INT32_MIN, 1), INT32_MAX);
  assert_int_equal(wrap_multiply(65536, 65536), 0);
  assert_int_equal(number_clamp(1e18), INT32_MAX);
  assert_int_equal(number_clamp(-1e18), INT32_MIN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_are_whole_texts_in_range),
      cmocka_unit_test(reals_are_whole_texts_in_range),
      cmocka_unit_test(rules_wrap_around),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
