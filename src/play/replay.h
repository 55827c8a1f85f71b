// Playing a recorded game again and comparing every position: the legal moves, the state after each move,
// the ranking, the result. Stops at the first difference.
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "play/legal.h"

typedef struct ReplayReport {
  bool same;
  int ply;              // where the first difference is; -1: before the first move
  int plies;            // moves made
  Text cause;           // one line: what differs
  Text missing, extra;  // legal moves, one per line, the first few
  Text state;           // variables of the state, one per line
} ReplayReport;

void replay_report_free(ReplayReport *report);

// The trace has been read up to its header, which named this game.
void replay_trace(const Game *game, Trace *trace, ReplayLevel level, ReplayReport *report);

#endif
