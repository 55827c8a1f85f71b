// What the instructions of a program depend on, and regions that the rules spell out but that never change: the sites
// around FROM, the mover's far side, the column of TO. A region qualifies when it depends on the board, the equipment
// and at most one variable (a slot, whose turn it is, where the last move went). Positions keep such regions, by the
// value of the variable, as they come up (state/run/memo.h).
#ifndef PLAN_NEEDS_H
#define PLAN_NEEDS_H

#include "game/game.h"

// What an instruction depends on, as a mask: the slots, then these. Nothing at all: a constant.
enum {
  NEEDS_MOVER = 1 << 24,
  NEEDS_NEXT = 1 << 25,
  NEEDS_PREV = 1 << 26,
  NEEDS_LAST_TO = 1 << 27,
  NEEDS_LAST_FROM = 1 << 28,
  NEEDS_STATE = 1 << 29,  // anything else
};

typedef struct Memo {
  uint32_t needs;  // the variable: one bit, or none
  int32_t values;  // it takes the values from 0 up to before this
} Memo;

struct Plan;
struct RefMasks;
// Finds what every instruction depends on and the regions worth keeping.
void needs_find(struct Plan *plan, struct RefMasks *masks);

#endif
