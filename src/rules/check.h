// The checker: a program is well formed when every instruction has the operands its row asks for, Refs
// lead backwards to instructions of the right type, and numbers of constants and slots are in range.
// A program that passes can be run and printed without looking at anything twice.
#ifndef RULES_CHECK_H
#define RULES_CHECK_H

#include "base/text.h"
#include "rules/program.h"

// False with a line for the first fault in *why (may be NULL).
bool rules_check(const Program *program, Text *why);

// Whether ref is an instruction of this type, or 0 where that is allowed.
bool rules_check_root(const Program *program, Ref ref, RulesType type, Text *why);

#endif
