// Regions that never change (plan/needs.h), kept by each position as they come up.
#ifndef STATE_RUN_MEMO_H
#define STATE_RUN_MEMO_H

#include "state/run/run.h"

// What is kept of one memo; empty before the first use.
struct MemoRegions {
  Word *known;    // set of values
  Word *regions;  // one for each value
};

void memos_free(Position *x);

#endif
