// Replaying games of which only the moves and the result were written down.
#include "play/record/move_replay.h"

#include "state/block/site.h"
#include "state/text/move_text.h"

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

// ---- puzzles of old records ------------------------------------------------------------------------
//
// Old trials of deduction puzzles were made by nobody (mover 0), some without the mark of a decision, so that the moves
// cannot be told from the values given at the start.

// Whether the value is one of those the puzzle starts with.
static bool is_given(const Position *x, const Move *move) {
  const Action *action = move->n ? &x->actions.at[move->first] : NULL;
  return action && action->kind == ACT_PUZZLE_SET &&
         values_single(puzzle_values(x, x_type(x, action->type_to), action->to)) == action->value;
}

// The text as the player's decision.
static void write_decision(Text *out, const char *text) {
  static const char nobody[] = "[Move:mover=0,", mark[] = ",decision=true";
  const char *end = strrchr(text, ']');
  bool marked = strstr(text, mark) != NULL;
  text_puts(out, "[Move:mover=1,");
  text += strlen(nobody);
  if (marked || !end || end - text < 2) text_puts(out, text);
  else text_printf(out, "%.*s%s]]", (int)(end - text - 1), text, mark);
}

static bool step_puzzle(MoveReplay *r, int ply, const char *text) {
  Move move;
  if (move_parse(r->x, str_of(text), &move, &r->report->state) && is_given(r->x, &move)) return true;
  Text decision = {0};
  write_decision(&decision, text);
  bool good = move_replay_step(r, ply, decision.p);
  text_free(&decision);
  return good;
}

static bool by_nobody(const Record *record) {
  size_t n = record->n_placements + record->n_moves;
  bool nobody = n > 0;
  for (size_t i = 0; i < n && nobody; i++) nobody = !strncmp(record->placements[i], "[Move:mover=0,", 14);
  return nobody;
}

static bool replay_puzzle(MoveReplay *r) {
  const Record *record = r->record;
  bool good = true;
  for (size_t i = 0; good && i < record->n_placements + record->n_moves; i++) {
    good = step_puzzle(r, (int)i, record->placements[i]);
  }
  return good;
}

void replay_record(const Game *game, const Record *record, ReplayLevel level, ReplayReport *report) {
  MoveReplay r;
  bool good = move_replay_open(&r, game, record, level, report);
  if (good && game_has(game, GAME_PUZZLE) && record->placements && by_nobody(record)) good = replay_puzzle(&r);
  else
    for (size_t i = 0; good && i < record->n_moves; i++) good = move_replay_step(&r, (int)i, record->moves[i]);
  if (good) same_result(&r);
  move_replay_close(&r);
}
