// Replaying games of which only the moves and the result were written down.
#include "play/record/move_replay.h"

static bool same_result(const MoveReplay *r) {
  const Record *record = r->record;
  int ply = r->report->plies;
  bool over = position_over(r->x);
  if (over != record->over) return replay_differs(r->report, ply, over ? "the game is over" : "the game is not over");
  if (over && r->x->head->winner != record->winner) {
    return replay_differs(r->report, ply, "winner: player %d, recorded %d", r->x->head->winner, record->winner);
  }
  for (size_t i = 0; over && i < record->n_ranking; i++) {
    double ours = position_rank(r->x, (Player)i + 1);
    if (ours != record->ranking[i]) {
      return replay_differs(r->report, ply, "rank of player %zu: %g, recorded %g", i + 1, ours, record->ranking[i]);
    }
  }
  return true;
}

void replay_record(const Game *game, const Record *record, ReplayLevel level, ReplayReport *report) {
  MoveReplay r;
  bool good = move_replay_open(&r, game, record, level, report);
  for (size_t i = 0; good && i < record->n_moves; i++) good = move_replay_step(&r, (int)i, record->moves[i]);
  if (good) same_result(&r);
  move_replay_close(&r);
}
