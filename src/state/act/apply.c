// Applying a move: its actions, then its consequences, which are worked out on the state the actions left.
#include "state/act/last_move.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/run/run.h"

enum { CONSEQUENCE_DEPTH_MAX = 200 };

static void run_consequence(Position *x, Ref then) {
  if (x->depth >= CONSEQUENCE_DEPTH_MAX) {
    position_fault(x, "consequences of consequences never end");
    return;
  }
  x->depth++;
  uint32_t mark = moves_mark(x);
  x_moves(x, (int32_t)then);
  for (uint32_t i = mark; i < x->moves.n && !x->fault; i++) {
    Move move = x->moves.at[i];
    move_apply(x, &move, false);
  }
  moves_drop(x, mark);
  x->depth--;
}

static void record_move(Position *x, const Move *move) {
  if (x->played.n == x->played.cap) x->played.at = vec_grow(x->played.at, &x->played.cap, sizeof *x->played.at);
  Played *played = &x->played.at[x->played.n++];
  played->move = *move;
  played->before = x->opening;
  played->move.first = (uint32_t)x->played_actions.n;
  played->move.n = 0;  // what was done is noted when all of it is
  played->move.flags &= (uint8_t)~MOVE_FILL;
  if (move->more && !(move->flags & MOVE_MORE)) {
    MoveDetail detail = move_detail(x, move);
    detail.then = detail.earlier = 0;
    VEC_PUSH(&x->played_details, detail);
    played->move.more = (uint32_t)x->played_details.n;
  }
  last_move_note(x, move);
}

// The record keeps what was done, consequences included.
static void record_done(Position *x, size_t done) {
  Played *played = &VEC_LAST(&x->played);
  assert(x->played_actions.n == played->move.first);
  for (size_t i = done; i < x->done.n; i++) VEC_PUSH(&x->played_actions, x->done.at[i]);
  if (x->done.n - done > UINT16_MAX) position_fault(x, "a move does too much");
  if (x->played_actions.n > PLAYED_MOST || x->undo.n > UNDO_MOST)
    position_fault(x, "the moves of the game did too much to be remembered");
  played->move.n = (uint16_t)MIN(x->done.n - done, UINT16_MAX);
  const Action *actions = played->move.n ? x->done.at + done : NULL;
  last_move_note_done(x, &played->move, actions, played->move.n);
}

static bool plays_again(const Position *x, size_t done) {
  for (size_t i = done; i < x->done.n; i++) {
    if (x->done.at[i].kind == ACT_SET_NEXT_PLAYER) return true;
  }
  return false;
}

static void insert_done(Position *x, size_t at) {
  Action last = VEC_LAST(&x->done);
  for (size_t i = x->done.n - 1; i > at; i--) x->done.at[i] = x->done.at[i - 1];
  x->done.at[at] = last;
}

static bool already_done(const Position *x, size_t done, const Action *action) {
  for (size_t i = done; i < x->done.n; i++) {
    const Action *have = &x->done.at[i];
    if (have->kind == action->kind && have->type_to == action->type_to && have->to == action->to &&
        have->level_to == action->level_to && (have->flags & ACTION_FLAG)) {
      return true;
    }
  }
  return false;
}

static void remove_captured(Position *x, size_t done, int32_t site, int32_t level) {
  Action remove = action_make(ACT_REMOVE);
  remove.type_to = (int8_t)x->game->site_type;
  remove.to = (int16_t)site;
  remove.level_to = (int16_t)level;
  remove.flags = ACTION_FLAG;
  if (level < 0 && already_done(x, done, &remove)) return;
  size_t before = x->done.n;
  action_apply(x, &remove);
  if (x->done.n > before) insert_done(x, done);
}

// Pieces captured during a sequence of moves leave the board when the sequence is over.
static void end_sequence(Position *x, size_t done) {
  if (plays_again(x, done)) return;
  int32_t *sites = STATE_AT(x, int32_t, x->layout->to_remove);
  int n = x->head->n_to_remove;
  if (!game_has(x->game, GAME_STACKING)) {
    for (int i = 0; i < n; i++) remove_captured(x, done, sites[i], -1);
  } else {
    for (int32_t site = 0; site < x->game->sites[x->game->site_type]; site++) {
      int times = 0;
      for (int i = 0; i < n; i++) times += sites[i] == site;
      int32_t levels = MIN(times, site_height(x, x->game->site_type, site));
      for (int32_t level = levels - 1; level >= 0; level--) remove_captured(x, done, site, level);
    }
  }
  HEAD_SET(x, n_to_remove, 0);
}

void move_apply(Position *x, const Move *move, bool record) {
  size_t actions = x->actions.n, details = x->details.n, done = x->done.n;
  Ref then[MOVE_THEN_MAX];
  int thens = move->more ? move_thens(x, move, then) : 0;
  for (uint32_t i = 0; i < move->n && !x->fault; i++) {
    Action action = x->actions.at[move->first + i];
    if (move->flags & MOVE_FILL) action_fill(&action, x, move);
    if (action.kind == ACT_THEN) run_consequence(x, action.ref);
    else action_apply_own(x, &action);
  }
  if (record) record_move(x, move);
  for (int t = 0; t < thens && !x->fault; t++) run_consequence(x, then[t]);
  if (record && game_has(x->game, GAME_SEQUENCE_CAPTURE)) end_sequence(x, done);
  if (record) record_done(x, done);
  x->actions.n = actions;
  x->details.n = details;
}

void history_rollback(Position *x, const HistoryMark *to) {
  assert(to->undo <= x->undo.n && to->played <= x->played.n && to->done <= x->done.n);
  undo_to(x, to->undo);
  x->played.n = to->played;
  x->played_actions.n = to->played_actions;
  x->played_details.n = to->played_details;
  x->done.n = to->done;
}

void savepoint_rollback(Position *x, const Savepoint *to) {
  history_rollback(x, &to->logs);
  memcpy(x->slots, to->slots, sizeof x->slots);
}

Savepoint savepoint_move(Position *x, const Move *move) {
  HistoryMark outer = x->opening;
  Savepoint mark = savepoint_begin(x);
  x->opening = mark.logs;
  move_apply(x, move, true);
  x->opening = outer;
  return mark;
}
