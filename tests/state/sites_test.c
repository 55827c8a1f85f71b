// Numbers and conditions about sites: paths, cycles, steps of a piece that turns, parts of the board; and lists of
// moves drawn by chance. Most cases put pieces of the first player on a board and ask one question; the score is the
// answer.
#include "state/block/access.h"
#include "support/shipped.h"

#include <stdio.h>

typedef struct Question {
  const char *board;
  const char *pieces;  // sites of the first player's pieces, which face north
  const char *asked;   // a number
  int32_t answer;
} Question;

#define CELLS "(square 4)"              // rows of 4 from the bottom; diagonals are adjacent
#define POINTS "(square 4) use:Vertex"  // rows of 4, without diagonals
#define HEXES "(hex 3)"                 // 19 cells, the middle one is 9
#define SQUARES "(square 5)"
#define HOLDS(condition) "(if " condition " 1 0)"
#define CELL_PATH(rest) HOLDS("(is Path Cell from:0 P1 " rest ")")
#define POINT_PATH(rest) HOLDS("(is Path Vertex from:0 P1 " rest ")")

static const Question paths[] = {
    {CELLS, "0", CELL_PATH("length:(exact 1)"), 1},
    {CELLS, "0", CELL_PATH("length:(exact 2)"), 0},
    {CELLS, "0 1 2", CELL_PATH("length:(exact 3)"), 1},
    {CELLS, "0 1 4", CELL_PATH("length:(exact 3)"), 0},
    {CELLS, "0 1 4", CELL_PATH("length:(exact 3) closed:True"), 1},
    {CELLS, "0 1 2", CELL_PATH("length:(exact 3) closed:True"), 0},
    {CELLS, "0 1 4 5", CELL_PATH("length:(exact 4) closed:True"), 1},
    {CELLS, "0 1 4 5", CELL_PATH("length:(exact 3) closed:True"), 0},  // Ludii does not find cycles within a block
    {CELLS, "0 1 4 5", CELL_PATH("length:(range 3 5) closed:True"), 1},
    {CELLS, "0", CELL_PATH("length:(range 3 5) closed:True"), 0},
    {CELLS, "0 1 4", HOLDS("(is Path Cell from:-1 P1 length:(exact 3) closed:True)"), 0},
    {CELLS, "0 1 4", HOLDS("(is Path Cell from:99 P1 length:(exact 3) closed:True)"), 0},
    {POINTS, "0", POINT_PATH("length:(exact 1)"), 1},
    {POINTS, "0 1 2", POINT_PATH("length:(exact 3)"), 1},
    {POINTS, "0 1 2", POINT_PATH("length:(exact 4)"), 0},
    {POINTS, "0 1 5", POINT_PATH("length:(exact 3)"), 1},
    {POINTS, "0 1 2 5", POINT_PATH("length:(exact 4)"), 0},
    {POINTS, "0 1 2", POINT_PATH("length:(range 1 2)"), 1},
    {POINTS, "0 1 5 4", POINT_PATH("length:(exact 4)"), 0},
    {POINTS, "0 1 5 4", POINT_PATH("length:(exact 4) closed:True"), 1},
    {POINTS, "0 1 5 4", POINT_PATH("length:(range 3 6) closed:True"), 1},
    {POINTS, "0 1 5 4", POINT_PATH("length:(exact 3) closed:True"), 0},
    {POINTS, "0 1 5 4", HOLDS("(is Path Vertex from:0 P2 length:(exact 4) closed:True)"), 0},
};

#define AWAY(turn, range) "(count Sites in:(sites Distance (step Forward (to if:True)) " turn " from:12 " range "))"

static const Question steps[] = {
    {SQUARES, "12", AWAY("", "(range 1 2)"), 2},
    {SQUARES, "12", AWAY("newRotation:(+ (value) 2)", "(range 1 3)"), 3},
    {SQUARES, "12", "(count Steps (step Forward (to if:True)) 12 22)", 2},
    {SQUARES, "12", "(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 12 18)", 2},
    {SQUARES, "12", "(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 12 13)", 3},
    {SQUARES, "12", "(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 12 22)", GAME_INFINITY},
    {HEXES, "9", "(count Sites in:(sites Distance (step (to if:True)) from:9 (exact 2)))", 12},
    {HEXES, "9", "(count Sites in:(sites Distance (step (to if:True)) from:9 (exact 3)))", 12},
    {HEXES, "9", "(count Sites in:(sites Distance (step (to if:True)) from:9 (exact 4)))", 0},
};

static const Question others[] = {
    {CELLS, "0", "(count Sites in:(sites Cell 3))", 4},
    {CELLS, "0", "(count Sites in:(sites Edge 3))", 2},
    {CELLS, "0", "(count Sites in:(sites Cell 99))", 0},
    {CELLS, "0", "(count Sites in:(sites Edge))", 0},
    {CELLS, "0", "(count Sites in:(sites Empty))", 15},
    {CELLS, "0", "(count Sites in:(sites Empty 0))", 15},
    {CELLS, "0", "(count Sites in:(sites Empty (- (mover) 1)))", 15},
    {CELLS, "0", "(count Sites in:(sites Empty (mover)))", 0},
    {CELLS, "0", "(count Sites in:(sites Hand))", 0},
    {CELLS, "0", "(count LegalMoves)", 1},
    {CELLS, "0 5 10", HOLDS("(is Connected 2 at:5 SubGrids)"), 1},
    {CELLS, "0 1", HOLDS("(is Connected 2 at:0 SubGrids)"), 0},
    {CELLS, "0 15", HOLDS("(is Connected 2 at:0 Corners)"), 0},
    {CELLS, "0 5 10 15", HOLDS("(is Connected 2 at:0 Corners)"), 1},
};

static int32_t answer_to(const Question *question) {
  Shipped shipped;
  char text[1024];
  snprintf(text, sizeof text,
           "(game \"Question\" (players 2)\n"
           "  (equipment {(board %s) (piece \"Disc\" P1 N) (piece \"Disc\" P2)})\n"
           "  (rules (start (place \"Disc1\" {%s})) (play (move Pass (then (set Score P1 %s))))\n"
           "    (end (if (= (count Moves) 2) (result Mover Draw)))))\n",
           question->board, question->pieces, question->asked);
  shipped_text(&shipped, text);
  Position *x = position_new(shipped.game, 1, 0);
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, 0);
  position_apply(x, &move);
  int32_t answer = STATE_AT(x, int32_t, x->layout->score)[1];
  position_free(x);
  shipped_free(&shipped);
  return answer;
}

static void ask(const Question *questions, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int32_t answer = answer_to(&questions[i]);
    if (answer == questions[i].answer) continue;
    fail_msg("%s with {%s}: %s is %d", questions[i].board, questions[i].pieces, questions[i].asked, answer);
  }
}

static void paths_of_cells_and_vertices(void **state) { ask(paths, COUNT_OF(paths)); }
static void steps_of_a_piece_that_turns(void **state) { ask(steps, COUNT_OF(steps)); }

static void other_questions(void **state) { ask(others, COUNT_OF(others)); }

// Of two lists of moves, weighted as given, how often the first is drawn in 400 games.
static int draws_of_first(const char *weights) {
  Shipped shipped;
  char text[512];
  int first = 0;
  snprintf(text, sizeof text,
           "(game \"Chance\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
           "  (rules (play (random {%s} {(move Pass) (move Add (to (sites Empty)))}))\n"
           "    (end (if (= (count Moves) 2) (result Mover Draw)))))\n",
           weights);
  shipped_text(&shipped, text);
  for (uint64_t seed = 0; seed < 400; seed++) {
    Position *x = position_new(shipped.game, seed, 0);
    first += position_moves(x).n == 1;
    position_free(x);
  }
  shipped_free(&shipped);
  return first;
}

static void lists_are_drawn_by_weight(void **state) {
  assert_int_equal(draws_of_first("1 0"), 400);
  assert_int_equal(draws_of_first("0 1"), 0);
  assert_in_range(draws_of_first("1 3"), 60, 140);
  assert_in_range(draws_of_first("1.5 (/ 1 2)"), 260, 340);
}

static void rules_of_play_cannot_count_their_moves(void **state) {
  Shipped shipped;
  shipped_text(&shipped,
               "(game \"Circle\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})\n"
               "  (rules (play (if (> (count LegalMoves) 1) (move Add (to (sites Empty))) (move Pass)))\n"
               "    (end (if (= (count Moves) 2) (result Mover Draw)))))\n");
  Position *x = position_new(shipped.game, 1, 0);
  position_moves(x);
  assert_string_equal(x->fault, "the rules of play ask how many legal moves there are");
  position_free(x);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_of_cells_and_vertices),
      cmocka_unit_test(steps_of_a_piece_that_turns),
      cmocka_unit_test(other_questions),
      cmocka_unit_test(lists_are_drawn_by_weight),
      cmocka_unit_test(rules_of_play_cannot_count_their_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
