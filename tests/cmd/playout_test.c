// senet playout from other positions than the start.
#include <jansson.h>

#include "support/support.h"

// Noughts on A2, B2 and C1, crosses on A1 and A3, who are to move: four sites are left, and two passes when the board
// is full.
static const char late[] = "c2/NN1/c1N 2 5";

static json_t *playouts(Arena *arena, const char *options) {
  const char *command =
      arena_printf(arena, "playout Tic-Tac-Toe -n 400 --json --position '%s' %s --seed 3", late, options);
  Ran ran = test_senet(arena, NULL, command);
  if (ran.status) fail_msg("%s: %.*s", command, (int)ran.err.n, ran.err.p);
  json_t *json = json_loadb(ran.out.p, ran.out.n, 0, NULL);
  assert_non_null(json);
  return json;
}

static void check(Arena *arena, const char *options) {
  json_t *json = playouts(arena, options);
  double length = json_number_value(json_object_get(json, "mean_length"));
  assert_int_equal(json_integer_value(json_object_get(json, "playouts")), 400);
  if (length <= 1 || length > 6) fail_msg("%s: games of %g moves", options, length);
  json_decref(json);
}

static void test_begins_at_a_position(void **state) {
  Arena arena = {0};
  (void)state;
  check(&arena, "--executor interpreter");
  check(&arena, "--executor interpreter --standard");
  check(&arena, "--executor auto");
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_begins_at_a_position)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
