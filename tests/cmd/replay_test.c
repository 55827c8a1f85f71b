// Records made by senet are replayed by it; damaged and foreign ones are refused with a reason.
#include "base/file.h"
#include "base/text.h"

#include "support/support.h"

typedef struct Folder {
  Arena arena;
  const char *path;
} Folder;

static int setup(void **state) {
  static Folder folder;
  folder = (Folder){0};
  folder.path = test_folder(&folder.arena);
  *state = &folder;
  return 0;
}

static int teardown(void **state) {
  Folder *folder = *state;
  test_remove_folder(folder->path);
  arena_free(&folder->arena);
  return 0;
}

static void write_file(Folder *folder, const char *name, Str text) {
  const char *why = "", *path = arena_printf(&folder->arena, "%s/%s", folder->path, name);
  if (!file_write(&folder->arena, path, text, &why)) fail_msg("%s", why);
}

static Str read_file(Folder *folder, const char *name) {
  Str text;
  const char *why = "", *path = arena_printf(&folder->arena, "%s/%s", folder->path, name);
  if (!file_read(&folder->arena, path, 0, &text, &why)) fail_msg("%s", why);
  return text;
}

static Str make_record(Folder *folder, const char *game) {
  Ran made = test_senet(&folder->arena, folder->path,
                        arena_printf(&folder->arena, "playout '%s' -n 3 --record r.jsonl", game));
  assert_int_equal(made.status, 0);
  return read_file(folder, "r.jsonl");
}

// The text with the first `old` replaced.
static Str replaced(Arena *arena, Str text, const char *old, const char *new) {
  const char *at = strstr(text.p, old);
  assert_non_null(at);
  return str_of(arena_printf(arena, "%.*s%s%s", (int)(at - text.p), text.p, new, at + strlen(old)));
}

static void expect(Folder *folder, const char *file, int status, const char *needle) {
  Ran ran = test_senet(&folder->arena, folder->path, arena_printf(&folder->arena, "replay %s", file));
  if (!strstr(ran.out.p, needle)) fail_msg("no '%s' in: %s%s", needle, ran.out.p, ran.err.p);
  assert_int_equal(ran.status, status);
}

static void own_records_replay(void **state) {
  static const char *const games[] = {"Tic-Tac-Toe", "Breakthrough", "Wolf and Sheep"};
  for (size_t i = 0; i < COUNT_OF(games); i++) {
    make_record(*state, games[i]);
    expect(*state, "r.jsonl", 0, "1 ok, 0 differ, 0 unsupported (level full)");
    expect(*state, "--level moves r.jsonl", 0, "1 ok, 0 differ, 0 unsupported (level moves)");
  }
}

static void the_same_seed_gives_the_same_record(void **state) {
  Folder *folder = *state;
  Str first = make_record(folder, "Breakthrough"), second = make_record(folder, "Breakthrough");
  assert_true(str_eq(first, second));
}

static void an_illegal_move_is_named(void **state) {
  Folder *folder = *state;
  Str record = make_record(folder, "Tic-Tac-Toe");
  write_file(folder, "bad.jsonl", replaced(&folder->arena, record, "mover=2", "mover=1"));
  expect(folder, "bad.jsonl", 1, "differ at ply 1: not a legal move: [Move:mover=1,");
}

static void a_wrong_result_is_found(void **state) {
  Folder *folder = *state;
  Str record = make_record(folder, "Breakthrough");
  Str wrong = strstr(record.p, "\"winner\":1") ? replaced(&folder->arena, record, "\"winner\":1", "\"winner\":2")
                                               : replaced(&folder->arena, record, "\"winner\":2", "\"winner\":1");
  write_file(folder, "bad.jsonl", wrong);
  expect(folder, "bad.jsonl", 1, "recorded");
}

static void damaged_files_are_refused(void **state) {
  Folder *folder = *state;
  Str record = make_record(folder, "Tic-Tac-Toe");
  write_file(folder, "cut.jsonl", (Str){record.p, record.n / 5});
  expect(folder, "cut.jsonl", 1, "differ: line 1: ");
  write_file(folder, "empty.jsonl", STR(""));
  expect(folder, "empty.jsonl", 1, "differ: the file is empty");
  write_file(folder, "noise.jsonl", STR("\x01\x02\xff\n"));
  expect(folder, "noise.jsonl", 1, "0 ok, 1 differ, 0 unsupported");
  write_file(folder, "letter.txt", STR("Dear reader,\n"));
  expect(folder, "letter.txt", 1, "no trial: there is no game= line");
  expect(folder, "absent.jsonl", 1, "differ: cannot be read: No such file or directory");
}

static void unknown_games_are_named(void **state) {
  Folder *folder = *state;
  write_file(folder, "x.jsonl", STR("{\"game\":\"No Such Game\",\"moves\":[]}\n"));
  expect(folder, "x.jsonl", 1, "unsupported: ");
  write_file(folder, "x.trl", STR("game=/lud/none/Nothing.lud\n"));
  expect(folder, "x.trl", 1, "no library has the game /lud/none/Nothing.lud");
}

static const char trial[] =
    "game=/lud/Tic-Tac-Toe.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\nRNG internal state=1,2\n"
    "Move=[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]\n"
    "Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]\n"
    "Move=[Move:mover=1,from=3,to=3,actions=[Add:type=Cell,to=3,what=1,decision=true]]\n"
    "Move=[Move:mover=2,from=1,to=1,actions=[Add:type=Cell,to=1,what=2,decision=true]]\n"
    "Move=[Move:mover=1,from=5,to=5,actions=[Add:type=Cell,to=5,what=1,decision=true]]\n"
    "numInitialPlacementMoves=0\nwinner=1\nendtype=NaturalEnd\nrankings=0.0,1.0,2.0\n";

static void a_trial_replays(void **state) {
  Folder *folder = *state;
  write_file(folder, "t.txt", STR(trial));
  expect(folder, "t.txt", 0, "1 ok, 0 differ, 0 unsupported");
  write_file(folder, "t.trl", replaced(&folder->arena, STR(trial), "winner=1", "winner=2"));
  expect(folder, "t.trl", 1, "winner: player 1, recorded 2");
  write_file(folder, "u.trl", replaced(&folder->arena, STR(trial), "from=3,to=3", "from=0,to=0"));
  expect(folder, "u.trl", 1, "differ at ply 2: not a legal move");
}

static void folders_are_walked_in_order(void **state) {
  Folder *folder = *state;
  write_file(folder, "b.txt", STR(trial));
  write_file(folder, "a.trl", STR(trial));
  write_file(folder, "c.lud", STR("(game)"));
  for (int jobs = 1; jobs <= 3; jobs++) {
    Ran ran = test_senet(&folder->arena, folder->path, arena_printf(&folder->arena, "replay -j %d .", jobs));
    assert_int_equal(ran.status, 0);
    assert_str_equal(ran.out, "full ./a.trl: ok\nfull ./b.txt: ok\n2 ok, 0 differ, 0 unsupported (level full)\n");
  }
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

static void replay_recorded(const char *level, const char *const *games, size_t n) {
  Arena arena = {0};
  const char *library = test_shared(&arena, "ludii");
  Text files = {0};
  for (size_t i = 0; i < n; i++) {
    const char *folder = arena_printf(&arena, "%s/traces/%s", library, games[i]);
    if (file_is_folder(folder)) text_printf(&files, " '%s'", folder);
  }
  Ran ran = test_senet(
      &arena, NULL,
      arena_printf(&arena, "replay --summary --level %s --library '%s'%.*s", level, library, (int)files.n, files.p));
  if (ran.status) fail_msg("%s", arena_text(&arena, ran.out));
  text_free(&files);
  arena_free(&arena);
}

// Games of kinds that few others have: dominoes drawn from a bag, hidden pieces, four players, a match.
static void rare_recorded_games_replay(void **state) {
  static const char *const games[] = {"Block", "Chex", "Chaturaji", "Bul", "Kriegspiel__Chess_"};
  replay_recorded("full", games, COUNT_OF(games));
}

// What chance does after a move is not seen in the outline of moves.
static void chance_after_moves_replays_in_outline(void **state) {
  static const char *const games[] = {"Aksadyuta", "Shogun", "Suffragetto"};
  replay_recorded("moves", games, COUNT_OF(games));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(own_records_replay),
      CASE(the_same_seed_gives_the_same_record),
      CASE(an_illegal_move_is_named),
      CASE(a_wrong_result_is_found),
      CASE(damaged_files_are_refused),
      CASE(unknown_games_are_named),
      CASE(a_trial_replays),
      CASE(folders_are_walked_in_order),
      CASE(rare_recorded_games_replay),
      CASE(chance_after_moves_replays_in_outline),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
