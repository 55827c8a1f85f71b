// UTF-8: what is well formed and what is not.
#include "base/utf8.h"

#include "support/support.h"

static void well_formed_text_has_no_bad_byte(void **state) {
  static const char *const good[] = {"", "plain", "Ĝo", "碁", "🎲", "\xc2\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
  for (size_t i = 0; i < COUNT_OF(good); i++) assert_int_equal(utf8_first_bad(str_of(good[i])), strlen(good[i]));
}

static void the_first_bad_byte_is_found(void **state) {
  static const struct {
    const char *text;
    size_t at;
  } bad[] = {
      {"ab\xff", 2},            // no such lead byte
      {"\x80", 0},              // a continuation alone
      {"a\xc0\xaf", 1},         // overlong
      {"\xe0\x80\x80", 0},      // overlong
      {"\xed\xa0\x80", 0},      // surrogate
      {"\xf4\x90\x80\x80", 0},  // above U+10FFFF
      {"x\xe7\xa2", 1},         // cut short
      {"\xe7\xa2(", 0},         // continuation missing
  };
  for (size_t i = 0; i < COUNT_OF(bad); i++) assert_int_equal(utf8_first_bad(str_of(bad[i].text)), bad[i].at);
}

static void length_of_a_code_point(void **state) {
  assert_int_equal(utf8_length("a", 1), 1);
  assert_int_equal(utf8_length("碁x", 4), 3);
  assert_int_equal(utf8_length("\xff\xff", 2), 1);
  assert_int_equal(utf8_length("\xe7\xa2", 2), 1);
}

static void bad_bytes_become_question_marks(void **state) {
  (void)state;
  char text[] =
      "a\xff\xe7\xa2"
      "b\xc3\xa9\xf0";
  utf8_mend(text, strlen(text));
  assert_string_equal(text, "a???b\xc3\xa9?");
  utf8_mend(text, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(well_formed_text_has_no_bad_byte),
      cmocka_unit_test(the_first_bad_byte_is_found),
      cmocka_unit_test(length_of_a_code_point),
      cmocka_unit_test(bad_bytes_become_question_marks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
