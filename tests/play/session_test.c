// Sessions of games in which all players move at once: turns as written, saved and loaded.
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

static void play(Session *session, const char *turn) {
  Turn made;
  assert_true(session_find_turn(session, str_of(turn), &made));
  assert_int_equal(made.n, 2);
  session_play(session, &made);
}

static void turns_are_saved_and_loaded(void **state) {
  Shipped given;
  Session *session, *again;
  shipped_text(&given, text);
  session_new(given.game, 1, &session);
  session_new(given.game, 1, &again);
  Turn none;
  assert_false(session_find_turn(session, STR("5,1"), &none));  // the seats in their order
  play(session, "1,5");
  play(session, "2,4");
  Text saved = {0};
  Record record;
  const char *why = "";
  session_save(session, &(Record){.name = "Both", .path = "both.lud", .options = (const char *[]){NULL}}, &saved);
  assert_true(record_read_line(&given.arena, text_str(&saved), &record, &why));
  assert_true(session_load(again, &record, &why));
  assert_int_equal(again->turns.n, 2);
  assert_true(position_full_hash(again->x) == position_full_hash(session->x));
  text_free(&saved);
  session_free(session);
  session_free(again);
  shipped_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turns_are_saved_and_loaded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
