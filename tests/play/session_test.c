// Sessions of games in which all players move at once: turns as written.
#include "play/show/session.h"

#include "support/both.h"
#include "support/shipped.h"

static void turns_are_found_as_written(void **state) {
  Shipped given;
  Session *session;
  Turn turn;
  shipped_text(&given, both_text);
  session_new(given.game, 1, &session);
  assert_false(session_find_turn(session, STR("5,1"), &turn));  // the seats in their order
  assert_true(session_find_turn(session, STR("1,5"), &turn));
  assert_int_equal(turn.n, 2);
  session_play(session, &turn);
  assert_true(session_find_turn(session, STR("2,4"), &turn));
  session_play(session, &turn);
  assert_int_equal(session->turns.n, 2);
  session_free(session);
  shipped_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turns_are_found_as_written)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
