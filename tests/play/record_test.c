// Records and trials: reading, writing, and what is said about damaged ones.
#include "play/record/record.h"
#include "play/record/replay_match.h"

#include "support/support.h"

static const char *two_moves[] = {"[Move:mover=1,actions=[Pass:decision=true]]",
                                  "[Move:mover=2,actions=[Pass:decision=true]]"};

static void a_record_survives_writing_and_reading(void **state) {
  Arena arena = {0};
  Text line = {0};
  const char *options[] = {"Board Size/9x9", NULL}, *why = NULL;
  double ranking[] = {1.5, 1.5};
  Record made = {.name = "Quotes \" and \\",
                 .options = options,
                 .ruleset = "Ruleset/Old",
                 .seeded = true,
                 .seed = 12,
                 .stream = 34,
                 .moves = two_moves,
                 .n_moves = 2,
                 .over = true,
                 .winner = 0,
                 .ranking = ranking,
                 .n_ranking = 2};
  Record read;
  record_write(&line, &made);
  assert_true(record_read_line(&arena, text_str(&line), &read, &why));
  assert_string_equal(read.name, made.name);
  assert_null(read.path);
  assert_string_equal(read.ruleset, "Ruleset/Old");
  assert_string_equal(read.options[0], "Board Size/9x9");
  assert_null(read.options[1]);
  assert_true(read.seeded && read.seed == 12 && read.stream == 34 && read.over && read.winner == 0);
  assert_int_equal(read.n_moves, 2);
  assert_string_equal(read.moves[1], two_moves[1]);
  assert_int_equal(read.n_ranking, 2);
  assert_true(read.ranking[1] == 1.5);
  text_free(&line);
  arena_free(&arena);
}

static void damaged_records_are_refused(void **state) {
  static const struct {
    const char *line, *why;
  } cases[] = {
      {"[1, 2]", "no JSON object"},
      {"{}", "the record names no game"},
      {"{\"game\": \"X\"}", "the record has no moves"},
      {"{\"game\": \"X\", \"moves\": [1]}", "bad moves"},
      {"{\"game\": \"X\", \"moves\": {}}", "bad moves"},
      {"{\"game\": \"X\", \"moves\": [], \"options\": 3}", "bad options"},
      {"{\"game\": \"X\", \"moves\": [], \"ranking\": [\"a\"]}", "bad ranking"},
      {"{\"game\": \"X\", \"moves\": [], \"winner\": 4294967297}", "bad winner"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Arena arena = {0};
    Record record;
    const char *why = NULL;
    assert_false(record_read_line(&arena, str_of(cases[i].line), &record, &why));
    assert_string_equal(why, cases[i].why);
    arena_free(&arena);
  }
}

static void text_that_is_no_json_is_refused(void **state) {
  static const char *const lines[] = {"", "{", "{\"game\": \"X\", \"moves\": [}", "\xff\xfe"};
  for (size_t i = 0; i < COUNT_OF(lines); i++) {
    Arena arena = {0};
    Record record;
    const char *why = NULL;
    assert_false(record_read_line(&arena, str_of(lines[i]), &record, &why));
    assert_true(str_starts(str_of(why), "no JSON: "));
    arena_free(&arena);
  }
}

static const char trial[] =
    "game=/lud/board/X.lud\r\nSTART GAME OPTIONS\nVariant/One\nEND GAME OPTIONS\nRNG internal state=1,2\n"
    "Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=3]]\n"
    "Move=[Move:mover=1,actions=[Pass:decision=true]]\n";

static void a_trial_is_read(void **state) {
  Arena arena = {0};
  Record record;
  const char *why = NULL;
  const char *text = arena_printf(&arena, "%snumInitialPlacementMoves=1\nwinner=2\nrankings=0.0,2.0,1.0\n", trial);
  assert_true(record_read_trial(&arena, str_of(text), &record, &why));
  assert_string_equal(record.path, "/lud/board/X.lud");
  assert_string_equal(record.options[0], "Variant/One");
  assert_int_equal(record.n_placements, 1);
  assert_int_equal(record.n_moves, 1);
  assert_string_equal(record.moves[0], two_moves[0]);
  assert_true(record.over && record.winner == 2 && !record.seeded);
  assert_int_equal(record.n_ranking, 2);
  assert_true(record.ranking[0] == 2 && record.ranking[1] == 1);
  arena_free(&arena);
}

static void an_old_trial_does_not_count_its_placements(void **state) {
  Arena arena = {0};
  Record record;
  const char *why = NULL;
  assert_true(record_read_trial(&arena, str_of(trial), &record, &why));
  assert_int_equal(record.n_placements, 1);
  assert_false(record.over);
  arena_free(&arena);
}

static void a_text_that_is_no_trial_is_refused(void **state) {
  Arena arena = {0};
  Record record;
  const char *why = NULL;
  assert_false(record_read_trial(&arena, STR("Dear reader,\n"), &record, &why));
  assert_string_equal(why, "no trial: there is no game= line");
  assert_false(record_read_trial(&arena, STR(""), &record, &why));
  arena_free(&arena);
}

static void heads_and_nested_moves(void **state) {
  Text flat = {0};
  Str nested =
      STR("[Move:mover=2,from=5,to=3,actions=[Move:mover=2,from=3,to=3,actions=[Remove:type=Cell,to=3]],"
          "[Move:mover=0,from=5,to=3,actions=[Move:typeFrom=Cell,from=5,typeTo=Cell,to=3,decision=true]]]");
  assert_str_equal(move_text_head(nested), "[Move:mover=2,from=5,to=3,");
  move_text_flat(&flat, nested);
  assert_str_equal(text_str(&flat),
                   "[Move:mover=2,from=5,to=3,actions=[Remove:type=Cell,to=3],"
                   "[Move:typeFrom=Cell,from=5,typeTo=Cell,to=3,decision=true]]");
  text_clear(&flat);
  move_text_flat(&flat, STR("[Move:mover=1,actions=[Pass:decision=true]]"));
  assert_str_equal(text_str(&flat), "[Move:mover=1,actions=[Pass:decision=true]]");
  text_free(&flat);
}

// A line of a trace with these members, and whether it is taken.
static bool is_ply(const char *members, size_t n, bool listed) {
  Arena arena = {0};
  const char *why = NULL;
  const char *line = arena_printf(&arena, "{\"t\":\"ply\",\"ply\":0,\"chosen\":0,\"state\":{},%s}", members);
  Trace trace = {.rest = str_of(line)};
  TracePly ply;
  bool good = trace_ply(trace_next(&trace, &arena, &why), &ply);
  if (good) {
    assert_int_equal(ply.n, n);
    assert_int_equal(ply.legal != NULL, listed);
  }
  trace_close(&trace);
  arena_free(&arena);
  return good;
}

// A number of moves is how long the list is; of a hash, what is compared with ours.
static void traces_have_the_moves_they_claim(void **state) {
  (void)state;
  assert_true(is_ply("\"n\":1,\"level\":0,\"legal\":[\"x\"]", 1, true));
  assert_true(is_ply("\"n\":9,\"level\":2", 9, false));
  assert_true(is_ply("\"n\":2000000000,\"level\":2,\"legal\":[\"x\"]", 2000000000, false));
  assert_false(is_ply("\"n\":2000000000,\"level\":0,\"legal\":[\"x\"]", 0, true));
  assert_false(is_ply("\"n\":-1,\"level\":2", 0, false));
  assert_false(is_ply("\"n\":-1,\"level\":2,\"legal\":[\"x\"]", 0, false));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_record_survives_writing_and_reading),
      cmocka_unit_test(damaged_records_are_refused),
      cmocka_unit_test(text_that_is_no_json_is_refused),
      cmocka_unit_test(a_trial_is_read),
      cmocka_unit_test(an_old_trial_does_not_count_its_placements),
      cmocka_unit_test(a_text_that_is_no_trial_is_refused),
      cmocka_unit_test(heads_and_nested_moves),
      cmocka_unit_test(traces_have_the_moves_they_claim),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
