// Forced wins: positions near the end of random games of several kinds, in which an exhaustive search says that the
// player to move can force a win in three or five moves, counting both sides, and not sooner. The solver must prove
// every one of them.
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/agent.h"

#include <stdio.h>

#include "support/shipped.h"

// Whether the seat can force a win within so many moves, whoever is to move.
static bool forced(Position *x, int seat, int depth) {
  if (position_over(x)) return seat_utility(x, seat) == 1;
  if (depth == 0) return false;
  bool mine = seat_to_move(x) == seat, result = !mine;
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n && result != mine; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    result = forced(x, seat, depth - 1);
    position_undo(x);
  }
  position_forget(x, list);
  return result;
}

// The win takes exactly so many moves.
static bool is_puzzle(Position *x, int depth) {
  int seat = seat_to_move(x);
  return !position_over(x) && !forced(x, seat, depth - 2) && forced(x, seat, depth);
}

static void must_prove(const Game *game, Position *x, const char *solver) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  SearchReport report = {0};
  assert_true(agent_parse(&arena, str_of(solver), &spec, &why));
  AgentSetting setting = {.game = game, .seed = 1};
  agent_new(&spec, &setting, &agent);
  agent_choose(agent, x, seat_to_move(x), &report);
  assert_true(report.value == 1);
  assert_true(report.iterations < 100000);
  report_free(&report);
  agent_free(agent);
  arena_free(&arena);
}

// Random games, and in each the position so many moves before the end.
static int try_games(const Game *game, int depth, int wanted, const char *solver) {
  Position *x = position_new(game, 1, 0);
  int found = 0;
  for (uint64_t k = 0; k < 2000 && found < wanted; k++) {
    assert_true(playout_run(x, 11, k, NULL));
    for (int back = 0; back < depth; back++) position_undo(x);
    if (!is_puzzle(x, depth)) continue;
    must_prove(game, x, solver);
    found++;
  }
  position_free(x);
  return found;
}

static void forced_wins_are_proven(void **state) {
  static const char plain[] = "uct:iterations=100000", decisive[] = "uct:iterations=100000,decisive=wins";
  static const struct {
    const char *game;
    int depth, wanted;
    const char *solver;
  } sets[] = {{"Tic-Tac-Toe", 5, 5, plain}, {"Connect Four", 5, 5, plain},    {"Wolf and Sheep", 5, 5, plain},
              {"Konane", 5, 5, plain},      {"Squava", 5, 5, plain},          {"Breakthrough", 5, 5, plain},
              {"Yavalath", 3, 5, plain},    {"Knightthrough", 5, 2, decisive}};
  for (size_t i = 0; i < COUNT_OF(sets); i++) {
    Shipped shipped;
    shipped_load(&shipped, sets[i].game);
    int found = try_games(shipped.game, sets[i].depth, sets[i].wanted, sets[i].solver);
    printf("# %s: %d wins in %d moves\n", sets[i].game, found, sets[i].depth);
    assert_int_equal(found, sets[i].wanted);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forced_wins_are_proven)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
