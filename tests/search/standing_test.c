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
static void winners_are_ahead(void **state) {
  static const char *const names[] = {"Backgammon", "Royal Game of Ur", "Oware"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    Material *material;
    int right = 0, wrong = 0;
    shipped_load(&shipped, names[i]);
    material_new(shipped.game, 1, &material);
    assert_true(material_has_standing(material));
    const Evaluator *evaluator = material_evaluator(material);
    Position *x = position_new(shipped.game, 1, 0);
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
    print_message("# %s: %d of %d\n", names[i], right, right + wrong);
    assert_true(right > 2 * wrong);
    position_free(x);
    material_free(material);
    shipped_free(&shipped);
  }
  (void)state;
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
      cmocka_unit_test(other_games_have_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
