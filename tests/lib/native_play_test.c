// Positions and batches whose moves native code makes: the interpreter, which makes the same moves afterwards or looks
// at the same position, finds the same numbers of moves, players to move and results.
#include "lib/api_table.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 3000, LOOKS = 8, GAMES = 40 };

// Steps of all pieces at once, conditions on the position afterwards, the swap rule, dice, seeds, stacks, placements,
// slides, forced passes, an automaton.
static const char *const names[] = {"Breakthrough",    "Chess", "Hex",          "Reversi", "Backgammon",       "Oware",
                                    "Lasca",           "Go",    "Connect Four", "Amazons", "Royal Game of Ur", "Tablut",
                                    "Breakthrough.rbg"};

static uint32_t draw(uint64_t *random, size_t n) {
  *random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)((*random >> 32) * n >> 32);
}

// A table on which native code makes the moves; false without a compiler, or where the game has no native code.
static bool set_native(Table *table, const char *name) {
  OK(senet_library_open(NULL, 0, &table->library));
  OK(senet_game_load(table->library, name, &table->game));
  if (senet_game_executor(table->game, "native") != SENET_OK) {
    print_message("%s: %s\n", name, senet_message());
    senet_game_free(table->game);
    senet_library_free(table->library);
    return false;
  }
  OK(senet_position_new(table->game, 5, 2, &table->position));
  assert_string_equal(senet_position_executor(table->position), "native");
  return true;
}

// ---- whole games -----------------------------------------------------------------------------------

typedef struct Told {
  size_t n;
  size_t counts[PLIES_MOST];
  int movers[PLIES_MOST];
  double utilities[SENET_PLAYERS_MAX];
} Told;

static void play_natively(senet_position *position, Told *told, uint64_t random) {
  size_t players = (size_t)senet_game_players(senet_position_game(position));
  told->n = 0;
  while (!senet_position_over(position) && told->n < PLIES_MOST) {
    size_t n;
    OK(senet_position_count(position, &n));
    told->counts[told->n] = n;
    told->movers[told->n++] = senet_position_mover(position);
    if (told->n % 3) OK(senet_position_apply(position, draw(&random, n)));
    else OK(senet_position_apply_random(position));
    assert_int_equal(senet_position_ply(position), told->n);
  }
  assert_string_equal(senet_position_executor(position), "native");
  OK(senet_position_utilities(position, told->utilities, players));
}

// Plays the record again with the interpreter and compares what native code said.
static void same_game(senet_library *library, const char *name, const char *text, const Told *told) {
  senet_game *game;
  senet_position *position;
  senet_record *record;
  double utilities[SENET_PLAYERS_MAX];
  OK(senet_game_load(library, name, &game));
  OK(senet_game_executor(game, "interpreter"));
  OK(senet_position_new(game, 5, 2, &position));
  assert_string_equal(senet_position_executor(position), "interpreter");
  OK(senet_record_read(library, text, strlen(text), &record));
  assert_int_equal(senet_record_count(record), told->n);
  for (size_t i = 0; i <= LOOKS; i++) {
    size_t n, k = told->n * i / LOOKS;
    OK(senet_record_replay(record, position, k));
    OK(senet_position_count(position, &n));
    if (i == LOOKS) break;
    if (n != told->counts[k] || senet_position_mover(position) != told->movers[k])
      fail_msg("%s, ply %zu: %zu moves of player %d, native code %zu of %d", name, k, n, senet_position_mover(position),
               told->counts[k], told->movers[k]);
  }
  size_t players = (size_t)senet_game_players(game);
  OK(senet_position_utilities(position, utilities, players));
  if (memcmp(utilities, told->utilities, players * sizeof *utilities)) fail_msg("%s: other results", name);
  senet_record_free(record);
  senet_position_free(position);
  senet_game_free(game);
}

static void test_games_are_the_interpreters(void **state) {
  (void)state;
  Told *told = calloc(1, sizeof *told);
  size_t compared = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Table table = {0};
    if (!set_native(&table, names[i])) continue;
    for (uint64_t seed = 1; seed <= 2; seed++) {
      OK(senet_position_start(table.position, seed, 4));
      play_natively(table.position, told, seed);
      char *text = record_of(table.position);
      same_game(table.library, names[i], text, told);
      free(text);
    }
    compared++;
    clear_table(&table);
  }
  free(told);
  if (!compared) skip();
  assert_true(compared > 9);
}

// ---- looking at positions --------------------------------------------------------------------------

static char *text_of(senet_position *position) { return whole_text(senet_position_text, position); }

static void same_text(senet_position *a, senet_position *b) {
  char *one = text_of(a), *other = text_of(b);
  assert_string_equal(one, other);
  assert_true(senet_position_hash(a) == senet_position_hash(b));
  free(one);
  free(other);
}

static void apply_some(senet_position *position, size_t moves, uint64_t random) {
  for (size_t k = 0; k < moves; k++) {
    size_t n;
    OK(senet_position_count(position, &n));
    OK(senet_position_apply(position, draw(&random, n)));
  }
}

// A copy goes on by itself, on native code as well, and cannot take back what was before.
static void test_copies(void **state) {
  (void)state;
  Table table = {0};
  senet_position *copy, *seen;
  if (!set_native(&table, "Breakthrough")) skip();
  apply_some(table.position, 6, 3);
  OK(senet_position_copy(table.position, &copy));
  OK(senet_position_copy(table.position, &seen));
  same_text(table.position, copy);
  assert_int_equal(senet_position_undo(copy), SENET_RANGE);
  apply_some(table.position, 2, 4);
  apply_some(copy, 2, 4);
  same_text(table.position, copy);
  OK(senet_position_undo(copy));
  OK(senet_position_undo(table.position));
  OK(senet_position_undo(table.position));
  same_text(table.position, seen);
  OK(senet_position_copy_to(copy, seen));
  assert_int_equal(senet_position_ply(seen), 7);
  assert_int_equal(senet_position_undo(seen), SENET_RANGE);
  senet_position_free(copy);
  senet_position_free(seen);
  clear_table(&table);
}

// Who looks at the moves knows them by the interpreter's numbers from then on, until the next start.
static void test_numbers_of_moves_that_were_seen(void **state) {
  (void)state;
  Table table = {0};
  senet_move moves[100];
  size_t n;
  if (!set_native(&table, "Breakthrough")) skip();
  apply_some(table.position, 5, 3);
  assert_string_equal(senet_position_executor(table.position), "native");
  OK(senet_position_moves(table.position, 0, moves, 100, &n));
  assert_string_equal(senet_position_executor(table.position), "interpreter");
  OK(senet_position_apply(table.position, n - 1));
  senet_piece piece;
  OK(senet_position_site(table.position, SENET_CELL, moves[n - 1].to, 0, 0, &piece));
  assert_int_equal(piece.owner, moves[n - 1].mover);
  assert_string_equal(senet_position_executor(table.position), "interpreter");
  OK(senet_position_start(table.position, 1, 0));
  assert_string_equal(senet_position_executor(table.position), "native");
  assert_int_equal(senet_position_apply(table.position, 1000), SENET_ILLEGAL);
  clear_table(&table);
}

// Random games to the end: as long as told, and nothing of them can be taken back.
static void test_play_out(void **state) {
  (void)state;
  Table table = {0};
  uint64_t made = 0, more = 0;
  if (!set_native(&table, "Chess")) skip();
  for (uint64_t k = 0; k < 3; k++) {
    OK(senet_position_start(table.position, 7, 2 * k));
    OK(senet_position_play_out(table.position, 9, &made));
    assert_int_equal(made, 9);
    OK(senet_position_play_out(table.position, 0, &more));
    assert_true(senet_position_over(table.position));
    assert_int_equal(senet_position_ply(table.position), made + more);
    assert_int_equal(senet_position_play_out(table.position, 0, NULL), SENET_OVER);
    assert_int_equal(senet_position_apply(table.position, 0), SENET_OVER);
    assert_int_equal(senet_position_undo(table.position), SENET_RANGE);
    assert_true(senet_position_hash(table.position) != 0);  // the interpreter agrees that the game came here
    assert_true(senet_position_over(table.position));
    assert_int_equal(senet_position_ply(table.position), made + more);
  }
  clear_table(&table);
}

// ---- batches ---------------------------------------------------------------------------------------

typedef struct Arrays {
  int32_t movers[GAMES];
  uint32_t counts[GAMES], lengths[GAMES], moves[GAMES];
  uint8_t done[GAMES];
  double utilities[GAMES * SENET_PLAYERS_MAX];
} Arrays;

static senet_batch_result result_in(Arrays *arrays) {
  senet_batch_result result = SENET_BATCH_RESULT;
  result.movers = arrays->movers;
  result.counts = arrays->counts;
  result.done = arrays->done;
  result.utilities = arrays->utilities;
  result.lengths = arrays->lengths;
  return result;
}

static void step(senet_batch *batch, Arrays *arrays, uint64_t *random, int drawn) {
  senet_batch_result result = result_in(arrays);
  for (size_t i = 0; i < GAMES; i++) arrays->moves[i] = draw(random, arrays->counts[i]);
  if (drawn) OK(senet_batch_step_random(batch, 2, &result));
  else OK(senet_batch_step(batch, arrays->moves, &result));
}

// The interpreter says the same of a game as the arrays.
static void look(senet_batch *batch, const Arrays *arrays, size_t i, const char *name) {
  senet_position *position = senet_batch_position(batch, i);
  size_t n;
  OK(senet_position_count(position, &n));
  size_t length = arrays->done[i] ? 0 : arrays->lengths[i];
  if (n != arrays->counts[i] || senet_position_mover(position) != arrays->movers[i] ||
      senet_position_ply(position) != length)
    fail_msg("%s, game %zu: %zu moves of player %d after %zu, native code %u of %d after %zu", name, i, n,
             senet_position_mover(position), senet_position_ply(position), arrays->counts[i], arrays->movers[i],
             length);
}

static void test_batches(void **state) {
  (void)state;
  size_t compared = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Table table = {0};
    Arrays a = {0};
    senet_batch *batch;
    uint64_t random = i;
    senet_batch_result result = result_in(&a);
    if (!set_native(&table, names[i])) continue;
    OK(senet_batch_new(table.game, GAMES, 3, 2, &batch));
    assert_string_equal(senet_batch_executor(batch), "native");
    OK(senet_batch_start(batch, 9, &result));
    for (int s = 0; s < 60; s++) {
      step(batch, &a, &random, s % 5 == 4);
      if (s % 10 == 3) look(batch, &a, (size_t)s % GAMES, names[i]);
    }
    for (size_t k = 0; k < GAMES; k++) look(batch, &a, k, names[i]);
    compared++;
    senet_batch_free(batch);
    clear_table(&table);
  }
  if (!compared) skip();
}

// Numbers of threads make no difference, nor do looks at other games.
static void test_batches_are_the_same_with_threads(void **state) {
  (void)state;
  Table table = {0};
  Arrays a[3] = {0};
  if (!set_native(&table, "Breakthrough")) skip();
  for (int k = 0; k < 3; k++) {
    senet_batch *batch;
    senet_batch_result result = result_in(&a[k]);
    uint64_t random = 1;
    OK(senet_batch_new(table.game, GAMES, 3, 1 + k, &batch));
    OK(senet_batch_start(batch, 9, &result));
    for (int s = 0; s < 100; s++) step(batch, &a[k], &random, s % 3 == 0);
    senet_batch_free(batch);
    assert_memory_equal(&a[0], &a[k], sizeof a[0]);
  }
  clear_table(&table);
}

// A game whose moves were looked at is stepped by the numbers of what was seen.
static void test_places_of_a_batch(void **state) {
  (void)state;
  Table table = {0};
  Arrays a = {0};
  senet_batch *batch;
  senet_batch_result result = result_in(&a);
  uint64_t random = 1;
  if (!set_native(&table, "Breakthrough")) skip();
  OK(senet_batch_new(table.game, GAMES, 3, 1, &batch));
  OK(senet_batch_start(batch, 9, &result));
  for (int s = 0; s < 30; s++) {
    senet_move moves[100];
    size_t n, i = (size_t)s % GAMES;
    senet_position *position = senet_batch_position(batch, i);
    OK(senet_position_moves(position, 0, moves, 100, &n));
    assert_int_equal(n, a.counts[i]);
    for (size_t k = 0; k < GAMES; k++) a.moves[k] = draw(&random, a.counts[k]);
    senet_move chosen = moves[a.moves[i]];
    OK(senet_batch_step(batch, a.moves, &result));
    if (a.done[i]) continue;
    senet_piece piece;
    OK(senet_position_site(position, SENET_CELL, chosen.to, 0, 0, &piece));
    assert_int_equal(piece.owner, chosen.mover);
    OK(senet_position_site(position, SENET_CELL, chosen.from, 0, 0, &piece));
    assert_int_equal(piece.piece, 0);
  }
  senet_batch_free(batch);
  clear_table(&table);
}

// ---- without native code ---------------------------------------------------------------------------

static void play_batch(senet_game *game, Arrays *a) {
  senet_batch *batch;
  senet_batch_result result = result_in(a);
  uint64_t random = 1;
  OK(senet_batch_new(game, GAMES, 3, 2, &batch));
  assert_string_equal(senet_batch_executor(batch), "interpreter");
  OK(senet_batch_start(batch, 9, &result));
  for (int s = 0; s < 30; s++) step(batch, a, &random, s % 3 == 0);
  senet_batch_free(batch);
}

// A game without native code, or a machine without a compiler: said, and played by the interpreter all the same.
static void test_falls_back(void **state) {
  (void)state;
  static const char *const games[] = {"German Whist", "Tic-Tac-Toe"};
  static Arrays wanted, got;
  char *compiler = getenv("SENET_CC") ? strdup(getenv("SENET_CC")) : NULL;
  setenv("SENET_CC", "/nowhere/cc", 1);
  for (size_t i = 0; i < 2; i++) {
    Table native = {0}, plain = {0};
    OK(senet_library_open(NULL, 0, &native.library));
    OK(senet_game_load(native.library, games[i], &native.game));
    OK(senet_game_load(native.library, games[i], &plain.game));
    assert_int_equal(senet_game_executor(native.game, "native"), SENET_UNSUITED);
    assert_true(strstr(senet_message(), i ? "compiler" : "cards") != NULL);
    OK(senet_game_executor(plain.game, "interpreter"));
    OK(senet_position_new(native.game, 5, 2, &native.position));
    OK(senet_position_new(plain.game, 5, 2, &plain.position));
    assert_string_equal(senet_position_executor(native.position), "interpreter");
    apply_some(native.position, 4, 3);
    apply_some(plain.position, 4, 3);
    same_text(native.position, plain.position);
    play_batch(native.game, &got);
    play_batch(plain.game, &wanted);
    assert_memory_equal(&got, &wanted, sizeof got);
    senet_position_free(plain.position);
    senet_game_free(plain.game);
    clear_table(&native);
  }
  if (compiler) setenv("SENET_CC", compiler, 1);
  else unsetenv("SENET_CC");
  free(compiler);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_games_are_the_interpreters),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_numbers_of_moves_that_were_seen),
      cmocka_unit_test(test_play_out),
      cmocka_unit_test(test_batches),
      cmocka_unit_test(test_batches_are_the_same_with_threads),
      cmocka_unit_test(test_places_of_a_batch),
      cmocka_unit_test(test_falls_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
