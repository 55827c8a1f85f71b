// A limit of time is kept in the middle of a playout, and in the middle of a move.
#include "base/clock.h"
#include "play/playout/executor.h"
#include "search/agent.h"

#include "support/shipped.h"

// Every move counts to a million, and nobody ever wins.
static const char slow[] =
    "(game \"Slow\" (players 2) (equipment {(board (square 4)) (piece \"Disc\" Each (move Step (to if:(is Empty "
    "(to)))))})"
    " (rules (start {(place \"Disc1\" 0) (place \"Disc2\" 15)})"
    " (play (forEach Piece (then (forEach Value min:1 max:1000000 (if (= (value) 0) (addScore Mover 1))))))"
    " (end (if (no Moves Next) (result Mover Win)))))";

// Whoever looks a move ahead everywhere does not come to the end of a playout.
static const char wide[] =
    "(game \"Wide\" (players 2) (equipment {(board (square 60)) (piece \"Disc\" Each)})"
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 40) (result Mover Win)))))";

static void choose_within(const Game *game, Executor *executor, const char *text, double seconds) {
  Arena arena = {0};
  AgentSpec spec;
  Agent *agent;
  const char *why = NULL;
  assert_true(agent_parse(&arena, str_of(text), &spec, &why));
  agent_new(&spec, &(AgentSetting){.game = game, .seed = 1, .executor = executor}, &agent);
  Position *x = position_new(game, 1, 0);
  SearchReport report = {0};
  double began = clock_seconds();
  uint32_t choice = agent_choose(agent, x, 1, &report);
  double took = clock_seconds() - began;
  if (took >= seconds) fail_msg("%s took %.1f s", text, took);
  assert_true(choice < position_count_moves(x));
  report_free(&report);
  position_free(x);
  agent_free(agent);
  arena_free(&arena);
}

static void playouts_stop_in_time(void **state) {
  static const char *const agents[] = {"uct:time=0.02", "flat:time=0.02", "alphabeta:time=0.02",
                                       "uct:time=0.02,threads=2", "split:time=0.02"};
  Shipped shipped;
  shipped_text(&shipped, slow);
  for (size_t i = 0; i < COUNT_OF(agents); i++) choose_within(shipped.game, NULL, agents[i], 10);
  shipped_free(&shipped);
}

// Native code does not look at clocks: searches do between playouts, and between moves that are looked at.
static void native_playouts_stop_in_time(void **state) {
  static const char *const agents[] = {"uct:time=0.02,rollouts=1000000",
                                       "uct:time=0.02,order=sorted,rollouts=1000000",
                                       "uct:time=0.02,decisive=both",
                                       "uct:time=0.02,decisive=wins",
                                       "uct:time=0.02,decisive=both,order=sorted",
                                       "uct:time=0.02,decisive=both,threads=2"};
  Shipped shipped;
  Executor *executor;
  shipped_text(&shipped, wide);
  executor_open(shipped.game, EXECUTOR_NATIVE, &executor);
  if (!executor_native(executor)) print_message("%s\n", executor_why(executor));
  for (size_t i = 0; i < COUNT_OF(agents); i++) choose_within(shipped.game, executor, agents[i], 10);
  executor_close(executor);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(playouts_stop_in_time),
                                     cmocka_unit_test(native_playouts_stop_in_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
