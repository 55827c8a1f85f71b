// Tokens: kinds, texts and places.
#include "syntax/lexer.h"

#include "support/support.h"

// All tokens of a text in one line: kind letter and text.
static const char *tokens_of(Arena *arena, const char *text, size_t *errors) {
  static const char letters[] = "()<>LSWE";
  Source source = {"test", str_of(text)};
  TextPiece whole = {.from = {.source = &source}};
  SyntaxText input = {.text = source.text, .pieces = &whole, .n = 1};
  Diags diags;
  Lexer lexer;
  diags_init(&diags, arena);
  lexer_init(&lexer, &input, &diags);
  const char *line = "";
  for (Token token = lexer_next(&lexer); token.kind != TOKEN_END; token = lexer_next(&lexer)) {
    line = arena_printf(arena, "%s%s%c'%.*s'", line, *line ? " " : "", letters[token.kind], (int)token.text.n,
                        token.text.p);
  }
  *errors = diags.total;
  return line;
}

static void check(const char *text, const char *expected, size_t errors) {
  Arena arena = {0};
  size_t found;
  assert_string_equal(tokens_of(&arena, text, &found), expected);
  assert_int_equal(found, errors);
  arena_free(&arena);
}

static void words_strings_and_labels(void **state) {
  check("(game \"A b\" if:3)", "('(' W'game' S'A b' L'if' W'3' )')'", 0);
  check("{a:{1..7}}", "<'{' L'a' <'{' W'1..7' >'}' >'}'", 0);
  check("(>= #1 -2.5) ~ P#2", "('(' W'>=' W'#1' W'-2.5' )')' W'~' W'P#2'", 0);
}

static void option_references_are_part_of_a_word(void **state) {
  check("<Size:dim> <Size> P<Who>", "W'<Size:dim>' W'<Size>' W'P<Who>'", 0);
  check("(< a b) (<a b)", "('(' W'<' W'a' W'b' )')' ('(' W'<a' W'b' )')'", 0);
}

static void comments_and_blanks_are_skipped(void **state) {
  check("a // b \" (\n c", "W'a' W'c'", 0);
  check("a//b", "W'a'", 0);
  check("\"a // b\"", "S'a // b'", 0);
  check("\xef\xbb\xbf(a)", "('(' W'a' )')'", 0);
  check("", "", 0);
}

static void a_quote_after_a_backslash_does_not_close(void **state) {
  check("\"a \\\" b\" c", "S'a \\\" b' W'c'", 0);
  check("\"open", "S'open'", 1);
}

static void stray_characters_are_reported_and_skipped(void **state) {
  check("a, b; c", "W'a' W'b' W'c'", 2);
  check("é", "", 1);
  check("a : b", "W'a' W'b'", 1);
  check("\x01\x7f", "", 2);
}

static void length_of_an_option_reference(void **state) {
  assert_int_equal(lexer_option_length(STR("<A:b>c")), 5);
  assert_int_equal(lexer_option_length(STR("<A>")), 3);
  assert_int_equal(lexer_option_length(STR("<A:>")), 0);
  assert_int_equal(lexer_option_length(STR("<A b>")), 0);
  assert_int_equal(lexer_option_length(STR("<A")), 0);
  assert_int_equal(lexer_option_length(STR("<>")), 0);
  assert_int_equal(lexer_option_length(STR("")), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_strings_and_labels),
      cmocka_unit_test(option_references_are_part_of_a_word),
      cmocka_unit_test(comments_and_blanks_are_skipped),
      cmocka_unit_test(a_quote_after_a_backslash_does_not_close),
      cmocka_unit_test(stray_characters_are_reported_and_skipped),
      cmocka_unit_test(length_of_an_option_reference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
