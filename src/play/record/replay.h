// Playing a recorded game again and comparing every position: the legal moves, the state after each move,
// the ranking, the result. Stops at the first difference.
#ifndef PLAY_RECORD_REPLAY_H
#define PLAY_RECORD_REPLAY_H

#include "play/record/record.h"
#include "play/record/replay_match.h"

typedef struct ReplayReport {
  bool same;
  int ply;              // where the first difference is; -1: before the first move
  int plies;            // moves made
  Text cause;           // one line: what differs
  Text missing, extra;  // legal moves, one per line, the first few
  Text state;           // variables of the state, one per line
} ReplayReport;

void replay_report_free(ReplayReport *report);

// Notes the first difference in the report; always false.
bool replay_differs(ReplayReport *report, int ply, const char *format, ...) PRINTF_LIKE(3, 4);

// Places what a record says was placed, instead of running start rules that leave something to chance.
bool replay_place(Position *x, const char *const *moves, size_t n, ReplayReport *report);

// The trace has been read up to its header, which named this game.
void replay_trace(const Game *game, Trace *trace, ReplayLevel level, ReplayReport *report);

// A record of a game without its positions: every move must be legal and the result the same. At level
// `moves` a recorded move stands for the legal one that begins alike and agrees longest.
void replay_record(const Game *game, const Record *record, ReplayLevel level, ReplayReport *report);

#endif
