// The public interface as its callers meet it, wrong use included.
#include "senet.h"

#include "support/support.h"

#include <string.h>

#define OK(call) assert_int_equal((call), SENET_OK)

static senet_library *open_library(void) {
  senet_library *library = NULL;
  OK(senet_library_open(NULL, 0, &library));
  assert_non_null(library);
  return library;
}

static senet_game *load(senet_library *library, const char *name) {
  senet_game *game = NULL;
  senet_status status = senet_game_load(library, name, &game);
  if (status != SENET_OK) fail_msg("%s: %s", name, senet_message());
  return game;
}

static senet_position *start(senet_game *game) {
  senet_position *position = NULL;
  OK(senet_position_new(game, 1, 0, &position));
  return position;
}

static void free_all(senet_position *position, senet_game *game, senet_library *library) {
  senet_position_free(position);
  senet_game_free(game);
  senet_library_free(library);
}

// ---- games -----------------------------------------------------------------------------------------

static void test_describes_a_game(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Breakthrough");
  char name[16];
  size_t length = 0;
  double x = 0, y = 0;
  assert_string_equal(senet_game_name(game), "Breakthrough");
  assert_int_equal(senet_game_players(game), 2);
  assert_int_equal(senet_game_flags(game), 0);
  assert_int_equal(senet_game_sites(game, SENET_CELL), 64);
  OK(senet_game_site_name(game, SENET_CELL, 9, name, sizeof name, &length));
  assert_string_equal(name, "B2");
  OK(senet_game_site_place(game, SENET_CELL, 9, &x, &y));
  assert_true(x > 0 && y > 0);
  assert_int_equal(senet_game_site_place(game, SENET_CELL, 64, &x, &y), SENET_RANGE);
  assert_true(senet_game_pieces(game) >= 2);
  assert_int_equal(senet_game_piece_owner(game, 1), 1);
  assert_null(senet_game_piece_name(game, 1000));
  assert_true(senet_library_count(library) > 40);
  assert_non_null(senet_library_name(library, 0));
  assert_null(senet_library_name(library, 1000000));
  assert_non_null(strstr(senet_library_path(library, 0), "games/"));
  assert_null(senet_library_path(library, 1000000));
  assert_null(senet_library_path(NULL, 0));
  free_all(NULL, game, library);
}

static void test_loads_text_and_says_what_is_wrong(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game_request request = SENET_GAME_REQUEST;
  senet_game *game;
  senet_diagnostics *diagnostics;
  senet_diagnostic first;
  char text[2000];
  size_t length;
  request.text = "(game \"Bad\"\n  (players 2)\n  (equiment { (board (square 3)) })\n  (rules (play (forEach Piece))))";
  request.text_length = strlen(request.text);
  request.text_name = "bad.lud";
  assert_int_equal(senet_game_load_with(library, &request, &game, &diagnostics), SENET_INPUT);
  assert_null(game);
  assert_true(senet_diagnostics_count(diagnostics) >= 1);
  OK(senet_diagnostics_get(diagnostics, 0, &first));
  assert_string_equal(first.file, "bad.lud");
  assert_int_equal(first.line, 3);
  assert_int_equal(first.warning, 0);
  assert_non_null(strstr(senet_message(), "bad.lud:3:"));
  OK(senet_diagnostics_text(diagnostics, text, sizeof text, &length));
  assert_non_null(strstr(text, "(equiment"));
  assert_int_equal(senet_diagnostics_get(diagnostics, 1000, &first), SENET_RANGE);
  senet_diagnostics_free(diagnostics);
  assert_int_equal(senet_game_load(library, "Breakthruogh", &game), SENET_NOT_FOUND);
  assert_non_null(strstr(senet_message(), "Breakthr"));
  assert_int_equal(senet_game_load(library, "nowhere/at all.lud", &game), SENET_NOT_FOUND);
  assert_int_equal(senet_game_load(library, "nowhere.rbg", &game), SENET_NOT_FOUND);
  free_all(NULL, NULL, library);
}

static void test_chooses_options(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game_request request = SENET_GAME_REQUEST;
  senet_game *game;
  const char *choice = "Board Size/No Such";
  request.name = "Breakthrough";
  request.options = &choice;
  request.n_options = 1;
  assert_int_equal(senet_game_load_with(library, &request, &game, NULL), SENET_INPUT);
  request.n_options = 0;
  request.ruleset = "Ruleset/No Such";
  assert_int_equal(senet_game_load_with(library, &request, &game, NULL), SENET_INPUT);
  request.ruleset = NULL;
  OK(senet_game_load_with(library, &request, &game, NULL));
  free_all(NULL, game, library);
}

// ---- positions -------------------------------------------------------------------------------------

static void test_plays_and_takes_back(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Breakthrough");
  senet_position *position = start(game), *copy;
  uint64_t before = senet_position_hash(position);
  senet_move moves[64];
  double values[2];
  char text[32];
  size_t n, move, again;
  OK(senet_position_count(position, &n));
  assert_int_equal(n, 22);
  OK(senet_position_moves(position, 0, moves, 64, &n));
  assert_int_equal(n, 22);
  assert_int_equal(moves[0].mover, 1);
  assert_string_equal(moves[0].kind, "Move");
  OK(senet_position_move_text(position, 3, text, sizeof text, NULL));
  OK(senet_position_find_move(position, text, &move));
  assert_int_equal(move, 3);
  assert_int_equal(senet_position_mover(position), 1);
  OK(senet_position_apply(position, move));
  assert_int_equal(senet_position_mover(position), 2);
  assert_int_equal(senet_position_ply(position), 1);
  OK(senet_position_copy(position, &copy));
  assert_int_equal(senet_position_undo(copy), SENET_RANGE);
  assert_true(senet_position_hash(copy) == senet_position_hash(position));
  OK(senet_position_undo(position));
  assert_true(senet_position_hash(position) == before);
  assert_int_equal(senet_position_undo(position), SENET_RANGE);
  uint64_t made = 0;
  OK(senet_position_play_out(copy, 3, &made));
  assert_int_equal(made, 3);
  assert_int_equal(senet_position_ply(copy), 4);
  assert_int_equal(senet_position_undo(copy), SENET_RANGE);
  for (int i = 0; i < 3; i++) OK(senet_position_apply_random(copy));
  OK(senet_position_play_out(copy, 0, &made));
  OK(senet_position_utilities(copy, values, 2));
  assert_true(values[0] + values[1] == 0 && values[0] != 0);
  assert_int_equal(senet_position_winner(copy), values[0] > 0 ? 1 : 2);
  assert_int_equal(senet_position_apply(copy, 0), SENET_OVER);
  assert_int_equal(senet_position_apply_random(copy), SENET_OVER);
  OK(senet_position_count(copy, &n));
  assert_int_equal(n, 0);
  assert_int_equal(senet_position_find_move(position, "Z9-Z8", &again), SENET_ILLEGAL);
  senet_position_free(copy);
  free_all(position, game, library);
}

static void test_chance_comes_back(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Backgammon");
  senet_position *position = start(game), *copy;
  char first[64], second[64];
  size_t n, m;
  for (int i = 0; i < 20; i++) {
    OK(senet_position_count(position, &n));
    OK(senet_position_move_text(position, n - 1, first, sizeof first, NULL));
    OK(senet_position_copy(position, &copy));
    OK(senet_position_count(copy, &m));
    OK(senet_position_move_text(copy, m - 1, second, sizeof second, NULL));
    assert_int_equal(n, m);
    assert_string_equal(first, second);
    OK(senet_position_apply(position, n - 1));
    OK(senet_position_apply(copy, n - 1));
    assert_true(senet_position_hash(position) == senet_position_hash(copy));
    senet_position_free(copy);
    OK(senet_position_undo(position));
    OK(senet_position_count(position, &m));
    OK(senet_position_move_text(position, m - 1, second, sizeof second, NULL));
    assert_string_equal(first, second);
    OK(senet_position_apply(position, n - 1));
  }
  free_all(position, game, library);
}

static void test_playouts_are_the_same_on_any_threads(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals one, four, from;
  int32_t winners[500];
  uint32_t lengths[500];
  double utilities[1000];
  options.n = 500;
  OK(senet_game_playouts(game, &options, &one));
  options.threads = 4;
  options.winners = winners;
  options.lengths = lengths;
  options.utilities = utilities;
  OK(senet_game_playouts(game, &options, &four));
  assert_memory_equal(one.wins, four.wins, sizeof one.wins);
  assert_true(one.games == four.games && one.draws == four.draws);
  assert_memory_equal(one.utilities, four.utilities, sizeof one.utilities);
  assert_int_equal(one.games, 500);
  uint64_t moves = 0, wins = 0;
  for (int i = 0; i < 500; i++) {
    moves += lengths[i];
    wins += winners[i] == 1;
    assert_true((winners[i] == 1) == (utilities[2 * i] == 1));
  }
  assert_int_equal(moves, one.moves);
  assert_int_equal(wins, one.wins[1]);
  senet_position *position = start(game);
  OK(senet_position_playouts(position, &options, &from));
  assert_int_equal(from.games, 500);
  assert_int_equal(senet_position_ply(position), 0);
  options.longest = 2;
  OK(senet_position_playouts(position, &options, &from));
  assert_int_equal(from.moves, 1000);
  free_all(position, game, library);
}

static void test_agents_answer(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_position *position = start(game);
  senet_agent *agent;
  senet_report report;
  size_t move, n;
  OK(senet_agent_new(game, "uct:iterations=200", 7, &agent));
  OK(senet_agent_ask(agent, position, 0, &move, &report));
  assert_true(move < 9 && report.move == move);
  assert_int_equal(report.n_lines, 9);
  assert_int_equal(report.iterations, 200);
  assert_true(report.n_expected >= 1 && report.expected[0] == move);
  OK(senet_position_count(position, &n));
  assert_int_equal(n, 9);
  assert_int_equal(senet_agent_ask(agent, position, 2, &move, NULL), SENET_RANGE);
  OK(senet_agent_stop(agent));
  senet_agent *endless;
  OK(senet_agent_new(game, "uct:time=1000", 7, &endless));
  OK(senet_agent_stop(endless));
  OK(senet_agent_ask(endless, position, 0, &move, NULL));
  senet_agent_free(endless);
  senet_agent_free(agent);
  assert_int_equal(senet_agent_new(game, "ucd", 1, &agent), SENET_INPUT);
  assert_non_null(strstr(senet_message(), "uct"));
  assert_int_equal(senet_agent_new(game, "uct:iterations=many", 1, &agent), SENET_INPUT);
  free_all(position, game, library);
}

static void test_draws(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_position *position = start(game);
  char text[2000], before[2000];
  size_t length, asked;
  OK(senet_position_draw(position, 0, before, sizeof before, &length));
  OK(senet_position_apply(position, 4));
  OK(senet_position_draw(position, 0, text, sizeof text, &length));
  assert_string_not_equal(text, before);
  OK(senet_position_draw(position, 0, NULL, 0, &asked));
  assert_int_equal(asked, length);
  assert_int_equal(senet_position_draw(position, 0, text, length, &asked), SENET_TOO_SMALL);
  assert_int_equal(asked, length);
  OK(senet_position_draw(position, 0, text, length + 1, &asked));
  assert_int_equal(senet_position_draw(position, 3, text, sizeof text, &asked), SENET_RANGE);
  OK(senet_game_legend(game, text, sizeof text, &length));
  free_all(position, game, library);
}

static void test_draws_as_wished(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_position *position = start(game);
  senet_draw_options look = SENET_DRAW_OPTIONS;
  size_t plain, coloured, marked, bare;
  OK(senet_position_apply(position, 4));
  OK(senet_position_draw_with(position, &look, NULL, 0, &plain));
  look.colour = 1;
  OK(senet_position_draw_with(position, &look, NULL, 0, &coloured));
  assert_true(coloured > plain);
  OK(senet_position_svg(position, NULL, 0, &plain));
  look.last_move = 1;
  OK(senet_position_svg_with(position, &look, NULL, 0, &marked));
  assert_true(marked > plain);
  look.no_labels = look.no_legend = 1;
  OK(senet_position_svg_with(position, &look, NULL, 0, &bare));
  assert_true(bare < marked);
  look.player = 3;
  assert_int_equal(senet_position_svg_with(position, &look, NULL, 0, &bare), SENET_RANGE);
  look.size = 0;
  assert_int_equal(senet_position_svg_with(position, &look, NULL, 0, &bare), SENET_MISUSE);
  assert_int_equal(senet_position_draw_with(position, NULL, NULL, 0, &bare), SENET_MISUSE);
  free_all(position, game, library);
}

// ---- counting --------------------------------------------------------------------------------------

static void test_counts(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Chess");
  senet_position *position = start(game);
  uint64_t count = 0;
  OK(senet_position_perft(position, 3, &count));
  assert_int_equal(count, 8902);
  OK(senet_position_perft(position, 0, &count));
  assert_int_equal(count, 1);
  assert_int_equal(senet_position_ply(position), 0);
  assert_int_equal(senet_position_perft(position, -1, &count), SENET_RANGE);
  assert_int_equal(senet_position_perft(position, 1, NULL), SENET_MISUSE);
  assert_int_equal(senet_position_perft(NULL, 1, &count), SENET_MISUSE);
  free_all(position, game, NULL);
  game = load(library, "Alquerque");
  position = start(game);
  OK(senet_position_perft_turns(position, 1, &count));
  assert_true(count > 1);
  free_all(position, game, library);
}

static void test_reads_moves_of_chess_players(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Chess");
  senet_position *position = start(game);
  const char *line[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"};
  size_t move;
  for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
    OK(senet_position_find_move(position, line[i], &move));
    OK(senet_position_apply(position, move));
  }
  assert_int_equal(senet_position_find_move(position, "Nf6", &move), SENET_OK);
  assert_int_equal(senet_position_find_move(position, "Qh4", &move), SENET_OK);
  assert_int_equal(senet_position_find_move(position, "Qxf2", &move), SENET_ILLEGAL);
  free_all(position, game, library);
}

// ---- chance ----------------------------------------------------------------------------------------

static void test_chance_has_outcomes(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Backgammon");
  senet_position *position = start(game);
  double probabilities[64], sum = 0;
  int32_t faces[4];
  size_t n, dice, move;
  OK(senet_position_outcomes(position, SENET_BEFORE_MOVE, probabilities, 64, &n));
  assert_int_equal(n, 36);
  for (size_t i = 0; i < n; i++) sum += probabilities[i];
  assert_true(sum > 0.999999 && sum < 1.000001);
  int seen[7][7] = {{0}};
  for (size_t i = 0; i < n; i++) {
    OK(senet_position_choose_outcome(position, i));
    OK(senet_position_dice(position, faces, 4, &dice));
    assert_int_equal(dice, 2);
    seen[faces[0]][faces[1]]++;
  }
  for (int a = 1; a <= 6; a++) {
    for (int b = 1; b <= 6; b++) assert_int_equal(seen[a][b], 1);
  }
  assert_int_equal(senet_position_choose_outcome(position, 36), SENET_RANGE);
  faces[0] = 6, faces[1] = 2;
  OK(senet_position_throw(position, faces, 2));
  faces[0] = faces[1] = 0;
  OK(senet_position_dice(position, faces, 4, &dice));
  assert_true(faces[0] == 6 && faces[1] == 2);
  faces[0] = 7;
  assert_int_equal(senet_position_throw(position, faces, 1), SENET_ILLEGAL);
  assert_int_equal(senet_position_throw(position, faces, 2), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "no 7"));
  senet_agent *agent;
  OK(senet_agent_new(game, "uct:iterations=50", 1, &agent));
  OK(senet_agent_ask(agent, position, 0, &move, NULL));
  OK(senet_position_dice(position, faces, 4, &dice));
  assert_true(faces[0] == 6 && faces[1] == 2);
  OK(senet_position_outcomes(position, move, probabilities, 64, &n));
  assert_int_equal(n, 1);
  OK(senet_position_apply_outcome(position, move, 0));
  senet_agent_free(agent);
  free_all(position, game, library);
}

// A game in which a move has consequences by chance: a second disc appears somewhere.
static void test_moves_have_outcomes(void **state) {
  (void)state;
  senet_library *library = open_library();
  static const char *const text =
      "(game \"By Chance\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) (piece \"Ball\" Neutral) "
      "})\n"
      "  (rules (play (move Add (to (sites Empty)) (then (add (piece \"Ball0\") (to (sites Random (sites Empty) "
      "num:1))))))\n"
      "    (end (if (is Full) (result All Draw)))))";
  senet_game_request request = SENET_GAME_REQUEST;
  senet_game *game;
  double probabilities[16];
  size_t n;
  request.text = text;
  request.text_length = strlen(text);
  if (senet_game_load_with(library, &request, &game, NULL) != SENET_OK) fail_msg("%s", senet_message());
  senet_position *position = start(game);
  OK(senet_position_outcomes(position, SENET_BEFORE_MOVE, probabilities, 16, &n));
  assert_int_equal(n, 1);
  OK(senet_position_outcomes(position, 4, probabilities, 16, &n));
  assert_int_equal(n, 8);
  uint64_t hashes[8];
  for (size_t i = 0; i < n; i++) {
    assert_true(probabilities[i] == 0.125);
    OK(senet_position_apply_outcome(position, 4, i));
    hashes[i] = senet_position_hash(position);
    for (size_t j = 0; j < i; j++) assert_true(hashes[i] != hashes[j]);
    OK(senet_position_undo(position));
  }
  assert_int_equal(senet_position_apply_outcome(position, 4, 8), SENET_RANGE);
  assert_int_equal(senet_position_apply_outcome(position, 9, 0), SENET_ILLEGAL);
  free_all(position, game, library);
}

// ---- batches ---------------------------------------------------------------------------------------

// A game of a batch that somebody looks at between steps goes on like one that nobody looked at, and both like a
// position of its own whose moves are listed.
static void check_looked_at(senet_library *library, const char *name) {
  senet_game *game = load(library, name);
  senet_batch *seen, *unseen;
  senet_position *alone;
  senet_batch_result a = SENET_BATCH_RESULT, b = SENET_BATCH_RESULT;
  uint32_t counts[2];
  a.counts = &counts[0], b.counts = &counts[1];
  OK(senet_batch_new(game, 1, 5, 1, &seen));
  OK(senet_batch_new(game, 1, 5, 1, &unseen));
  OK(senet_position_new(game, 5, 0, &alone));
  OK(senet_batch_start(seen, 5, &a));
  OK(senet_batch_start(unseen, 5, &b));
  for (uint32_t step = 0; step < 60 && !senet_position_over(alone); step++) {
    senet_position *looked = senet_batch_position(seen, 0), *copy;
    size_t n, length;
    OK(senet_position_count(alone, &n));
    assert_int_equal(counts[0], n);
    assert_int_equal(counts[1], n);
    uint32_t move = (step * 7 + 3) % counts[0];
    if (step % 3 == 0) OK(senet_position_move_text(looked, move, NULL, 0, &length));
    if (step % 4 == 0) OK(senet_position_text(looked, NULL, 0, &length));
    if (step % 5 == 0) OK(senet_position_draw(looked, 0, NULL, 0, &length));
    OK(senet_position_copy(senet_batch_position(unseen, 0), &copy));
    assert_true(senet_position_hash(copy) == senet_position_hash(alone));
    senet_position_free(copy);
    OK(senet_batch_step(seen, &move, &a));
    OK(senet_batch_step(unseen, &move, &b));
    OK(senet_position_apply(alone, move));
  }
  senet_batch_free(seen);
  senet_batch_free(unseen);
  senet_position_free(alone);
  senet_game_free(game);
}

static void test_batches_can_be_looked_at(void **state) {
  (void)state;
  senet_library *library = open_library();
  const char *names[] = {"Breakthrough", "Backgammon", "Chess", "Go", "Lasca", "Reversi", "Amazons.rbg"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_looked_at(library, names[i]);
  senet_library_free(library);
}

static void test_batches_step(void **state) {
  (void)state;
  enum { GAMES = 50 };
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_batch *one, *two;
  senet_batch_result a = SENET_BATCH_RESULT, b = SENET_BATCH_RESULT;
  uint32_t counts[2][GAMES], lengths[2][GAMES], moves[GAMES];
  uint8_t done[2][GAMES];
  double utilities[2][2 * GAMES];
  a.counts = counts[0], a.done = done[0], a.utilities = utilities[0], a.lengths = lengths[0];
  b.counts = counts[1], b.done = done[1], b.utilities = utilities[1], b.lengths = lengths[1];
  OK(senet_batch_new(game, GAMES, 3, 1, &one));
  OK(senet_batch_new(game, GAMES, 3, 3, &two));
  OK(senet_batch_start(one, 3, &a));
  OK(senet_batch_start(two, 3, &b));
  size_t ended = 0;
  for (int step = 0; step < 30; step++) {
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    for (int i = 0; i < GAMES; i++) moves[i] = (uint32_t)(i * 7 + step) % counts[0][i];
    OK(senet_batch_step(one, moves, &a));
    OK(senet_batch_step(two, moves, &b));
    assert_memory_equal(done[0], done[1], sizeof done[0]);
    assert_memory_equal(utilities[0], utilities[1], sizeof utilities[0]);
    for (int i = 0; i < GAMES; i++) {
      ended += done[0][i];
      if (done[0][i]) assert_true(lengths[0][i] >= 5 && lengths[0][i] <= 11 && counts[0][i] == 9);
      assert_true(utilities[0][2 * i] == -utilities[0][2 * i + 1]);
    }
  }
  assert_true(ended >= 3 * GAMES);
  memset(moves, 0, sizeof moves);
  moves[7] = 99;
  assert_int_equal(senet_batch_step(one, moves, &a), SENET_ILLEGAL);
  assert_non_null(strstr(senet_message(), "game 7"));
  OK(senet_batch_step_random(one, 20, &a));
  OK(senet_batch_step_random(two, 20, &b));
  assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
  senet_position *borrowed = senet_batch_position(one, 3);
  size_t n;
  OK(senet_position_count(borrowed, &n));
  assert_int_equal(n, counts[0][3]);
  assert_int_equal(senet_position_apply(borrowed, 0), SENET_MISUSE);
  senet_position_free(borrowed);
  OK(senet_position_count(borrowed, &n));
  assert_null(senet_batch_position(one, GAMES));
  assert_int_equal(senet_batch_new(game, 0, 1, 1, &(senet_batch *){NULL}), SENET_RANGE);
  senet_batch_free(one);
  senet_batch_free(two);
  assert_int_equal(senet_batch_step(one, moves, &a), SENET_MISUSE);
  free_all(NULL, game, library);
}

static void test_tensors(void **state) {
  (void)state;
  enum { GAMES = 5 };
  senet_library *library = open_library();
  senet_game *game = load(library, "Breakthrough");
  senet_position *position = start(game);
  senet_tensor_shape shape;
  senet_batch *batch;
  int32_t places[64], chosen[GAMES];
  uint32_t moves[GAMES];
  size_t n, move, bytes, numbers;
  OK(senet_game_tensor_shape(game, &shape));
  assert_true(shape.width == 8 && shape.height == 8);
  assert_non_null(senet_game_channel_name(game, 0));
  assert_null(senet_game_channel_name(game, (size_t)shape.channels));
  numbers = (size_t)shape.channels * 64, bytes = (size_t)shape.move_channels * 64;
  float *one = test_calloc(numbers, sizeof *one), *states = test_calloc(GAMES * numbers, sizeof *states);
  uint8_t *mask = test_calloc(GAMES, bytes);
  OK(senet_position_tensor(position, one, numbers));
  assert_int_equal(senet_position_tensor(position, one, numbers - 1), SENET_RANGE);
  OK(senet_position_places(position, places, 64, &n));
  assert_int_equal(n, 22);
  OK(senet_position_move_at(position, places[5], &move));
  assert_int_equal(places[move], places[5]);
  assert_int_equal(senet_position_move_at(position, -1, &move), SENET_ILLEGAL);
  OK(senet_batch_new(game, GAMES, 1, 2, &batch));
  OK(senet_batch_tensors(batch, states, GAMES * numbers, mask, GAMES * bytes));
  assert_memory_equal(one, states + 4 * numbers, numbers * sizeof *one);
  for (int i = 0; i < GAMES; i++) chosen[i] = places[i];
  assert_int_equal(mask[2 * bytes + (size_t)places[0]], 1);
  OK(senet_batch_moves_at(batch, chosen, moves));
  OK(senet_batch_step(batch, moves, NULL));
  chosen[3] = 0;
  assert_int_equal(senet_batch_moves_at(batch, chosen, moves), SENET_ILLEGAL);
  assert_int_equal(senet_batch_tensors(batch, states, 1, NULL, 0), SENET_RANGE);
  senet_batch_free(batch);
  test_free(one);
  test_free(states);
  test_free(mask);
  free_all(position, game, library);
}

static void count_told(void *self, const senet_report *report) {
  assert_true(report->n_expected >= 1 && report->n_lines > 0);
  ++*(int *)self;
}

static void test_searches_tell(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Breakthrough");
  senet_position *position = start(game);
  senet_agent *agent;
  int told = 0;
  size_t move;
  OK(senet_agent_new(game, "alphabeta:depth=3", 7, &agent));
  OK(senet_agent_watch(agent, 0, count_told, &told));
  OK(senet_agent_limit(agent, 0, 1000000));
  OK(senet_agent_ask(agent, position, 0, &move, NULL));
  assert_int_equal(told, 3);
  senet_agent_free(agent);
  OK(senet_agent_new(game, "uct:threads=2", 7, &agent));
  OK(senet_agent_limit(agent, 0, 2000));
  told = 0;
  OK(senet_agent_watch(agent, 0, count_told, &told));
  OK(senet_agent_ask(agent, position, 0, &move, NULL));
  assert_true(told > 0);
  assert_int_equal(senet_agent_limit(agent, -1, 0), SENET_RANGE);
  senet_agent_free(agent);
  OK(senet_agent_new(game, "random", 7, &agent));
  assert_int_equal(senet_agent_limit(agent, 1, 0), SENET_UNSUITED);
  senet_agent_free(agent);
  free_all(position, game, library);
}

// ---- wrong use -------------------------------------------------------------------------------------

static void test_null_arguments_are_refused(void **state) {
  (void)state;
  senet_library *opened = open_library(), *library = opened;
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_position *first = start(game), *position = first;
  senet_move moves[2];
  size_t n;
  double values[3];
  senet_piece piece;
  assert_int_equal(senet_library_open(NULL, 1, &library), SENET_MISUSE);
  assert_null(library);
  assert_int_equal(senet_library_open(NULL, 0, NULL), SENET_MISUSE);
  assert_int_equal(senet_game_load(NULL, "Chess", &game), SENET_MISUSE);
  assert_null(game);
  game = senet_position_game(position);
  assert_non_null(game);
  assert_int_equal(senet_position_new(NULL, 1, 0, &position), SENET_MISUSE);
  position = NULL;
  OK(senet_position_new(game, 1, 0, &position));
  assert_int_equal(senet_position_count(NULL, &n), SENET_MISUSE);
  assert_int_equal(senet_position_count(position, NULL), SENET_MISUSE);
  assert_int_equal(senet_position_moves(position, 0, NULL, 2, &n), SENET_MISUSE);
  assert_int_equal(senet_position_moves(position, 0, moves, 2, NULL), SENET_MISUSE);
  OK(senet_position_moves(position, 100, moves, 2, &n));
  assert_int_equal(n, 0);
  assert_int_equal(senet_position_apply(NULL, 0), SENET_MISUSE);
  assert_int_equal(senet_position_apply(position, (size_t)-1), SENET_ILLEGAL);
  assert_int_equal(senet_position_apply_all(position, NULL, 1), SENET_MISUSE);
  assert_int_equal(senet_position_apply_all(position, &n, 2), SENET_ILLEGAL);
  assert_int_equal(senet_position_utilities(position, values, 3), SENET_RANGE);
  assert_int_equal(senet_position_utilities(position, NULL, 2), SENET_MISUSE);
  assert_int_equal(senet_position_site(position, 7, 0, 0, 0, &piece), SENET_RANGE);
  assert_int_equal(senet_position_site(position, SENET_CELL, -1, 0, 0, &piece), SENET_RANGE);
  assert_int_equal(senet_position_site(position, SENET_CELL, 0, 9, 0, &piece), SENET_RANGE);
  assert_int_equal(senet_position_site(position, SENET_CELL, 0, 0, 5, &piece), SENET_RANGE);
  assert_int_equal(senet_position_copy(NULL, NULL), SENET_MISUSE);
  assert_int_equal(senet_position_draw(position, 0, NULL, 10, NULL), SENET_MISUSE);
  assert_int_equal(senet_agent_new(game, NULL, 1, NULL), SENET_MISUSE);
  assert_int_equal(senet_agent_ask(NULL, position, 0, &n, NULL), SENET_MISUSE);
  assert_int_equal(senet_game_playouts(game, NULL, NULL), SENET_MISUSE);
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  options.size = 8;
  assert_int_equal(senet_game_playouts(game, &options, NULL), SENET_MISUSE);
  options.size = sizeof options;
  options.kind = 12;
  assert_int_equal(senet_game_playouts(game, &options, NULL), SENET_RANGE);
  options.kind = 0;
  options.threads = -3;
  assert_int_equal(senet_game_playouts(game, &options, NULL), SENET_RANGE);
  assert_int_equal(senet_position_mover(NULL), 0);
  assert_int_equal(senet_position_over(NULL), 1);
  assert_int_equal(senet_diagnostics_count(NULL), 0);
  senet_position_free(NULL);
  senet_game_free(NULL);
  senet_library_free(NULL);
  senet_agent_free(NULL);
  senet_diagnostics_free(NULL);
  senet_position_free(position);
  senet_position_free(first);
  senet_game_free(game);
  senet_library_free(opened);
}

static void test_freed_handles_are_recognised(void **state) {
  (void)state;
  senet_library *library = open_library();
  senet_game *game = load(library, "Tic-Tac-Toe");
  senet_position *position = start(game);
  senet_position_free(position);
  assert_int_equal(senet_position_apply(position, 0), SENET_MISUSE);
  assert_int_equal(senet_position_over(position), 1);
  senet_position_free(position);
  assert_int_equal(senet_position_apply((senet_position *)(void *)game, 0), SENET_MISUSE);
  position = start(game);
  senet_game_free(game);
  assert_null(senet_position_game(position));
  assert_int_equal(senet_game_players(game), 0);
  assert_int_equal(senet_position_new(game, 1, 0, &(senet_position *){NULL}), SENET_MISUSE);
  OK(senet_position_apply(position, 0));
  senet_library_free(library);
  assert_int_equal(senet_library_count(library), 0);
  OK(senet_position_apply(position, 0));
  senet_position_free(position);
}

static void test_players_move_at_once(void **state) {
  (void)state;
  senet_library *library = open_library();
  static const char *const text =
      "(game \"At Once\" (players 2) (mode Simultaneous) (equipment { (board (square 3)) (piece \"Disc\" Each) })\n"
      "  (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Moves) 3) (result All Draw)))))";
  senet_game_request request = SENET_GAME_REQUEST;
  senet_game *game;
  size_t n, both[2] = {0, 0};
  senet_move moves[64];
  request.text = text;
  request.text_length = strlen(text);
  if (senet_game_load_with(library, &request, &game, NULL) != SENET_OK) fail_msg("%s", senet_message());
  assert_int_equal(senet_game_flags(game) & SENET_GAME_SIMULTANEOUS, SENET_GAME_SIMULTANEOUS);
  senet_position *position = start(game);
  OK(senet_position_moves(position, 0, moves, 64, &n));
  assert_int_equal(n, 10);  // player 2 can only pass
  assert_int_equal(senet_position_mover(position), 0);
  assert_int_equal(senet_position_apply(position, 0), SENET_ILLEGAL);
  assert_int_equal(senet_position_apply_all(position, both, 2), SENET_ILLEGAL);
  both[1] = 9;
  OK(senet_position_apply_all(position, both, 2));
  while (!senet_position_over(position)) OK(senet_position_apply_random(position));
  free_all(position, game, library);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_describes_a_game),
      cmocka_unit_test(test_loads_text_and_says_what_is_wrong),
      cmocka_unit_test(test_chooses_options),
      cmocka_unit_test(test_plays_and_takes_back),
      cmocka_unit_test(test_chance_comes_back),
      cmocka_unit_test(test_playouts_are_the_same_on_any_threads),
      cmocka_unit_test(test_agents_answer),
      cmocka_unit_test(test_draws),
      cmocka_unit_test(test_draws_as_wished),
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_reads_moves_of_chess_players),
      cmocka_unit_test(test_chance_has_outcomes),
      cmocka_unit_test(test_moves_have_outcomes),
      cmocka_unit_test(test_batches_step),
      cmocka_unit_test(test_batches_can_be_looked_at),
      cmocka_unit_test(test_tensors),
      cmocka_unit_test(test_searches_tell),
      cmocka_unit_test(test_null_arguments_are_refused),
      cmocka_unit_test(test_freed_handles_are_recognised),
      cmocka_unit_test(test_players_move_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
