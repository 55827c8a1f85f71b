// Turns as single choices: as many as there are, each the moves it is made of, and the position as it was before.
#include "play/model/turns.h"
#include "play/playout/perft.h"

#include "support/shipped.h"

// Makes a turn of the list and takes it back; whether it ended.
static bool make_turn(Position *x, const Turns *turns, MoveList list, uint32_t i) {
  int32_t turn = x->head->turn;
  TurnSpan span = turns->at.at[i];
  Move move = *move_at(x, list, i);
  position_apply(x, &move);
  for (uint32_t k = 1; k < span.n; k++) {
    assert_int_equal(x->head->turn, turn);
    MoveList next = position_moves(x);
    assert_true(turns->numbers.at[span.first + k] < next.n);
    move = *move_at(x, next, turns->numbers.at[span.first + k]);
    position_apply(x, &move);
    position_forget(x, next);
  }
  bool ended = x->head->turn != turn || position_over(x);
  for (uint32_t k = 0; k < span.n; k++) position_undo(x);
  return ended;
}

// Goes a few turns into the game; everywhere the turns are those that perft counts.
static void compare(const char *name, int plies) {
  Shipped shipped;
  Turns turns = {0};
  shipped_load(&shipped, name);
  Position *x = position_new(shipped.game, 1, 0);
  Random random = random_stream(5, 0);
  position_start(x);
  for (int ply = 0; ply < plies && !position_over(x); ply++) {
    uint64_t before = position_full_hash(x);
    MoveList list = turns_list(&turns, x);
    assert_int_equal(list.n, perft_turns(x, 1));
    for (uint32_t i = 0; i < list.n; i += 7) assert_true(make_turn(x, &turns, list, i));
    assert_true(position_full_hash(x) == before);
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
    assert_int_equal(x->moves.n, 0);
  }
  turns_free(&turns);
  position_free(x);
  shipped_free(&shipped);
}

static void turns_of_one_move_are_the_moves(void **state) { compare("Breakthrough", 20); }

static void turns_of_several_moves_are_joined(void **state) {
  compare("Amazons", 3);
  compare("English Draughts", 60);
  compare("Nine Men's Morris", 60);
}

// 30 pieces in one turn: 50,000 is far too few for all ways to place them.
static void too_many_are_cut(void **state) {
  static const char filling[] =
      "(game \"Filling\" (players 2) (equipment { (board (square 6)) (piece \"Disc\" Each) })"
      " (rules (play (move Add (to (sites Empty)) (then (if (> 30 (count Pieces Mover)) (moveAgain)))))"
      "  (end (if (= 30 (count Pieces Mover)) (result Mover Win)))))";
  Shipped shipped;
  Turns turns = {0};
  shipped_text(&shipped, filling);
  Position *x = position_new(shipped.game, 1, 0);
  position_start(x);
  MoveList list = turns_list(&turns, x);
  assert_int_equal(list.n, 36 * 35 * 34);
  assert_int_equal(turns.at.at[0].n, 3);
  assert_false(make_turn(x, &turns, list, 0));
  position_forget(x, list);
  turns_free(&turns);
  position_free(x);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_of_one_move_are_the_moves),
      cmocka_unit_test(turns_of_several_moves_are_joined),
      cmocka_unit_test(too_many_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
