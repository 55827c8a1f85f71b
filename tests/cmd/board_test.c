// senet board: what it prints can be verified by itself, and a verification finds what was changed.
#include "base/file.h"
#include "support/support.h"

static void save(Arena *arena, const char *folder, const char *name, Str text) {
  const char *why = "";
  if (!file_write(arena, arena_printf(arena, "%s/%s", folder, name), text, &why)) fail_msg("%s %s", name, why);
}

// A library with one game, and a record of its board made by senet itself. Gives the folder.
static const char *record_own_board(Arena *arena, const char *old, const char *changed) {
  const char *folder = test_folder(arena);
  save(arena, folder, "Small.lud",
       STR("(game \"Small\" (players 2)"
           " (equipment {(board (square 3) (track \"T\" \"0,E,N\") use:Vertex) (piece \"A\" P1) (hand P2 size:3)"
           " (regions \"Home\" P1 (sites Bottom)) (map \"M\" {(pair 1 2)})})"
           " (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"));
  Ran ran = test_senet(arena, folder, "board Small.lud --json");
  assert_int_equal(ran.status, 0);
  char *text = arena_text(arena, ran.out);
  char *newline = strchr(text, '\n');
  assert_non_null(newline);
  char *found = old ? strstr(text, old) : NULL;
  if (old) assert_non_null(found);
  if (old) memcpy(found, changed, strlen(changed));
  *newline = 0;
  // The record names the file of the game and that of the sites.
  Str header =
      str_of(arena_printf(arena, "%.*s,\"key\":\"Small\",\"path\":\"/Small.lud\",\"elements\":\"sites.jsonl\"}\n",
                          (int)(strlen(text) - 1), text));
  save(arena, folder, "games.jsonl", header);
  save(arena, folder, "sites.jsonl", str_of(newline + 1));
  return folder;
}

static Ran verify(Arena *arena, const char *folder) {
  return test_senet(arena, folder, "board --library . --verify .");
}

static bool contains(Str text, const char *word) {
  Arena arena = {0};
  bool found = strstr(arena_text(&arena, text), word) != NULL;
  arena_free(&arena);
  return found;
}

static void own_records_agree(void **state) {
  Arena arena = {0};
  const char *folder = record_own_board(&arena, NULL, NULL);
  Ran ran = verify(&arena, folder);
  assert_int_equal(ran.status, 0);
  assert_true(str_ends(ran.out, "1 ok, 0 differ\n"));
  test_remove_folder(folder);
  arena_free(&arena);
}

static void changes_are_found(void **state) {
  static const struct {
    const char *old, *changed, *named;
  } changes[] = {
      {"\"sites\":{\"Cell\":4", "\"sites\":{\"Cell\":5", "Small: sites Cell: expected 5, found 4"},
      {"\"idx\":0,\"owner\":0", "\"idx\":0,\"owner\":1", "Small: tracks [0].owner: expected 1, found 0"},
      {"\"from\":9,\"n\":3", "\"from\":9,\"n\":4",
       "Small: containers[1]: expected Hand Hand2, owner 2, 4 sites from 9; found Hand Hand2, owner 2, 3 sites from 9"},
      {"\"sites\":[0,1,2]", "\"sites\":[0,1,3]", "Small: regions[0] Home of 1: expected 0 1 3; found 0 1 2"},
      {"\"pairs\":[[1,2]]", "\"pairs\":[[1,3]]", "Small: maps[0] M: no pair [1,3]"},
      {"\"label\":\"B1\"", "\"label\":\"B2\"", "Small: Cell 1 label: expected \"B2\", found \"B1\""},
      {"\"x\":0.5", "\"x\":0.6", "Small: Cell 0 x: expected 0.6, found 0.5"},
      {"\"rad\":[[0,2]", "\"rad\":[[0,3]", "Small: Cell 0 rad[0][1]: expected 3, found 2"},
  };
  for (size_t i = 0; i < COUNT_OF(changes); i++) {
    Arena arena = {0};
    const char *folder = record_own_board(&arena, changes[i].old, changes[i].changed);
    Ran ran = verify(&arena, folder);
    assert_int_equal(ran.status, 1);
    if (!contains(ran.out, changes[i].named)) fail_msg("%.*s", (int)ran.out.n, ran.out.p);
    assert_true(str_ends(ran.out, "0 ok, 1 differ\n"));
    test_remove_folder(folder);
    arena_free(&arena);
  }
}

static void missing_records_are_said(void **state) {
  Arena arena = {0};
  const char *folder = record_own_board(&arena, NULL, NULL);
  Ran ran = test_senet(&arena, folder, "board --library . --verify elsewhere");
  assert_int_equal(ran.status, 1);
  assert_true(contains(ran.err, "games.jsonl"));
  test_remove_folder(folder);
  arena_free(&arena);
}

// Every board of the reference library.
static void recorded_boards_agree(void **state) {
  Arena arena = {0};
  const char *library = test_shared(&arena, "ludii"), *graphs = test_shared(&arena, "ludii/graphs");
  Ran ran = test_senet(&arena, NULL, arena_printf(&arena, "board --library '%s' --verify '%s'", library, graphs));
  const char *text = arena_text(&arena, ran.out);
  for (const char *line = text; *line;) {
    const char *end = strchr(line, '\n'), *colon = strstr(line, ": ");
    bool named =
        colon && end && colon < end && !strncmp(colon, ": the library has no such game", (size_t)(end - colon));
    bool summary =
        !strncmp(line, "processor time", 14) || !strncmp(line, "containers, regions", 19) || (end && !end[1]);
    if (!named && !summary) fail_msg("%.*s", end ? (int)(end - line) : 200, line);
    line = end ? end + 1 : line + strlen(line);
  }
  if (!str_ends(ran.out, "1213 ok, 0 differ\n")) fail_msg("%s", text);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own_records_agree),
      cmocka_unit_test(changes_are_found),
      cmocka_unit_test(missing_records_are_said),
      cmocka_unit_test(recorded_boards_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
