// Files: whole reads, limits, zstd with damage, atomic writes, walks.
#include "base/file.h"

#include "base/text.h"
#include "support/support.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

typedef struct Fixture {
  Arena arena;
  const char *folder;
} Fixture;

static int make_folder(void **state) {
  static Fixture fixture;
  fixture = (Fixture){0};
  fixture.folder = test_folder(&fixture.arena);
  *state = &fixture;
  return 0;
}

static int remove_folder(void **state) {
  Fixture *fixture = *state;
  test_remove_folder(fixture->folder);
  arena_free(&fixture->arena);
  return 0;
}

static const char *in_folder(Fixture *f, const char *name) { return arena_printf(&f->arena, "%s/%s", f->folder, name); }

static const char *put(Fixture *f, const char *name, Str text) {
  const char *path = in_folder(f, name), *why = NULL;
  assert_true(file_write(&f->arena, path, text, &why));
  return path;
}

static void assert_fails(Fixture *f, const char *path, size_t limit, const char *reason) {
  Str text = {0};
  const char *why = NULL;
  assert_false(file_read(&f->arena, path, limit, &text, &why));
  assert_string_equal(why, reason);
}

static void what_was_written_is_read(void **state) {
  Fixture *f = *state;
  Str bytes = {"a\0b\nc", 5}, back;
  const char *why = NULL;
  const char *path = put(f, "bytes", bytes);
  assert_true(file_read(&f->arena, path, 0, &back, &why));
  assert_true(str_eq(back, bytes));
  assert_int_equal(back.p[back.n], 0);
  put(f, "bytes", STR(""));
  assert_true(file_read(&f->arena, path, 0, &back, &why));
  assert_int_equal(back.n, 0);
}

static void reading_says_why_not(void **state) {
  Fixture *f = *state;
  assert_fails(f, in_folder(f, "absent"), 0, "No such file or directory");
  assert_fails(f, f->folder, 0, "is a folder");
  const char *path = put(f, "ten", STR("0123456789"));
  assert_fails(f, path, 9, "is too large");
  Str text;
  const char *why;
  assert_true(file_read(&f->arena, path, 10, &text, &why));
}

static void endless_files_are_bounded(void **state) { assert_fails(*state, "/dev/zero", 100000, "is too large"); }

static Str packed(Fixture *f, Str plain) {
  size_t room = ZSTD_compressBound(plain.n);
  char *bytes = arena_alloc(&f->arena, room);
  size_t n = ZSTD_compress(bytes, room, plain.p, plain.n, 3);
  assert_false(ZSTD_isError(n));
  return (Str){bytes, n};
}

static Str some_text(Fixture *f, size_t lines) {
  Text text = {0};
  for (size_t i = 0; i < lines; i++) text_printf(&text, "line %zu of the text\n", i * 7919 % 10007);
  Str copy = arena_str(&f->arena, text_str(&text));
  text_free(&text);
  return copy;
}

static void zstd_is_undone_by_name(void **state) {
  Fixture *f = *state;
  Str plain = some_text(f, 20000), back;
  const char *why = NULL;
  assert_true(file_read(&f->arena, put(f, "text.zst", packed(f, plain)), 0, &back, &why));
  assert_true(str_eq(back, plain));
  assert_true(file_read(&f->arena, put(f, "empty.zst", packed(f, STR(""))), 0, &back, &why));
  assert_int_equal(back.n, 0);
}

static void damaged_zstd_is_refused(void **state) {
  Fixture *f = *state;
  Str good = packed(f, some_text(f, 2000));
  for (size_t keep = 0; keep < good.n; keep += 1 + keep / 3) {
    Str text = {0};
    const char *why = NULL;
    const char *path = put(f, "cut.zst", (Str){good.p, keep});
    assert_false(file_read(&f->arena, path, 0, &text, &why));
    assert_non_null(why);
  }
  assert_fails(f, put(f, "cut.zst", (Str){good.p, good.n - 1}), 0, "is truncated");
  assert_fails(f, put(f, "text.zst", STR("not compressed at all")), 0, "Unknown frame descriptor");
}

static void small_files_cannot_grow_past_the_limit(void **state) {
  Fixture *f = *state;
  char *zeros = arena_zero(&f->arena, 8 << 20);
  Str bomb = packed(f, (Str){zeros, 8 << 20});
  assert_true(bomb.n < 2000);
  assert_fails(f, put(f, "bomb.zst", bomb), 1 << 20, "is too large");
}

static void writing_replaces_at_once_and_leaves_nothing_behind(void **state) {
  Fixture *f = *state;
  const char *why = NULL;
  umask(022);
  const char *path = put(f, "file", STR("old"));
  put(f, "file", STR("new"));
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0644);
  assert_false(file_write(&f->arena, in_folder(f, "no/such/folder"), STR("x"), &why));
  assert_string_equal(why, "No such file or directory");
  assert_int_equal(rmdir(f->folder), -1);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(f->folder), 0);
  assert_int_equal(mkdir(f->folder, 0700), 0);
}

static void parts_are_one_file(void **state) {
  Fixture *f = *state;
  const char *path = put(f, "file", STR("old")), *why = NULL;
  FileWriter kept, dropped;
  Str text;
  assert_true(file_begin(&kept, &f->arena, path) && file_begin(&dropped, &f->arena, path));
  assert_true(file_add(&kept, STR("one ")) && file_add(&dropped, STR("three")) && file_add(&kept, STR("two")));
  assert_true(file_read(&f->arena, path, 0, &text, &why) && str_is(text, "old"));
  assert_true(file_end(&kept, &why));
  file_drop(&dropped);
  assert_true(file_read(&f->arena, path, 0, &text, &why) && str_is(text, "one two"));
  assert_false(file_begin(&dropped, &f->arena, in_folder(f, "no/such/folder")));
  assert_false(file_add(&dropped, STR("x")) || file_end(&dropped, &why));
  assert_string_equal(why, "No such file or directory");
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(f->folder), 0);
  assert_int_equal(mkdir(f->folder, 0700), 0);
}

static mode_t mode_of(const char *path) {
  struct stat info;
  assert_int_equal(lstat(path, &info), 0);
  return info.st_mode;
}

static void modes_and_the_umask_are_kept(void **state) {
  Fixture *f = *state;
  mode_t mask = umask(027);
  const char *fresh = put(f, "fresh", STR("new")), *own = put(f, "own", STR("old"));
  assert_int_equal(mode_of(fresh) & 0777, 0640);
  assert_int_equal(chmod(own, 0600), 0);
  put(f, "own", STR("new"));
  assert_int_equal(mode_of(own) & 0777, 0600);
  umask(mask);
}

static void links_are_followed_and_stay(void **state) {
  Fixture *f = *state;
  const char *real = put(f, "real", STR("old")), *why = NULL;
  Str text;
  assert_int_equal(symlink("real", in_folder(f, "link")), 0);
  assert_int_equal(symlink("later", in_folder(f, "dangling")), 0);
  put(f, "link", STR("new"));
  put(f, "dangling", STR("here"));
  assert_true(S_ISLNK(mode_of(in_folder(f, "link"))) && S_ISLNK(mode_of(in_folder(f, "dangling"))));
  assert_true(file_read(&f->arena, real, 0, &text, &why) && str_is(text, "new"));
  assert_true(file_read(&f->arena, in_folder(f, "later"), 0, &text, &why) && str_is(text, "here"));
}

static void devices_and_pipes_are_written_to(void **state) {
  Fixture *f = *state;
  const char *path = in_folder(f, "pipe"), *why = NULL;
  char got[8] = {0};
  assert_int_equal(mkfifo(path, 0600), 0);
  int reader = open(path, O_RDONLY | O_NONBLOCK);
  assert_true(reader >= 0);
  put(f, "pipe", STR("hello"));
  assert_int_equal(read(reader, got, sizeof got), 5);
  assert_string_equal(got, "hello");
  close(reader);
  assert_true(S_ISFIFO(mode_of(path)));
  assert_true(file_write(&f->arena, "/dev/null", STR("gone"), &why));
  assert_true(S_ISCHR(mode_of("/dev/null")));
  assert_false(file_write(&f->arena, f->folder, STR("x"), &why));
  assert_string_equal(why, "is a folder");
  if (access("/dev/full", W_OK) == 0) assert_false(file_write(&f->arena, "/dev/full", STR("x"), &why));
}

static void note_path(void *self, const char *path) { text_printf(self, "%s ", file_base_name(path)); }

static void walks_are_sorted_and_go_into_folders(void **state) {
  Fixture *f = *state;
  Text seen = {0};
  assert_int_equal(mkdir(in_folder(f, "b"), 0700), 0);
  put(f, "b/two.lud", STR(""));
  put(f, "c.lud", STR(""));
  put(f, "a.lud", STR(""));
  put(f, "a.def", STR(""));
  put(f, ".hidden.lud", STR(""));
  file_walk(f->folder, ".lud", note_path, &seen);
  assert_str_equal(text_str(&seen), "a.lud two.lud c.lud ");
  text_clear(&seen);
  file_walk(in_folder(f, "absent"), "", note_path, &seen);
  assert_str_equal(text_str(&seen), "");
  text_free(&seen);
}

// Links that lead back to where the walk came through would lead round in circles, twice as many at every turn.
static void walks_do_not_go_round_in_circles(void **state) {
  Fixture *f = *state;
  Text seen = {0};
  assert_int_equal(mkdir(in_folder(f, "b"), 0700), 0);
  assert_int_equal(mkdir(in_folder(f, "c"), 0700), 0);
  put(f, "b/two.lud", STR(""));
  put(f, "c/three.lud", STR(""));
  assert_int_equal(symlink("..", in_folder(f, "b/up")), 0);
  assert_int_equal(symlink(".", in_folder(f, "b/here")), 0);
  assert_int_equal(symlink("../c", in_folder(f, "b/other")), 0);
  assert_int_equal(symlink("../b", in_folder(f, "c/other")), 0);
  assert_int_equal(symlink(".", in_folder(f, "self")), 0);
  assert_int_equal(symlink("c", in_folder(f, "d")), 0);
  file_walk(f->folder, ".lud", note_path, &seen);
  assert_str_equal(text_str(&seen), "three.lud two.lud three.lud ");
  text_free(&seen);
}

static void small_questions(void **state) {
  Fixture *f = *state;
  const char *path = put(f, "here", STR(""));
  assert_true(file_exists(path));
  assert_false(file_is_folder(path));
  assert_true(file_is_folder(f->folder));
  assert_false(file_exists(in_folder(f, "not here")));
  assert_string_equal(file_base_name("a/b/c.lud"), "c.lud");
  assert_string_equal(file_base_name("c.lud"), "c.lud");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_was_written_is_read, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(reading_says_why_not, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(endless_files_are_bounded, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(zstd_is_undone_by_name, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(damaged_zstd_is_refused, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(small_files_cannot_grow_past_the_limit, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(writing_replaces_at_once_and_leaves_nothing_behind, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(parts_are_one_file, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(modes_and_the_umask_are_kept, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(links_are_followed_and_stay, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(devices_and_pipes_are_written_to, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(walks_are_sorted_and_go_into_folders, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(walks_do_not_go_round_in_circles, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(small_questions, make_folder, remove_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
