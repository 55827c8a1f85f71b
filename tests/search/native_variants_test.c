// Monte-Carlo searches with sorted moves, and expectiminimax, are the same on native positions and on the
// interpreter's: for every row and option, in games of many kinds, the same visits, values and moves over several moves
// of a game.
#include "play/playout/executor.h"
#include "play/show/seats.h"
#include "search/agent.h"

#include "support/shipped.h"

enum { MOVES = 3, SEED = 4 };

static const char *const agents[] = {
    "uct:",
    "tuned:",
    "puct:",
    "puct:first=mean,",
    "rave:",
    "grave:",
    "history:",
    "uct:playout=mast,",
    "uct:playout=gibbs,",
    "uct:playout=nst,reply=yes,",
    "uct:decisive=both,",
    "uct:cutoff=4,",
    "uct:cutoff=2,implicit=0.4,",
    "uct:rollouts=2,",
    "uct:final=value,solver=no,",
    "expect:",
};

// What a search said.
typedef struct Answer {
  Agent *agent;
  SearchReport report;
  uint32_t choice;
} Answer;

static void ask(Answer *answer, const Position *x, int seat) {
  report_clear(&answer->report);
  answer->choice = agent_choose(answer->agent, x, seat, &answer->report);
}

static void same_answers(const char *game, const char *text, const Answer *a, const Answer *b) {
  bool same = a->choice == b->choice && a->report.lines.n == b->report.lines.n && a->report.value == b->report.value &&
              a->report.states == b->report.states && a->report.kept == b->report.kept &&
              a->report.expected.n == b->report.expected.n;
  for (size_t i = 0; same && i < a->report.lines.n; i++) {
    const SearchLine *p = &a->report.lines.at[i], *q = &b->report.lines.at[i];
    same = p->move == q->move && p->visits == q->visits && p->value == q->value && p->proof == q->proof;
  }
  for (size_t i = 0; same && i < a->report.expected.n; i++) {
    same = a->report.expected.at[i] == b->report.expected.at[i];
  }
  if (!same) fail_msg("%s: %s searches otherwise on native positions", game, text);
}

static void make_choice(Position *x, uint32_t choice) {
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, choice);
  position_apply(x, &move);
  position_forget(x, list);
}

static void compare_agent(const Game *game, Executor *executor, const char *text) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Answer plain = {0}, fast = {0};
  if (!agent_parse(&arena, str_of(text), &spec, &why)) fail_msg("%s: %s", text, why);
  if (agent_unsuited(&spec, game)) {
    arena_free(&arena);
    return;
  }
  agent_new(&spec, &(AgentSetting){.game = game, .seed = SEED}, &plain.agent);
  agent_new(&spec, &(AgentSetting){.game = game, .seed = SEED, .executor = executor}, &fast.agent);
  Position *x = position_new(game, SEED, 0);
  for (int i = 0; i < MOVES && !position_over(x); i++) {
    Random random = x->random;
    ask(&plain, x, seat_to_move(x));
    ask(&fast, x, seat_to_move(x));
    same_answers(game->name, text, &plain, &fast);
    x->random = random;
    make_choice(x, plain.choice);
  }
  position_free(x);
  report_free(&plain.report);
  report_free(&fast.report);
  agent_free(plain.agent);
  agent_free(fast.agent);
  arena_free(&arena);
}

static void compare_game(const char *name, int iterations) {
  Shipped shipped;
  Executor *executor;
  shipped_load(&shipped, name);
  executor_open(shipped.game, EXECUTOR_NATIVE, &executor);
  if (!executor_native(executor)) print_message("%s: %s\n", name, executor_why(executor));
  for (size_t i = 0; executor_native(executor) && i < COUNT_OF(agents); i++) {
    char text[128];
    const char *order = strcmp(agents[i], "expect:") != 0 ? "order=sorted," : "";
    snprintf(text, sizeof text, "%s%siterations=%d", agents[i], order, iterations);
    compare_agent(shipped.game, executor, text);
  }
  executor_close(executor);
  shipped_free(&shipped);
}

static void one_player_after_the_other(void **state) {
  (void)state;
  compare_game("Breakthrough", 100);
  compare_game("Squava", 200);
  compare_game("English Draughts", 100);
}

static void dice(void **state) {
  (void)state;
  compare_game("Royal Game of Ur", 80);
  compare_game("Backgammon", 20);
}

static void three_players(void **state) {
  (void)state;
  compare_game("Triad", 100);
}

static void hidden_pieces(void **state) {
  (void)state;
  compare_game("Ghosts", 30);
}

// Names of games or paths of files.
static void named_games(void **state) {
  for (char **name = *state; *name; name++) compare_game(*name, 100);
}

int main(int argc, char **argv) {
  const struct CMUnitTest named[] = {cmocka_unit_test_prestate(named_games, argv + 1)};
  if (argc > 1) return cmocka_run_group_tests(named, NULL, NULL);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_player_after_the_other),
      cmocka_unit_test(dice),
      cmocka_unit_test(three_players),
      cmocka_unit_test(hidden_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
