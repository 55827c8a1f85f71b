// The operand descriptions of ops.def, taken apart: what the checker and the printer read.
#ifndef RULES_OPERAND_H
#define RULES_OPERAND_H

#include "rules/program.h"

// The rows of operand_kinds.def. Those of instructions are the types of their values.
typedef enum OperandKind {
#define VALUE(name, word, doc) KIND_##name,
#define NUMBER(name, word, doc) KIND_##name,
#include "rules/operand_kinds.def"
#undef VALUE
#undef NUMBER
  OPERAND_KINDS
} OperandKind;
static_assert((int)KIND_MOVES == (int)RULES_MOVES, "kinds of instructions come first, in the order of their types");

typedef struct OperandKindInfo {
  const char *word, *doc;
} OperandKindInfo;
extern const OperandKindInfo operand_kinds[OPERAND_KINDS];

typedef struct Operand {
  Str name;
  OperandKind kind;
  bool optional;   // may be absent
  bool repeats;    // stands for any number of operands
  bool bound;      // only evaluated while the slots that the op binds are set
  bool later;      // a consequence
  bool elsewhere;  // evaluated in another position or turn
  bool passes;     // its moves are those of the instruction
} Operand;

// Operand number i of an instruction with this op. False when its row has none there.
bool operand_find(const OpInfo *info, int i, Operand *operand);

// Whether an operand of this kind is a Ref, of an instruction of type (RulesType)kind.
static inline bool operand_is_ref(OperandKind kind) { return (int)kind < RULES_TYPES; }

// How many operands an instruction of this op has: from least to most, most -1 for any number.
void operand_range(const OpInfo *info, int *least, int *most);

const char *rules_type_name(RulesType type);

#endif
