// Chance and moves made at the same time: what agents think of games whose answer is known.
#include "play/show/seats.h"
#include "search/agent.h"

#include "support/shipped.h"

// The first player puts a chip on 0 or 1, then a die is thrown: the chip on 0 wins with 3 or more, the one on 1 with 5
// or more.
static const char bet[] =
    "(game \"Bet\" (players 2)\n"
    "  (equipment {(board (rectangle 1 3)) (dice d:6 num:1) (piece \"Chip\" Each)})\n"
    "  (rules (play (if (is Mover P1) (move Add (to (sites {0 1}))) (do (roll) next:(move Add (to (sites {2}))))))\n"
    "    (end {(if (and (is Mover P2) (>= (count Pips) (if (is Occupied 0) 3 5))) (result P1 Win))\n"
    "          (if (is Mover P2) (result P2 Win))})))\n";

// Both choose at the same time; whoever alone chooses its third site wins.
static const char together[] =
    "(game \"Together\" (players 2) (mode Simultaneous)\n"
    "  (equipment {(board (rectangle 1 6)) (hand Each) (piece \"Chip\" Each)})\n"
    "  (rules (start {(place \"Chip1\" (handSite P1)) (place \"Chip2\" (handSite P2))})\n"
    "    (play (or (move (from (handSite P1)) (to (sites {0 1 2})) P1)\n"
    "              (move (from (handSite P2)) (to (sites {3 4 5})) P2)))\n"
    "    (end {(if (and (is Occupied 2) (is Empty 5)) (result P1 Win))\n"
    "          (if (and (is Occupied 5) (is Empty 2)) (result P2 Win))\n"
    "          (if (is Empty (handSite P1)) (result Mover Draw))})))\n";

static const char *const agents[] = {
    "flat:iterations=3000",          "uct:iterations=3000",
    "tuned:iterations=3000",         "puct:iterations=3000",
    "rave:iterations=3000",          "grave:iterations=3000",
    "history:iterations=3000",       "uct:iterations=3000,playout=nst,reply=yes",
    "uct:iterations=3000,threads=2",
};

static uint32_t ask(const Shipped *shipped, const char *text, int seat, SearchReport *report) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  assert_true(agent_parse(&arena, str_of(text), &spec, &why));
  Position *x = position_new(shipped->game, 3, 0);
  agent_new(&spec, &(AgentSetting){.game = shipped->game, .seed = 11}, &agent);
  uint32_t choice = agent_choose(agent, x, seat, report);
  agent_free(agent);
  position_free(x);
  arena_free(&arena);
  return choice;
}

// A node stands for the decisions that lead to it, whatever the dice showed: its value is the mean over them.
static void values_are_expectations(void **state) {
  Shipped shipped;
  SearchReport report = {0};
  shipped_text(&shipped, bet);
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    print_message("# %s\n", agents[i]);
    report_clear(&report);
    assert_int_equal(ask(&shipped, agents[i], 1, &report), 0);
    assert_true(report.lines.at[0].proof == PROOF_NONE);
    assert_true(report.value > 0.2 && report.value < 0.47);  // 4/6 - 2/6
  }
  report_free(&report);
  shipped_free(&shipped);
}

// Each seat is asked for itself and finds its own best move.
static void everybody_chooses_for_itself(void **state) {
  Shipped shipped;
  SearchReport report = {0};
  shipped_text(&shipped, together);
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    print_message("# %s\n", agents[i]);
    report_clear(&report);
    assert_int_equal(ask(&shipped, agents[i], 1, &report), 2);
    for (size_t k = 0; k < report.lines.n; k++) assert_in_range(report.lines.at[k].move, 0, 2);
    report_clear(&report);
    assert_int_equal(ask(&shipped, agents[i], 2, &report), 5);
    for (size_t k = 0; k < report.lines.n; k++) assert_in_range(report.lines.at[k].move, 3, 5);
  }
  report_free(&report);
  shipped_free(&shipped);
}

static void others_keep_away(void **state) {
  static const char *const names[] = {"alphabeta", "maxn", "brs", "split"}, *const games[] = {bet, together};
  for (size_t i = 0; i < COUNT_OF(names) * COUNT_OF(games); i++) {
    Shipped shipped;
    Arena arena = {0};
    AgentSpec spec;
    const char *why = "";
    shipped_text(&shipped, games[i / COUNT_OF(names)]);
    assert_true(agent_parse(&arena, str_of(names[i % COUNT_OF(names)]), &spec, &why));
    assert_non_null(agent_unsuited(&spec, shipped.game));
    arena_free(&arena);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_expectations),
      cmocka_unit_test(everybody_chooses_for_itself),
      cmocka_unit_test(others_keep_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
