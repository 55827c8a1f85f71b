// An automaton as array constants: how the op WALK holds rules that are a regular expression over actions on the
// vertices of a board. Front ends write these records as plain integers, executors read them in place.
//
// A move is a path of edges that begins in the present state and vertex and ends with the first switch. Its
// steps are the modifiers on the way (put, assign, switch), each with the vertex where it happens; paths with the same
// steps are the same move.
#ifndef RULES_WALK_RECORDS_H
#define RULES_WALK_RECORDS_H

#include <stdint.h>

typedef enum WalkKind {
  WALK_EMPTY,    // nothing happens
  WALK_STEP,     // to vertex tables[a + vertex], unless that is -1
  WALK_ANY,      // to any of the b vertices from tables[a] on
  WALK_MANY,     // to the vertices from tables[tables[a + vertex]] up to before tables[tables[a + vertex + 1]]
  WALK_ON,       // the piece here is in the set tables[a]
  WALK_PUT,      // piece a comes here
  WALK_ASSIGN,   // value b becomes the formula at a; fails out of bounds
  WALK_COMPARE,  // the formula at a is not 0
  WALK_CHECK,    // an accepting state can be reached from state a (cannot, if b); nothing changes
  WALK_SWITCH,   // player a is to act, 0 is the keeper
  WALK_DOT,      // nothing; a split point
} WalkKind;

enum { WALK_NO_GUARD = -1 };

typedef struct WalkEdge {
  int32_t kind, target;  // WalkKind; state
  int32_t a, b;
  int32_t guard;   // of the four kinds that move: the set of pieces the vertex arrived at must hold
  int32_t action;  // number of a modifier, 0 for those inside a check
} WalkEdge;

// The edges of a state end where those of the next one begin; a last record has only `first`.
typedef struct WalkState {
  int32_t first;
  int32_t meeting;  // -1, or a number among the states where paths can come together
  int32_t accepts;  // ends a check
} WalkState;

// Formulas in postfix order. Values are the scores of the players, then the variables.
typedef enum WalkTermKind {
  WALK_END,
  WALK_LITERAL,  // n
  WALK_VALUE,    // number n
  WALK_TALLY,    // pieces of kind n on the board
  WALK_ADD,
  WALK_SUBTRACT,
  WALK_MULTIPLY,
  WALK_DIVIDE,  // truncating; by zero: out of all bounds
  WALK_EQ,
  WALK_NE,
  WALK_LT,
  WALK_LE,
  WALK_GT,
  WALK_GE,
} WalkTermKind;

typedef struct WalkTerm {
  int32_t kind, n;
} WalkTerm;

enum {
  WALK_TERMS_MAX = 1024,     // operands waiting in one formula
  WALK_MODIFIERS_MAX = 256,  // on one path, those inside checks included
  WALK_DEPTH_MAX = 10000,    // branchings on one path
  WALK_KEEPER_MAX = 100000,  // keeper moves in a row
  WALK_GAME_MAX = 1000000,   // moves of one game
};

// Where a move is divided into semimoves.
typedef enum WalkSplit {
  WALK_WHOLE,     // nowhere
  WALK_DOTS,      // at dots
  WALK_MODIFIERS  // at dots and after every put and assignment
} WalkSplit;

#endif
