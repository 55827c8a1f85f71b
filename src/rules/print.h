// A rules program as text for people. An instruction is written (OP operand ...), with the names of its
// operands from ops.def and without the absent ones; what does not fit on a line is broken up and
// indented. Subtrees used more than once are written once, as %number = ..., before the rules.
#ifndef RULES_PRINT_H
#define RULES_PRINT_H

#include "base/text.h"
#include "rules/program.h"

// Everything reachable from the roots. The program must have passed the checker.
void rules_print(Text *out, const Program *program, const RulesRoot *roots, int n);

#endif
