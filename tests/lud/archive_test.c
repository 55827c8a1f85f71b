// Libraries in a .jar, whole and damaged.
#include "base/file.h"
#include "lud/text/load.h"
#include "support/support.h"

#include <stdio.h>
#include <zip.h>

typedef struct Entry {
  const char *name;
  Str text;
} Entry;

static void write_jar(const char *path, const Entry *entries, size_t n) {
  int code = 0;
  zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
  assert_non_null(zip);
  for (size_t i = 0; i < n; i++) {
    zip_source_t *source = zip_source_buffer(zip, entries[i].text.p, entries[i].text.n, 0);
    assert_true(zip_file_add(zip, entries[i].name, source, ZIP_FL_ENC_UTF_8) >= 0);
  }
  assert_int_equal(zip_close(zip), 0);
}

// A library with one game and one define, whose body is given.
static const char *make_jar(Arena *arena, const char *folder, const char *body) {
  const char *define = arena_printf(arena, "(define \"Place\" %s)\n", body);
  const char *game =
      "(game \"Tiny\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) })\n"
      "  (rules (play (move Add \"Place\")) (end (if (is Line 3) (result Mover Win)))))\n";
  const Entry entries[] = {
      {"META-INF/MANIFEST.MF", STR("Manifest-Version: 1.0\n")},
      {"lud/board/Tiny.lud", str_of(game)},
      {"def/Place.def", str_of(define)},
  };
  const char *path = arena_printf(arena, "%s/library.jar", folder);
  write_jar(path, entries, COUNT_OF(entries));
  return path;
}

static void games_and_defines_come_from_a_jar(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  make_jar(&arena, folder, "(to (sites Emty))");
  Ran ran = test_senet(&arena, folder, "list --library library.jar --paths");
  assert_non_null(strstr(ran.out.p, "Tiny\tlud/board/Tiny.lud\n"));
  ran = test_senet(&arena, folder, "expand tiny --library library.jar");
  assert_str_equal(ran.err, "");
  assert_non_null(strstr(ran.out.p, "(move Add (to (sites Emty)))"));
  ran = test_senet(&arena, folder, "check tiny --library library.jar");
  assert_int_equal(ran.status, 1);
  assert_non_null(strstr(ran.err.p, "library.jar!/def/Place.def:1:28: error: (sites ...) has no form 'Emty'"));
  assert_non_null(strstr(ran.err.p, "in \"Place\", used at library.jar!/lud/board/Tiny.lud:2:26"));
  test_remove_folder(folder);
  arena_free(&arena);
}

static void write_bytes(const char *path, Str bytes) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
  assert_int_equal(fclose(file), 0);
}

// Loads the game of a jar that may be damaged; what can be loaded must be the game.
static bool load_tiny(const char *path) {
  Arena arena = {0};
  Diags diags;
  Library library;
  LudInput input;
  LudGame game;
  OptionWishes none = {0};
  diags_init(&diags, &arena);
  library_open(&library, &path, 1, &diags);
  bool ok =
      lud_open(&library, &arena, "tiny", &diags, &input) && lud_expand(&library, &arena, &input, &none, &diags, &game);
  assert_true(ok || diags.total > 0);
  if (ok) assert_string_equal(game.name, "Tiny");
  library_free(&library);
  arena_free(&arena);
  return ok;
}

static void a_damaged_jar_does_no_harm(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena), *why;
  Str whole;
  const char *path = make_jar(&arena, folder, "(to (sites Empty))");
  assert_true(load_tiny(path));
  assert_true(file_read(&arena, path, 0, &whole, &why));
  char *copy = arena_text(&arena, whole);
  for (size_t i = 0; i < whole.n; i++) {
    write_bytes(path, (Str){whole.p, i});
    assert_false(load_tiny(path));
    copy[i] ^= 0x55;
    write_bytes(path, (Str){copy, whole.n});
    load_tiny(path);
    copy[i] = whole.p[i];
  }
  test_remove_folder(folder);
  arena_free(&arena);
}

static void a_huge_entry_is_not_read(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  size_t size = 100u << 20;
  char *blank = mem_alloc_zero(size);
  Entry entries[] = {{"lud/Huge.lud", {blank, size}}};
  write_jar(arena_printf(&arena, "%s/huge.jar", folder), entries, 1);
  mem_free(blank);
  Ran ran = test_senet(&arena, folder, "check huge --library huge.jar");
  assert_int_equal(ran.status, 1);
  assert_non_null(strstr(ran.err.p, "cannot read 'huge.jar!/lud/Huge.lud': it is too large"));
  test_remove_folder(folder);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_and_defines_come_from_a_jar),
      cmocka_unit_test(a_damaged_jar_does_no_harm),
      cmocka_unit_test(a_huge_entry_is_not_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
