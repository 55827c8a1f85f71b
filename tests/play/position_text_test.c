// Texts of positions leave nothing out: a position that was written down and read back has the same block, byte for
// byte, in every shipped game and all along random games. What is wrong in a text is said with its place.
#include "play/show/position_text.h"
#include "play/playout/playout.h"
#include "support/shipped.h"

#include <stdio.h>

static void check_block(Position *x, Position *other, const char *name) {
  PositionMistake mistake;
  Text text = {0};
  assert_true(position_write(&text, x, &mistake));
  if (!position_read(other, text_str(&text), &mistake)) fail_msg("%s: %zu: %s", name, mistake.at, mistake.message);
  assert_int_equal(x->head->n_hashes, other->head->n_hashes);
  size_t n = layout_bytes(x->layout, x->head->n_hashes), i = 0;
  while (i < n && x->block[i] == other->block[i]) i++;
  if (i < n)
    fail_msg("%s: byte %zu of %u (head %zu) differs: %.300s", name, i, x->layout->size, sizeof(StateHead), text.p);
  text_free(&text);
}

static void check_game(const char *name) {
  Shipped shipped;
  shipped_load(&shipped, name);
  Position *x = position_new(shipped.game, 7, 0), *other = position_new(shipped.game, 8, 0);
  Random random = random_stream(7, 1);
  check_block(x, other, name);
  for (int ply = 0; ply < 60 && !position_over(x) && !x->fault; ply++) {
    playout_step(x, &random);
    if (ply % 7 == 0) check_block(x, other, name);
  }
  check_block(x, other, name);
  position_free(x);
  position_free(other);
  shipped_free(&shipped);
}

static void test_blocks_are_the_same(void **state) {
  (void)state;
  static const char *const names[] = {
      "Chess",      "Backgammon", "German Whist", "Lasca",       "Go",        "Oware", "Shogi",          "Arimaa",
      "Kensington", "Amazons",    "Reversi",      "XII Scripta", "Surakarta", "Shobu", "Feed the Ducks", "Level Chess"};
  for (size_t i = 0; i < COUNT_OF(names); i++) check_game(names[i]);
}

// Numbers as large as rules can make them, which wrap around.
static void test_numbers_of_any_size(void **state) {
  (void)state;
  static const char *const effects[] = {"(set Value at:(last To) (* 65536 32767))",
                                        "(set Value at:(last To) (* 65536 -32768))",
                                        "(set Var (* 65536 32767))",
                                        "(set Counter (* 65536 -32768))",
                                        "(set Score Mover 2147483647)",
                                        "(addScore Mover -2147483647)"};
  for (size_t i = 0; i < COUNT_OF(effects); i++) {
    Shipped shipped;
    char text[500];
    snprintf(
        text, sizeof text,
        "(game \"Large\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add "
        "(to (sites Empty)) (then %s))) (end (if (is Line 3) (result Mover Win)))))",
        effects[i]);
    shipped_text(&shipped, text);
    Position *x = position_new(shipped.game, 7, 0), *other = position_new(shipped.game, 8, 0);
    Random random = random_stream(7, 1);
    for (int ply = 0; ply < 3; ply++) {
      playout_step(x, &random);
      check_block(x, other, effects[i]);
    }
    position_free(x);
    position_free(other);
    shipped_free(&shipped);
  }
}

// High stacks of pieces with long marks: nobody would read such a text.
static void test_texts_are_not_too_long(void **state) {
  (void)state;
  Shipped shipped;
  Text text = {0};
  PositionMistake mistake;
  shipped_text(
      &shipped,
      "(game \"High\" (players 2) (equipment {(board (square 40)) (piece \"Disc\" Each)}) (rules (start (place "
      "Stack \"Disc1\" (sites Board) count:60 value:1000000000)) (play (move Pass)) (end (if (is Line 3) "
      "(result Mover Win)))))");
  Position *x = position_new(shipped.game, 7, 0);
  text_puts(&text, "before");
  assert_false(position_write(&text, x, &mistake));
  assert_string_equal(mistake.message, "the text is longer than 1048576 bytes");
  assert_int_equal(text.n, strlen("before"));
  text_repeat(&text, '8', POSITION_TEXT_MAX);
  assert_false(position_read(x, text_str(&text), &mistake));
  assert_string_equal(mistake.message, "the text is longer than 1048576 bytes");
  text_free(&text);
  position_free(x);
  shipped_free(&shipped);
}

static void check_mistake(Position *x, const char *text, size_t at, const char *message) {
  PositionMistake mistake = {0};
  uint64_t before = position_full_hash(x);
  assert_false(position_read(x, str_of(text), &mistake));
  assert_int_equal(mistake.at, at);
  assert_string_equal(mistake.message, message);
  assert_true(position_full_hash(x) == before);
}

static void test_mistakes_have_places(void **state) {
  (void)state;
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  Position *x = position_new(shipped.game, 7, 0);
  check_mistake(x, "", 0, "expected a piece or a number of empty sites here");
  check_mistake(x, "8/8", 3, "expected / and the next row here");
  check_mistake(x, "9/8/8/8/8/8/8/8 1 0", 0, "the number must be from 1 to 8");
  check_mistake(x, "8/8/8/8/8/8/8/7S8 1 0", 16, "expected the end of the board and the player to move here");
  check_mistake(x, "8/8/8/8/8/8/8/7(SS) 1 0", 16, "this game has no stacks");
  check_mistake(x, "8/8/8/8/8/8/8/7S 3 0", 17, "the number must be from 1 to 2");
  check_mistake(x, "8/8/8/8/8/8/8/7S 1", 18, "expected the number of moves made here");
  check_mistake(x, "8/8/8/8/8/8/8/7S 1 0 luck=3", 21, "this game has no 'luck'");
  check_mistake(x, "8/8/8/8/8/8/8/7S 1 0 phase=0:4", 29, "the number must be from 0 to 0");
  check_mistake(x, "8/8/8/8/8/8/8/7S 1 0 seat=1:2", 29, "every player has one seat");
  check_mistake(x, "8/8/8/8/8/8/8/7S 1 0 active=0", 29, "nobody takes part in the game, but it is not over");
  position_free(x);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_are_the_same),
      cmocka_unit_test(test_numbers_of_any_size),
      cmocka_unit_test(test_texts_are_not_too_long),
      cmocka_unit_test(test_mistakes_have_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
