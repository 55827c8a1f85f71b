// Shared helpers of the test programs.
#include "support/support.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void support_assert_str(Str actual, const char *expected, const char *file, int line) {
  if (str_is(actual, expected)) return;
  print_error("expected: %s\n   found: %.*s\n", expected, (int)actual.n, actual.p);
  _fail(file, line);
}

static const char *from_environment(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

const char *test_root(Arena *arena, const char *path) {
  return arena_printf(arena, "%s/%s", from_environment("SENET_ROOT", "."), path);
}

const char *test_shared(Arena *arena, const char *path) {
  const char *full = arena_printf(arena, "%s/%s", from_environment("SENET_SHARED", "../shared"), path);
  if (!file_exists(full)) {
    printf("# skipped: reference data not here (../shared/%s)\n", path);
    skip();
  }
  return full;
}

const char *test_folder(Arena *arena) {
  char *folder = arena_printf(arena, "%s/senet-test-XXXXXX", from_environment("TMPDIR", "/tmp"));
  assert_non_null(mkdtemp(folder));
  return folder;
}

static int shell(const char *command) {
  int status = system(command);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void test_remove_folder(const char *folder) {
  Arena arena = {0};
  assert_int_equal(shell(arena_printf(&arena, "rm -rf '%s'", folder)), 0);
  arena_free(&arena);
}

static Str read_back(Arena *arena, const char *path) {
  Str text = {0};
  const char *why = "";
  if (!file_read(arena, path, 0, &text, &why)) fail_msg("%s %s", path, why);
  return text;
}

Ran test_senet(Arena *arena, const char *folder, const char *arguments) {
  const char *scratch = test_folder(arena);
  const char *out = arena_printf(arena, "%s/out", scratch), *err = arena_printf(arena, "%s/err", scratch);
  const char *senet = from_environment("SENET", "build/src/cmd/senet");
  const char *command = arena_printf(arena, "cd '%s' && '%s' </dev/null %s >'%s' 2>'%s'", folder ? folder : ".", senet,
                                     arguments, out, err);
  int status = shell(command);
  Ran ran = {status, read_back(arena, out), read_back(arena, err)};
  test_remove_folder(scratch);
  return ran;
}
