// A search without end is ended by stop, and what was typed meanwhile is not lost.
#include "base/file.h"

#include "support/support.h"

static Ran talk(Arena *arena, const char *typed) {
  const char *folder = test_folder(arena), *why = "";
  assert_true(file_write(arena, arena_printf(arena, "%s/typed", folder), str_of(typed), &why));
  Ran ran = test_senet(arena, folder, "ugi Breakthrough < typed");
  test_remove_folder(folder);
  return ran;
}

static void stop_ends_a_search(void **state) {
  Arena arena = {0};
  Ran ran = talk(&arena, "go infinite\nisready\nstop\nquery result\n");
  const char *text = arena_text(&arena, ran.out), *best = strstr(text, "bestmove ");
  assert_int_equal(ran.status, 0);
  assert_true(best && strstr(best, "\nresponse none\n"));
  assert_true(strstr(text, "readyok"));
  arena_free(&arena);
}

static void quit_ends_a_search(void **state) {
  Arena arena = {0};
  Ran ran = talk(&arena, "go infinite\nquit\nquery result\n");
  assert_int_equal(ran.status, 0);
  assert_true(strstr(arena_text(&arena, ran.out), "bestmove "));
  assert_false(strstr(arena_text(&arena, ran.out), "response"));
  arena_free(&arena);
}

// With a limit the same question has the same answer, whatever is typed after it.
static void other_commands_wait(void **state) {
  Arena arena = {0};
  Ran once = talk(&arena, "go nodes 60\n"), again = talk(&arena, "go nodes 60\nquery gameover\n");
  const char *first = strstr(arena_text(&arena, once.out), "bestmove ");
  const char *second = strstr(arena_text(&arena, again.out), "bestmove ");
  assert_true(first && second && !strncmp(first, second, strlen(first)));
  assert_true(strstr(second, "response false\n"));
  arena_free(&arena);
}

// A blank line is nothing typed, also while a search goes on.
static void a_blank_line_does_not_hide_stop(void **state) {
  Arena arena = {0};
  Ran ran = talk(&arena, "go infinite\n\n  \nstop\nquery result\n");
  const char *best = strstr(arena_text(&arena, ran.out), "bestmove ");
  assert_int_equal(ran.status, 0);
  assert_true(best && strstr(best, "\nresponse none\n"));
  arena_free(&arena);
}

static void a_search_ends_with_its_input(void **state) {
  Arena arena = {0};
  Ran ran = talk(&arena, "go infinite\n");
  assert_int_equal(ran.status, 0);
  assert_true(strstr(arena_text(&arena, ran.out), "bestmove "));
  arena_free(&arena);
}

// Whoever is asked for: only the player to move has a best move.
static void the_other_seat_has_no_move(void **state) {
  static const char *const agents[] = {"flat", "uct", "alphabeta:depth=2", "random"};
  Arena arena = {0};
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    Ran ran = talk(
        &arena,
        arena_printf(&arena, "setoption name agent value %s\ngo nodes 20 seat 2\ngo nodes 20 seat 1\n", agents[i]));
    const char *text = arena_text(&arena, ran.out), *best = strstr(text, "bestmove ");
    assert_int_equal(ran.status, 0);
    assert_true(best && !strstr(best + 1, "bestmove "));
    assert_true(strstr(text, "info string"));
  }
  arena_free(&arena);
}

static void limits_must_be_numbers(void **state) {
  Arena arena = {0};
  Ran ran = talk(&arena, "go movetime soon\ngo nodes\ngo seat 3\n");
  assert_str_equal(ran.out, "info string bad limits\ninfo string bad limits\ninfo string bad limits\n");
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stop_ends_a_search),           cmocka_unit_test(quit_ends_a_search),
      cmocka_unit_test(other_commands_wait),          cmocka_unit_test(a_blank_line_does_not_hide_stop),
      cmocka_unit_test(a_search_ends_with_its_input), cmocka_unit_test(the_other_seat_has_no_move),
      cmocka_unit_test(limits_must_be_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
