// Every shipped heuristic belongs to a shipped game: its name has the number that the rules give.
#include "base/file.h"

#include "support/support.h"

static bool is_used(Arena *arena, const char *game, const char *ending, const char *file) {
  Ran ran = test_senet(arena, NULL, arena_printf(arena, "analyse \"%s%s\" --heuristics tuned --json", game, ending));
  return ran.status == 0 && strstr(ran.out.p, file);
}

static void look_at(void *self, const char *path) {
  Arena arena = {0};
  int *n = self;
  const char *file = file_base_name(path), *dash = strrchr(file, '-');
  assert_non_null(dash);
  const char *game = arena_text(&arena, (Str){file, (size_t)(dash - file)});
  if (!is_used(&arena, game, "", file) && !is_used(&arena, game, ".rbg", file)) {
    fail_msg("%s belongs to no shipped game: run scripts/heuristics for it again", file);
  }
  ++*n;
  arena_free(&arena);
}

static void shipped_heuristics_are_found(void **state) {
  Arena arena = {0};
  int n = 0;
  file_walk(test_root(&arena, "games/heuristics"), ".txt", look_at, &n);
  assert_true(n >= 5);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_heuristics_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
