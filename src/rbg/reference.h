// A plain executor of `.rbg` games: depth-first search over the automaton on a simple state. It is slow and easy
// to follow, and it is the oracle that the compiled rules are tested against.
#ifndef RBG_REFERENCE_H
#define RBG_REFERENCE_H

#include "base/vec.h"
#include "rbg/automaton.h"

enum {
  RBG_MOVE_LENGTH_MAX = 256,      // modifiers on one path, those inside patterns included
  RBG_SEARCH_DEPTH_MAX = 20000,   // actions on one path
  RBG_KEEPER_MOVES_MAX = 100000,  // keeper moves in a row
};

// One modifier of a move: its action index and the vertex where it happens. A dot that ends a semimove has minus the
// state behind it as its action.
typedef struct RbgStep {
  int action, vertex;
} RbgStep;

// Moves as slices of one array of steps.
typedef struct RbgMoves {
  VEC(RbgStep) steps;
  VEC(size_t) ends;  // of each move in steps
} RbgMoves;

// Where one enumeration stops.
typedef enum RbgSplitMode {
  RBG_WHOLE,  // at switches: whole moves
  RBG_DOTS,   // also at dots
  RBG_MOD,    // also after every off and assignment
} RbgSplitMode;

typedef struct RbgPosition {
  int state, vertex, player;  // player 0 is the keeper
  bool nodal;                 // at the start or after a switch
  int *board;                 // piece of each vertex
  int *values;                // of the variables
  int *counts;                // of each piece
} RbgPosition;

typedef struct RbgRunner {
  const RbgDescription *game;
  const RbgAutomaton *nfa;
  RbgSplitMode mode;
  RbgPosition at;
  uint64_t visits_max;  // pairs explored in one enumeration; more are an error
  const char *error;    // NULL, or which limit the rules broke; then results are incomplete

  // The search under way.
  bool stop_at_first;
  RbgMoves *out;
  VEC(RbgStep) path;
  VEC(uint32_t *) visited;  // one array of stamps per modifier on the path
  uint32_t stamp, stamps;   // of the search under way, and the last one given out
  size_t level;
  bool splitting;  // the player's own path, not a keeper's move and not inside a pattern
  int depth;
  uint64_t visits;
} RbgRunner;

// The runner starts before the first keeper move: call rbg_begin.
void rbg_runner_init(RbgRunner *runner, Arena *arena, const RbgDescription *game, const RbgAutomaton *nfa,
                     RbgSplitMode mode);
void rbg_runner_free(RbgRunner *runner);

// Sets up the initial position and lets the keeper move until a player is to act.
void rbg_begin(RbgRunner *runner);

// The legal (semi)moves of the player to act; none: the game is over, or the position is dead if it is not nodal.
void rbg_moves(RbgRunner *runner, RbgMoves *out);
void rbg_moves_free(RbgMoves *moves);
static inline size_t rbg_moves_begin(const RbgMoves *moves, size_t i) { return i ? moves->ends.at[i - 1] : 0; }

// Performs a (semi)move and nothing else.
void rbg_perform(RbgRunner *runner, const RbgStep *steps, size_t n);

// Performs a (semi)move and, when a keeper is to act, the keeper's moves.
void rbg_apply(RbgRunner *runner, const RbgStep *steps, size_t n);

// Copies the position; both must belong to the same game.
RbgPosition rbg_position_new(Arena *arena, const RbgDescription *game);
void rbg_position_copy(const RbgDescription *game, RbgPosition *to, const RbgPosition *from);

// The number of sequences of `depth` player moves from the present position (whole moves only).
uint64_t rbg_perft(RbgRunner *runner, Arena *arena, int depth);

#endif
