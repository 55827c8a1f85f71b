// Several threads in one tree: every iteration counts once, what is proven is true, trees that are full, kept, rolled
// up, of chance or of choices made at the same time stay whole. Thread-sanitizer builds run the same tests.
#include "play/playout/executor.h"
#include "play/show/seats.h"
#include "search/agent.h"
#include "search/native/uct_internal.h"

#include "support/shipped.h"

// Runs an agent at a position and says what it found; the number of its move.
static uint32_t ask(const Game *game, const char *text, Position *x, SearchReport *report) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  print_message("# %s\n", text);
  assert_true(agent_parse(&arena, str_of(text), &spec, &why));
  agent_new(&spec, &(AgentSetting){.game = game, .seed = 7}, &agent);
  uint32_t choice = agent_choose(agent, x, seat_to_move(x), report);
  agent_free(agent);
  arena_free(&arena);
  return choice;
}

static uint64_t visits_of_all(const SearchReport *report) {
  uint64_t n = 0;
  for (size_t i = 0; i < report->lines.n; i++) n += report->lines.at[i].visits;
  return n;
}

static void every_iteration_counts_once(void **state) {
  static const char *const agents[] = {
      "uct:iterations=3001,threads=4,solver=no",     "tuned:iterations=3001,threads=3,solver=no",
      "rave:iterations=3001,threads=3,solver=no",    "grave:iterations=3001,threads=2,solver=no,playout=nst,reply=yes",
      "history:iterations=3001,threads=3,solver=no",
  };
  Shipped shipped;
  SearchReport report = {0};
  shipped_load(&shipped, "Connect Four");
  Position *x = position_new(shipped.game, 1, 0);
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    ask(shipped.game, agents[i], x, &report);
    assert_int_equal(report.iterations, 3001);
    assert_int_equal(visits_of_all(&report), 3001);
  }
  report_free(&report);
  position_free(x);
  shipped_free(&shipped);
}

// Both threads meet all the time in a game this small, and it is solved all the same.
static void what_is_proven_is_true(void **state) {
  Shipped shipped;
  SearchReport report = {0};
  shipped_load(&shipped, "Tic-Tac-Toe");
  Position *x = position_new(shipped.game, 1, 0);
  for (int threads = 2; threads <= 8; threads *= 2) {
    char text[64];
    snprintf(text, sizeof text, "uct:iterations=200000,threads=%d", threads);
    ask(shipped.game, text, x, &report);
    assert_true(report.value == 0);
    assert_true(report.iterations < 200000);
    for (size_t i = 0; i < report.lines.n; i++) {
      assert_true(report.lines.at[i].proof == PROOF_NONE || report.lines.at[i].value <= 0);
    }
  }
  report_free(&report);
  position_free(x);
  shipped_free(&shipped);
}

static void a_full_tree_is_recycled(void **state) {
  static const char *const agents[] = {
      "uct:memory=1,threads=4,iterations=40000,solver=no,c=3",
      "rave:memory=1,threads=3,iterations=20000,solver=no,c=3",
      "split:memory=1,threads=3,iterations=20000,rollup=yes",
  };
  Shipped shipped;
  SearchReport report = {0};
  shipped_load(&shipped, "Tic-Tac-Toe");
  Position *x = position_new(shipped.game, 1, 0);
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    assert_in_range(ask(shipped.game, agents[i], x, &report), 0, 8);
    print_message("#   full %d times\n", (int)report.recycled);
    assert_true(strstr(agents[i], "split") || report.recycled > 0);
    assert_true(strstr(agents[i], "split") || visits_of_all(&report) == report.iterations);
  }
  report_free(&report);
  position_free(x);
  shipped_free(&shipped);
}

// A few moves of a game by one agent, so that trees are kept; every answer is a legal move.
static void play_on(const char *name, const char *text, int moves) {
  Shipped shipped;
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  print_message("# %s %s\n", name, text);
  shipped_load(&shipped, name);
  assert_true(agent_parse(&arena, str_of(text), &spec, &why));
  agent_new(&spec, &(AgentSetting){.game = shipped.game, .seed = 7}, &agent);
  Position *x = position_new(shipped.game, 1, 0);
  for (int i = 0; i < moves && !position_over(x); i++) {
    uint32_t choice = agent_choose(agent, x, seat_to_move(x), NULL);
    MoveList list = position_moves(x);
    assert_true(choice < list.n);
    Move move = *move_at(x, list, choice);
    position_apply(x, &move);
    position_forget(x, list);
  }
  agent_free(agent);
  position_free(x);
  arena_free(&arena);
  shipped_free(&shipped);
}

static void trees_are_kept_and_stay_whole(void **state) {
  play_on("Connect Four", "uct:iterations=2000,threads=3,decisive=wins", 6);
  play_on("Breakthrough", "split:iterations=300,threads=3", 4);
  play_on("Breakthrough", "split:iterations=300,threads=3,rollup=yes,tree=raw", 4);
  play_on("Breakthrough",
          "split:iterations=300,threads=3,rollup=yes,playout=gibbs,mast=split,select=grave,rave=context", 3);
  play_on("Tic-Tac-Toe", "split:iterations=5000,threads=4,rollup=yes", 4);
  play_on("Royal Game of Ur", "uct:iterations=200,threads=3", 4);
}

static void somebody_else_may_stop_it(void **state) {
  Shipped shipped;
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  SearchReport report = {0};
  atomic_bool stop = true;
  shipped_load(&shipped, "Tic-Tac-Toe");
  assert_true(agent_parse(&arena, STR("uct:iterations=100000,threads=3"), &spec, &why));
  agent_new(&spec, &(AgentSetting){.game = shipped.game, .seed = 7, .stop = &stop}, &agent);
  Position *x = position_new(shipped.game, 1, 0);
  agent_choose(agent, x, 1, &report);
  assert_int_equal(report.iterations, 0);
  report_free(&report);
  agent_free(agent);
  position_free(x);
  arena_free(&arena);
  shipped_free(&shipped);
}

static void play_site(Position *x, int site) {
  MoveList list = position_moves(x);
  uint32_t at = 0;
  while (move_at(x, list, at)->to != site) at++;
  Move move = *move_at(x, list, at);
  position_apply(x, &move);
  position_forget(x, list);
}

// Searches on, where all moves that are proven lost look good, as if a thread had written their bounds too late.
static void search_after_late_bounds(NativeUct *uct) {
  enum { LOST = 5 };
  CompactWalk walk = {0}, again = {0};
  int lost = 0;
  for (CompactRef ref; (ref = compact_child(&uct->tree, COMPACT_ROOT, &walk));) {
    if (!(shared_get(&compact_node(&uct->tree, ref)->flags) & COMPACT_LOSS)) continue;
    shared_set(&uct->tree.means[ref], 5.0F);
    lost++;
  }
  assert_int_equal(lost, LOST);
  for (int i = 0; i < LOST; i++) uct_iterate(&uct->workers[0]);
  for (CompactRef ref; (ref = compact_child(&uct->tree, COMPACT_ROOT, &again));) {
    if (shared_get(&compact_node(&uct->tree, ref)->flags) & COMPACT_LOSS)
      assert_true(shared_get(&uct->tree.means[ref]) < 0);
  }
}

static void a_bound_written_too_late_is_put_right(void **state) {
  Shipped shipped;
  Executor *executor;
  NativeUct *uct;
  SearchReport report = {0};
  Budget budget = {.iterations = 8};
  shipped_load(&shipped, "Tic-Tac-Toe");
  executor_open(shipped.game, EXECUTOR_NATIVE, &executor);
  const Native *native = executor_native(executor);
  if (!native) print_message("%s\n", executor_why(executor));
  Position *x = position_new(shipped.game, 1, 0);
  for (int i = 0; i < 3; i++) play_site(x, (const int[]){0, 4, 1}[i]);
  if (native) {
    AgentSetting setting = {.game = shipped.game, .seed = 1, .executor = executor};
    NativeUctOptions options = {
        .budget = &budget, .c = 0.4, .solver = true, .decisive = NATIVE_DECISIVE_WINS, .threads = 1, .megabytes = 1};
    native_uct_new(native, &setting, &options, &uct);
    native_uct_choose(uct, x, &report);
    search_after_late_bounds(uct);
    native_uct_free(uct);
  }
  report_free(&report);
  position_free(x);
  executor_close(executor);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_iteration_counts_once), cmocka_unit_test(what_is_proven_is_true),
      cmocka_unit_test(a_full_tree_is_recycled),     cmocka_unit_test(trees_are_kept_and_stay_whole),
      cmocka_unit_test(somebody_else_may_stop_it),   cmocka_unit_test(a_bound_written_too_late_is_put_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
