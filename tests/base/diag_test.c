// Diagnostics as the user sees them, and the suggestion of near names.
#include "base/diag.h"

#include "support/support.h"

#include <stdlib.h>

// What printing shows (arena).
static const char *printed(Arena *arena, const Diags *diags, bool colour) {
  char *buffer = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&buffer, &size);
  diags_print(out, diags, colour);
  fclose(out);
  const char *text = arena_text(arena, (Str){buffer, size});
  free(buffer);
  return text;
}

static const char *one_error(Arena *arena, const char *text, uint32_t offset, uint32_t length) {
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){"game.lud", str_of(text)};
  Diags diags;
  diags_init(&diags, arena);
  diag_error(&diags, (SrcLoc){source, offset, length, NULL}, "unknown ludeme '%s'", "plyers");
  return printed(arena, &diags, false);
}

static void the_line_is_shown_with_a_caret(void **state) {
  Arena arena = {0};
  assert_string_equal(one_error(&arena, "(game \"X\"\n  (plyers 2)\n)\n", 13, 6),
                      "game.lud:2:4: error: unknown ludeme 'plyers'\n"
                      "    (plyers 2)\n"
                      "     ^~~~~~\n");
  arena_free(&arena);
}

static void columns_count_characters_not_bytes(void **state) {
  Arena arena = {0};
  assert_string_equal(one_error(&arena, "\"\xc3\xa9t\xc3\xa9\" x", 8, 1),
                      "game.lud:1:7: error: unknown ludeme 'plyers'\n"
                      "  \"\xc3\xa9t\xc3\xa9\" x\n"
                      "        ^\n");
  arena_free(&arena);
}

static void tabs_and_control_characters_do_not_move_the_caret(void **state) {
  Arena arena = {0};
  assert_string_equal(one_error(&arena, "\ta\x01 b\r\n", 4, 1),
                      "game.lud:1:5: error: unknown ludeme 'plyers'\n"
                      "   a  b\n"
                      "      ^\n");
  arena_free(&arena);
}

static void the_end_of_the_text_is_a_place(void **state) {
  Arena arena = {0};
  assert_string_equal(one_error(&arena, "(game", 5, 0),
                      "game.lud:1:6: error: unknown ludeme 'plyers'\n"
                      "  (game\n"
                      "       ^\n");
  assert_string_equal(one_error(&arena, "", 99, 99), "game.lud:1:1: error: unknown ludeme 'plyers'\n  \n  ^\n");
  arena_free(&arena);
}

static void long_lines_are_shown_around_the_place(void **state) {
  Arena arena = {0};
  char *text = arena_alloc(&arena, 5001);
  memset(text, 'x', 5000);
  text[5000] = 0;
  text[2500] = 'Y';
  const char *shown = one_error(&arena, text, 2500, 1);
  assert_true(strlen(shown) < 400);
  const char *line = strchr(shown, '\n') + 1, *caret_line = strchr(line, '\n') + 1;
  assert_int_equal(strchr(line, 'Y') - line, strchr(caret_line, '^') - caret_line);
  arena_free(&arena);
}

static void hints_and_the_chain_of_uses_follow(void **state) {
  Arena arena = {0};
  Source define = {"moves.def", STR("(define \"Step\" (mvoe))")}, game = {"game.lud", STR("(\"Step\")\n(\"Walk\")")};
  SrcUse outer = {"Walk", {&game, 10, 0, NULL}}, inner = {"Step", {&define, 1, 0, &outer}};
  Diags diags;
  diags_init(&diags, &arena);
  diag_error(&diags, (SrcLoc){&define, 16, 4, &inner}, "unknown ludeme 'mvoe'");
  diag_hint(&diags, "did you mean '%s'?", "move");
  assert_string_equal(printed(&arena, &diags, false),
                      "moves.def:1:17: error: unknown ludeme 'mvoe'\n"
                      "  (define \"Step\" (mvoe))\n"
                      "                  ^~~~\n"
                      "  hint: did you mean 'move'?\n"
                      "  in \"Step\", used at moves.def:1:2\n"
                      "  in \"Walk\", used at game.lud:2:2\n");
  arena_free(&arena);
}

static void an_error_without_a_place_is_one_line(void **state) {
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  diag_error(&diags, (SrcLoc){0}, "no game is called '%s'", "Chss");
  assert_string_equal(printed(&arena, &diags, false), "error: no game is called 'Chss'\n");
  assert_string_equal(printed(&arena, &diags, true), "\033[1;31merror:\033[0m no game is called 'Chss'\n");
  arena_free(&arena);
}

static void errors_past_the_limit_are_counted(void **state) {
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  for (int i = 0; i < DIAGS_MAX + 7; i++) diag_error(&diags, (SrcLoc){0}, "error %d", i);
  diag_hint(&diags, "of one that is not kept");
  assert_int_equal(diags.n, DIAGS_MAX);
  assert_int_equal(diags.total, DIAGS_MAX + 7);
  assert_null(diags.list[DIAGS_MAX - 1].hint);
  const char *text = printed(&arena, &diags, false);
  assert_non_null(strstr(text, "error 49\nand 7 further errors\n"));
  arena_free(&arena);
}

static const char *const names[] = {"move", "remove", "forEach", "step", "slide", "is", "if"};

static void assert_near(const char *word, const char *expected) {
  const char *found = nearest_name(str_of(word), names, COUNT_OF(names));
  if (expected) assert_string_equal(found, expected);
  else assert_null(found);
}

static void near_names_are_suggested(void **state) {
  assert_near("mvoe", "move");
  assert_near("foreach", "forEach");
  assert_near("stpe", "step");
  assert_near("Slide", "slide");
  assert_near("xyzzy", NULL);
  assert_near("", NULL);
  char word[200];
  memset(word, 'a', sizeof word - 1);
  word[sizeof word - 1] = 0;
  assert_near(word, NULL);
}

static void warnings_are_kept_apart_one_at_each_place(void **state) {
  Arena arena = {0};
  Source source = {"game.lud", str_of("(sites Gaol)")};
  SrcLoc place = {&source, 7, 4, NULL};
  Diags diags;
  diags_init(&diags, &arena);
  for (int i = 0; i < 2; i++) {
    diag_warning(&diags, place, "there is no region");
    diag_hint(&diags, i ? "ignored" : "kept");
  }
  assert_int_equal(diags.total, 0);
  assert_int_equal(diags.n_warnings, 1);
  assert_string_equal(diags.warnings[0].hint, "kept");
  assert_string_equal(printed(&arena, &diags, false), "");
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_line_is_shown_with_a_caret),
      cmocka_unit_test(columns_count_characters_not_bytes),
      cmocka_unit_test(tabs_and_control_characters_do_not_move_the_caret),
      cmocka_unit_test(the_end_of_the_text_is_a_place),
      cmocka_unit_test(long_lines_are_shown_around_the_place),
      cmocka_unit_test(hints_and_the_chain_of_uses_follow),
      cmocka_unit_test(an_error_without_a_place_is_one_line),
      cmocka_unit_test(errors_past_the_limit_are_counted),
      cmocka_unit_test(near_names_are_suggested),
      cmocka_unit_test(warnings_are_kept_apart_one_at_each_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
