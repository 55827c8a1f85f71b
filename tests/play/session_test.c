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
  assert_false(session_find_turn(session, STR("1"), &turn));
  assert_false(session_find_turn(session, STR("1,5,5"), &turn));
  assert_true(session_find_turn(session, STR("1,5"), &turn));
  assert_int_equal(turn.n, 2);
  session_play(session, &turn);
  assert_true(session_find_turn(session, STR("2,4"), &turn));
  session_play(session, &turn);
  assert_int_equal(session->turns.n, 2);
  session_free(session);
  shipped_free(&given);
}

// The second player has to pass, and says so.
static void a_turn_has_a_part_of_everybody(void **state) {
  Shipped given;
  Session *session;
  Turn turn;
  shipped_text(&given,
               "(game \"Two of three\" (players 3) (mode Simultaneous)\n"
               "  (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
               "  (rules (play (or (move Select (from (sites Bottom)) P1) (move Select (from (sites Top)) P3)))\n"
               "    (end (if (is Line 9) (result Mover Win)))))");
  session_new(given.game, 1, &session);
  assert_false(session_find_turn(session, STR("A1"), &turn));
  assert_false(session_find_turn(session, STR("A1,pass"), &turn));
  assert_false(session_find_turn(session, STR("A1,B3"), &turn));
  assert_true(session_find_turn(session, STR("A1,pass,B3"), &turn));
  assert_int_equal(turn.n, 3);
  session_free(session);
  shipped_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turns_are_found_as_written),
                                     cmocka_unit_test(a_turn_has_a_part_of_everybody)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
