// A match killed in the middle, twice, goes on where it stopped and ends with the table of one never killed.
// SENET_MATCH_GAMES asks for more games than 40.
#include <sqlite3.h>
#include <stdlib.h>

#include "base/file.h"
#include "cmd/contest/match_run.h"
#include "support/support.h"

static const char *games(void) {
  const char *wanted = getenv("SENET_MATCH_GAMES");
  return wanted ? wanted : "40";
}

static const char *match(Arena *arena, const char *folder, const char *file, const char *rest) {
  return arena_printf(arena,
                      "match Breakthrough --agents uct:iterations=20,uct:iterations=5 -n %s -j 2 --db %s/%s.db %s",
                      games(), folder, file, rest);
}

// What the run prints before the figures about speed.
static Str table(Arena *arena, const char *folder, const char *file) {
  Ran ran = test_senet(arena, NULL, match(arena, folder, file, ""));
  assert_int_equal(ran.status, 0);
  const char *text = arena_text(arena, ran.out), *speed = strstr(text, "\nuct:");
  assert_non_null(speed);
  return (Str){text, (size_t)(speed - text)};
}

static void kill_in_the_middle(Arena *arena, const char *folder) {
  const char *senet = getenv("SENET") ? getenv("SENET") : "build/src/cmd/senet";
  const char *arguments = match(arena, folder, "killed", ">/dev/null 2>&1");
  double seconds = atoi(games()) / 80.0;
  int status = system(arena_printf(arena, "timeout -s KILL %.1f '%s' %s", seconds, senet, arguments));
  if (status == 0) print_message("# the match was over before it was killed\n");
}

static void a_killed_match_goes_on(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  for (int i = 0; i < 2; i++) kill_in_the_middle(&arena, folder);
  Str whole = table(&arena, folder, "whole"), killed = table(&arena, folder, "killed");
  assert_true(str_starts(whole, arena_printf(&arena, "Breakthrough: %s games", games())));
  assert_true(str_eq(whole, killed));
  test_remove_folder(folder);
  arena_free(&arena);
}

// Everything is found in the file: nothing is played again, so the figures of the first run come back.
static void a_finished_match_is_only_shown(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  Ran once = test_senet(&arena, NULL, match(&arena, folder, "file", "--json"));
  Ran again = test_senet(&arena, NULL, match(&arena, folder, "file", "--json"));
  assert_true(str_eq(once.out, again.out));
  test_remove_folder(folder);
  arena_free(&arena);
}

static void change_file(Arena *arena, const char *folder, const char *sql) {
  sqlite3 *db;
  assert_int_equal(sqlite3_open(arena_printf(arena, "%s/file.db", folder), &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

// A game of the file that cannot be so is played again, and the others are not mixed up.
static void damaged_games_are_played_again(void **state) {
  static const char *const damages[] = {
      "UPDATE seat SET agent = 2000000 WHERE number = 3",
      "UPDATE seat SET agent = 0 WHERE number = 4",
      "UPDATE seat SET utility = 1e300 WHERE number = 5 AND seat = 1",
      "UPDATE seat SET seat = 99 WHERE number = 6 AND seat = 2",
      "UPDATE seat SET iterations = -1 WHERE number = 7",
      "UPDATE game SET moves = -5 WHERE number = 8",
      "UPDATE game SET number = -1 WHERE number = 9",
      "DELETE FROM seat WHERE number = 10 AND seat = 1",
      "DELETE FROM game WHERE number = 11",
      "UPDATE seat SET utility = 'much' WHERE number = 12",
      "UPDATE seat SET agent = agent + 4294967296, utility = 1 WHERE number = 13",
      "UPDATE seat SET seat = seat + 4294967296, utility = 1 WHERE number = 14",
  };
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  const char *words = arena_printf(
      &arena, "match Tic-Tac-Toe --agents uct:iterations=40,uct:iterations=5 -n 40 -j 1 --db %s/file.db", folder);
  Ran once = test_senet(&arena, NULL, words);
  assert_int_equal(once.status, 0);
  const char *text = arena_text(&arena, once.out), *speed = strstr(text, "\nuct:");
  assert_non_null(speed);
  size_t n = (size_t)(speed - text);
  for (size_t i = 0; i < COUNT_OF(damages); i++) change_file(&arena, folder, damages[i]);
  Ran again = test_senet(&arena, NULL, words);
  assert_int_equal(again.status, 0);
  assert_true(str_eq((Str){once.out.p, n}, (Str){again.out.p, n}));
  test_remove_folder(folder);
  arena_free(&arena);
}

static void a_file_that_cannot_be_written(void **state) {
  Arena arena = {0};
  Ran ran = test_senet(&arena, NULL, match(&arena, "/nowhere", "file", ""));
  assert_int_equal(ran.status, 1);
  assert_str_equal(ran.err, "senet match: /nowhere/file.db: unable to open database file\n");
  arena_free(&arena);
}

static Ran export(Arena *arena, const char *folder, const char *rest) {
  return test_senet(arena, NULL, arena_printf(arena, "export %s/file.db %s", folder, rest));
}

static void assert_export_says(Arena *arena, const char *folder, const char *part) {
  static const char *const kinds[] = {"", "--list"};
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    Ran ran = export(arena, folder, kinds[i]);
    assert_int_equal(ran.status, 1);
    assert_int_equal(ran.out.n, 0);
    assert_non_null(strstr(arena_text(arena, ran.err), part));
  }
}

// Files written before games were kept with their moves: said so, then put aside by the next match.
static void files_of_the_first_format(void **state) {
  static const char tables[] =
      "CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, ruleset TEXT NOT NULL,"
      " agents TEXT NOT NULL, seed INTEGER NOT NULL, UNIQUE (game, options, ruleset, agents, seed));"
      "CREATE TABLE game (match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL, moves INTEGER NOT NULL,"
      " stopped INTEGER NOT NULL, PRIMARY KEY (match, number));"
      "CREATE TABLE seat (match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, agent INTEGER NOT "
      "NULL,"
      " utility REAL NOT NULL, choices INTEGER NOT NULL, iterations INTEGER NOT NULL, seconds REAL NOT NULL,"
      " PRIMARY KEY (match, number, seat));"
      "INSERT INTO match VALUES (1, 'Tic-Tac-Toe', '', '', 'random,random', 1);"
      "INSERT INTO game VALUES (1, 0, 5, 0); INSERT INTO seat VALUES (1, 0, 1, 0, 1, 3, 0, 0), (1, 0, 2, 1, -1, 2, 0, "
      "0)";
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  change_file(&arena, folder, tables);
  assert_export_says(&arena, folder, "file.db: an earlier version of senet wrote it (format 1)");
  const char *words =
      arena_printf(&arena, "match Tic-Tac-Toe --agents random,random -n 2 -j 1 --db %s/file.db", folder);
  assert_int_equal(test_senet(&arena, NULL, words).status, 0);
  Ran ran = export(&arena, folder, "");
  assert_int_equal(ran.status, 0);
  assert_non_null(strstr(arena_text(&arena, ran.out), "\"moves\":[\"[Move:"));
  test_remove_folder(folder);
  arena_free(&arena);
}

static void files_of_other_formats(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena);
  change_file(&arena, folder, "CREATE TABLE other (id INTEGER)");
  assert_export_says(&arena, folder, "file.db: there are no matches in it");
  change_file(&arena, folder, "PRAGMA user_version = 3");
  assert_export_says(&arena, folder, "a later version of senet wrote it (format 3; this one reads formats up to 2)");
  const char *words = arena_printf(&arena, "match Tic-Tac-Toe --agents random,random -n 2 --db %s/file.db", folder);
  Ran ran = test_senet(&arena, NULL, words);
  assert_int_equal(ran.status, 1);
  assert_non_null(strstr(arena_text(&arena, ran.err), "file.db: a later version of senet wrote it (format 3;"));
  const char *why;
  assert_true(file_write(&arena, arena_printf(&arena, "%s/file.db", folder), str_of("no database\n"), &why));
  assert_export_says(&arena, folder, "file.db: file is not a database");
  test_remove_folder(folder);
  arena_free(&arena);
}

// Pages that do not fit together can send queries in a circle: the file is refused before anything is asked of it.
static void damaged_pages_are_said(void **state) {
  Arena arena = {0};
  const char *folder = test_folder(&arena), *path = arena_printf(&arena, "%s/file.db", folder), *why;
  const char *words = arena_printf(&arena, "match Tic-Tac-Toe --agents random,random -n 20 --db %s", path);
  assert_int_equal(test_senet(&arena, NULL, words).status, 0);
  Str text;
  assert_true(file_read(&arena, path, 1 << 20, &text, &why));
  enum { PAGE = 4096, GAMES = 3 };  // the fourth page is the first of the games
  assert_true(text.n > (GAMES + 1) * PAGE);
  char *bytes = arena_copy(&arena, text.p, text.n);
  memset(bytes + GAMES * PAGE, 0xee, 100);
  assert_true(file_write(&arena, path, (Str){bytes, text.n}, &why));
  assert_export_says(&arena, folder, "file.db: the file is damaged (");
  Ran ran = test_senet(&arena, NULL, words);
  assert_int_equal(ran.status, 1);
  assert_non_null(strstr(arena_text(&arena, ran.err), "file.db: the file is damaged ("));
  test_remove_folder(folder);
  arena_free(&arena);
}

// Every agent of the published table plays, from both languages.
static void an_experiment_is_run(void **state) {
  static const char *const variants[] = {"nodal",          "raw",         "nodal-O",          "O",
                                         "rollup",         "rollup-O",    "nodal-plus-shift", "nodal-rave-mast",
                                         "nodal-mast-mix", "O-rave-mast", "rollup-mast"};
  Arena arena = {0};
  for (size_t i = 0; i < COUNT_OF(variants); i++) {
    Ran ran = test_senet(
        &arena, NULL,
        arena_printf(&arena, "experiment split-moves --game 'Fox and Hounds' --time 0.001 -n 2 --variant %s%s",
                     variants[i], i % 2 ? " --lud" : ""));
    assert_int_equal(ran.status, 0);
    assert_true(strstr(arena_text(&arena, ran.out), "\nFox and Hounds                2"));
  }
  arena_free(&arena);
}

// Plays five games with results, and perhaps records, in a file. Whether records were kept in memory.
static bool keeps_records(Arena *arena, const char *folder, senet_game *game, const char *record) {
  MatchRun run;
  const char *why = "";
  MatchWish wish = {.game = game,
                    .options = SENET_MATCH_OPTIONS,
                    .n = 5,
                    .file = arena_printf(arena, "%s/%s.db", folder, record ? "with" : "without"),
                    .record = record,
                    .name = {.options = "", .ruleset = "", .agents = "random,random"}};
  wish.options.agents = "random,random";
  assert_int_equal(match_run_open(&run, arena, &wish, &why), SENET_OK);
  match_run_play(&run);
  bool kept = run.records.n > 0;
  assert_true(match_run_written(&run, arena, &why));
  match_run_close(&run);
  return kept;
}

static void records_are_kept_for_their_file_only(void **state) {
  Arena arena = {0};
  Str text;
  senet_library *library;
  senet_game *game;
  const char *folder = test_folder(&arena), *why = "", *record = arena_printf(&arena, "%s/games.jsonl", folder);
  assert_int_equal(senet_library_open(NULL, 0, &library), SENET_OK);
  assert_int_equal(senet_game_load(library, "Tic-Tac-Toe", &game), SENET_OK);
  assert_false(keeps_records(&arena, folder, game, NULL));
  assert_true(keeps_records(&arena, folder, game, record));
  assert_true(file_read(&arena, record, 0, &text, &why));
  int lines = 0;
  for (size_t i = 0; i < text.n; i++) lines += text.p[i] == '\n';
  assert_int_equal(lines, 5);
  senet_game_free(game);
  senet_library_free(library);
  test_remove_folder(folder);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_killed_match_goes_on),
      cmocka_unit_test(a_finished_match_is_only_shown),
      cmocka_unit_test(damaged_games_are_played_again),
      cmocka_unit_test(a_file_that_cannot_be_written),
      cmocka_unit_test(files_of_the_first_format),
      cmocka_unit_test(files_of_other_formats),
      cmocka_unit_test(damaged_pages_are_said),
      cmocka_unit_test(an_experiment_is_run),
      cmocka_unit_test(records_are_kept_for_their_file_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
