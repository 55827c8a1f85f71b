// Agents: what they are called, that all of them play, and that the same seed gives the same answer.
#include "base/file.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/match/contest.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/shipped.h"

static void rows_are_complete(void **state) {
  Arena arena = {0};
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) {
    AgentSpec spec;
    const char *why = "";
    bool parsed = agent_parse(&arena, str_of((*kind)->name), &spec, &why);
    if (parsed) assert_ptr_equal(spec.kind, *kind);
    else assert_true((*kind)->refuse && strstr(why, "as in"));  // an option without default: the reason shows how
    assert_true(str_ends(str_of((*kind)->doc), "."));
    for (const SearchOption *o = (*kind)->options; o && o->name; o++) assert_true(str_ends(str_of(o->doc), "."));
  }
  arena_free(&arena);
}

static void a_list_is_split_before_names(void **state) {
  Arena arena = {0};
  AgentSpec *specs;
  int n;
  const char *why = "";
  assert_true(agent_parse_list(&arena, STR("uct:iterations=10,c=0.5,random,flat:time=1"), &specs, &n, &why));
  assert_int_equal(n, 3);
  assert_string_equal(specs[0].text, "uct:iterations=10,c=0.5");
  assert_string_equal(specs[1].text, "random");
  assert_string_equal(specs[2].text, "flat:time=1");
  arena_free(&arena);
}

static void refuses(const char *text, const char *expected) {
  Arena arena = {0};
  AgentSpec *specs;
  int n;
  const char *why = "";
  assert_false(agent_parse_list(&arena, str_of(text), &specs, &n, &why));
  assert_string_equal(why, expected);
  arena_free(&arena);
}

static void mistakes_are_explained(void **state) {
  refuses("utc", "no agent is called 'utc'; did you mean 'uct'?");
  refuses("random,", "no agent is called ''; `senet help agents` lists them");
  refuses("uct:iterations=many", "agent uct: iterations must be a whole number from 0 to 1e+15, not 'many'");
  refuses("uct:iteratoins=5", "agent uct: no option 'iteratoins'; did you mean 'iterations'?");
  refuses("uct:solver=maybe", "agent uct: solver must be yes or no, not 'maybe'");
  refuses("uct:final=luck", "agent uct: final must be one of visits, value, not 'luck'");
  refuses("uct:c", "agent uct: c must be a number from 0 to 100, not ''");
}

static void scores_of_moves_need_moves(void **state) {
  refuses("rave:tree=turns", "agent rave: tree=turns keeps no scores of moves: select must not use them");
  refuses("history:tree=turns", "agent history: tree=turns keeps no scores of moves: select must not use them");
}

static Agent *make(Arena *arena, const Game *game, const char *text, uint64_t seed) {
  AgentSpec *spec = ARENA_NEW(arena, AgentSpec);
  const char *why = "";
  Agent *agent;
  assert_true(agent_parse(arena, str_of(text), spec, &why));
  AgentSetting setting = {.game = game, .seed = seed};
  agent_new(spec, &setting, &agent);
  return agent;
}

// The file of an agent goes away while it is in use: it says so instead of a move.
static void what_has_gone_is_said(void **state) {
  Shipped shipped;
  AgentSpec spec;
  Agent *agent;
  const char *why = "";
  shipped_load(&shipped, "Tic-Tac-Toe");
  const char *folder = test_folder(&shipped.arena);
  const char *path = arena_printf(&shipped.arena, "%s/a.features", folder);
  const char *text = arena_printf(&shipped.arena, "greedy:model=\"%s\"", path);
  assert_true(file_write(&shipped.arena, path, STR("1 rel:to=<{}>:pat=<els=[]>\n"), &why));
  assert_true(agent_parse(&shipped.arena, str_of(text), &spec, &why) && !agent_unsuited(&spec, shipped.game));
  remove(path);
  agent_new(&spec, &(AgentSetting){.game = shipped.game, .seed = 1}, &agent);
  Position *x = position_new(shipped.game, 1, 0);
  assert_int_equal(agent_choose(agent, x, 1, NULL), 0);
  assert_string_equal(agent_failure(agent), "its model is not a folder or file with feature sets for this game");
  position_free(x);
  agent_free(agent);
  test_remove_folder(folder);
  shipped_free(&shipped);
}

// Two of a row for the player to move, who has to complete it.
static void play_sites(Position *x, const int *sites, int n) {
  for (int i = 0; i < n; i++) {
    MoveList list = position_moves(x);
    uint32_t at = 0;
    while (at < list.n && move_at(x, list, at)->to != sites[i]) at++;
    assert_true(at < list.n);
    Move move = *move_at(x, list, at);
    position_apply(x, &move);
    position_forget(x, list);
  }
}

static int answer(Agent *agent, Position *x) {
  uint32_t choice = agent_choose(agent, x, seat_to_move(x), NULL);
  MoveList list = position_moves(x);
  assert_true(choice < list.n);
  int to = move_at(x, list, choice)->to;
  position_forget(x, list);
  return to;
}

static const char *const thinkers[] = {
    "flat",
    "uct",
    "tuned",
    "puct",
    "rave",
    "grave",
    "history",
    "uct:playout=mast",
    "uct:playout=gibbs",
    "uct:playout=nst,reply=yes",
    "uct:decisive=both,solver=no,final=value",
    "uct:threads=2",
    "uct:states=5000",
    "uct:cutoff=1",
    "split",
    "split:tree=raw",
    "split:rollup=yes",
    "split:rollup=yes,tree=raw,split=no",
    "split:playout=mast,mast=split",
    "split:playout=mast,mast=context",
    "split:playout=mast,mast=mix,select=rave,rave=split",
    "split:split=no,playout=mast,mast=join,select=rave,rave=mix",
    "uct:split=yes,playout=mast,mast=context,select=rave,rave=join",
    "split:rollup=yes,playout=gibbs,mast=split,select=grave,rave=context",
    "uct:split=yes",
    "split:split=no",
    "uct:tree=turns",
    "uct:tree=turns,playout=mast",
    "uct:time=0.05",
    "alphabeta",
    "maxn",
    "brs",
};

// In Tic-Tac-Toe every thinker moves to site 2 after these.
static void everybody_answers_2(const int *sites, int n) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  for (size_t i = 0; i < COUNT_OF(thinkers); i++) {
    print_message("# %s\n", thinkers[i]);
    Agent *agent = make(&shipped.arena, shipped.game, thinkers[i], 5);
    Position *x = position_new(shipped.game, 1, 0);
    play_sites(x, sites, n);
    assert_int_equal(answer(agent, x), 2);
    agent_free(agent);
    position_free(x);
  }
  shipped_free(&shipped);
}

static void a_win_is_taken(void **state) { everybody_answers_2((int[]){0, 3, 1, 4}, 4); }
static void a_loss_is_prevented(void **state) { everybody_answers_2((int[]){0, 4, 1}, 3); }

static void tic_tac_toe_is_a_draw(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  const char *const solvers[] = {"uct:iterations=100000", "uct:iterations=100000,tree=turns",
                                 "alphabeta:iterations=1000000"};
  for (size_t i = 0; i < COUNT_OF(solvers); i++) {
    Agent *agent = make(&shipped.arena, shipped.game, solvers[i], 5);
    Position *x = position_new(shipped.game, 1, 0);
    SearchReport report = {0};
    agent_choose(agent, x, 1, &report);
    print_message("# %s: %g after %d\n", solvers[i], report.value, (int)report.iterations);
    assert_true(report.value == 0);
    assert_true(report.iterations < 100000);  // it stopped because there was nothing left to find out
    report_free(&report);
    agent_free(agent);
    position_free(x);
  }
  shipped_free(&shipped);
}

// A search may finish what it has begun, but no more.
static void the_moves_made_are_limited(void **state) {
  static const char *const agents[] = {
      "flat",     "uct",  "split", "alphabeta:iterations=0", "alphabeta:threads=2", "maxn", "brs",
      "paranoid", "ubfm", "expect"};
  enum { STATES = 3000, BEGUN = 3000 };
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    char text[80];
    snprintf(text, sizeof text, "%s%sstates=%d", agents[i], strchr(agents[i], ':') ? "," : ":", STATES);
    Agent *agent = make(&shipped.arena, shipped.game, text, 5);
    Position *x = position_new(shipped.game, 1, 0);
    SearchReport report = {0};
    agent_choose(agent, x, 1, &report);
    print_message("# %s: %d\n", text, (int)report.states);
    assert_true(report.states > 0 && report.states <= STATES + BEGUN);
    report_free(&report);
    agent_free(agent);
    position_free(x);
  }
  shipped_free(&shipped);
}

// Where every turn is one move, turns are searched as moves are.
static void turns_of_one_move_are_moves(void **state) {
  static const char *const agents[] = {"uct:iterations=400,reuse=no", "uct:iterations=400,tree=turns"};
  Shipped shipped;
  SearchReport reports[2] = {0};
  uint32_t choices[2];
  shipped_load(&shipped, "Breakthrough");
  for (size_t i = 0; i < COUNT_OF(agents); i++) {
    Agent *agent = make(&shipped.arena, shipped.game, agents[i], 5);
    Position *x = position_new(shipped.game, 1, 0);
    choices[i] = agent_choose(agent, x, 1, &reports[i]);
    agent_free(agent);
    position_free(x);
  }
  assert_int_equal(choices[0], choices[1]);
  assert_true(reports[0].value == reports[1].value);
  assert_int_equal(reports[0].states, reports[1].states);
  for (size_t i = 0; i < COUNT_OF(agents); i++) report_free(&reports[i]);
  shipped_free(&shipped);
}

// The same game twice, with trees kept from move to move.
static void the_seed_decides(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  Arena arena = {0};
  AgentSpec *specs;
  int n;
  const char *why = "";
  assert_true(agent_parse_list(
      &arena, STR("uct:iterations=30,playout=mast,split:iterations=20,playout=mast,select=grave"), &specs, &n, &why));
  Contest contest = {.game = shipped.game, .agents = specs, .n = n, .seed = 3};
  ContestGame once, again;
  contest_play(&contest, 4, &once, NULL);
  contest_play(&contest, 4, &again, NULL);
  assert_int_equal(once.moves, again.moves);
  for (int seat = 1; seat <= 2; seat++) {
    assert_true(once.seats[seat].utility == again.seats[seat].utility);
    assert_int_equal(once.seats[seat].iterations, again.seats[seat].iterations);
    assert_int_equal(once.seats[seat].agent, again.seats[seat].agent);
  }
  contest.moves_most = 7;
  contest_play(&contest, 4, &once, NULL);
  assert_int_equal(once.moves, 7);
  assert_true(once.given_up && !once.stopped && once.seats[1].utility == 0);
  arena_free(&arena);
  shipped_free(&shipped);
}

// What was found out about the move and the reply that were made counts in the next search.
static void the_tree_is_kept(void **state) {
  static const char *const keepers[] = {"uct", "split", "split:tree=raw", "split:rollup=yes", "rave", "split:reuse=no"};
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  for (size_t i = 0; i < COUNT_OF(keepers); i++) {
    Agent *agent = make(&shipped.arena, shipped.game, keepers[i], 5);
    Position *x = position_new(shipped.game, 1, 0);
    SearchReport report = {0};
    for (int ply = 0; ply < 3; ply++) {
      uint32_t choice = agent_choose(agent, x, seat_to_move(x), &report);
      print_message("# %s: %d kept\n", keepers[i], (int)report.kept);
      assert_true((report.kept > 0) == (ply > 0 && !strstr(keepers[i], "reuse=no")));
      MoveList list = position_moves(x);
      Move move = *move_at(x, list, choice);
      position_apply(x, &move);
      position_forget(x, list);
    }
    report_free(&report);
    agent_free(agent);
    position_free(x);
  }
  shipped_free(&shipped);
}

static void a_small_tree_is_recycled(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  Agent *agent = make(&shipped.arena, shipped.game, "puct:memory=1,solver=no,iterations=30000", 2);
  Position *x = position_new(shipped.game, 1, 0);
  SearchReport report = {0};
  agent_choose(agent, x, 1, &report);
  assert_int_equal(report.iterations, 30000);
  assert_true(report.recycled > 0);
  assert_int_equal(report.lines.n, 9);
  report_free(&report);
  agent_free(agent);
  position_free(x);
  shipped_free(&shipped);
}

// Whatever agents take they give back; the sanitizer builds see to it. SENET_SEARCHES asks for more of them.
static void many_searches(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  const char *wanted = getenv("SENET_SEARCHES");
  int n = wanted ? atoi(wanted) : 200;
  for (int i = 0; i < n; i++) {
    Agent *agent = make(&shipped.arena, shipped.game, "uct:iterations=20,memory=1,playout=nst,reply=yes", (uint64_t)i);
    Position *x = position_new(shipped.game, 1, 0);
    play_sites(x, (int[]){i % 9}, 1);
    assert_in_range(answer(agent, x), 0, 8);
    agent_free(agent);
    position_free(x);
  }
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_has_gone_is_said),
      cmocka_unit_test(rows_are_complete),
      cmocka_unit_test(a_list_is_split_before_names),
      cmocka_unit_test(mistakes_are_explained),
      cmocka_unit_test(a_win_is_taken),
      cmocka_unit_test(a_loss_is_prevented),
      cmocka_unit_test(tic_tac_toe_is_a_draw),
      cmocka_unit_test(the_seed_decides),
      cmocka_unit_test(the_tree_is_kept),
      cmocka_unit_test(a_small_tree_is_recycled),
      cmocka_unit_test(many_searches),
      cmocka_unit_test(the_moves_made_are_limited),
      cmocka_unit_test(turns_of_one_move_are_moves),
      cmocka_unit_test(scores_of_moves_need_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
