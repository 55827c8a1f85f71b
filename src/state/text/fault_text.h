// What went wrong while the rules ran, in words.
#ifndef STATE_TEXT_FAULT_TEXT_H
#define STATE_TEXT_FAULT_TEXT_H

#include "base/text.h"
#include "state/run/run.h"

// "the rules stopped: WHY (FILE:LINE:COLUMN), after move 3: M1; M2; M3": the place is that of the rule being run, if
// one was; of many moves the last are written. Nothing when all is well.
void fault_text(Text *out, const Position *x);

#endif
