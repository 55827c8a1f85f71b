// What random games show: who is ahead in a game of captures tends to win, and in one of lines counting pieces tells
// nothing; the choice of an agent follows.
#include "search/traits.h"
#include "search/opponent.h"

#include "support/shipped.h"

static void find(const char *name, Traits *traits, char *agent, size_t size) {
  Shipped shipped;
  Arena arena = {0};
  shipped_load(&shipped, name);
  traits_find(shipped.game, traits);
  traits_judge(shipped.game, traits);
  snprintf(agent, size, "%s", opponent_choose(&arena, shipped.game).agent);
  arena_free(&arena);
  shipped_free(&shipped);
}

static void captures_tell_the_winner(void **state) {
  Traits traits;
  char agent[64];
  find("English Draughts", &traits, agent, sizeof agent);
  print_message("# decided %g, told %g\n", traits.decided, traits.told);
  assert_true(traits.decided > 0.5);
  assert_true(traits.told > 0.3);
  assert_string_equal(agent, "alphabeta");
}

static void pieces_on_lines_do_not(void **state) {
  Traits traits;
  char agent[64];
  find("Pentalath", &traits, agent, sizeof agent);
  print_message("# decided %g, told %g\n", traits.decided, traits.told);
  assert_true(traits.decided > 0.5);
  assert_true(traits.told < 0.3);
  assert_string_equal(agent, traits.told < 0.2 ? "uct" : "alphabeta");
}

static double missed(const char *name) {
  Shipped shipped;
  Traits traits = {0};
  shipped_load(&shipped, name);
  traits_miss(shipped.game, &traits);
  shipped_free(&shipped);
  return traits.missed;
}

// Four in a row is overlooked long before a random game ends; whoever has more discs at the end of Reversi could not
// have had it earlier.
static void wins_are_missed_where_they_come_suddenly(void **state) {
  double in_a_row = missed("Connect Four"), at_the_end = missed("Reversi");
  print_message("# missed %g, %g\n", in_a_row, at_the_end);
  assert_true(in_a_row > 0.18);
  assert_true(at_the_end < 0.05);
}

// With much time a proof is looked for only where the game is small and the player does not look for it anyway.
static void proofs_are_looked_for_in_small_games(void **state) {
  static const struct {
    const char *name;
    bool small;
  } rows[] = {{"Connect Four", true}, {"Tic-Tac-Toe", false}, {"Hex", false}, {"Royal Game of Ur", false}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Shipped shipped;
    Arena arena = {0};
    shipped_load(&shipped, rows[i].name);
    assert_int_equal(opponent_prover(&arena, shipped.game) != NULL, rows[i].small);
    arena_free(&arena);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(captures_tell_the_winner),
      cmocka_unit_test(pieces_on_lines_do_not),
      cmocka_unit_test(wins_are_missed_where_they_come_suddenly),
      cmocka_unit_test(proofs_are_looked_for_in_small_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
