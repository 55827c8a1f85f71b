// Regions that the rules spell out but that never change: the sites around FROM, the mover's far side, the
// column of TO. An instruction qualifies when it depends on the board, the equipment and at most one variable
// (a slot, whose turn it is, where the last move went). Its regions are kept, by the value of the variable,
// as they come up.
#ifndef STATE_RUN_MEMO_H
#define STATE_RUN_MEMO_H

#include "state/run/run.h"

// What an instruction depends on, as a mask: the slots, then these. Nothing at all: a constant.
enum {
  NEEDS_MOVER = 1 << 24,
  NEEDS_NEXT = 1 << 25,
  NEEDS_PREV = 1 << 26,
  NEEDS_LAST_TO = 1 << 27,
  NEEDS_LAST_FROM = 1 << 28,
  NEEDS_STATE = 1 << 29,  // anything else
};

struct Memo {
  uint32_t needs;  // the variable: one bit, or none
  int32_t values;  // it takes the values from 0 up to before this
  Word *known;     // set of values; NULL before the first use
  Word *regions;   // one for each value
};

// Finds what every instruction depends on and the regions worth keeping.
void memos_find(Position *x);
void memos_free(Position *x);

#endif
