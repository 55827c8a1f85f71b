// What random games show: who is ahead in a game of captures tends to win, and in one of lines counting pieces tells
// nothing; the choice of an agent follows.
#include "search/traits.h"
#include "search/minimax/noise.h"
#include "search/opponent.h"

#include "support/shipped.h"

static void find_in(const Game *game, Traits *traits, char *agent, size_t size) {
  Arena arena = {0};
  traits_find(game, traits);
  traits_judge(game, traits);
  snprintf(agent, size, "%s", opponent_choose(&arena, game).agent);
  arena_free(&arena);
}

static void find(const char *name, Traits *traits, char *agent, size_t size) {
  Shipped shipped;
  shipped_load(&shipped, name);
  find_in(shipped.game, traits, agent, size);
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

// Without a heuristic of its own: pieces alone.
static const char line_game[] =
    "(game \"Lines and Captures\" (players 2) (equipment {(board (square 7)) (piece \"Stone\" Each)})"
    "  (rules (play (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal"
    "      (between if:(is Enemy (who at:(between))) (apply (remove (between))))))))"
    "    (end (if (is Line 5) (result Mover Win)))))";

static void pieces_on_lines_do_not(void **state) {
  Traits traits;
  Shipped shipped;
  char agent[64];
  shipped_text(&shipped, line_game);
  find_in(shipped.game, &traits, agent, sizeof agent);
  print_message("# decided %g, told %g\n", traits.decided, traits.told);
  assert_true(traits.decided > 0.5);
  assert_true(traits.told < 0.2);
  assert_string_equal(agent, "uct:scale=yes");
  shipped_free(&shipped);
}

// What was tuned for a game of lines tells much more.
static void tuned_terms_of_lines_do(void **state) {
  Traits traits;
  char agent[64];
  find("Pentalath", &traits, agent, sizeof agent);
  print_message("# told %g\n", traits.told);
  assert_true(traits.told > 0.3);
  assert_string_equal(agent, "alphabeta");
}

// Random players of HeXentafl waste what they took; a search does not. Pieces are taken there and none come in, as in
// Chess and unlike Gomoku.
static void taking_pays_where_none_come_in(void **state) {
  Traits traits;
  char agent[64];
  find("HeXentafl", &traits, agent, sizeof agent);
  print_message("# told %g, taken %g, grown %g\n", traits.told, traits.taken, traits.grown);
  assert_true(traits.told < 0.2 && traits.taken > 0.01 && traits.grown < 0.01);
  assert_string_equal(agent, "alphabeta");
  find("Gomoku", &traits, agent, sizeof agent);
  assert_true(traits.grown > 0.99);
}

// Rules that are an automaton do not say whose pieces are: random games show it, and that pieces are taken. What a move
// takes is seen in its steps.
static void whose_pieces_are_taken_in_automata(void **state) {
  static const char *const names[] = {"Chess", "English Draughts"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Arena arena = {0};
    Shipped shipped;
    Traits traits;
    shipped_rbg(&shipped, test_root(&arena, arena_printf(&arena, "games/rbg/%s.rbg", names[i])));
    traits_find(shipped.game, &traits);
    print_message("# %s: taken %g, foreseen %g\n", names[i], traits.taken, traits.foreseen);
    assert_true(traits.taken > 0.05 && traits.foreseen > 0.75);
    assert_string_equal(opponent_choose(&arena, shipped.game).agent, "alphabeta");
    shipped_free(&shipped);
    arena_free(&arena);
  }
}

// Few random games of Xiangqi are won before they are cut: what these few say about counting pieces is chance.
static void a_few_games_say_nothing(void **state) {
  Traits traits;
  char agent[64];
  find("Xiangqi", &traits, agent, sizeof agent);
  print_message("# judged %g, told %g\n", traits.judged, traits.told);
  assert_true(traits.judged < 12);
  assert_string_equal(agent, "alphabeta");
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
    Traits traits;
    const char *prover;
    opponent_study(&arena, shipped.game, &traits, &prover);
    assert_int_equal(prover != NULL, rows[i].small);
    arena_free(&arena);
    shipped_free(&shipped);
  }
}

// A game whose every move takes a million steps: each look at it ends after the same work, 16 million steps, and is cut
// short within a move.
static void slow_rules_are_looked_at_less(void **state) {
  static const char slow[] =
      "(game \"Slow\" (players 2) (equipment {(board (square 4)) (piece \"P\" Each (step (to if:(is Empty (to)))))})"
      "(rules (start {(place \"P1\" (sites Bottom)) (place \"P2\" (sites Top))})"
      " (play (forEach Piece (then (forEach Value min:1 max:1000000 (if (= (value) 0) (addScore Mover 1))))))"
      " (end (if (no Moves Next) (result Mover Win)))))";
  Shipped shipped;
  Traits traits;
  shipped_text(&shipped, slow);
  traits_find(shipped.game, &traits);
  assert_true(traits.slow);
  assert_true(traits.length > 1 && traits.length < 40);
  Material *material;
  Noise noise;
  material_new(shipped.game, 1, &material);
  noise_watch(&noise, shipped.game, material, 1);
  assert_true(material_worth(material, 1) > 1);
  assert_false(noise.useful);
  material_free(material);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(captures_tell_the_winner),
      cmocka_unit_test(pieces_on_lines_do_not),
      cmocka_unit_test(tuned_terms_of_lines_do),
      cmocka_unit_test(taking_pays_where_none_come_in),
      cmocka_unit_test(whose_pieces_are_taken_in_automata),
      cmocka_unit_test(a_few_games_say_nothing),
      cmocka_unit_test(wins_are_missed_where_they_come_suddenly),
      cmocka_unit_test(proofs_are_looked_for_in_small_games),
      cmocka_unit_test(slow_rules_are_looked_at_less),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
