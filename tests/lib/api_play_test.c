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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_playouts_have_budgets), cmocka_unit_test(test_playouts_say_who_plays),
      cmocka_unit_test(test_playouts_are_recorded), cmocka_unit_test(test_playouts_in_parts),
      cmocka_unit_test(test_wrong_playouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
