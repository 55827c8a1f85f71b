// The operands of every op as a table, made while building from the rows of ops.def (operand_names.c): what walks over
// programs read instead of the text of the rows.
#ifndef RULES_OPERAND_TABLE_H
#define RULES_OPERAND_TABLE_H

#include "rules/operand.h"

enum { ROW_OPERANDS_MAX = 16 };

typedef struct OperandTable {
  uint8_t n;                        // operands of the row
  bool repeats;                     // the last one stands for any number
  uint32_t refs;                    // bit i: operand i is a Ref
  uint32_t moves;                   // of a statement
  uint32_t optional;                // may be absent
  uint32_t bound;                   // bit i: it is only evaluated while the slots that the op binds are set
  uint32_t later;                   // it is a consequence
  uint32_t elsewhere;               // it is evaluated in another position or turn
  uint32_t passes;                  // its moves are, as far as their beginning goes, those of the instruction
  int8_t slot;                      // the operand that names a slot, or -1
  uint8_t kinds[ROW_OPERANDS_MAX];  // OperandKinds
} OperandTable;
extern const OperandTable operand_table[OPS];

// The place in the row of operand i of an instruction.
static inline int operand_place(const OperandTable *row, int i) { return i < row->n ? i : row->n - 1; }
static inline bool operand_in(const OperandTable *row, uint32_t set, int i) { return set >> operand_place(row, i) & 1; }

static inline OperandKind operand_kind_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return (OperandKind)row->kinds[operand_place(row, i)];
}

// Whether operand number i of an instruction is a Ref, which may be 0 where it is optional; of a statement.
static inline bool operand_ref_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->refs, i);
}
static inline bool operand_moves_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->moves, i);
}
static inline bool operand_bound_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->bound, i);
}
static inline bool operand_elsewhere_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->elsewhere, i);
}
static inline bool operand_passes_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->passes, i);
}
static inline bool operand_later_at(const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  return operand_in(row, row->later, i);
}

// Whether an instruction is about sites of this type, or names it.
static inline bool ins_names_type(const Ins *in, int32_t type) {
  bool named = false;
  for (int i = 0; i < in->n && !named; i++) named = operand_kind_at(in, i) == KIND_SITE_TYPE && in->a[i] == type;
  return named;
}

#endif
