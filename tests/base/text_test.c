// Building strings.
#include "base/text.h"

#include "support/support.h"

static void pieces_are_joined(void **state) {
  Text text = {0};
  assert_str_equal(text_str(&text), "");
  text_puts(&text, "moves");
  text_char(&text, ':');
  text_repeat(&text, ' ', 2);
  text_printf(&text, "%d of %s", 3, "ten");
  text_add(&text, (Str){".!?", 1});
  assert_str_equal(text_str(&text), "moves:  3 of ten.");
  assert_int_equal(text.p[text.n], 0);
  text_clear(&text);
  assert_str_equal(text_str(&text), "");
  text_free(&text);
}

static void long_texts_grow(void **state) {
  Text text = {0};
  for (int i = 0; i < 10000; i++) text_printf(&text, "%05d", i);
  assert_int_equal(text.n, 50000);
  assert_memory_equal(text.p + 49995, "09999", 5);
  text_repeat(&text, 'x', 1 << 20);
  assert_int_equal(text.n, 50000 + (1 << 20));
  assert_int_equal(text.p[text.n], 0);
  text_free(&text);
  assert_null(text.p);
}

static void empty_pieces_are_harmless(void **state) {
  Text text = {0};
  text_add(&text, (Str){0});
  text_puts(&text, "");
  text_repeat(&text, 'x', 0);
  text_printf(&text, "%s", "");
  assert_str_equal(text_str(&text), "");
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_joined),
      cmocka_unit_test(long_texts_grow),
      cmocka_unit_test(empty_pieces_are_harmless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
