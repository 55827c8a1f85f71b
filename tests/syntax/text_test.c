// Texts put together from pieces: offsets lead back to where they were written.
#include "syntax/source_text.h"

#include "support/support.h"

static void a_place_is_that_of_its_piece(void **state) {
  Source a = {"a", STR("0123456789")}, b = {"b", STR("abcdef")};
  TextPiece pieces[] = {
      {0, {.source = &a, .offset = 0}}, {4, {.source = &b, .offset = 2}}, {7, {.source = &a, .offset = 8}}};
  SyntaxText text = {.text = STR("0123cde89"), .pieces = pieces, .n = COUNT_OF(pieces)};
  SrcLoc at = text_place(&text, 3, 1);
  assert_ptr_equal(at.source, &a);
  assert_int_equal(at.offset, 3);
  at = text_place(&text, 4, 2);
  assert_ptr_equal(at.source, &b);
  assert_int_equal(at.offset, 2);
  assert_int_equal(at.length, 2);
  at = text_place(&text, 8, 1);
  assert_ptr_equal(at.source, &a);
  assert_int_equal(at.offset, 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_place_is_that_of_its_piece),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
