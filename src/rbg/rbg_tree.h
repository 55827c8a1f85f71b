// The rules of an `.rbg` game as a normalised regular expression over actions.
//
// Normalised means: [p,q] is a sum of single offs, [$ a=1, b=2] a concatenation of single assignments, x^n a
// concatenation of n copies; no sum is a child of a sum, no concatenation of a concatenation, and neither has
// exactly one child. Every off, assignment and switch outside patterns has an action index, counted from 1 in
// reading order: moves are sequences of (action index, vertex), so the numbering is part of the language.
#ifndef RBG_RBG_TREE_H
#define RBG_RBG_TREE_H

#include "base/bitset.h"
#include "base/diag.h"

typedef enum RbgKind {
  RBG_SUM,      // one of the kids
  RBG_CAT,      // all kids in order; no kids: nothing happens
  RBG_STAR,     // kids[0] any number of times
  RBG_SHIFT,    // go to the neighbour along `index` (a label); fails without one
  RBG_ON,       // the piece here is in `pieces`
  RBG_OFF,      // put piece `index` here
  RBG_ASSIGN,   // variable `index` = left; fails out of bounds
  RBG_COMPARE,  // left `relation` right
  RBG_CHECK,    // kids[0] can be performed from here (cannot, if `negated`); nothing changes
  RBG_SWITCH,   // ends the move; player `index` is next, 0 is the keeper
  RBG_DOT,      // nothing; a split point
} RbgKind;

typedef enum RbgRelation { RBG_EQ, RBG_NE, RBG_LT, RBG_LE, RBG_GT, RBG_GE } RbgRelation;

typedef enum RbgExprKind {
  RBG_LITERAL,   // value
  RBG_VARIABLE,  // variables[value]; the scores of the players come first
  RBG_COUNT,     // how many pieces of kind `value` are on the board
  RBG_ADD,
  RBG_SUBTRACT,
  RBG_MULTIPLY,
  RBG_DIVIDE,  // truncating
} RbgExprKind;

typedef struct RbgExpr RbgExpr;
struct RbgExpr {
  RbgExprKind kind;
  int value;
  const RbgExpr *left, *right;  // of the four operations
  SrcLoc loc;
};

typedef struct RbgNode RbgNode;
struct RbgNode {
  RbgKind kind;
  uint32_t n;     // kids
  uint32_t size;  // nodes in this tree
  int index;      // label, piece, variable or player
  int action;     // action index, or 0
  bool negated;   // RBG_CHECK
  RbgRelation relation;
  const Word *pieces;           // RBG_ON
  const RbgExpr *left, *right;  // RBG_ASSIGN uses left only
  RbgNode **kids;
  SrcLoc loc;
};

// Makers keep the normal form; lists are copied into the arena. No list is changed.
RbgNode *rbg_leaf(Arena *arena, RbgKind kind, SrcLoc loc);
RbgNode *rbg_cat(Arena *arena, RbgNode **list, size_t n, SrcLoc loc);
RbgNode *rbg_sum(Arena *arena, RbgNode **list, size_t n, SrcLoc loc);
RbgNode *rbg_wrap(Arena *arena, RbgKind kind, RbgNode *kid, SrcLoc loc);  // RBG_STAR, RBG_CHECK
RbgNode *rbg_copy(Arena *arena, const RbgNode *node);

// Numbers the actions; returns how many there are.
int rbg_number_actions(RbgNode *rules);

// Off, assignment or switch.
static inline bool rbg_is_modifier(const RbgNode *node) {
  return node->kind == RBG_OFF || node->kind == RBG_ASSIGN || node->kind == RBG_SWITCH;
}

// Only shifts, and patterns of shifts, combined by sum, concatenation and star. Dots count when `dots` is set.
bool rbg_shift_only(const RbgNode *node, bool dots);

#endif
