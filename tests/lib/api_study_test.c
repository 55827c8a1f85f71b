// Records, parts of moves, features and native playouts through the public interface, wrong use included.
#include "lib/api_table.h"

#include <stdlib.h>
#include <string.h>

static void play(senet_position *position, int n) {
  for (int i = 0; i < n && !senet_position_over(position); i++) OK(senet_position_apply_random(position));
}

// ---- records ---------------------------------------------------------------------------------------

// A game written down is read, loaded and played again, and its moves are taken back one by one.
static void check_record(const char *name, int moves) {
  Table table = set_table(name, NULL);
  play(table.position, moves);
  size_t n = senet_position_ply(table.position);
  uint64_t hash = senet_position_hash(table.position);
  char *text = record_of(table.position);
  senet_record *record;
  senet_game *game;
  senet_position *again;
  int over = -1, winner = -1;
  OK(senet_record_read(table.library, text, strlen(text), &record));
  assert_int_equal(senet_record_count(record), n);
  assert_non_null(senet_record_move(record, 0));
  assert_null(senet_record_move(record, n));
  OK(senet_record_result(record, &over, &winner));
  assert_int_equal(over, senet_position_over(table.position));
  assert_int_equal(winner, senet_position_winner(table.position));
  OK(senet_record_load(record, &game));
  assert_string_equal(senet_game_name(game), senet_game_name(table.game));
  OK(senet_position_new(game, 9, 9, &again));
  OK(senet_record_replay(record, again, SIZE_MAX));
  assert_true(senet_position_hash(again) == hash);
  char *same = record_of(again);
  assert_string_equal(same, text);
  for (size_t i = 0; i < n; i++) OK(senet_position_undo(again));
  assert_int_equal(senet_position_undo(again), SENET_RANGE);
  OK(senet_record_replay(record, again, n / 2));
  assert_int_equal(senet_position_ply(again), n / 2);
  OK(senet_position_start(table.position, 5, 2));
  play(table.position, (int)(n / 2));
  assert_true(senet_position_hash(again) == senet_position_hash(table.position));
  free(same);
  free(text);
  senet_position_free(again);
  senet_game_free(game);
  senet_record_free(record);
  senet_record_free(record);
  assert_null(senet_record_name(record));
  clear_table(&table);
}

static void test_records(void **state) {
  (void)state;
  check_record("Breakthrough", 20);
  check_record("Breakthrough", 1000);
  check_record("Backgammon", 15);
  check_record("Breakthrough.rbg", 20);
}

// Dice that the caller threw are read off the moves.
static void test_records_of_chosen_chance(void **state) {
  (void)state;
  Table table = set_table("Backgammon", NULL);
  size_t n = 0;
  for (size_t i = 0; i < 6; i++) {
    OK(senet_position_outcomes(table.position, SENET_BEFORE_MOVE, NULL, 0, &n));
    OK(senet_position_choose_outcome(table.position, i % n));
    OK(senet_position_apply(table.position, 0));
  }
  char *text = record_of(table.position);
  uint64_t hash = senet_position_hash(table.position);
  senet_record *record;
  OK(senet_record_read(table.library, text, strlen(text), &record));
  OK(senet_record_replay(record, table.position, SIZE_MAX));
  assert_true(senet_position_hash(table.position) == hash);
  free(text);
  senet_record_free(record);
  clear_table(&table);
}

static void test_wrong_records(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL);
  senet_record *record = NULL;
  senet_position *copy;
  senet_game *game;
  size_t length;
  static const char *const wrong[] = {"",
                                      "{",
                                      "[]",
                                      "{}",
                                      "{\"game\": 3}",
                                      "{\"game\": \"Chess\"}",
                                      "no",
                                      "\n",
                                      "{\"game\": \"Chess\", \"moves\": [1]}"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(senet_record_read(table.library, wrong[i], strlen(wrong[i]), &record), SENET_INPUT);
    assert_null(record);
  }
  assert_int_equal(senet_record_read(NULL, "{}", 2, &record), SENET_MISUSE);
  assert_int_equal(senet_record_read(table.library, NULL, 2, &record), SENET_MISUSE);
  assert_int_equal(senet_record_read(table.library, "{}", 2, NULL), SENET_MISUSE);
  static const char bad[] = "{\"game\": \"Breakthrough\", \"moves\": [\"[Move:mover=1,from=0,to=63,actions=[]]\"]}";
  OK(senet_record_read(table.library, bad, strlen(bad), &record));
  play(table.position, 3);
  uint64_t hash = senet_position_hash(table.position);
  assert_int_equal(senet_record_replay(record, table.position, 1), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "move 1"));
  assert_true(senet_position_hash(table.position) == hash);
  OK(senet_position_undo(table.position));
  assert_int_equal(senet_record_replay(record, NULL, 1), SENET_MISUSE);
  assert_int_equal(senet_record_replay(NULL, table.position, 1), SENET_MISUSE);
  assert_int_equal(senet_record_load(NULL, &game), SENET_MISUSE);
  assert_int_equal(senet_record_load(record, NULL), SENET_MISUSE);
  assert_int_equal(senet_record_result(NULL, NULL, NULL), SENET_MISUSE);
  senet_record_free(record);
  static const char elsewhere[] = "{\"game\": \"No Such Game\", \"moves\": []}";
  OK(senet_record_read(table.library, elsewhere, strlen(elsewhere), &record));
  assert_int_equal(senet_record_load(record, &game), SENET_NOT_FOUND);
  senet_record_free(record);
  OK(senet_position_copy(table.position, &copy));
  assert_int_equal(senet_position_record(copy, NULL, 0, &length), SENET_RANGE);
  OK(senet_position_play_out(table.position, 3, NULL));
  assert_int_equal(senet_position_record(table.position, NULL, 0, &length), SENET_RANGE);
  assert_int_equal(senet_position_record(NULL, NULL, 0, &length), SENET_MISUSE);
  senet_position_free(copy);
  clear_table(&table);
}

// ---- parts of moves --------------------------------------------------------------------------------

// Chooses a move in parts at random, going back where nothing is left to choose.
static size_t choose_in_parts(senet_position *position, uint64_t *random, size_t *most) {
  senet_parts *parts;
  senet_move first;
  size_t n, move, depth = 0, tries = 0;
  OK(senet_parts_new(position, &parts));
  while (!senet_parts_complete(parts)) {
    assert_true(++tries < 10000);
    OK(senet_parts_list(parts, &first, 1, &n));
    if (!n) {
      OK(senet_parts_back(parts));
      depth--;
      continue;
    }
    if (n > *most) *most = n;
    *random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
    OK(senet_parts_take(parts, (size_t)(*random >> 33) % n));
    depth++;
  }
  assert_true(depth >= 1);
  OK(senet_parts_list(parts, NULL, 0, &n));
  assert_int_equal(n, 0);
  assert_int_equal(senet_parts_take(parts, 0), SENET_ILLEGAL);
  OK(senet_parts_move(parts, position, &move));
  for (size_t i = 0; i < depth; i++) OK(senet_parts_back(parts));
  assert_int_equal(senet_parts_back(parts), SENET_RANGE);
  assert_int_equal(senet_parts_complete(parts), 0);
  assert_int_equal(senet_parts_move(parts, position, &move), SENET_RANGE);
  senet_parts_free(parts);
  return move;
}

static void check_parts(const char *name, const char *split, int moves) {
  Table table = set_table(name, split);
  uint64_t random = 7;
  size_t most = 0, whole = 0, n;
  for (int i = 0; i < moves && !senet_position_over(table.position); i++) {
    uint64_t hash = senet_position_hash(table.position);
    OK(senet_position_count(table.position, &n));
    if (n > whole) whole = n;
    size_t move = choose_in_parts(table.position, &random, &most);
    assert_true(senet_position_hash(table.position) == hash);
    OK(senet_position_apply(table.position, move));
  }
  if (most >= whole) fail_msg("%s: %zu parts, %zu moves", name, most, whole);
  clear_table(&table);
}

static void test_parts(void **state) {
  (void)state;
  check_parts("Breakthrough", NULL, 30);
  check_parts("Chess", NULL, 12);
  check_parts("Amazons.rbg", "Mod", 6);
}

static void test_wrong_parts(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL), dice = set_table("Backgammon", NULL);
  senet_parts *parts;
  size_t n, move;
  assert_int_equal(senet_parts_new(dice.position, &parts), SENET_UNSUITED);
  assert_null(parts);
  assert_int_equal(senet_parts_new(NULL, &parts), SENET_MISUSE);
  assert_int_equal(senet_parts_new(table.position, NULL), SENET_MISUSE);
  OK(senet_parts_new(table.position, &parts));
  assert_int_equal(senet_parts_take(parts, 1000), SENET_ILLEGAL);
  assert_int_equal(senet_parts_list(parts, NULL, 3, &n), SENET_MISUSE);
  assert_int_equal(senet_parts_list(parts, NULL, 0, NULL), SENET_MISUSE);
  while (!senet_parts_complete(parts)) {
    OK(senet_parts_list(parts, NULL, 0, &n));
    OK(senet_parts_take(parts, n - 1));
  }
  assert_int_equal(senet_parts_move(parts, dice.position, &move), SENET_MISUSE);
  play(table.position, 2);
  assert_int_equal(senet_parts_move(parts, table.position, &move), SENET_ILLEGAL);  // another position by now
  senet_game_free(table.game);                                                      // the parts still need it
  senet_position_free(table.position);
  OK(senet_parts_back(parts));
  senet_parts_free(parts);
  senet_parts_free(parts);
  assert_int_equal(senet_parts_list(parts, NULL, 0, &n), SENET_MISUSE);
  assert_int_equal(senet_parts_back(parts), SENET_MISUSE);
  senet_library_free(table.library);
  clear_table(&dice);
}

// ---- features --------------------------------------------------------------------------------------

static void test_features(void **state) {
  (void)state;
  Table table = set_table("Tic-Tac-Toe", NULL);
  senet_features *features;
  senet_feature_result result = SENET_FEATURE_RESULT;
  uint32_t starts[10], active[100];
  double scores[9];
  float weights[2];
  size_t n, move;
  OK(senet_features_new(table.game,
                        "0.5 rel:to=<{}>:pat=<els=[f{0}]>\n"
                        "player 2\n-2 rel:to=<{}>:pat=<els=[#{0}, #{1/4}]>\n",
                        &features));
  assert_int_equal(senet_features_count(features), 2);
  assert_string_equal(senet_features_text(features, 0), "rel:to=<{}>:pat=<els=[f{0}]>");
  assert_null(senet_features_text(features, 2));
  OK(senet_features_weights(features, 2, weights, 2));
  assert_true(weights[0] == 0.5F && weights[1] == -2);
  OK(senet_position_find_move(table.position, "B2", &move));
  OK(senet_position_apply(table.position, move));
  OK(senet_position_find_move(table.position, "A1", &move));
  OK(senet_position_apply(table.position, move));
  OK(senet_position_features(table.position, features, &result));  // only how many
  assert_int_equal(result.moves, 7);
  assert_int_equal(result.n_active, 4 + 3);  // four sites beside B2, three corners
  result.starts = starts;
  result.active = active;
  result.room_starts = 7;
  result.room_active = 100;
  assert_int_equal(senet_position_features(table.position, features, &result), SENET_TOO_SMALL);
  result.room_starts = 8;
  OK(senet_position_features(table.position, features, &result));
  OK(senet_position_feature_scores(table.position, features, scores, 9, &n));
  assert_int_equal(n, 7);
  for (size_t i = 0; i < 7; i++) {
    bool beside = starts[i + 1] > starts[i] && active[starts[i]] == 0;
    assert_int_equal(starts[i + 1] - starts[i], 1);  // every site left is beside B2 or a corner
    assert_true(scores[i] == (beside ? 0.5 : 0));    // corners count for player 2 only
  }
  OK(senet_position_apply(table.position, 0));
  OK(senet_position_feature_scores(table.position, features, scores, 9, &n));
  double least = 0;
  for (size_t i = 0; i < n; i++) least = scores[i] < least ? scores[i] : least;
  assert_true(least <= -1.5);
  senet_features_free(features);
  clear_table(&table);
}

// Every game of a batch has the features of its position.
static void test_features_of_batches(void **state) {
  (void)state;
  enum { GAMES = 40, MOVES = GAMES * 80, ACTIVE = MOVES * 200 };
  Table table = set_table("Breakthrough", NULL);
  senet_batch *batch;
  senet_features *features, *single;
  uint32_t *games = calloc(GAMES + 1, sizeof *games), *starts = calloc(MOVES, sizeof *starts),
           *active = calloc(ACTIVE, sizeof *active), *own_starts = calloc(MOVES, sizeof *own_starts),
           *own = calloc(ACTIVE, sizeof *own);
  assert_true(games && starts && active && own_starts && own);
  OK(senet_batch_new(table.game, GAMES, 3, 3, &batch));
  OK(senet_features_new(table.game, "Atomic-1-2", &features));
  OK(senet_features_new(table.game, "Atomic-1-2", &single));
  senet_feature_result result = {sizeof result, starts, MOVES, active, ACTIVE, games, 0, 0};
  senet_feature_result one = {sizeof one, own_starts, MOVES, own, ACTIVE, NULL, 0, 0};
  for (int round = 0; round < 3; round++) {
    OK(senet_batch_step_random(batch, 5, NULL));
    OK(senet_batch_features(batch, features, &result));
    assert_int_equal(games[GAMES], result.moves);
    assert_int_equal(starts[result.moves], result.n_active);
    for (size_t g = 0; g < GAMES; g++) {
      OK(senet_position_features(senet_batch_position(batch, g), single, &one));
      assert_int_equal(games[g + 1] - games[g], one.moves);
      for (size_t i = 0; i < one.moves; i++) {
        uint32_t *move = starts + games[g] + i, count = own_starts[i + 1] - own_starts[i];
        assert_int_equal(move[1] - move[0], count);
        assert_true(count > 0);
        assert_memory_equal(active + move[0], own + own_starts[i], count * sizeof *own);
      }
    }
  }
  senet_features_free(single);
  senet_features_free(features);
  senet_batch_free(batch);
  free(games);
  free(starts);
  free(active);
  free(own_starts);
  free(own);
  clear_table(&table);
}

static void test_wrong_features(void **state) {
  (void)state;
  Table table = set_table("Breakthrough", NULL), other = set_table("Tic-Tac-Toe", NULL);
  senet_features *features = NULL;
  senet_feature_result result = SENET_FEATURE_RESULT;
  size_t n;
  float weight;
  assert_int_equal(senet_features_new(table.game, "Atomic-9", &features), SENET_INPUT);
  assert_int_equal(senet_features_new(table.game, "1 rel:to=<{}>:pat=<els=[q{}]>\n", &features), SENET_INPUT);
  assert_non_null(strstr(senet_message(), "line 1, column"));
  static const char wide[] =
      "rel:to=<{}>:pat=<els=[LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, LOSO1{}, "
      "LOSO1{}, LOSO1{}]>\n";
  assert_int_equal(senet_features_new(table.game, wide, &features), SENET_UNSUITED);
  assert_null(features);
  assert_int_equal(senet_features_new(NULL, "Initial", &features), SENET_MISUSE);
  assert_int_equal(senet_features_new(table.game, NULL, &features), SENET_MISUSE);
  assert_int_equal(senet_features_new(table.game, "Initial", NULL), SENET_MISUSE);
  OK(senet_features_new(table.game, "Initial", &features));
  assert_int_equal(senet_position_features(other.position, features, &result), SENET_MISUSE);
  assert_int_equal(senet_position_feature_scores(other.position, features, NULL, 0, &n), SENET_MISUSE);
  assert_int_equal(senet_position_features(table.position, features, NULL), SENET_MISUSE);
  assert_int_equal(senet_position_features(table.position, NULL, &result), SENET_MISUSE);
  assert_int_equal(senet_batch_features(NULL, features, &result), SENET_MISUSE);
  result.room_active = 5;
  assert_int_equal(senet_position_features(table.position, features, &result), SENET_MISUSE);
  result.size = 3;
  assert_int_equal(senet_position_features(table.position, features, &result), SENET_MISUSE);
  assert_int_equal(senet_features_weights(features, 3, &weight, 1), SENET_RANGE);
  assert_int_equal(senet_features_weights(features, 1, &weight, 1000), SENET_RANGE);
  senet_features_free(features);
  senet_features_free(features);
  assert_int_equal(senet_features_count(features), 0);
  clear_table(&table);
  clear_table(&other);
}

// ---- native playouts -------------------------------------------------------------------------------

// Lengths are those of the moves made, from the start or from a position, in both languages.
static void check_native_playouts(const char *name) {
  enum { N = 500, BEFORE = 10 };
  Table table = set_table(name, NULL);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals one, two, later;
  uint32_t lengths[N];
  uint64_t moves = 0;
  options.n = N;
  options.lengths = lengths;
  senet_status status = senet_game_executor(table.game, "native");
  if (status == SENET_UNSUITED) {  // no compiler here
    clear_table(&table);
    skip();
  }
  OK(status);
  OK(senet_game_playouts(table.game, &options, &one));
  options.threads = 3;
  OK(senet_game_playouts(table.game, &options, &two));
  same_totals(&one, &two);
  for (int i = 0; i < N; i++) moves += lengths[i];
  assert_true(moves == one.moves);
  play(table.position, BEFORE);
  OK(senet_position_playouts(table.position, &options, &later));
  double mean = (double)one.moves / N, rest = (double)later.moves / N + BEFORE;
  assert_true(rest > mean - 6 && rest < mean + 6);  // about 64 moves
  OK(senet_position_play_out(table.position, 0, NULL));
  OK(senet_position_playouts(table.position, &options, &later));  // from a game that is over
  assert_true(later.games == N && later.moves == 0 && later.wins[1] + later.wins[2] == N);
  clear_table(&table);
}

static void test_native_playouts(void **state) {
  (void)state;
  check_native_playouts("Breakthrough");
  check_native_playouts("Breakthrough.rbg");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_records_of_chosen_chance),
      cmocka_unit_test(test_wrong_records),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_wrong_parts),
      cmocka_unit_test(test_features),
      cmocka_unit_test(test_features_of_batches),
      cmocka_unit_test(test_wrong_features),
      cmocka_unit_test(test_native_playouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
