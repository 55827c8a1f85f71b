// What senet playout prints, whoever played.
#ifndef CMD_STUDY_PLAYOUT_REPORT_H
#define CMD_STUDY_PLAYOUT_REPORT_H

#include "base/common.h"
#include "cmd/frame/terminal.h"
#include "senet.h"

typedef struct PlayoutReport {
  const char *game;
  int players;
  bool scores;  // the game keeps them
  uint64_t seed;
  const char *split;  // how moves were divided, or NULL
  senet_playout_totals totals;
  Progress progress;
} PlayoutReport;

void playout_report_text(const PlayoutReport *report);
void playout_report_json(const PlayoutReport *report);
// Who wins so far, for the progress line.
void playout_report_progress(PlayoutReport *report);

#endif
