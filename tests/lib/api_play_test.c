// Playouts with budgets, facts, matches and replays through the public interface.
#include "lib/api_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- playouts --------------------------------------------------------------------------------------

typedef struct Heard {
  uint64_t told, most;  // calls; stop after so many games
  uint64_t records, next;
  char *last;  // record
} Heard;

static int hear(void *self, const senet_playout_totals *totals) {
  Heard *heard = self;
  heard->told++;
  return heard->most && totals->games >= heard->most;
}

static void hear_record(void *self, uint64_t number, const char *record) {
  Heard *heard = self;
  assert_int_equal(number, heard->next++);
  heard->records++;
  free(heard->last);
  heard->last = strdup(record);
}

static void test_playouts_have_budgets(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals totals;
  Heard heard = {.most = 50};
  options.interpret = 1;
  options.n = 0;
  options.seconds = 0.05;
  options.threads = 2;
  OK(senet_game_playouts(table.game, &options, &totals));
  assert_true(totals.games > 0 && totals.seconds >= 0.05 && totals.seconds < 20 && totals.native == 0);
  assert_true(totals.processor_seconds > 0 && !totals.why);
  options.n = 3;
  OK(senet_game_playouts(table.game, &options, &totals));
  assert_int_equal(totals.games, 3);
  options.n = 1000000000;
  options.seconds = 0;
  options.tell = hear;
  options.self = &heard;
  assert_int_equal(senet_game_playouts(table.game, &options, &totals), SENET_STOPPED);
  assert_true(totals.games >= 50 && totals.games < 1000000 && heard.told > 0);
  clear_table(&table);
}

// Both executors say what they played, and the interpreter is there whoever plays otherwise.
static void test_playouts_say_who_plays(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals native, plain;
  if (senet_game_executor(table.game, "native") != SENET_OK) {
    clear_table(&table);
    skip();
  }
  OK(senet_game_playouts(table.game, &options, &native));
  assert_int_equal(native.native, native.games);
  options.interpret = 1;
  OK(senet_game_playouts(table.game, &options, &plain));
  assert_int_equal(plain.native, 0);
  assert_int_equal(plain.games, native.games);
  clear_table(&table);
}

static void test_playouts_are_recorded(void **state) {
  (void)state;
  Table table = set_table("Oware", NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  Heard heard = {.next = 7};
  senet_record *record;
  int over = 0;
  options.n = 20;
  options.first = 7;
  options.threads = 3;
  options.record = hear_record;
  options.self = &heard;
  senet_playout_totals totals;
  OK(senet_game_playouts(table.game, &options, &totals));
  assert_int_equal(heard.records, 20);
  assert_true(totals.scores[1] + totals.scores[2] > 0);
  OK(senet_record_read(table.library, heard.last, strlen(heard.last), &record));
  OK(senet_record_result(record, &over, NULL));
  assert_true(over);
  OK(senet_record_replay(record, table.position, SIZE_MAX));
  assert_true(senet_position_over(table.position));
  senet_record_free(record);
  free(heard.last);
  options.kind = SENET_PLAYOUT_FILL;
  assert_int_equal(senet_game_playouts(table.game, &options, NULL), SENET_UNSUITED);
  options.kind = SENET_PLAYOUT_STANDARD;
  assert_int_equal(senet_position_playouts(table.position, &options, NULL), SENET_UNSUITED);
  clear_table(&table);
}

static void check_parts(const char *name, const char *split) {
  Table table = set_table(name, split);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals one, two;
  options.n = 30;
  options.kind = SENET_PLAYOUT_PARTS;
  options.interpret = 1;
  OK(senet_game_playouts(table.game, &options, &one));
  assert_true(one.whole == one.moves && one.parts > one.whole && one.offered > one.parts);
  options.threads = 4;
  OK(senet_game_playouts(table.game, &options, &two));
  same_totals(&one, &two);
  OK(senet_position_playouts(table.position, &options, &two));
  assert_true(two.games == 30 && two.parts > two.whole);
  clear_table(&table);
}

static void test_playouts_in_parts(void **state) {
  (void)state;
  check_parts("Breakthrough", NULL);
  check_parts("Breakthrough.rbg", "ModPlus");
}

static void test_wrong_playouts(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  int32_t winners[10];
  options.seconds = (double)NAN;
  assert_int_equal(senet_game_playouts(table.game, &options, NULL), SENET_RANGE);
  options.seconds = -1;
  assert_int_equal(senet_game_playouts(table.game, &options, NULL), SENET_RANGE);
  options.seconds = 1;
  options.n = 0;
  options.winners = winners;
  assert_int_equal(senet_game_playouts(table.game, &options, NULL), SENET_MISUSE);
  options.seconds = 0;
  OK(senet_game_playouts(table.game, &options, NULL));
  assert_null(senet_split_name(1000));
  assert_null(senet_executor_name(SIZE_MAX));
  assert_string_equal(senet_executor_name(0), "auto");
  senet_game_request request = SENET_GAME_REQUEST;
  senet_game *game;
  request.name = "Tic-Tac-Toe";
  request.split = "Sideways";
  assert_int_equal(senet_game_load_with(table.library, &request, &game, NULL), SENET_INPUT);
  clear_table(&table);
}

// ---- facts -----------------------------------------------------------------------------------------

static void expect_fact(const senet_facts *facts, const char *path, const char *expected) {
  char text[200];
  OK(senet_facts_text(facts, path, text, sizeof text, NULL));
  assert_string_equal(text, expected);
}

static double fact_number(const senet_facts *facts, const char *path) {
  double number = 0;
  OK(senet_facts_number(facts, path, &number));
  return number;
}

static void test_facts(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL);
  senet_facts *facts;
  size_t length = 0;
  double number;
  OK(senet_game_facts(table.game, &facts));
  expect_fact(facts, "name", "Breakthrough");
  expect_fact(facts, "players", "2");
  expect_fact(facts, "pieces.1", "{\"name\":\"Soldier2\",\"owner\":2}");
  expect_fact(facts, "pieces.1.owner", "2");
  expect_fact(facts, "runs", "true");
  assert_true(fact_number(facts, "runs") == 1);
  double branching = fact_number(facts, "agent.traits.branching");
  assert_true(branching > 15 && branching < 35);
  OK(senet_facts_text(facts, "", NULL, 0, &length));
  assert_true(length > 500);
  static const char *const absent[] = {"pieces.2",      "pieces.x", "pieces.1x", "pieces.-1",
                                       "agent.nothing", ".",        "name.x"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    assert_int_equal(senet_facts_text(facts, absent[i], NULL, 0, NULL), SENET_NOT_FOUND);
  }
  assert_int_equal(senet_facts_number(facts, "name", &number), SENET_INPUT);
  assert_int_equal(senet_facts_number(facts, "players", NULL), SENET_MISUSE);
  assert_int_equal(senet_facts_text(facts, NULL, NULL, 0, NULL), SENET_MISUSE);
  senet_facts_free(facts);
  assert_int_equal(senet_game_facts(NULL, &facts), SENET_MISUSE);
  assert_null(facts);
  clear_table(&table);
}

static void test_facts_of_what_does_not_compile(void **state) {
  (void)state;
  static const char text[] =
      "(game \"Odd\" (players 2) (equipment {(board (square 3)) (piece \"A\" Each)}) "
      "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))))";
  Table table = set_table("Breakthrough", NULL);
  senet_game_request request = SENET_GAME_REQUEST;
  senet_facts *facts;
  senet_diagnostics *diagnostics;
  request.text = text;
  request.text_length = sizeof text - 1;
  OK(senet_library_facts(table.library, &request, &facts, &diagnostics));
  expect_fact(facts, "name", "Odd");
  senet_facts_free(facts);
  assert_int_equal(senet_facts_text(facts, "", NULL, 0, NULL), SENET_MISUSE);
  senet_diagnostics_free(diagnostics);
  request.text_length = 40;
  assert_int_equal(senet_library_facts(table.library, &request, &facts, &diagnostics), SENET_INPUT);
  assert_null(facts);
  assert_true(senet_diagnostics_count(diagnostics) > 0);
  senet_diagnostics_free(diagnostics);
  request = (senet_game_request)SENET_GAME_REQUEST;
  request.name = "no such game";
  assert_int_equal(senet_library_facts(table.library, &request, &facts, NULL), SENET_NOT_FOUND);
  clear_table(&table);
}

// The same rules have the same hash, however they are called; another board has another.
static void test_hashes_of_rules(void **state) {
  (void)state;
  Table one = set_table("Breakthrough", NULL), rbg = set_table("Breakthrough.rbg", NULL),
        split = set_table("Breakthrough.rbg", "Mod");
  senet_game_request request = SENET_GAME_REQUEST;
  static const char *const options[] = {"Size/6x6"};
  senet_game *small, *again;
  request.name = "Breakthrough";
  OK(senet_game_load_with(one.library, &request, &again, NULL));
  request.options = options;
  request.n_options = 1;
  OK(senet_game_load_with(one.library, &request, &small, NULL));
  assert_true(senet_game_hash(one.game) && senet_game_hash(one.game) == senet_game_hash(again));
  assert_true(senet_game_hash(small) != senet_game_hash(again));
  assert_true(senet_game_hash(rbg.game) != senet_game_hash(split.game));
  assert_true(senet_game_hash(NULL) == 0);
  senet_game_free(small);
  senet_game_free(again);
  clear_table(&one);
  clear_table(&rbg);
  clear_table(&split);
}

// ---- matches ---------------------------------------------------------------------------------------

enum { GAMES = 24 };

// What a match told.
typedef struct Told {
  uint64_t n, stop_after;
  senet_match_game games[GAMES];
  senet_match *match;
  char *record;  // of game 0
} Told;

static int hear_game(void *self, const senet_match_game *game) {
  Told *told = self;
  senet_match_result result;
  assert_true(game->number < GAMES);
  told->games[game->number] = *game;
  told->n++;
  OK(senet_match_results(told->match, &result));  // may be asked for in the call
  assert_true(result.finished >= told->n && result.games <= result.finished);
  if (game->number == 0 && game->record) told->record = strdup(game->record);
  return told->stop_after && told->n >= told->stop_after;
}

static senet_match_options options_for(const char *agents, Told *told, int threads) {
  senet_match_options options = SENET_MATCH_OPTIONS;
  options.agents = agents;
  options.threads = threads;
  options.tell = told ? hear_game : NULL;
  options.self = told;
  return options;
}

static void same_ratings(senet_match *a, senet_match *b) {
  for (size_t i = 0; i < 2; i++) {
    senet_match_rating p, q;
    OK(senet_match_rate(a, i, &p));
    OK(senet_match_rate(b, i, &q));
    assert_true(p.games == q.games && p.wins == q.wins && p.draws == q.draws && p.elo == q.elo && p.low == q.low);
  }
}

static void test_matches(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  Told told = {0}, again = {0};
  senet_match_options options = options_for("uct:iterations=20,random", &told, 1);
  senet_match_rating first;
  senet_match *match, *other;
  options.records = 1;
  OK(senet_match_new(table.game, &options, &match));
  told.match = match;
  assert_int_equal(senet_match_agents(match), 2);
  assert_string_equal(senet_match_agent(match, 0), "uct:iterations=20");
  assert_null(senet_match_agent(match, 2));
  OK(senet_match_play(match, 4));
  OK(senet_match_play(match, GAMES));  // goes on
  assert_int_equal(told.n, GAMES);
  OK(senet_match_rate(match, 0, &first));
  assert_true(first.games == GAMES && first.first == GAMES / 2 && first.score > 0.5 && first.iterations > 0);
  assert_true(first.low < first.score && first.score < first.high && first.elo > 0);
  senet_record *record;
  OK(senet_record_read(table.library, told.record, strlen(told.record), &record));
  OK(senet_record_replay(record, table.position, SIZE_MAX));
  assert_true(senet_position_over(table.position));
  senet_record_free(record);
  // The same on three threads, half of it known from before.
  options = options_for("uct:iterations=20,random", &again, 3);
  OK(senet_match_new(table.game, &options, &other));
  again.match = other;
  for (int i = 1; i < GAMES; i += 2) OK(senet_match_add(other, &told.games[i]));
  assert_int_equal(senet_match_add(other, &told.games[3]), SENET_INPUT);
  OK(senet_match_play(other, GAMES));
  assert_int_equal(again.n, GAMES / 2);
  same_ratings(match, other);
  free(told.record);
  senet_match_free(match);
  senet_game_free(table.game);  // in any order
  senet_match_free(other);
  clear_table(&table);
}

static void test_matches_stop(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  Told told = {.stop_after = 5};
  senet_match_options options = options_for("random,random", &told, 1);
  senet_match_result result;
  OK(senet_match_new(table.game, &options, &told.match));
  assert_int_equal(senet_match_play(told.match, GAMES), SENET_STOPPED);
  OK(senet_match_results(told.match, &result));
  assert_true(result.games == 5 && result.finished == 5);
  assert_int_equal(senet_match_play(told.match, GAMES), SENET_STOPPED);
  senet_match_free(told.match);
  options = options_for("uct:iterations=30,random", NULL, 2);
  options.sprt_low = 0;
  options.sprt_high = 200;
  OK(senet_match_new(table.game, &options, &told.match));
  OK(senet_match_play(told.match, 1000));
  OK(senet_match_results(told.match, &result));
  assert_true(result.sprt == SENET_SPRT_YES && result.games < 200);
  senet_match_free(told.match);
  clear_table(&table);
}

// Both agents play every opening on both seats.
static void test_openings(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  static const char *const openings[] = {"B2 A1", " A1\tB2  C3 "};
  static const char *const wrong[] = {"B2 B2"}, *const over[] = {"A1 A2 B1 B2 C1"};
  Told told = {0};
  senet_match_options options = options_for("random,random", &told, 2);
  options.records = 1;
  options.openings = openings;
  options.n_openings = 2;
  OK(senet_match_new(table.game, &options, &told.match));
  OK(senet_match_play(told.match, 8));
  assert_true(told.n == 8 && told.games[2].moves >= 5);
  senet_record *record;
  OK(senet_record_read(table.library, told.record, strlen(told.record), &record));
  OK(senet_record_replay(record, table.position, 2));
  senet_piece piece;
  OK(senet_position_site(table.position, SENET_CELL, 4, 0, 0, &piece));
  assert_int_equal(piece.owner, 1);
  senet_record_free(record);
  free(told.record);
  senet_match_free(told.match);
  options.openings = wrong;
  options.n_openings = 1;
  assert_int_equal(senet_match_new(table.game, &options, &told.match), SENET_INPUT);
  assert_non_null(strstr(senet_message(), "opening 1: 'B2' is not a legal move after 1 moves"));
  options.openings = over;
  assert_int_equal(senet_match_new(table.game, &options, &told.match), SENET_INPUT);
  clear_table(&table);
  table = set_table("Backgammon", NULL);
  assert_int_equal(senet_match_new(table.game, &options, &told.match), SENET_UNSUITED);
  clear_table(&table);
}

static void test_wrong_matches(void **state) {
  (void)state;
  Table table = set_table("Backgammon", NULL);
  senet_match_options options = options_for(NULL, NULL, 0);
  senet_match *match;
  senet_match_game game = {0};
  senet_match_rating rating;
  char text[40];
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_MISUSE);
  options.agents = "utc";
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_INPUT);
  options.agents = "random,alphabeta";
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_UNSUITED);
  options.agents = "random,random";
  options.sprt_low = 10;
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_RANGE);
  options.sprt_low = 0;
  options.threads = 5000;
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_RANGE);
  options.threads = 0;
  options.size = 3;
  assert_int_equal(senet_match_new(table.game, &options, &match), SENET_MISUSE);
  options.size = sizeof options;
  assert_int_equal(senet_match_new(NULL, &options, &match), SENET_MISUSE);
  assert_int_equal(senet_match_new(table.game, &options, NULL), SENET_MISUSE);
  OK(senet_match_new(table.game, &options, &match));
  assert_int_equal(senet_match_play(match, UINT64_MAX), SENET_RANGE);
  OK(senet_match_play(match, 0));
  assert_int_equal(senet_match_add(match, NULL), SENET_MISUSE);
  assert_int_equal(senet_match_add(match, &game), SENET_INPUT);  // the same agent on both seats
  game.seats[2].agent = 1;
  game.seats[2].utility = (double)NAN;
  assert_int_equal(senet_match_add(match, &game), SENET_INPUT);
  game.number = UINT64_MAX;
  assert_int_equal(senet_match_add(match, &game), SENET_RANGE);
  assert_int_equal(senet_match_rate(match, 2, &rating), SENET_RANGE);
  assert_int_equal(senet_match_rate(match, 0, NULL), SENET_MISUSE);
  OK(senet_match_rate(match, 0, &rating));
  assert_true(rating.games == 0 && rating.score == 0);
  senet_match_free(match);
  senet_match_free(match);
  assert_int_equal(senet_match_play(match, 1), SENET_MISUSE);
  assert_int_equal(senet_match_stop(match), SENET_MISUSE);
  OK(senet_agents_get("uct:c=0.4,iterations=5,random", 1, text, sizeof text, NULL));
  assert_string_equal(text, "random");
  assert_int_equal(senet_agents_get("random", 1, text, sizeof text, NULL), SENET_RANGE);
  assert_int_equal(senet_agents_get("uct:nothing=1", 0, text, sizeof text, NULL), SENET_INPUT);
  assert_int_equal(senet_agents_get(NULL, 0, text, sizeof text, NULL), SENET_MISUSE);
  clear_table(&table);
}

// ---- comparisons -----------------------------------------------------------------------------------

static senet_record *read_record(senet_library *library, const char *text) {
  senet_record *record;
  OK(senet_record_read(library, text, strlen(text), &record));
  return record;
}

static void test_records_are_compared(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_comparison found;
  senet_diagnostics *diagnostics;
  senet_game *game;
  char text[8000];
  OK(senet_position_play_out(table.position, 3, NULL));
  OK(senet_position_start(table.position, 5, 2));
  while (!senet_position_over(table.position)) OK(senet_position_apply_random(table.position));
  OK(senet_position_record(table.position, text, sizeof text, NULL));
  senet_record *record = read_record(table.library, text);
  OK(senet_record_load_with(record, &game, &diagnostics));
  assert_int_equal(senet_diagnostics_count(diagnostics), 0);
  for (int level = SENET_COMPARE_MOVES; level <= SENET_COMPARE_FULL; level++) {
    OK(senet_record_compare(record, game, level, &found));
    assert_true(found.same && found.plies == senet_record_count(record));
    assert_string_equal(found.cause, "");
  }
  assert_int_equal(senet_record_compare(record, game, 2, &found), SENET_RANGE);
  assert_int_equal(senet_record_compare(record, NULL, 0, &found), SENET_MISUSE);
  assert_int_equal(senet_record_compare(record, game, 0, NULL), SENET_MISUSE);
  senet_record_free(record);
  assert_int_equal(senet_record_compare(record, game, 0, &found), SENET_MISUSE);
  char *winner = strstr(text, "\"winner\":");
  assert_non_null(winner);
  winner[9] = winner[9] == '1' ? '2' : '1';
  record = read_record(table.library, text);
  OK(senet_record_compare(record, game, SENET_COMPARE_FULL, &found));
  assert_true(!found.same && strstr(found.cause, "winner"));
  assert_null(senet_record_option(record, 0));
  assert_null(senet_record_ruleset(record));
  assert_non_null(senet_record_path(record));
  senet_record_free(record);
  senet_diagnostics_free(diagnostics);
  senet_game_free(game);
  clear_table(&table);
}

// A record of a game that is not there, and one of another game.
static void test_wrong_comparisons(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  static const char lost[] = "{\"game\":\"No Such Game\",\"moves\":[\"[Move:mover=1,from=4,to=4]\"],\"over\":false}";
  static const char trace[] = "{\"t\":\"header\",\"game\":\"Tic-Tac-Toe\"}\n{\"t\":\"nothing\"}\n";
  senet_comparison found;
  senet_diagnostics *diagnostics;
  senet_game *game;
  senet_record *record = read_record(table.library, lost);
  assert_int_equal(senet_record_load_with(record, &game, &diagnostics), SENET_NOT_FOUND);
  assert_true(senet_diagnostics_count(diagnostics) > 0 && !game);
  senet_diagnostics_free(diagnostics);
  OK(senet_record_compare(record, table.game, SENET_COMPARE_FULL, &found));
  assert_true(!found.same && *found.cause);
  senet_record_free(record);
  if (senet_record_read(table.library, trace, sizeof trace - 1, &record) == SENET_OK) {
    assert_int_equal(senet_record_count(record), 0);
    assert_int_equal(senet_record_replay(record, table.position, 1), SENET_UNSUITED);
    OK(senet_record_compare(record, table.game, SENET_COMPARE_FULL, &found));
    assert_false(found.same);
    senet_record_free(record);
  }
  clear_table(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_playouts_have_budgets),
      cmocka_unit_test(test_playouts_say_who_plays),
      cmocka_unit_test(test_playouts_are_recorded),
      cmocka_unit_test(test_playouts_in_parts),
      cmocka_unit_test(test_wrong_playouts),
      cmocka_unit_test(test_facts),
      cmocka_unit_test(test_facts_of_what_does_not_compile),
      cmocka_unit_test(test_hashes_of_rules),
      cmocka_unit_test(test_matches),
      cmocka_unit_test(test_matches_stop),
      cmocka_unit_test(test_openings),
      cmocka_unit_test(test_wrong_matches),
      cmocka_unit_test(test_records_are_compared),
      cmocka_unit_test(test_wrong_comparisons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
