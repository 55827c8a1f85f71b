// What the parts of the optimiser share. Private to optimise*.c.
#ifndef PLAN_OPTIMISE_INTERNAL_H
#define PLAN_OPTIMISE_INTERNAL_H

#include "game/game.h"
#include "rules/builder.h"
#include "rules/operand_names.h"

// Known of the piece on FROM and of the turn while the moves of one kind of piece are made.
typedef struct KnownPiece {
  int32_t kind;
  int facing;    // a Dir, or -1: not known
  Player mover;  // 0: not known
} KnownPiece;

typedef struct Optimiser {
  const Game *game;      // as lowered
  const Program *old;    // its program
  Builder builder;       // of the new one
  Ref *done;             // by old Ref: the new one, where `made` is the number of the pass
  uint32_t *made, pass;  // a pass for the rules, and one for every kind of piece
  uint32_t *table;       // new instructions by their hash, 0: free
  uint32_t mask, n;
  bool mover_is_owner;  // pieces always move in their owner's turn
  bool facing_is_known;
} Optimiser;

static inline const Ins *new_ins(const Optimiser *o, int32_t ref) {
  return (const Ins *)(const void *)(o->builder.code.at + ref);
}

// The instruction, or an equal one that is there, or what it comes to.
Ref optimise_emit(Optimiser *o, Op op, int n, const int32_t *operands);
#define OPTIMISED(o, op, ...)                                                                \
  optimise_emit((o), (op), (int)(sizeof((int32_t[]){0, __VA_ARGS__}) / sizeof(int32_t)) - 1, \
                (int32_t[]){0, __VA_ARGS__} + 1)

static inline Ref optimised_nothing(Optimiser *o) { return optimise_emit(o, OP_NOTHING, 0, &(int32_t){0}); }

// What an instruction comes to, built of simpler ones; 0: it stays as it is. The operands are new Refs.
Ref optimise_simplify(Optimiser *o, Op op, int n, const int32_t *operands);
// Likewise for what a kind of piece knows (known NULL: nothing).
Ref optimise_known(Optimiser *o, const Ins *old, const KnownPiece *known);

#endif
