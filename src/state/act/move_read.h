// Reading moves: what a listed move does and has, derived from the stacks of its Position; moves that were made; moves
// set aside with all they have.
#ifndef STATE_ACT_MOVE_READ_H
#define STATE_ACT_MOVE_READ_H

#include "state/run/run.h"

// ---- listed moves ----------------------------------------------------------------------------------

static inline MoveDetail detail_none(void) { return (MoveDetail){.state = -1}; }
MoveDetail detail_of(const Position *x, const MoveDetail *details, const Move *move);
static inline MoveDetail move_detail(const Position *x, const Move *move) {
  return move->more ? detail_of(x, x->details.at, move) : detail_none();
}
// The consequences in order; returns how many.
int move_thens(const Position *x, const Move *move, Ref then[MOVE_THEN_MAX]);
// The sites passed: a part of a line of the board.
SiteList move_passed(const Position *x, const Move *move);
static inline bool move_has_then(const Position *x, const Move *move) {
  return move->more && !(move->flags & MOVE_MORE) && x->details.at[move->more - 1].then;
}
// The edge a move is on, or -1.
static inline int32_t move_edge(const Move *move) { return move->flags & MOVE_UNORIENTED ? move->to : -1; }

// Fills the sites of a move with MOVE_FILL into one of its actions.
static inline void action_fill(Action *action, const Position *x, const Move *move) {
  if (action->flags & FILL_FROM) action->from = move->from;
  if (action->flags & FILL_TO) action->to = move->to;
  if (action->flags & FILL_PASSED) action->to = (int16_t)*move_detail(x, move).passed;
  action->flags &= (uint8_t)~FILL_ANY;
}
static inline Action move_action(const Position *x, const Move *move, uint32_t i) {
  Action action = x->actions.at[move->first + i];
  if (move->flags & MOVE_FILL) action_fill(&action, x, move);
  return action;
}
// All actions of a move on the stacks of x, in place or in `few`. What is on x->played has its own (played_actions).
static inline const Action *move_actions(const Position *x, const Move *move, Action few[FILL_MOST]) {
  if (!(move->flags & MOVE_FILL)) return x->actions.at + move->first;
  for (uint32_t i = 0; i < move->n; i++) few[i] = move_action(x, move, i);
  return few;
}

// ---- moves made ------------------------------------------------------------------------------------

// What a move of x->played did and had.
static inline MoveDetail played_detail(const Position *x, const Move *made) {
  return made->more ? detail_of(x, x->played_details.at, made) : detail_none();
}
static inline const Action *played_actions(const Position *x, const Move *made) {
  return x->played_actions.at + made->first;
}

// ---- moves set aside ------------------------------------------------------------------------------

// Moves with all they have, off the stacks of a position.
typedef struct SavedMoves {
  VEC(Move) moves;
  VEC(Action) actions;
  VEC(MoveDetail) details;
} SavedMoves;
void saved_moves_clear(SavedMoves *saved);
void saved_moves_free(SavedMoves *saved);
void saved_moves_add(SavedMoves *saved, const Position *x, const Move *move);
// Puts them on the stacks again.
void saved_moves_push(const SavedMoves *saved, Position *x);

#endif
