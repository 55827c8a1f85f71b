// The operand descriptions of ops.def, taken apart: what the checker and the printer read.
#ifndef RULES_OPERAND_H
#define RULES_OPERAND_H

#include "rules/program.h"

typedef struct Operand {
  Str name;
  char kind;      // a letter as explained at OpInfo
  bool optional;  // may be absent
  bool repeats;   // stands for any number of operands
  bool bound;     // only evaluated while the slots that the op binds are set
} Operand;

// Operand number i of an instruction with this op. False when its row has none there.
bool operand_find(const OpInfo *info, int i, Operand *operand);

// Whether the kind is a Ref; *type (may be NULL) is what it must refer to.
bool operand_is_ref(char kind, RulesType *type);

// How many operands an instruction of this op has: from least to most, most -1 for any number.
void operand_range(const OpInfo *info, int *least, int *most);

const char *rules_type_name(RulesType type);

#endif
