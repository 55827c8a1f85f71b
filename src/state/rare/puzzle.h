// Constraints of deduction puzzles that are made of lists of sites, one list at a time.
#ifndef STATE_RARE_PUZZLE_H
#define STATE_RARE_PUZZLE_H

#include "state/run/run.h"

enum { PUZZLE_LISTS = A_VALUES_DIFFER_LISTS };  // the operands from here on are lists
static_assert(A_SUMS_FIT_LISTS == A_VALUES_DIFFER_LISTS && A_SUMS_FIT_TYPE == A_VALUES_DIFFER_TYPE &&
                  A_SUMS_FIT_REGION == A_VALUES_DIFFER_REGION,
              "both constraints are read alike");

// A constraint whose lists can be looked at one by one.
bool puzzle_is_by_list(const Ins *in);
// Whether the list that is operand i keeps to it.
bool puzzle_list_holds(Position *x, const Ins *in, int i);

#endif
