// What a search asks about positions and moves has the same answer on native positions and on the interpreter's: worth
// of positions to the last bit, moves with what they take, and hashes that are equal for equal positions.
#include "search/minimax/forward.h"
#include "play/playout/playout.h"
#include "search/evaluation.h"

#include <stdlib.h>

#include "support/shipped.h"

typedef struct Pair {
  const Game *game;
  const Native *native;
  Material *material;
  Noise noise;
  Evaluation evaluation;
  ForwardModel plain, fast;
} Pair;

static void same_estimate(Pair *pair) {
  double a[GAME_PLAYERS_MAX + 1], b[GAME_PLAYERS_MAX + 1];
  forward_estimate(&pair->plain, pair->evaluation.evaluator, a);
  forward_estimate(&pair->fast, pair->evaluation.evaluator, b);
  for (int seat = 1; seat <= pair->game->players; seat++) assert_true(a[seat] == b[seat]);
}

static void same_looks(Pair *pair, ForwardList a, ForwardList b) {
  assert_int_equal(a.n, b.n);
  const ForwardMove *plain = forward_look(&pair->plain, a), *fast = forward_look(&pair->fast, b);
  for (uint32_t number = 0; number < a.n; number++) {
    uint32_t index = forward_index(&pair->fast, number);
    ForwardMove ours = plain[number], theirs = fast[index];
    assert_int_equal(ours.way, theirs.way);
    assert_int_equal(ours.taken, theirs.taken);
    assert_true(ours.key == theirs.key);
    int32_t site = forward_move_to(&pair->plain, a, 0);
    assert_int_equal(forward_answers(&pair->plain, a, number, site), forward_answers(&pair->fast, b, index, site));
  }
}

// Moves of a position that native code came to by itself: the same, with the same gains, in an order of their own.
static void same_sorted(Pair *pair) {
  ForwardList a = forward_moves(&pair->plain), b = forward_moves(&pair->fast);
  assert_int_equal(a.n, b.n);
  forward_sort(&pair->plain, &a);
  forward_sort(&pair->fast, &b);
  const ForwardMove *plain = forward_look(&pair->plain, a), *fast = forward_look(&pair->fast, b);
  for (uint32_t i = 0; i < a.n; i++) {
    ForwardMove ours = plain[forward_nth(&pair->plain, a, i)], theirs = fast[forward_nth(&pair->fast, b, i)];
    assert_int_equal(ours.way, theirs.way);
    assert_true(ours.key == theirs.key);
    assert_int_equal(ours.taken, theirs.taken);
  }
  forward_forget(&pair->fast, b);
  forward_forget(&pair->plain, a);
}

// The hash does not depend on how the position was reached: made by native code, or brought over.
static void same_after(Pair *pair, ForwardList list, const Move *move, uint32_t number) {
  Position *x = pair->plain.x;
  Move made = *move;
  position_apply(x, &made);
  forward_apply(&pair->fast, list, forward_index(&pair->fast, number));
  assert_int_equal(position_over(x), forward_over(&pair->fast));
  if (!position_over(x)) {
    assert_int_equal(forward_seat(&pair->plain), forward_seat(&pair->fast));
    assert_true(forward_hash(&pair->fast) == forward_hash_of(&pair->fast, x));
    same_estimate(pair);
    same_sorted(pair);
  }
  forward_undo(&pair->fast);
}

static void play_game(Pair *pair, uint64_t number, int plies) {
  Position *x = position_new(pair->game, 1, number);
  Random random = random_stream(1, number);
  for (int ply = 0; ply < plies && !position_over(x); ply++) {
    ForwardList a = forward_stand(&pair->plain, x, NULL), b = forward_stand(&pair->fast, x, pair->native);
    assert_true(pair->fast.is_native);
    same_looks(pair, a, b);
    same_estimate(pair);
    uint32_t choice = random_below(&random, a.n);
    Move move = *move_at(pair->plain.x, a.list, choice);
    same_after(pair, b, &move, choice);
    forward_leave(&pair->plain, a);
    forward_leave(&pair->fast, b);
    MoveList list = position_moves(x);
    move = *move_at(x, list, choice);
    position_apply(x, &move);
    position_forget(x, list);
  }
  position_free(x);
}

static void compare(const Game *game, uint64_t games, int plies) {
  Arena arena = {0};
  const char *why = "";
  Native *native = native_open(game, &arena, NULL, &why);
  if (native) {
    Pair pair = {.game = game, .native = native};
    AgentSetting setting = {.game = game, .seed = 1};
    material_new(game, 1, &pair.material);
    evaluation_open(&pair.evaluation, &setting, "auto");
    noise_watch(&pair.noise, game, pair.material, 1);
    forward_open(&pair.plain, game, &pair.noise, 1);
    forward_open(&pair.fast, game, &pair.noise, 1);
    for (uint64_t k = 0; k < games; k++) play_game(&pair, k, plies);
    forward_close(&pair.plain);
    forward_close(&pair.fast);
    evaluation_close(&pair.evaluation);
    material_free(pair.material);
    native_close(native);
  } else {
    print_message("%s: %s\n", game->name, why);
  }
  arena_free(&arena);
}

static void compare_game(const char *name, uint64_t games, int plies) {
  Shipped shipped;
  shipped_load(&shipped, name);
  compare(shipped.game, games, plies);
  shipped_free(&shipped);
}

static bool is_rbg(const char *name) {
  size_t n = strlen(name);
  return n > 4 && !strcmp(name + n - 4, ".rbg");
}

static void compare_file(const char *path, uint64_t games, int plies) {
  if (!is_rbg(path)) {
    compare_game(path, games, plies);
    return;
  }
  Shipped shipped;
  shipped_rbg(&shipped, path);
  compare(shipped.game, games, plies);
  shipped_free(&shipped);
}

static void games_of_automata(void **state) {
  (void)state;
  static const char *const names[] = {"Breakthrough", "Chess", "English Draughts", "The Mill Game"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Arena arena = {0};
    compare_file(test_root(&arena, arena_printf(&arena, "games/rbg/%s.rbg", names[i])), 2, 60);
    arena_free(&arena);
  }
}

static void games_of_many_kinds(void **state) {
  (void)state;
  static const char *const names[] = {"Breakthrough",     "Gomoku", "Reversi", "Connect Four", "Hex",
                                      "English Draughts", "Tablut", "Konane",  "Minishogi"};
  for (size_t i = 0; i < COUNT_OF(names); i++) compare_game(names[i], 2, 60);
}

// Who only asks what a capture of the top of a pile takes leaves the pile as it is.
static void captures_from_piles(void **state) {
  static const char text[] =
      "(game \"Piles\" (players 2) (equipment {(board (square 5)) (piece \"Goat\" P1 (move Step (to if:(is Empty "
      "(to)))))"
      " (piece \"Tiger\" P2 (or (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
      " (to if:(is Empty (to)))) (move Step (to if:(is Empty (to))))))})"
      " (rules (start {(place \"Tiger2\" (sites {\"C3\" \"E5\"}))"
      " (place Stack \"Goat1\" (sites {\"B2\" \"B4\" \"D2\" \"D4\"}) count:3)})"
      " (play (forEach Piece top:True)) (end (if (no Moves Next) (result Mover Win)))))";
  Shipped shipped;
  shipped_text(&shipped, text);
  compare(shipped.game, 5, 200);
  shipped_free(&shipped);
}

// Names of games or paths of files, for longer.
static void named_games(void **state) {
  for (char **name = *state; *name; name++) compare_file(*name, 5, 200);
}

int main(int argc, char **argv) {
  const struct CMUnitTest named[] = {cmocka_unit_test_prestate(named_games, argv + 1)};
  if (argc > 1) return cmocka_run_group_tests(named, NULL, NULL);
  const struct CMUnitTest tests[] = {cmocka_unit_test(games_of_many_kinds), cmocka_unit_test(games_of_automata),
                                     cmocka_unit_test(captures_from_piles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
