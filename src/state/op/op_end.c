// End rules and the conditions they commonly ask for.
#include "plan/deferred_ends.h"
#include "state/run/op_functions.h"
#include "state/turn/result.h"

// For the next player: as if the turn had already passed on.
static void look_ahead(Position *x) {
  StateHead *head = x->head;
  Player mover = head->mover, next = head->next, prev = head->prev;
  if (!head->over && head->active) {
    head->prev = mover;
    head->mover = next;
    head->next = next_active(x, next);
  }
  x->looking_ahead = true;
  compute_stalemated(x);
  x->looking_ahead = false;
  head->mover = mover;
  head->next = next;
  head->prev = prev;
}

// Takes for granted that the next player can move, where that is found out later.
static bool can_wait(Position *x, const Ins *in) {
  const Ins *player = position_ins(x, in->a[A_NO_MOVES_PLAYER]);
  bool waits = x->deferred_ends && x->deferred_ends->moves && !x->head->over;
  if (!waits || player->op != OP_HEAD || player->a[A_HEAD_VAR] != HEAD_NEXT) return false;
  x->moves_waited = true;
  HEAD_SET(x, stalemated, x->head->stalemated & ~(1u << x->head->next));
  return true;
}

int32_t op_NO_MOVES(Position *x, const Ins *in) {
  if (in->a[A_NO_MOVES_NEXT]) {
    if (x->looking_ahead || can_wait(x, in)) return 0;
    look_ahead(x);
  }
  int32_t player = x_int(x, in->a[A_NO_MOVES_PLAYER]);
  return player >= 0 && player <= x->game->players && (x->head->stalemated >> player & 1);
}

// The rules of play cannot ask this: they would have to make their own moves first.
int32_t op_LEGAL_MOVES(Position *x, const Ins *in) {
  (void)in;
  if (x->listing) position_fault(x, "the rules of play ask how many legal moves there are");
  return (int32_t)x->n_listed;
}

void op_RESULT(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_RESULT_PLAYER]);
  bool all = player > x->game->players;
  bool active = player >= 1 && player <= x->game->players && (x->head->active >> (player - 1) & 1);
  if (x->match.deciding) {
    match_result(x, player, (ResultKind)in->a[A_RESULT_RESULT]);
    return;
  }
  if (!all && !active) return;
  result_give(x, all ? 0 : player, (ResultKind)in->a[A_RESULT_RESULT]);
}

// A loop gives its result even to a player who is out of the game already.
static void give_in_loop(Position *x, int32_t rule) {
  const Ins *in = position_ins(x, rule);
  int32_t player = in->op == OP_RESULT ? x_int(x, in->a[A_RESULT_PLAYER]) : 0;
  bool out = player >= 1 && player <= x->game->players && !(x->head->active >> (player - 1) & 1);
  if (out) result_give(x, player, (ResultKind)in->a[A_RESULT_RESULT]);
  else x_moves(x, rule);
}

void op_END_FOR_PLAYERS(Position *x, const Ins *in) {
  int32_t old = x->slots[SLOT_PLAYER], mover = x->head->mover;
  for (int p = 1; p <= x->game->players; p++) {
    if ((in->a[A_END_FOR_PLAYERS_OTHERS] && p == mover) || !(x->head->active >> (p - 1) & 1)) continue;
    x->slots[SLOT_PLAYER] = p;
    if (x_int(x, in->a[A_END_FOR_PLAYERS_IF])) give_in_loop(x, in->a[A_END_FOR_PLAYERS_RESULT]);
  }
  x->slots[SLOT_PLAYER] = old;
}

void op_END_FOR_TRACKS(Position *x, const Ins *in) {
  int32_t old = x->slots[SLOT_TRACK];
  for (int t = 0; t < x->game->n_tracks && x->head->active; t++) {
    x->slots[SLOT_TRACK] = t;
    if (x_int(x, in->a[A_END_FOR_TRACKS_IF])) give_in_loop(x, in->a[A_END_FOR_TRACKS_RESULT]);
  }
  x->slots[SLOT_TRACK] = old;
}

void op_RESULT_TEAM(Position *x, const Ins *in) {
  int32_t team = x_int(x, in->a[A_RESULT_TEAM_TEAM]);
  if (team >= 1 && team <= x->game->players && (x->head->active >> (team - 1) & 1)) {
    result_give_team(x, team, (ResultKind)in->a[A_RESULT_TEAM_RESULT]);
  }
}

int32_t op_MATCH_TRIALS(Position *x, const Ins *in) { return (void)in, x->match.trials; }

// Takes for granted that a condition does not hold because the next player can move, likewise.
static bool cond_waits(Position *x, Ref cond) {
  const DeferredEnds *waits = x->deferred_ends;
  bool waiting = false;
  if (x->head->over || x->head->next == x->head->mover) return false;
  for (int i = 0; i < waits->n_conds && !waiting; i++) waiting = waits->conds[i] == cond;
  x->mate_waited |= waiting;
  return waiting;
}

void op_END_IF(Position *x, const Ins *in) {
  if (x->deferred_ends && cond_waits(x, (Ref)in->a[A_END_IF_COND])) return;
  if (!x_int(x, in->a[A_END_IF_COND])) return;
  for (int i = A_END_IF_RULES; i < in->n; i++) {
    const Ins *rule = position_ins(x, in->a[i]);
    if (rule->op == OP_END_IF && !x_int(x, rule->a[A_END_IF_COND])) continue;
    x_moves(x, in->a[i]);
    return;
  }
}

void op_BY_SCORE(Position *x, const Ins *in) {
  if (x->layout->score) result_by_score(x, STATE_AT(x, int32_t, x->layout->score), in->a[A_BY_SCORE_MISERE]);
}

void op_FINAL_SCORE(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_FINAL_SCORE_PLAYER]), score = x_int(x, in->a[A_FINAL_SCORE_SCORE]);
  if (x->layout->score && player >= 1 && player <= x->game->players) {
    state_put_item(x, x->layout->score, player, score);
  }
}
