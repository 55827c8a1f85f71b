// Constraints of deduction puzzles that are made of lists of sites, one list at a time.
#ifndef STATE_RARE_PUZZLE_H
#define STATE_RARE_PUZZLE_H

#include "state/rare/puzzle_values.h"
#include "state/run/run.h"

enum { PUZZLE_LISTS = A_VALUES_DIFFER_LISTS };  // the operands from here on are lists
static_assert(A_SUMS_FIT_LISTS == A_VALUES_DIFFER_LISTS && A_SUMS_FIT_TYPE == A_VALUES_DIFFER_TYPE &&
                  A_SUMS_FIT_REGION == A_VALUES_DIFFER_REGION,
              "both constraints are read alike");

// One list of sites whose values must keep to a constraint.
typedef struct PuzzleList {
  const Ins *in;
  Ints sites;
  int number;  // among the lists of the constraint; -1: it is a region, for which there is no hint
} PuzzleList;

// A constraint whose lists can be looked at one by one, because nothing else in it depends on values.
bool puzzle_is_by_list(const Position *x, const Ins *in);
// Its lists: numbers from -1 (its region, which may be empty) to this - 1. Regions are in scratch.
int puzzle_count_lists(const Ins *in);
PuzzleList puzzle_list(Position *x, const Ins *in, int number);
// Whether its values keep to the constraint.
bool puzzle_list_holds(Position *x, const PuzzleList *list);
// The values that one of its sites can have so that they do, when the other sites stay as they are.
ValueSet puzzle_list_leaves(Position *x, const PuzzleList *list, int32_t site);

#endif
