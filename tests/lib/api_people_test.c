// What programs in which people play need of the public interface: words, parts of moves that were typed, what a player
// sees, thinking while somebody else does, pictures, games that begin at a position that was set up.
#include "lib/api_table.h"
#include "support/both.h"

#include <stdlib.h>
#include <string.h>

static senet_game *load_text(senet_library *library, const char *text) {
  senet_game *game = NULL;
  senet_game_request request = SENET_GAME_REQUEST;
  request.text = text;
  request.text_length = strlen(text);
  OK(senet_game_load_with(library, &request, &game, NULL));
  return game;
}

// ---- words -----------------------------------------------------------------------------------------

static void test_what_a_game_says(void **state) {
  (void)state;
  Table table = set_table("Hex", NULL);
  char text[2000];
  size_t n = 0;
  OK(senet_game_about(table.game, "rules", text, sizeof text, &n));
  assert_true(n > 20 && strlen(text) == n);
  assert_int_equal(senet_game_about(table.game, "nothing", text, sizeof text, &n), SENET_NOT_FOUND);
  OK(senet_game_sides(table.game, 1, text, sizeof text, NULL));
  assert_string_equal(text, "NE and SW");
  OK(senet_game_sides(table.game, 2, text, sizeof text, NULL));
  assert_string_equal(text, "SE and NW");
  assert_int_equal(senet_game_sides(table.game, 3, text, sizeof text, NULL), SENET_RANGE);
  OK(senet_game_agent(table.game, 0.5, text, sizeof text, &n));
  assert_non_null(strstr(text, "time=0.5"));
  senet_agent *agent = NULL;
  OK(senet_agent_new(table.game, text, 1, &agent));
  senet_agent_free(agent);
  assert_int_equal(senet_game_agent(table.game, 0, text, sizeof text, &n), SENET_RANGE);
  clear_table(&table);
}

static void test_summaries(void **state) {
  (void)state;
  senet_library *library = NULL;
  senet_facts *facts = NULL;
  char name[200];
  double players = 0, length = 0;
  OK(senet_library_open(NULL, 0, &library));
  size_t i = 0;
  while (strcmp(senet_library_name(library, i), "Tic-Tac-Toe") != 0) i++;
  OK(senet_library_summary(library, i, 0, &facts));
  OK(senet_facts_text(facts, "name", name, sizeof name, NULL));
  assert_string_equal(name, "Tic-Tac-Toe");
  OK(senet_facts_number(facts, "players", &players));
  assert_true(players == 2);
  assert_int_equal(senet_facts_number(facts, "length", &length), SENET_NOT_FOUND);
  senet_facts_free(facts);
  OK(senet_library_summary(library, i, 1, &facts));
  OK(senet_facts_number(facts, "length", &length));
  assert_true(length > 4 && length < 12);
  senet_facts_free(facts);
  assert_int_equal(senet_library_summary(library, 1000000, 0, &facts), SENET_RANGE);
  assert_null(facts);
  senet_library_free(library);
}

// ---- moves -----------------------------------------------------------------------------------------

static void test_parts_of_what_was_typed(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL);
  size_t moves[4], n = 0;
  char text[20];
  int begin = -1;
  OK(senet_position_find_moves(table.position, "a2", moves, 4, &n, &begin));
  assert_true(n == 2 && begin == 1);
  OK(senet_position_move_text(table.position, moves[0], text, sizeof text, NULL));
  assert_memory_equal(text, "A2-", 3);
  OK(senet_position_find_moves(table.position, "c3", moves, 1, &n, &begin));
  assert_true(n == 3 && begin == 0);  // more than there was room for
  OK(senet_position_find_moves(table.position, "", moves, 4, &n, NULL));
  assert_int_equal(n, 0);
  assert_int_equal(senet_position_find_moves(table.position, "A2", NULL, 4, &n, NULL), SENET_MISUSE);
  clear_table(&table);
}

static const char guarded[] =
    "(game \"Guarded\" (players 2)\n"
    "  (equipment { (board (rectangle 1 3)) (piece \"Disc\" Each (move Step (to if:(is Empty (to))))) })\n"
    "  (rules (start {(place \"Disc1\" 0) (set Hidden (sites Board) to:P2)}) (play (forEach Piece))\n"
    "    (end (if (no Moves Next) (result Mover Win)))))";

static void test_what_a_player_sees_of_moves(void **state) {
  (void)state;
  Table table = {0};
  char seen[40];
  OK(senet_library_open(NULL, 0, &table.library));
  table.game = load_text(table.library, guarded);
  OK(senet_position_new(table.game, 1, 0, &table.position));
  OK(senet_position_move_seen(table.position, 0, 1, seen, sizeof seen, NULL));
  assert_string_equal(seen, "A1-B1");  // the mover's own
  OK(senet_position_move_seen(table.position, 0, 0, seen, sizeof seen, NULL));
  assert_string_equal(seen, "A1-B1");
  OK(senet_position_move_seen(table.position, 0, 2, seen, sizeof seen, NULL));
  assert_string_equal(seen, "a move out of sight");
  assert_int_equal(senet_position_move_seen(table.position, 0, 3, seen, sizeof seen, NULL), SENET_RANGE);
  assert_int_equal(senet_position_move_seen(table.position, 1000, 1, seen, sizeof seen, NULL), SENET_RANGE);
  clear_table(&table);
}

static void test_what_a_player_sees_of_planes(void **state) {
  (void)state;
  Table table = {0};
  senet_tensor_shape shape;
  float all[200], own[200], other[200];
  OK(senet_library_open(NULL, 0, &table.library));
  table.game = load_text(table.library, guarded);
  OK(senet_position_new(table.game, 1, 0, &table.position));
  OK(senet_game_tensor_shape(table.game, &shape));
  size_t n = (size_t)(shape.channels * shape.width * shape.height);
  assert_true(n <= 200);
  OK(senet_position_tensor(table.position, all, n));
  OK(senet_position_tensor_for(table.position, 1, own, n));
  OK(senet_position_tensor_for(table.position, 2, other, n));
  assert_memory_equal(all, own, n * sizeof *all);
  assert_true(all[0] == 1 && other[0] == 0);  // the disc on A1
  OK(senet_position_apply(table.position, 0));
  OK(senet_position_tensor_for(table.position, 2, other, n));
  for (size_t i = n - 4 * 3; i < n; i++) assert_true(other[i] == 0);  // nor where it went
  assert_int_equal(senet_position_tensor_for(table.position, 3, other, n), SENET_RANGE);
  clear_table(&table);
}

static void test_notes(void **state) {
  (void)state;
  Table table = {0};
  char text[40];
  int32_t player = 0;
  OK(senet_library_open(NULL, 0, &table.library));
  table.game =
      load_text(table.library,
                "(game \"N\" (players 2) (equipment {(board (square 2)) (piece \"Disc\" Each)}) (rules (play (move "
                "Add (to (sites {0})) (then (and {(note 7 to:P1) (note \"well\" to:P2)})))) (end (if (no Moves "
                "Next) (result Mover Win)))))");
  OK(senet_position_new(table.game, 1, 0, &table.position));
  assert_int_equal(senet_position_note(table.position, 0, &player, text, sizeof text, NULL), SENET_RANGE);
  OK(senet_position_apply(table.position, 0));
  OK(senet_position_note(table.position, 0, &player, text, sizeof text, NULL));
  assert_string_equal(text, "7");
  assert_int_equal(player, 1);
  OK(senet_position_note(table.position, 1, &player, text, sizeof text, NULL));
  assert_string_equal(text, "well");
  assert_int_equal(player, 2);
  assert_int_equal(senet_position_note(table.position, 2, NULL, text, sizeof text, NULL), SENET_RANGE);
  clear_table(&table);
}

// ---- agents ----------------------------------------------------------------------------------------

static void test_agents_think_while_others_do(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL), dice = set_table("Backgammon", NULL);
  senet_agent *agent = NULL, *counted = NULL, *thrown = NULL;
  size_t move = 0;
  OK(senet_agent_new(table.game, "uct:time=0.01", 1, &agent));
  OK(senet_agent_ponder_end(agent));  // nothing to end
  for (int i = 0; i < 3; i++) {
    OK(senet_agent_ponder(agent, table.position));
    OK(senet_position_apply(table.position, 0));  // the position stays the caller's
    if (i == 1) OK(senet_agent_ponder_end(agent));
    OK(senet_agent_ask(agent, table.position, 0, &move, NULL));
    OK(senet_position_apply(table.position, move));
  }
  OK(senet_agent_stop(agent));
  OK(senet_agent_ponder(agent, table.position));  // ends at once
  OK(senet_agent_ponder_end(agent));
  OK(senet_agent_resume(agent));
  OK(senet_agent_ponder(agent, table.position));  // freed while it thinks
  senet_agent_free(agent);
  OK(senet_agent_new(table.game, "uct:iterations=10", 1, &counted));
  assert_int_equal(senet_agent_ponder(counted, table.position), SENET_UNSUITED);
  OK(senet_agent_new(dice.game, "uct:time=0.01", 1, &thrown));
  assert_int_equal(senet_agent_ponder(thrown, dice.position), SENET_UNSUITED);
  assert_int_equal(senet_agent_ponder(thrown, table.position), SENET_MISUSE);
  assert_int_equal(senet_agent_ponder(NULL, table.position), SENET_MISUSE);
  senet_agent_free(counted);
  senet_agent_free(thrown);
  clear_table(&dice);
  clear_table(&table);
}

static void test_players_in_a_text(void **state) {
  (void)state;
  char text[40];
  OK(senet_agents_split("human,uct:iterations=5,c=1,random", 0, text, sizeof text, NULL));
  assert_string_equal(text, "human");
  OK(senet_agents_split("human,uct:iterations=5,c=1,random", 1, text, sizeof text, NULL));
  assert_string_equal(text, "uct:iterations=5,c=1");
  OK(senet_agents_split("human,uct:iterations=5,c=1,random", 2, text, sizeof text, NULL));
  assert_string_equal(text, "random");
  assert_int_equal(senet_agents_split("human", 1, text, sizeof text, NULL), SENET_RANGE);
}

// ---- pictures --------------------------------------------------------------------------------------

static void test_pictures(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL);
  senet_picture *picture = NULL;
  senet_draw_options look = SENET_DRAW_OPTIONS;
  size_t n = 0, frames = 0;
  for (int i = 0; i < 3; i++) OK(senet_position_apply(table.position, 0));
  uint64_t hash = senet_position_hash(table.position);
  OK(senet_position_picture(table.position, NULL, SENET_PICTURE_SVG, &picture));
  assert_memory_equal(senet_picture_bytes(picture, &n), "<svg", 4);
  assert_true(n > 1000);
  senet_picture_free(picture);
  assert_null(senet_picture_bytes(picture, &n));
  look.last_move = 1;
  look.delay = 50;
  senet_status status = senet_position_picture(table.position, &look, SENET_PICTURE_GIF, &picture);
  if (status == SENET_OK) {
    const unsigned char *gif = senet_picture_bytes(picture, &n);
    assert_memory_equal(gif, "GIF89a", 6);
    for (size_t i = 0; i + 8 < n; i++) frames += !memcmp(gif + i, "\x21\xf9\x04", 3);
    assert_int_equal(frames, 4);
    senet_picture_free(picture);
    OK(senet_position_picture(table.position, &look, SENET_PICTURE_PNG, &picture));
    assert_memory_equal(senet_picture_bytes(picture, NULL), "\x89PNG", 4);
    senet_picture_free(picture);
  } else {
    assert_int_equal(status, SENET_NOT_FOUND);  // librsvg or cairo is not installed
  }
  assert_true(senet_position_hash(table.position) == hash);
  OK(senet_position_undo(table.position));
  assert_int_equal(senet_position_picture(table.position, NULL, 7, &picture), SENET_RANGE);
  look.delay = -1;
  assert_int_equal(senet_position_picture(table.position, &look, SENET_PICTURE_SVG, &picture), SENET_RANGE);
  clear_table(&table);
}

static void test_boards_for_people(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_draw_options look = SENET_DRAW_OPTIONS;
  char text[300];
  look.sites = 1;
  OK(senet_position_draw_with(table.position, &look, text, sizeof text, NULL));
  assert_non_null(strstr(text, "A1 B1 C1"));
  look.sites = 0;
  look.last_move = 1;
  OK(senet_position_apply(table.position, 4));
  OK(senet_position_draw_with(table.position, &look, text, sizeof text, NULL));
  assert_non_null(strstr(text, "[N]"));
  clear_table(&table);
}

// ---- records ---------------------------------------------------------------------------------------

// Dice included: chance goes on from the seed.
static void test_records_from_a_set_up_position(void **state) {
  (void)state;
  Table table = set_table("Backgammon", NULL), other = set_table("Backgammon", NULL);
  char text[4000];
  senet_record *record = NULL;
  senet_position *copy = NULL;
  for (int i = 0; i < 5; i++) OK(senet_position_apply(table.position, 0));
  OK(senet_position_text(table.position, text, sizeof text, NULL));
  OK(senet_position_start(table.position, 3, 4));
  OK(senet_position_set(table.position, text));
  OK(senet_position_copy(table.position, &copy));
  for (int i = 0; i < 6; i++) OK(senet_position_apply(table.position, 0)), OK(senet_position_apply(copy, 0));
  char *line = record_of(table.position), *again = record_of(copy);
  assert_non_null(strstr(line, "\"position\":"));
  assert_string_equal(line, again);
  OK(senet_record_read(other.library, line, strlen(line), &record));
  OK(senet_record_replay(record, other.position, SIZE_MAX));
  assert_true(senet_position_hash(other.position) == senet_position_hash(table.position));
  assert_int_equal(senet_position_ply(other.position), 11);
  for (int i = 0; i < 4; i++) OK(senet_position_apply(table.position, 0)), OK(senet_position_apply(other.position, 0));
  assert_true(senet_position_hash(other.position) == senet_position_hash(table.position));
  free(line), free(again);
  line = record_of(table.position), again = record_of(other.position);
  assert_string_equal(line, again);
  for (int i = 0; i < 10; i++) OK(senet_position_undo(other.position));
  assert_int_equal(senet_position_undo(other.position), SENET_RANGE);
  senet_comparison found;
  senet_record_free(record);
  OK(senet_record_read(other.library, line, strlen(line), &record));
  OK(senet_record_compare(record, other.game, SENET_COMPARE_FULL, &found));
  assert_true(found.same);
  senet_record_free(record);
  free(line), free(again);
  senet_position_free(copy);
  clear_table(&other);
  clear_table(&table);
}

static void test_records_of_moves_made_at_once(void **state) {
  (void)state;
  Table table = {0};
  senet_position *again = NULL;
  senet_record *record = NULL;
  OK(senet_library_open(NULL, 0, &table.library));
  table.game = load_text(table.library, both_text);
  OK(senet_position_new(table.game, 1, 0, &table.position));
  OK(senet_position_new(table.game, 1, 0, &again));
  OK(senet_position_apply_all(table.position, (size_t[]){0, 4}, 2));
  OK(senet_position_apply_all(table.position, (size_t[]){1, 3}, 2));
  char *line = record_of(table.position);
  OK(senet_record_read(table.library, line, strlen(line), &record));
  OK(senet_record_replay(record, again, SIZE_MAX));
  assert_int_equal(senet_position_ply(again), 2);
  assert_true(senet_position_hash(again) == senet_position_hash(table.position));
  free(line);
  senet_record_free(record);
  senet_position_free(again);
  clear_table(&table);
}

// A match is recorded with the steps from game to game.
static void test_records_of_matches(void **state) {
  (void)state;
  static const char series[] =
      "(match \"Two Points\" (players 2) (games (subgame \"Tic-Tac-Toe\" result:1))\n"
      "  (end {(if (>= (matchScore P1) 2) (result P1 Win)) (if (>= (matchScore P2) 2) (result P2 Win))}))\n";
  static const size_t won[] = {0, 2, 0, 1, 0, 0};  // A1 A2 B1 B2 C1, and on to the next game
  Table table = {0};
  senet_position *again = NULL;
  senet_record *record = NULL;
  OK(senet_library_open(NULL, 0, &table.library));
  table.game = load_text(table.library, series);
  OK(senet_position_new(table.game, 1, 0, &table.position));
  OK(senet_position_new(table.game, 1, 0, &again));
  for (size_t i = 0; i < 12; i++) {
    char *line = record_of(table.position);
    OK(senet_record_read(table.library, line, strlen(line), &record));
    assert_int_equal(senet_record_count(record), i);
    OK(senet_record_replay(record, again, SIZE_MAX));
    assert_true(senet_position_hash(again) == senet_position_hash(table.position));
    assert_int_equal(senet_position_mover(again), senet_position_mover(table.position));
    senet_record_free(record);
    free(line);
    OK(senet_position_apply(table.position, won[i % 6]));
  }
  assert_true(senet_position_over(table.position));
  assert_int_equal(senet_position_winner(table.position), 1);
  char *line = record_of(table.position);
  senet_comparison found;
  OK(senet_record_read(table.library, line, strlen(line), &record));
  assert_int_equal(senet_record_count(record), 12);
  OK(senet_record_compare(record, table.game, SENET_COMPARE_FULL, &found));
  assert_true(found.same);
  OK(senet_record_replay(record, again, 7));
  OK(senet_position_undo(again));
  OK(senet_position_undo(again));  // back into the first game
  assert_int_equal(senet_position_ply(again), 5);
  senet_record_free(record);
  free(line);
  senet_position_free(again);
  clear_table(&table);
}

static void test_records_from_a_wrong_position(void **state) {
  (void)state;
  static const char line[] = "{\"game\":\"Tic-Tac-Toe\",\"position\":\"3/xx\",\"moves\":[]}";
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_record *record = NULL;
  OK(senet_record_read(table.library, line, strlen(line), &record));
  assert_int_equal(senet_record_replay(record, table.position, SIZE_MAX), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "column"));
  senet_record_free(record);
  clear_table(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_a_game_says),
      cmocka_unit_test(test_summaries),
      cmocka_unit_test(test_parts_of_what_was_typed),
      cmocka_unit_test(test_what_a_player_sees_of_moves),
      cmocka_unit_test(test_what_a_player_sees_of_planes),
      cmocka_unit_test(test_notes),
      cmocka_unit_test(test_agents_think_while_others_do),
      cmocka_unit_test(test_players_in_a_text),
      cmocka_unit_test(test_pictures),
      cmocka_unit_test(test_boards_for_people),
      cmocka_unit_test(test_records_from_a_set_up_position),
      cmocka_unit_test(test_records_of_moves_made_at_once),
      cmocka_unit_test(test_records_of_matches),
      cmocka_unit_test(test_records_from_a_wrong_position),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
