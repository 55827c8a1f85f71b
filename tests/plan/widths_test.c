// How wide the numbers of the state are: as narrow as can be proved, and never too narrow for what the rules do.
#include "plan/plan.h"
#include "play/playout/playout.h"

#include <stdio.h>

#include "support/shipped.h"

// The widths of a game of this start and these rules of play.
static FieldWidths widths_of(const char *start, const char *play) {
  Text text = {0};
  text_printf(&text,
              "(game \"Widths\" (players 2) (equipment {(board (square 4)) (piece \"Disc\" Each) (hand Each)})"
              " (rules (start {%s}) (play %s) (end (if (no Moves Next) (result Mover Win)))))",
              start, play);
  text_char(&text, 0);
  Shipped shipped;
  shipped_text(&shipped, text.p);
  FieldWidths widths = plan_of(shipped.game)->layout.width;
  shipped_free(&shipped);
  text_free(&text);
  return widths;
}

#define STEPS "(forEach Piece)"
#define PLACED "(place \"Disc1\" {0})"
#define SETS(field, value) "(move Select (from (sites Occupied by:All)) (then (set " field " at:(last To) " value ")))"

static void states_and_values_follow_the_rules(void **state) {
  const char *values = "(place \"Disc1\" {0} value:200)", *large = "(place \"Disc1\" {0} value:300)";
  assert_int_equal(widths_of(values, SETS("Value", "7")).value, 1);
  assert_int_equal(widths_of(large, SETS("Value", "7")).value, 2);
  assert_int_equal(widths_of(values, SETS("Value", "70000")).value, 4);
  assert_int_equal(widths_of(values, SETS("Value", "(+ 1 (value Piece at:(last To)))")).value, 4);
  assert_int_equal(widths_of(PLACED, SETS("State", "(% (+ 1 (state at:(last To))) 5)")).state, 1);
  assert_int_equal(widths_of(PLACED, SETS("State", "(mover)")).state, 1);
  assert_int_equal(widths_of(PLACED, SETS("State", "(+ 1 (state at:(last To)))")).state, 2);
  assert_int_equal(widths_of(PLACED, SETS("State", "(- 1 3)")).state, 2);
  assert_int_equal(widths_of(PLACED, SETS("State", "(if (is Odd (mover)) 255 256)")).state, 2);
}

static void piles_are_as_large_as_what_is_there(void **state) {
  const char *hands = "(place \"Disc\" \"Hand\" count:9)", *many = "(place \"Disc\" \"Hand\" count:200)";
  const char *enter = "(move (from (handSite Mover)) (to (sites Empty)))";
  const char *grow = "(move Add (piece (id \"Disc\" Mover)) (to (sites Occupied by:Mover)))";
  assert_int_equal(widths_of(hands, enter).count, 1);
  assert_int_equal(widths_of(many, enter).count, 2);
  assert_int_equal(widths_of(hands, grow).count, 4);
}

typedef struct Widest {
  FieldWidths widths;
  int games;
} Widest;

// Random games run without a fault: nothing that comes up is too large.
static void plays_without_fault(void *self, const Game *game) {
  enum { PLIES = 200 };
  Widest *widest = self;
  if (game->mode != MODE_ALTERNATING || game->subgames) return;
  Position *x = position_new(game, 1, 0);
  Random random = random_stream(3, 0);
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) playout_step(x, &random);
  if (x->fault) fail_msg("%s: %s", game->name, x->fault);
  const FieldWidths *widths = &x->layout->width;
  assert_int_equal(widths->what, game->n_components > 256 ? 2 : 1);
  widest->widths.count = MAX(widest->widths.count, widths->count);
  widest->games++;
  position_free(x);
}

static void shipped_games_fit(void **state) {
  Widest widest = {0};
  shipped_each(plays_without_fault, &widest);
  printf("# %d games\n", widest.games);
  assert_true(widest.games > 50);
  assert_int_equal(widest.widths.count, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_and_values_follow_the_rules),
      cmocka_unit_test(piles_are_as_large_as_what_is_there),
      cmocka_unit_test(shipped_games_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
