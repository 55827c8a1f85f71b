// The grammar of statements, once: what a statement that gathers, chooses or wraps others has inside. Whoever goes down
// the rules (statement_walk.h before anything runs; the interpreter's questions, candidates and parts of moves while it
// does) asks here which statements come next, and differs only in what it does with them.
#ifndef PLAN_STATEMENT_SHAPE_H
#define PLAN_STATEMENT_SHAPE_H

#include "rules/operand_names.h"
#include "rules/program.h"

typedef enum StatementShape {
  SHAPE_LEAF,      // it makes moves itself
  SHAPE_NO_MOVES,  // it has none
  SHAPE_ALL,       // the moves of all items: SEQ
  SHAPE_FIRST,     // of the first item that has any: FIRST_OF
  SHAPE_BRANCH,    // of one of two: IF_MOVES
  SHAPE_THEN,      // of its body, with a consequence: WITH_THEN
  SHAPE_FILTER,    // of its body, where a condition holds after the move: DO_AFTER with `if` alone
  SHAPE_MOVER,     // of its body, made by another player: AS_MOVER
  SHAPE_PIECES,    // of every piece: FOR_PIECES
} StatementShape;

static inline StatementShape statement_shape(const Ins *in) {
  switch (in->op) {
    case OP_NOTHING: return SHAPE_NO_MOVES;
    case OP_SEQ: return SHAPE_ALL;
    case OP_FIRST_OF: return SHAPE_FIRST;
    case OP_IF_MOVES: return SHAPE_BRANCH;
    case OP_WITH_THEN: return SHAPE_THEN;
    case OP_DO_AFTER: return !in->a[A_DO_AFTER_NEXT] && in->a[A_DO_AFTER_IF] ? SHAPE_FILTER : SHAPE_LEAF;
    case OP_AS_MOVER: return SHAPE_MOVER;
    case OP_FOR_PIECES: return SHAPE_PIECES;
    default: return SHAPE_LEAF;
  }
}

// The statement inside one that wraps a single other: SHAPE_THEN, SHAPE_FILTER, SHAPE_MOVER.
static inline int32_t statement_body(const Ins *in) {
  if (in->op == OP_WITH_THEN) return in->a[A_WITH_THEN_BODY];
  return in->op == OP_DO_AFTER ? in->a[A_DO_AFTER_FIRST] : in->a[A_AS_MOVER_BODY];
}

#endif
