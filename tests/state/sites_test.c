// Numbers and conditions about sites that pieces join: paths, cycles, and steps of a piece that turns. Each case puts
// pieces of the first player on a board and asks one question; the score is the answer.
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
  Exec *x = exec_new(shipped.game, 1, 0);
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, 0);
  position_apply(x, &move);
  int32_t answer = STATE_AT(x, int32_t, x->layout->score)[1];
  exec_free(x);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_of_cells_and_vertices),
      cmocka_unit_test(steps_of_a_piece_that_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
