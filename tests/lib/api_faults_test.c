// Callers that go too far, and rules that stop: what cannot be done is said, and everything else goes on.
#include "lib/api_table.h"

#include "base/thread.h"

#include <math.h>

// One piece goes to and fro: every position has one move.
static const char to_and_fro[] =
    "(game \"To and fro\" (players 1) (equipment {(board (rectangle 1 2)) (piece \"Disc\" Each)})\n"
    " (rules (start (place \"Disc\" 0)) (play (forEach Piece (move Step (to if:(is Empty (to))))))\n"
    "  (end (if (no Moves Next) (result Mover Loss)))))";
static const char to_and_fro_rbg[] =
    "#players = white(100), black(100)\n"
    "#pieces = e, w\n"
    "#variables = n(3)\n"
    "#board = rectangle(up,down,left,right,[w,e])\n"
    "#rules = (->white {w} [e] right {e} [w] ->black {w} [e] left {e} [w])*\n";
static const char one_player_rbg[] =
    "#players = white(100), black(100)\n"
    "#pieces = e, w\n"
    "#variables = n(3)\n"
    "#board = rectangle(up,down,left,right,[w,e])\n"
    "#rules = (->white {w} [e] right {e} [w] ->white {w} [e] left {e} [w])*\n";
// Each site has two moves that are written alike. Rules stop over the second.
static const char one_stops[] =
    "(game \"One stops\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
    " (rules (play (or {(move Add (to (sites Empty)))\n"
    "    (move Add (to (sites Empty)) (then (set State at:(last To) 100000)))}))\n"
    "  (end (if (is Line 3) (result Mover Win)))))";

// The same with those first over which the rules stop.
static const char first_stops[] =
    "(game \"First stops\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
    " (rules (play (or {(move Add (to (sites Empty)) (then (set State at:(last To) 100000)))\n"
    "    (move Add (to (sites Empty)))}))\n"
    "  (end (if (is Line 3) (result Mover Win)))))";
static const char stops_at_the_start[] =
    "(game \"Start\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
    " (rules (start (forEach Value min:100000 max:100000 (place \"Disc1\" 0 state:(value)))) (play (move Add (to "
    "(sites Empty))))\n"
    "  (end (if (is Line 3) (result Mover Win)))))";

// From the third move on nobody can list the moves.
static const char lists_stop[] =
    "(game \"Lists stop\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each (forEach Piece))})\n"
    " (rules (play (if (> (count Moves) 1) (forEach Piece) (move Add (piece (id \"Disc\" Mover)) (to (sites "
    "Empty)))))\n"
    "  (end (if (is Line 3) (result Mover Win)))))";

static Table set_text(const char *text, const char *name, const char *executor) {
  Table table = {0};
  senet_game_request request = SENET_GAME_REQUEST;
  request.text = text;
  request.text_length = strlen(text);
  request.text_name = name;
  OK(senet_library_open(NULL, 0, &table.library));
  OK(senet_game_load_with(table.library, &request, &table.game, NULL));
  if (senet_game_executor(table.game, executor) != SENET_OK) print_message("%s\n", senet_message());
  OK(senet_position_new(table.game, 1, 0, &table.position));
  return table;
}

// ---- counts ----------------------------------------------------------------------------------------

static void test_deep_counts(void **state) {
  (void)state;
  static const char *const executors[] = {"interpreter", "native"};
  static const int depths[] = {1, 63, 64, 65, 100, 101, 1000};
  for (size_t i = 0; i < 4; i++) {
    Table table =
        i < 2 ? set_text(to_and_fro, "text.lud", executors[i]) : set_text(to_and_fro_rbg, "text.rbg", executors[i - 2]);
    uint64_t count = 7;
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
      OK(senet_position_perft(table.position, depths[d], &count));
      assert_int_equal(count, 1);
    }
    assert_int_equal(senet_position_perft(table.position, 1001, &count), SENET_RANGE);
    assert_int_equal(senet_position_perft(table.position, INT32_MAX, &count), SENET_RANGE);
    assert_int_equal(senet_position_perft_turns(table.position, INT32_MAX, &count), SENET_RANGE);
    clear_table(&table);
  }
}

static void test_turns_without_end(void **state) {
  (void)state;
  Table table = set_text(one_player_rbg, "text.rbg", "interpreter");
  uint64_t count = 7;
  assert_int_equal(senet_position_perft_turns(table.position, 1, &count), SENET_RULES);
  assert_non_null(strstr(senet_message(), "4000 moves"));
  assert_int_equal(count, 0);
  assert_int_equal(senet_position_over(table.position), 0);
  clear_table(&table);
}

// ---- moves that are only looked at -----------------------------------------------------------------

static void test_moves_written_down_do_not_stop_a_game(void **state) {
  (void)state;
  Table table = set_text(one_stops, "text.lud", "interpreter");
  char text[64];
  size_t n = 0, move;
  OK(senet_position_move_text(table.position, 0, text, sizeof text, NULL));
  assert_string_equal(text, "A1=Disc");
  OK(senet_position_move_text(table.position, 9, text, sizeof text, NULL));
  assert_string_equal(text, "A1=Disc/2");
  OK(senet_position_count(table.position, &n));
  assert_int_equal(n, 18);
  OK(senet_position_find_move(table.position, "B2=Disc", &move));
  OK(senet_position_apply(table.position, move));
  assert_int_equal(senet_position_over(table.position), 0);
  OK(senet_position_find_move(table.position, "C3=Disc/2", &move));
  assert_int_equal(senet_position_apply(table.position, move), SENET_RULES);
  clear_table(&table);
}

// Parts that lead to a move over which the rules stop can be taken back; other moves are found past it.
static void test_parts_past_moves_that_stop(void **state) {
  (void)state;
  Table table = set_text(first_stops, "text.lud", "interpreter");
  senet_parts *parts;
  senet_move moves[32];
  size_t n, move = 99;
  OK(senet_parts_new(table.position, &parts));
  OK(senet_parts_list(parts, moves, 32, &n));
  while (n > 2 || !senet_parts_complete(parts)) {
    size_t chosen = n == 2 ? 0 : n / 2;
    senet_status status = senet_parts_take(parts, chosen);
    if (status == SENET_RULES) {
      OK(senet_parts_back(parts));
      OK(senet_parts_list(parts, moves, 32, &n));
      assert_int_equal(n, 2);
      OK(senet_parts_take(parts, 1));
      break;
    }
    assert_int_equal(status, SENET_OK);
    OK(senet_parts_list(parts, moves, 32, &n));
  }
  assert_int_equal(senet_parts_complete(parts), 1);
  OK(senet_parts_move(parts, table.position, &move));
  assert_true(move >= 9 && move < 18);
  senet_parts_free(parts);
  clear_table(&table);
}

// A quoted text is cut in the middle of a letter, or was never UTF-8: messages are, all the same.
static void test_messages_are_utf8(void **state) {
  (void)state;
  Table table = set_text(one_stops, "text.lud", "interpreter");
  char text[200] = "a";
  size_t move;
  for (int i = 0; i < 60; i++) strcat(text, "\xc3\xa9");
  assert_int_equal(senet_position_find_move(table.position, text, &move), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "\xc3\xa9?'"));
  assert_int_equal(senet_position_find_move(table.position, "\xff", &move), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "'?'"));
  clear_table(&table);
}

// Nothing is made that nobody knows of: the library ends with the game.
static void test_rules_that_stop_at_the_start(void **state) {
  (void)state;
  senet_library *library;
  senet_game *game;
  senet_game_request request = SENET_GAME_REQUEST;
  request.text = stops_at_the_start;
  request.text_length = strlen(stops_at_the_start);
  senet_position *position = (senet_position *)(void *)&request;
  senet_batch *batch = (senet_batch *)(void *)&request;
  OK(senet_library_open(NULL, 0, &library));
  OK(senet_game_load_with(library, &request, &game, NULL));
  assert_int_equal(senet_position_new(game, 1, 0, &position), SENET_RULES);
  assert_null(position);
  assert_int_equal(senet_batch_new(game, 3, 1, 2, &batch), SENET_RULES);
  assert_null(batch);
  senet_game_free(game);
  senet_library_free(library);
}

// Nobody has answered when the rules stopped while the moves were listed.
static void test_agents_where_rules_stop(void **state) {
  (void)state;
  static const char *const names[] = {"random", "uct:iterations=5", "alphabeta:depth=2"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Table table = set_text(lists_stop, "text.lud", "interpreter");
    senet_agent *agent;
    size_t move;
    OK(senet_agent_new(table.game, names[i], 1, &agent));
    OK(senet_position_apply(table.position, 0));
    OK(senet_position_apply(table.position, 0));
    assert_int_equal(senet_agent_ask(agent, table.position, 0, &move, NULL), SENET_RULES);
    assert_non_null(strstr(senet_message(), "the moves of a piece ask for moves of pieces"));
    senet_agent_free(agent);
    clear_table(&table);
  }
}

// ---- playouts from a position ----------------------------------------------------------------------

// Goes back to the start while playouts from the position are under way.
static int go_back(void *self, const senet_playout_totals *totals) {
  (void)totals;
  while (senet_position_undo(self) == SENET_OK) {
  }
  return 0;
}

static void test_playouts_from_a_position_that_moves_on(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals alone, meddled;
  for (int ply = 0; ply < 4; ply++) OK(senet_position_apply(table.position, 0));
  options.n = 40000;
  options.interpret = 1;
  options.threads = 1;
  OK(senet_position_playouts(table.position, &options, &alone));
  options.tell = go_back;
  options.self = table.position;
  OK(senet_position_playouts(table.position, &options, &meddled));
  assert_int_equal(senet_position_ply(table.position), 0);
  same_totals(&alone, &meddled);
  clear_table(&table);
}

// ---- positions of a batch --------------------------------------------------------------------------

static void test_chance_of_a_batch_is_its_own(void **state) {
  (void)state;
  Table table = set_table("Backgammon", NULL);
  senet_batch *batch;
  int32_t faces[2], now[2];
  size_t n;
  OK(senet_batch_new(table.game, 2, 1, 1, &batch));
  senet_position *lent = senet_batch_position(batch, 0);
  uint64_t hash = senet_position_hash(lent);
  OK(senet_position_dice(lent, faces, 2, &n));
  assert_int_equal(n, 2);
  int32_t others[] = {faces[0] % 6 + 1, faces[1] % 6 + 1};
  assert_int_equal(senet_position_throw(lent, others, 2), SENET_MISUSE);
  assert_int_equal(senet_position_choose_outcome(lent, 1), SENET_MISUSE);
  assert_int_equal(senet_position_apply_outcome(lent, 0, 0), SENET_MISUSE);
  OK(senet_position_dice(lent, now, 2, &n));
  assert_memory_equal(faces, now, sizeof faces);
  assert_true(senet_position_hash(lent) == hash);
  senet_batch_free(batch);
  clear_table(&table);
}

// Games that do not end and steps by the thousand: the numbers of moves are not kept for ever.
static void test_many_steps(void **state) {
  (void)state;
  enum { GAMES = 5, STEPS = 9001 };
  static const char *const executors[] = {"interpreter", "native"};
  for (size_t i = 0; i < 2; i++) {
    Table table = set_text(to_and_fro_rbg, "text.rbg", executors[i]);
    senet_batch *batch;
    senet_batch_result result = SENET_BATCH_RESULT;
    uint32_t lengths[GAMES], moves[GAMES] = {0};
    result.lengths = lengths;
    OK(senet_batch_new(table.game, GAMES, 1, 2, &batch));
    OK(senet_batch_step_random(batch, STEPS, &result));
    for (size_t g = 0; g < GAMES; g++) assert_int_equal(lengths[g], STEPS);
    for (size_t s = 0; s < STEPS; s++) OK(senet_batch_step(batch, moves, &result));
    for (size_t g = 0; g < GAMES; g++) {
      assert_int_equal(lengths[g], 2 * STEPS);
      assert_int_equal(senet_position_ply(senet_batch_position(batch, g)), 2 * STEPS);
    }
    senet_batch_free(batch);
    clear_table(&table);
  }
}

// A batch whose call is under way on one thread is not for another.
typedef struct Stepper {
  senet_batch *batch;
  int done, refused, wrong;
} Stepper;

static void step_on(void *self) {
  Stepper *one = self;
  for (int i = 0; i < 300; i++) {
    senet_status status = senet_batch_step_random(one->batch, 3, NULL);
    one->done += status == SENET_OK;
    one->refused += status == SENET_MISUSE;
    one->wrong += status != SENET_OK && status != SENET_MISUSE;
  }
}

static void test_batches_in_use(void **state) {
  (void)state;
  enum { THREADS = 3 };
  Table table = set_table("Breakthrough", NULL);
  senet_batch *batch;
  Thread *threads[THREADS];
  Stepper steppers[THREADS] = {{0}};
  OK(senet_batch_new(table.game, 256, 1, 2, &batch));
  for (int i = 0; i < THREADS; i++) {
    steppers[i].batch = batch;
    thread_start(&threads[i], step_on, &steppers[i]);
  }
  int done = 0;
  for (int i = 0; i < THREADS; i++) {
    thread_end(threads[i]);
    assert_int_equal(steppers[i].done + steppers[i].refused, 300);
    assert_int_equal(steppers[i].wrong, 0);
    done += steppers[i].done;
  }
  assert_true(done > 0);
  OK(senet_batch_step_random(batch, 1, NULL));
  senet_batch_free(batch);
  clear_table(&table);
}

// ---- agents and matches ----------------------------------------------------------------------------

typedef struct Meddler {
  Table *table;
  senet_agent *agent;
  int heard;
} Meddler;

static void meddle(void *self, const senet_report *report) {
  Meddler *meddler = self;
  size_t move;
  (void)report;
  if (meddler->heard++) return;
  assert_int_equal(senet_agent_ask(meddler->agent, meddler->table->position, 0, &move, NULL), SENET_MISUSE);
  assert_int_equal(senet_agent_limit(meddler->agent, 1, 1), SENET_MISUSE);
  assert_int_equal(senet_agent_watch(meddler->agent, 1, NULL, NULL), SENET_MISUSE);
  assert_int_equal(senet_agent_ponder(meddler->agent, meddler->table->position), SENET_MISUSE);
  OK(senet_agent_stop(meddler->agent));
}

static void test_agents_that_are_being_asked(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL);
  Meddler meddler = {.table = &table};
  size_t move;
  OK(senet_agent_new(table.game, "uct:iterations=100000000", 1, &meddler.agent));
  OK(senet_agent_watch(meddler.agent, 0.01, meddle, &meddler));
  OK(senet_agent_ask(meddler.agent, table.position, 0, &move, NULL));
  assert_true(meddler.heard > 0);
  OK(senet_agent_resume(meddler.agent));
  OK(senet_agent_limit(meddler.agent, 0, 10));
  OK(senet_agent_ask(meddler.agent, table.position, 0, &move, NULL));
  senet_agent_free(meddler.agent);
  clear_table(&table);
}

typedef struct Rival {
  senet_match *match;
  size_t heard;
} Rival;

// Adds the games that are still to be played, and asks to play them too.
static int rival(void *self, const senet_match_game *game) {
  Rival *one = self;
  assert_int_equal(senet_match_play(one->match, 10), SENET_MISUSE);
  if (one->heard++) return 0;
  for (uint64_t number = 0; number < 10; number += 2) {  // every second, as the seats are those of this one
    senet_match_game other = *game;
    other.number = number;
    if (number != game->number) senet_match_add(one->match, &other);
  }
  return 0;
}

static void test_matches_that_are_being_played(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  Rival one = {0};
  senet_match_options options = SENET_MATCH_OPTIONS;
  senet_match_result result;
  options.agents = "random,random";
  options.threads = 3;
  options.tell = rival;
  options.self = &one;
  OK(senet_match_new(table.game, &options, &one.match));
  OK(senet_match_play(one.match, 10));
  OK(senet_match_results(one.match, &result));
  assert_int_equal(result.games, 10);
  assert_int_equal(result.finished, 10);
  OK(senet_match_play(one.match, 12));
  senet_match_free(one.match);
  clear_table(&table);
}

static void test_tests_of_all_ratings(void **state) {
  (void)state;
  static const double wrong[][2] = {{-HUGE_VAL, HUGE_VAL}, {0, 1e308}, {-1e5, 0}, {NAN, 1}, {0, NAN}, {5, 5}};
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_match *match;
  senet_match_options options = SENET_MATCH_OPTIONS;
  options.agents = "random,random";
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    options.sprt_low = wrong[i][0];
    options.sprt_high = wrong[i][1];
    assert_int_equal(senet_match_new(table.game, &options, &match), SENET_RANGE);
    assert_null(match);
  }
  options.sprt_low = -10000;
  options.sprt_high = 10000;
  OK(senet_match_new(table.game, &options, &match));
  senet_match_free(match);
  clear_table(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deep_counts),
      cmocka_unit_test(test_turns_without_end),
      cmocka_unit_test(test_moves_written_down_do_not_stop_a_game),
      cmocka_unit_test(test_parts_past_moves_that_stop),
      cmocka_unit_test(test_messages_are_utf8),
      cmocka_unit_test(test_rules_that_stop_at_the_start),
      cmocka_unit_test(test_agents_where_rules_stop),
      cmocka_unit_test(test_playouts_from_a_position_that_moves_on),
      cmocka_unit_test(test_chance_of_a_batch_is_its_own),
      cmocka_unit_test(test_many_steps),
      cmocka_unit_test(test_batches_in_use),
      cmocka_unit_test(test_agents_that_are_being_asked),
      cmocka_unit_test(test_matches_that_are_being_played),
      cmocka_unit_test(test_tests_of_all_ratings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
