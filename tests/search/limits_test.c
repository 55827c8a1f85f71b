// Options at the ends of their ranges, and games with very many moves.
#include "base/clock.h"
#include "play/playout/executor.h"
#include "search/agent.h"

#include "support/shipped.h"

typedef struct Asked {
  Arena arena;
  AgentSpec spec;
  Agent *agent;
  SearchReport report;
  uint32_t choice;
} Asked;

// Asks an agent about the first position of a game.
static void ask_with(Asked *asked, const Game *game, Executor *executor, const char *text, uint64_t seed) {
  const char *why = NULL;
  *asked = (Asked){0};
  if (!agent_parse(&asked->arena, str_of(text), &asked->spec, &why)) fail_msg("%s: %s", text, why);
  agent_new(&asked->spec, &(AgentSetting){.game = game, .seed = seed, .executor = executor}, &asked->agent);
  Position *x = position_new(game, seed, 0);
  asked->choice = agent_choose(asked->agent, x, 1, &asked->report);
  position_free(x);
}

static void ask(Asked *asked, const Game *game, const char *text, uint64_t seed) {
  ask_with(asked, game, NULL, text, seed);
}

static void asked_free(Asked *asked) {
  agent_free(asked->agent);
  report_free(&asked->report);
  arena_free(&asked->arena);
}

// Without visits for which all moves as first count they do not count at all: what is left is UCT, which tries all.
static void rave_without_rave_tries_all_moves(void **state) {
  Shipped shipped;
  Asked asked;
  shipped_load(&shipped, "Tic-Tac-Toe");
  ask(&asked, shipped.game, "rave:k=0,c=0.4,iterations=500", 1);
  for (size_t i = 0; i < asked.report.lines.n; i++) assert_true(asked.report.lines.at[i].visits > 1);
  assert_int_equal(asked.report.lines.n, 9);
  asked_free(&asked);
  shipped_free(&shipped);
}

// Of playouts that know nothing all moves are equally good. With the first move the same, results differ.
static void cold_playouts_still_differ(void **state) {
  Shipped shipped;
  Asked asked;
  bool seen[9][3] = {0}, differ = false;
  shipped_load(&shipped, "Tic-Tac-Toe");
  for (uint64_t seed = 1; seed <= 60; seed++) {
    ask(&asked, shipped.game, "uct:playout=gibbs,temperature=0.001,iterations=1", seed);
    int result = asked.report.value > 0.5 ? 2 : asked.report.value < -0.5 ? 0 : 1;
    seen[asked.choice][result] = true;
    asked_free(&asked);
  }
  for (int i = 0; i < 9; i++) differ |= seen[i][0] + seen[i][1] + seen[i][2] > 1;
  assert_true(differ);
  shipped_free(&shipped);
}

// Hundreds of pieces that each may go to hundreds of sites.
static const char many[] =
    "(game \"Many\" (players 2) (equipment {(board (square 36))"
    " (piece \"Disc\" Each (move (from) (to (sites Empty))))})"
    " (rules (start {(place \"Disc1\" (expand (sites Bottom) steps:14))"
    " (place \"Disc2\" (expand (sites Top) steps:14))}) (play (forEach Piece))"
    " (end (if (is Line 30) (result Mover Win)))))";

static void very_many_moves_are_told_at_once(void **state) {
  Shipped shipped;
  Asked asked;
  shipped_text(&shipped, many);
  double began = clock_thread_seconds();
  ask(&asked, shipped.game, "puct:iterations=2", 1);
  assert_true(clock_thread_seconds() - began < 6);
  assert_true(asked.report.lines.n >= 1 && asked.choice < 116640);
  asked_free(&asked);
  shipped_free(&shipped);
}

// Native code lists some thousands of moves at most.
static void more_moves_than_native_code_lists(void **state) {
  Shipped shipped;
  Asked asked;
  Executor *executor;
  shipped_text(&shipped,
               "(game \"Wide\" (players 2) (equipment {(board (square 70)) (piece \"Disc\" Each)})"
               " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))))");
  executor_open(shipped.game, EXECUTOR_NATIVE, &executor);
  ask_with(&asked, shipped.game, executor, "uct:iterations=10", 1);
  assert_int_equal(asked.report.lines.n, 10);
  asked_free(&asked);
  executor_close(executor);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(more_moves_than_native_code_lists),
      cmocka_unit_test(very_many_moves_are_told_at_once),
      cmocka_unit_test(rave_without_rave_tries_all_moves),
      cmocka_unit_test(cold_playouts_still_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
