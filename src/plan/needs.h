// What the instructions of a program depend on, and regions that the rules spell out but that never change: the sites
// around FROM, the mover's far side, the column of TO. A region qualifies when it depends on the board, the equipment
// and at most one variable (a slot, whose turn it is, where the last move went). Positions keep such regions, by the
// value of the variable, as they come up (state/run/memo.h).
#ifndef PLAN_NEEDS_H
#define PLAN_NEEDS_H

#include "game/game.h"
#include "rules/effects.h"

// The variables that a region kept may depend on; parts of the state are those of effects.h.
#define MEMO_PARTS (SLOT_BITS | PART_MOVER | PART_NEXT | PART_PREV | PART_LAST_TO | PART_LAST_FROM)

typedef struct Memo {
  uint32_t needs;  // the variable: one bit, or none
  int32_t values;  // it takes the values from 0 up to before this
} Memo;

struct Plan;
// Finds what every instruction depends on and the regions worth keeping.
void needs_find(struct Plan *plan);
// Whether some rule asks where the last move came from or went.
bool needs_last_move(const struct Plan *plan);

#endif
