// Published counts and values of games, reached by our own descriptions and, where it is there, by the library's. None
// of them comes from the system whose language the descriptions are written in. docs/DIFFERENCES.md says what does not
// agree.
#include "play/playout/perft.h"

#include <stdlib.h>

#include "support/shipped.h"

// What is counted: sequences of moves; of turns, all that a player does before the turn passes being one; of turns that
// lead to different positions; positions after so many moves, and after at most so many.
typedef enum Counting { MOVES, TURNS, DIFFERENT, POSITIONS, ALL_POSITIONS } Counting;

typedef struct Row {
  const char *game;
  Counting counting;
  int depth;
  uint64_t published;
  const char *source;
} Row;

#define CPW "chessprogramming.org, Perft Results"
#define FSF "Fairy-Stockfish, tests/perft.sh"
#define BIK "aartbik.com, checkers and blog"
#define BOTTOMLEY "H. Bottomley, How many Tic-Tac-Toe games are possible, se16.info"
#define HALBERSMA "damforum.nl, Perft for all recognized draughts variants"

static const Row own[] = {
    {"Chess", TURNS, 3, 8902, CPW},
    {"Xiangqi", TURNS, 3, 79666, "chessprogramming.org, Chinese Chess Perft Results"},
    {"Shogi", TURNS, 3, 25470, "talkchess.com, Shogi Perft numbers; qiita.com/ak11"},
    {"Minishogi", TURNS, 5, 533203, FSF},
    {"English Draughts", TURNS, 7, 179740, BIK},
    {"Reversi", TURNS, 7, 55092, BIK},
    {"Amazons", TURNS, 1, 2176, FSF},
    {"Ataxx", DIFFERENT, 3, 6460, FSF},
    {"Los Alamos", TURNS, 5, 191846, FSF},
    {"Makruk", TURNS, 4, 273026, FSF},
    {"Horde", TURNS, 4, 23310, FSF},
    {"Arabian Shatranj", TURNS, 4, 68122, FSF},
    {"Nine Horses", TURNS, 3, 27960, FSF},
    {"Connect Four", POSITIONS, 6, 16422, "OEIS A212693"},
    {"Connect Four", POSITIONS, 7, 54859, "OEIS A212693"},
    {"Tic-Tac-Toe", ALL_POSITIONS, 9, 5478, BOTTOMLEY},
    {"Tic-Tac-Toe", MOVES, 9, 127872, BOTTOMLEY},
};

static const Row library[] = {
    {"International Draughts", TURNS, 5, 27117, BIK}, {"Brazilian Draughts", TURNS, 6, 37628, HALBERSMA},
    {"Los Alamos Chess", TURNS, 5, 191846, FSF},      {"Shatranj", TURNS, 4, 68122, FSF},
    {"Kyoto Shogi", TURNS, 5, 225903, FSF},           {"Jeson Mor", TURNS, 3, 27960, FSF},
};

// ---- counting --------------------------------------------------------------------------------------

typedef VEC(uint64_t) Hashes;

// False when it is there already.
static bool add_hash(Hashes *seen, uint64_t hash) {
  for (size_t i = 0; i < seen->n; i++) {
    if (seen->at[i] == hash) return false;
  }
  VEC_PUSH(seen, hash);
  return true;
}

static uint64_t count_different(Position *x, int depth) {
  if (depth == 0) return 1;
  if (position_over(x)) return 0;
  MoveList list = position_moves(x);
  Hashes seen = {0};
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    if (add_hash(&seen, position_full_hash(x))) leaves += count_different(x, depth - 1);
    position_undo(x);
  }
  position_forget(x, list);
  VEC_FREE(&seen);
  return leaves;
}

static void collect(Position *x, int depth, Hashes *all) {
  if (depth == 0) {
    VEC_PUSH(all, position_full_hash(x));
    return;
  }
  if (position_over(x)) return;
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    collect(x, depth - 1, all);
    position_undo(x);
  }
  position_forget(x, list);
}

static int by_value(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
  return one < two ? -1 : one > two;
}

static uint64_t count_positions(Position *x, int depth) {
  Hashes all = {0};
  uint64_t n = 0;
  collect(x, depth, &all);
  qsort(all.at, all.n, sizeof *all.at, by_value);
  for (size_t i = 0; i < all.n; i++) n += i == 0 || all.at[i] != all.at[i - 1];
  VEC_FREE(&all);
  return n;
}

static uint64_t count(const Game *game, const Row *row) {
  Position *x = position_new(game, 0, 0);
  uint64_t found = 0;
  switch (row->counting) {
    case MOVES: found = perft(x, row->depth); break;
    case TURNS: found = perft_turns(x, row->depth); break;
    case DIFFERENT: found = count_different(x, row->depth); break;
    case POSITIONS: found = count_positions(x, row->depth); break;
    case ALL_POSITIONS:
      for (int depth = 0; depth <= row->depth; depth++) found += count_positions(x, depth);
      break;
  }
  position_free(x);
  return found;
}

static void check_rows(const Row *rows, size_t n, const char *folder) {
  for (size_t i = 0; i < n; i++) {
    Shipped shipped;
    shipped_load_from(&shipped, rows[i].game, folder);
    uint64_t found = count(shipped.game, &rows[i]);
    if (found != rows[i].published) {
      fail_msg("%s, depth %d: %llu, published %llu (%s)", rows[i].game, rows[i].depth, (unsigned long long)found,
               (unsigned long long)rows[i].published, rows[i].source);
    }
    shipped_free(&shipped);
  }
}

static void our_games_reach_published_counts(void **state) { check_rows(own, COUNT_OF(own), NULL); }

static void library_games_reach_published_counts(void **state) {
  Arena arena = {0};
  const char *folder = test_shared(&arena, "ludii");
  check_rows(library, COUNT_OF(library), folder);
  arena_free(&arena);
}

// ---- values ----------------------------------------------------------------------------------------

// Positions with their values, by hash; a later one takes the place of an earlier one.
typedef struct Valued {
  uint64_t hash;
  int value;
  bool known;
} Valued;
enum { VALUED = 1 << 18 };

static int value(Position *x, Valued *table);

static int best_value(Position *x, Valued *table) {
  bool first = position_mover(x) == 1;
  int best = first ? -2 : 2;
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n && best != (first ? 1 : -1); i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    int found = value(x, table);
    position_undo(x);
    best = first ? MAX(best, found) : MIN(best, found);
  }
  position_forget(x, list);
  return best;
}

// The value for player 1: 1, 0 or -1.
static int value(Position *x, Valued *table) {
  if (position_over(x)) return (int)position_utility(x, 1);
  uint64_t hash = position_hash(x);
  Valued *kept = &table[hash % VALUED];
  if (!kept->known || kept->hash != hash) *kept = (Valued){hash, best_value(x, table), true};
  return kept->value;
}

static void check_value(const char *text, const char *name, int published) {
  Shipped shipped;
  if (text) shipped_text(&shipped, text);
  else shipped_load(&shipped, name);
  Position *x = position_new(shipped.game, 0, 0);
  Valued *table = mem_alloc_zero(VALUED * sizeof *table);
  assert_int_equal(value(x, table), published);
  mem_free(table);
  position_free(x);
  shipped_free(&shipped);
}

#define HEX(size)                                                                                    \
  "(game \"Hex\" (players 2) (equipment {(board (hex Diamond " size                                  \
  ")) (piece \"Stone\" Each)"                                                                        \
  " (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})" \
  " (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"

// Kalah with any number of houses and seeds: the ways of both players and what faces what are given.
#define KALAH(houses, seeds, way1, way2, row1, row2, last, faces)                                                     \
  "(define \"At\" (count at:#1)) (define \"Store\" (mapEntry \"Stores\" #1)) (define \"Facing\" (mapEntry \"Faces\" " \
  "#1))"                                                                                                              \
  "(define \"InRow\" (count in:(sites #1 \"Row\")))"                                                                  \
  "(define \"Win\" (fromTo (from #1) (to (\"Store\" (mover))) count:(\"At\" #1)))"                                    \
  "(define \"Wealth\" (score #1 (+ (\"At\" (\"Store\" #1)) (\"InRow\" #1))))"                                         \
  "(game \"Kalah\" (players 2) (equipment {(mancalaBoard 2 " houses " {(track \"Way1\" {" way1                        \
  "} P1 loop:True)"                                                                                                   \
  " (track \"Way2\" {" way2                                                                                           \
  "} P2 loop:True)}) (piece \"Seed\" Shared)"                                                                         \
  " (regions \"Row\" P1 (sites {" row1 "})) (regions \"Row\" P2 (sites {" row2                                        \
  "}))"                                                                                                               \
  " (map \"Stores\" {(pair P1 " last ") (pair P2 0)}) (map \"Faces\" {" faces                                         \
  "})})"                                                                                                              \
  "(rules (start (set Count " seeds                                                                                   \
  " to:(union (sites P1 \"Row\") (sites P2 \"Row\"))))"                                                               \
  " (play (move Select (from (sites Mover \"Row\") if:(> (\"At\" (from)) 0)) (then (sow \"Way\" owner:(mover)"        \
  "  if:(or (= (to) (\"Store\" (mover))) (and (is In (to) (sites Mover \"Row\")) (= (\"At\" (to)) 1)))"               \
  "  apply:(if (= (to) (\"Store\" (mover))) (moveAgain) (and (\"Win\" (to)) (\"Win\" (\"Facing\" (to)))))))))"        \
  " (end (if (or (= 0 (\"InRow\" P1)) (= 0 (\"InRow\" P2))) (byScore {(\"Wealth\" P1) (\"Wealth\" P2)})))))"
#define KALAH_2(seeds) \
  KALAH("2", seeds, "1 2 5 4 3", "4 3 0 1 2", "1 2", "3 4", "5", "(pair 1 3) (pair 3 1) (pair 2 4) (pair 4 2)")
#define KALAH_3(seeds)                                                       \
  KALAH("3", seeds, "1 2 3 7 6 5 4", "6 5 4 0 1 2 3", "1 2 3", "4 5 6", "7", \
        "(pair 1 4) (pair 4 1) (pair 2 5) (pair 5 2) (pair 3 6) (pair 6 3)")
#define KALAH_4(seeds)                                                                   \
  KALAH("4", seeds, "1 2 3 4 9 8 7 6 5", "8 7 6 5 0 1 2 3 4", "1 2 3 4", "5 6 7 8", "9", \
        "(pair 1 5) (pair 5 1) (pair 2 6) (pair 6 2) (pair 3 7) (pair 7 3) (pair 4 8) (pair 8 4)")

// G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), table 10. A last seed in an empty
// house of one's own is taken even when the house that faces it is empty.
static void small_kalah_has_its_values(void **state) {
  static const struct {
    const char *text;
    int published;
  } boards[] = {{KALAH_2("1"), 1}, {KALAH_2("2"), -1}, {KALAH_2("3"), -1}, {KALAH_2("4"), -1},
                {KALAH_2("5"), 1}, {KALAH_2("6"), 1},  {KALAH_3("1"), 0},  {KALAH_3("2"), 1},
                {KALAH_3("3"), 1}, {KALAH_3("4"), 1},  {KALAH_4("1"), 1},  {KALAH_4("2"), 1}};
  for (size_t i = 0; i < COUNT_OF(boards); i++) check_value(boards[i].text, NULL, boards[i].published);
}

static void solved_games_have_their_values(void **state) {
  check_value(NULL, "Tic-Tac-Toe", 0);
  check_value(HEX("2"), NULL, 1);  // J. Nash, 1952: whoever begins wins on every board
  check_value(HEX("3"), NULL, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(our_games_reach_published_counts),
      cmocka_unit_test(library_games_reach_published_counts),
      cmocka_unit_test(solved_games_have_their_values),
      cmocka_unit_test(small_kalah_has_its_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
