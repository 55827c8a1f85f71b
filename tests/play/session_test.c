// Sessions of games in which all players move at once: turns as written.
#include "play/show/session.h"

#include "support/shipped.h"

// Both players put a stone at the same time, each on its own row; three in a row win.
static const char text[] =
    "(game \"Both\" (players 2) (mode Simultaneous)\n"
    "  (equipment {(board (rectangle 2 4)) (hand Each) (piece \"Stone\" Each)})\n"
    "  (rules (start {(place \"Stone1\" (handSite P1) count:4) (place \"Stone2\" (handSite P2) count:4)})\n"
    "    (play (or\n"
    "      (move (from (handSite P1)) (to (intersection (sites Empty) (sites Bottom))) P1)\n"
    "      (move (from (handSite P2)) (to (intersection (sites Empty) (sites Top))) P2)))\n"
    "    (end (if (is Line 3) (result Mover Win)))))\n";

static void turns_are_found_as_written(void **state) {
  Shipped given;
  Session *session;
  Turn turn;
  shipped_text(&given, text);
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
