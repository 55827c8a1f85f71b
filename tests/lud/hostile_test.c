// Input made to hurt: each gives a clean error within two seconds and in bounded memory. The checks run in
// this process, so that memory can be measured where it is allocated.
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "lud/text/load.h"
#include "support/support.h"

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

// Seconds of this thread and arena bytes one description may cost; sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) || \
    HAS_FEATURE(thread_sanitizer)
enum { SECONDS_MAX = 20 };
#else
enum { SECONDS_MAX = 2 };
#endif
enum { BYTES_MAX = 300 << 20 };

static void assert_refused(const char *name, Text *text) {
  Arena arena = {0};
  Diags diags;
  Library library;
  LudGame game;
  Source source = {name, text_str(text)};
  diags_init(&diags, &arena);
  library_open(&library, NULL, 0, &diags);
  double start = clock_thread_seconds();
  LudInput input = {.source = &source, .root = LIBRARY_ANY};
  bool ok = lud_load_input(&library, &arena, &input, &(OptionWishes){0}, &diags, &game);
  double seconds = clock_thread_seconds() - start;
  if (ok || !diags.total) fail_msg("%s was accepted", name);
  if (seconds > SECONDS_MAX) fail_msg("%s took %.1f s", name, seconds);
  if (arena.total > BYTES_MAX) fail_msg("%s took %zu bytes", name, arena.total);
  library_free(&library);
  arena_free(&arena);
  text_free(text);
}

static void repeat(Text *text, const char *piece, size_t times) {
  for (size_t i = 0; i < times; i++) text_puts(text, piece);
}

static void a_million_brackets(void **state) {
  static const char *const pieces[] = {"(", "{", ")", "({", "(a ", "x:(", "()"};
  for (size_t i = 0; i < COUNT_OF(pieces); i++) {
    Text text = {0};
    text_puts(&text, "(game \"X\" ");
    repeat(&text, pieces[i], 1000 * 1000);
    assert_refused(pieces[i], &text);
  }
}

// Sixty defines, each using the one before twice.
static void assert_doubling_refused(const char *first, const char *format, const char *use) {
  Text text = {0};
  text_puts(&text, first);
  for (int i = 1; i <= 60; i++) {
    text_printf(&text, "(define \"D%d\" ", i);
    for (const char *c = format; *c; c++) {
      if (*c == '@') text_printf(&text, "D%d", i - 1);
      else text_char(&text, *c);
    }
    text_puts(&text, ")\n");
  }
  text_puts(&text, use);
  assert_refused(format, &text);
}

static void defines_that_double(void **state) {
  const char *use = "(game \"X\" ((\"D60\" \"q\")))";
  assert_doubling_refused("(define \"D0\" (x \"y\"))\n", "(f \"@\" \"@\")", use);
  assert_doubling_refused("(define \"D0\" x)\n", "\"@\" \"@\"", use);
  assert_doubling_refused("(define \"D0\" (z #1))\n", "(\"@\" (f #1 #1))", use);
  assert_doubling_refused("(define \"D0\" (z #1))\n", "(h (\"@\" (f #1)) (\"@\" (g #1)))", use);
  assert_doubling_refused("(define \"D0\" \"#1\")\n", "(\"@\" #1#1)", use);
  assert_doubling_refused("(define \"D0\" 0..1000)\n", "{ \"@\" \"@\" }", use);
}

static void endless_defines(void **state) {
  static const char *const texts[] = {
      "(define \"A\" \"A\")(game \"X\" \"A\")",
      "(define \"A\" \"A\" \"A\")(game \"X\" \"A\")",
      "(define \"A\" (\"A\" (f #1)))(game \"X\" (\"A\" 1))",
      "(define \"A\" (\"A\" #1 #1) (\"A\" #2 (f #1)))(game \"X\" (\"A\" 1))",
      "(define \"A\" (#1 #1))(game \"X\" (\"A\" \"A\"))",
  };
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    Text text = {0};
    text_puts(&text, texts[i]);
    assert_refused(texts[i], &text);
  }
}

static void long_lists(void **state) {
  static const char *const pieces[] = {
      "a ", "0..1000 ", "\"A1\"..\"Z999\" ", "1x ", "(\"Foo\") ", "a:", "<A:b> ", "#1 "};
  for (size_t i = 0; i < COUNT_OF(pieces); i++) {
    Text text = {0};
    text_puts(&text, "(game \"X\" {");
    repeat(&text, pieces[i], 1000 * 1000);
    text_puts(&text, "})");
    assert_refused(pieces[i], &text);
  }
}

static void options_without_end(void **state) {
  static const char *const pieces[] = {"(option \"a\" ", "(option \"a\" <t> args:{<a>} {(item \"b\" <c> \"d\")})",
                                       "(rulesets { (ruleset \"a\" {\"b/c\"}) })", "(rulesets {(ruleset \"a\" {"};
  for (size_t i = 0; i < COUNT_OF(pieces); i++) {
    Text text = {0};
    repeat(&text, pieces[i], 200 * 1000);
    assert_refused(pieces[i], &text);
  }
  Text text = {0};
  for (int i = 0; i < 20; i++) {
    text_printf(&text, "(option \"O%d\" <O%d> args:{<a>} { (item \"x\" <\"", i, i);
    for (int k = 0; k < 100; k++) text_printf(&text, "<O%d:a>", i + 1);
    text_puts(&text, "\"> \"d\")})\n");
  }
  text_puts(&text, "(game \"X\" <O0:a>)");
  assert_refused("options in options", &text);
}

static void a_file_of_a_hundred_megabytes(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  FILE *file = fopen(arena_printf(&arena, "%s/big.lud", folder), "w");
  assert_non_null(file);
  fputs("(game \"X\" ", file);
  for (int i = 0; i < 1000; i++) fprintf(file, "%100000s", "(a)");
  fclose(file);
  double start = clock_seconds();
  Ran ran = test_senet(&arena, folder, "check big.lud");
  assert_true(clock_seconds() - start < SECONDS_MAX);
  assert_int_equal(ran.status, 1);
  assert_non_null(strstr(ran.err.p, "cannot read 'big.lud': is too large"));
  test_remove_folder(folder);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_million_brackets),  cmocka_unit_test(defines_that_double),
      cmocka_unit_test(endless_defines),     cmocka_unit_test(long_lists),
      cmocka_unit_test(options_without_end), cmocka_unit_test(a_file_of_a_hundred_megabytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
