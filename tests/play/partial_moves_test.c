// Semimoves of `.lud` games are chosen in stages, and conditions on the position afterwards come last: shown on a small
// board where the centre must stay empty.
#include "base/file.h"
#include "state/turn/semimove.h"

#include "state/block/access.h"
#include "support/shipped.h"

#define CENTRE "4"
// Discs step to empty cells next to them. Cells are 0 1 2 / 3 4 5 / 6 7 8.
static const char description[] =
    "(game \"Hollow\" (players 2)\n"
    "  (equipment {(board (square 3)) (piece \"Disc\" Each (move Step Orthogonal (to if:(is Empty (to)))))})\n"
    "  (rules (start {(place \"Disc1\" {%s}) (place \"Disc2\" {%s})})\n"
    "    (play %s)\n"
    "    (end (if (>= (count Turns) 9) (result Mover Win)))))\n";
static const char filtered[] = "(do (forEach Piece) ifAfterwards:(is Empty " CENTRE "))";
static const char passing[] = "(or (do (forEach Piece) ifAfterwards:(is Empty " CENTRE ")) (move Pass))";
static const char first_of[] =
    "(priority {(forEach Piece (if (is In (from) (sites {0 1 2})) (move Step N (to if:(is Empty (to))))))\n"
    "           (forEach Piece)})";

typedef struct Small {
  Arena arena;  // of the text
  Shipped shipped;
  Position *x;
} Small;

static void begin(Small *s, const char *mine, const char *theirs, const char *play) {
  *s = (Small){0};
  shipped_text(&s->shipped, arena_printf(&s->arena, description, mine, theirs, play));
  s->x = position_new(s->shipped.game, 1, 0);
}

static void end(Small *s) {
  position_free(s->x);
  shipped_free(&s->shipped);
  arena_free(&s->arena);
}

static Action action_of(const Position *x, MoveList list, uint32_t i) { return move_action(x, move_at(x, list, i), 0); }

// Makes the part that names this site as its end.
static void make(Position *x, int32_t site) {
  MoveList list = position_semimoves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move part = *move_at(x, list, i);
    if (part.to != site) continue;
    position_apply_semimove(x, &part);
    position_forget(x, list);
    return;
  }
  fail_msg("no part leads to %d", (int)site);
}

static uint32_t count_parts(Position *x) {
  MoveList list = position_semimoves(x);
  position_forget(x, list);
  return list.n;
}

static void conditions_come_last(void **state) {
  Small s;
  begin(&s, "0 1", "8", filtered);
  MoveList list = position_semimoves(s.x);
  assert_int_equal(list.n, 2);
  for (uint32_t i = 0; i < list.n; i++) assert_int_equal(action_of(s.x, list, i).kind, ACT_CHOOSE);
  position_forget(s.x, list);
  make(s.x, 1);
  assert_false(position_nodal(s.x));
  assert_int_equal(count_parts(s.x), 2);  // to 2 and, not yet known to be forbidden, to the centre
  make(s.x, 4);
  assert_false(position_nodal(s.x));
  assert_int_equal(count_parts(s.x), 0);
  assert_int_equal(site_what(s.x, SITE_CELL, 1, -1), 1);  // nothing has moved
  assert_true(position_undo(s.x));
  make(s.x, 2);
  assert_true(position_nodal(s.x));
  assert_int_equal(position_mover(s.x), 2);
  assert_true(position_undo(s.x));
  assert_true(position_undo(s.x));
  assert_true(position_nodal(s.x));
  end(&s);
}

static void pass_only_without_moves(void **state) {
  Small s;
  begin(&s, "1", "0 2", filtered);  // the only step goes to the centre
  MoveList list = position_semimoves(s.x);
  assert_int_equal(list.n, 1);
  assert_int_equal(action_of(s.x, list, 0).kind, ACT_PASS);
  position_forget(s.x, list);
  PartList parts = position_parts(s.x);
  assert_int_equal(parts.n, 1);
  position_make_part(s.x, &parts, 0);
  assert_false(position_nodal(s.x));
  assert_true(position_undo(s.x));
  position_strike_part(s.x, &parts, 0);
  assert_int_equal(parts.n, 1);  // now it is the pass
  position_make_part(s.x, &parts, 0);
  assert_true(position_nodal(s.x));
  position_forget_parts(s.x, &parts);
  end(&s);
}

static void whole_moves_beside_choices(void **state) {
  Small s;
  begin(&s, "0 6", "8", passing);
  MoveList list = position_semimoves(s.x);
  assert_int_equal(list.n, 3);
  int choices = 0, passes = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    choices += action_of(s.x, list, i).kind == ACT_CHOOSE;
    passes += action_of(s.x, list, i).kind == ACT_PASS;
  }
  assert_int_equal(choices, 2);
  assert_int_equal(passes, 1);
  position_forget(s.x, list);
  end(&s);
}

// A single source is no choice: its moves are offered at once.
static void one_source_is_not_asked_for(void **state) {
  Small s;
  begin(&s, "3", "8", filtered);
  MoveList list = position_semimoves(s.x);
  assert_int_equal(list.n, 3);
  for (uint32_t i = 0; i < list.n; i++) assert_int_equal(action_of(s.x, list, i).kind, ACT_MOVE);
  position_forget(s.x, list);
  end(&s);
}

// The first alternative with moves counts in every stage.
static void priorities_hold(void **state) {
  Small s;
  begin(&s, "3 4 5", "8", first_of);
  assert_int_equal(count_parts(s.x), 3);
  make(s.x, 4);
  assert_int_equal(count_parts(s.x), 2);
  end(&s);
  begin(&s, "0 5", "8", first_of);
  make(s.x, 5);
  assert_int_equal(count_parts(s.x), 0);
  assert_true(position_undo(s.x));
  make(s.x, 0);
  assert_int_equal(count_parts(s.x), 1);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_come_last),
      cmocka_unit_test(pass_only_without_moves),
      cmocka_unit_test(whole_moves_beside_choices),
      cmocka_unit_test(one_source_is_not_asked_for),
      cmocka_unit_test(priorities_hold),
  };
  return cmocka_run_group_tests_name("moves in stages", tests, NULL, NULL);
}
