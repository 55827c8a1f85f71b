// Who is ahead in races and sowing games, and that nothing is made up where neither is played.
#include "search/minimax/standing.h"

#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/minimax/material.h"
#include "support/shipped.h"

#include <math.h>

static void equal_at_the_start(void **state) {
  static const char *const names[] = {"Backgammon", "Royal Game of Ur", "XII Scripta", "Oware"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    Standing *standing;
    double values[GAME_PLAYERS_MAX + 1];
    print_message("# %s\n", names[i]);
    shipped_load(&shipped, names[i]);
    standing_new(shipped.game, 1, &standing);
    assert_non_null(standing);
    Position *x = position_new(shipped.game, 1, 0);
    position_start(x);
    standing_measure(standing, x, values);
    assert_true(fabs(values[1] - values[2]) < 1e-9);
    position_free(x);
    standing_free(standing);
    shipped_free(&shipped);
  }
  (void)state;
}

// In the last position before the end, winners are mostly ahead.
static void require_winners_ahead(const Game *game) {
  Material *material;
  int right = 0, wrong = 0;
  material_new(game, 1, &material);
  assert_non_null(material_standing(material));
  const Evaluator *evaluator = material_evaluator(material);
  Position *x = position_new(game, 1, 0);
  for (uint64_t g = 0; g < 20; g++) {
    Random random = random_stream(77, g);
    double before[GAME_PLAYERS_MAX + 1] = {0};
    position_start(x);
    for (int ply = 0; ply < 2000 && !position_over(x); ply++) {
      evaluator->estimate(evaluator, x, before);
      playout_step(x, &random);
    }
    if (!position_over(x) || seat_utility(x, 1) == 0) continue;
    if (before[1] * seat_utility(x, 1) > 0) right++;
    else wrong++;
  }
  print_message("# %s: %d of %d\n", game->name, right, right + wrong);
  assert_true(right > 2 * wrong);
  position_free(x);
  material_free(material);
}

static void winners_are_ahead(void **state) {
  static const char *const names[] = {"Backgammon", "Royal Game of Ur", "Oware"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    shipped_load(&shipped, names[i]);
    require_winners_ahead(shipped.game);
    shipped_free(&shipped);
  }
  (void)state;
}

// A hole in which the fourth seed falls is the sower's for good; there is neither a store nor a home.
static void marked_holes_count(void **state) {
  static const char text[] =
      "(game \"Marked Holes\" (players 2) (equipment {(mancalaBoard 2 5 store:None (track \"Track\" \"0,E,N,W\" "
      "loop:True))"
      " (piece \"Seed\" Shared)}) (rules (start (set Count 3 to:(sites Track)))"
      " (play (move Select (from (sites Board) if:(and (= 0 (state at:(from))) (is Occupied (from))))"
      " (then (sow apply:(if (and (= 4 (count at:(to))) (= 0 (state at:(to)))) (set State at:(to) (mover)))))))"
      " (end (if (no Moves Next) (byScore {"
      "(score P1 (count in:(forEach (sites Board) if:(= 1 (state at:(site))))))"
      " (score P2 (count in:(forEach (sites Board) if:(= 2 (state at:(site))))))})))))";
  Shipped shipped;
  (void)state;
  shipped_text(&shipped, text);
  require_winners_ahead(shipped.game);
  shipped_free(&shipped);
}

static void other_games_have_none(void **state) {
  static const char *const names[] = {"Breakthrough", "Hex", "Chess", "Surakarta"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    Standing *standing;
    shipped_load(&shipped, names[i]);
    standing_new(shipped.game, 1, &standing);
    assert_null(standing);
    shipped_free(&shipped);
  }
  (void)state;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_at_the_start),
      cmocka_unit_test(winners_are_ahead),
      cmocka_unit_test(marked_holes_count),
      cmocka_unit_test(other_games_have_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
