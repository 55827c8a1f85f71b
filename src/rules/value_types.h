// Types of numbers: whether the value of an instruction is a truth value, a site, a player, several players or just a
// number. Executors keep all of them as ints, and descriptions may calculate with them; a program is well typed when no
// site is taken for a player, no number for a condition, and so on.
#ifndef RULES_VALUE_TYPES_H
#define RULES_VALUE_TYPES_H

#include "base/text.h"
#include "rules/program.h"

// The type of what an instruction gives, as exactly as it is known before it runs; types: of its operands, by Ref.
RulesType ins_type(const Program *program, const Ins *in, const uint8_t *types);

// The types of all instructions, by Ref.
const uint8_t *program_types(const Program *program, Arena *arena);

// Whether an instruction may stand where `want` is wanted, given the types of the program. A number that was worked out
// may be a site or a player; it is not a condition.
bool value_fits(const Program *program, Ref ref, const uint8_t *types, RulesType want);

// Whether every operand has the type that its row wants, and every slot is given values of its type. Otherwise there is
// a line for each that has not in *why (may be NULL). The program must have passed the checker.
bool rules_well_typed(const Program *program, const RulesRoot *roots, int n, Text *why);

#endif
