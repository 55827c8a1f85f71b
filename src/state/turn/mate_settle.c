// What the move that was drawn says about conditions of the end rules that wait (game/waits.h). They ask, before the
// turn passes on, whether the next player has a move that holds; the move drawn afterwards is one if it does the same
// in both turns, which its actions and consequences tell, or else if it is tried out with the turn given back.
#include "plan/turn_independence.h"
#include "state/act/moves.h"
#include "state/turn/candidate.h"
#include "state/turn/result.h"

static bool action_is_free(const Position *x, const Action *action, const DeferredEnds *waits) {
  if (action->kind != ACT_THEN) return action_is_same_in_both_turns((ActionKind)action->kind);
  return waits->turns[action->ref] && !bits_any(waits->turns[action->ref], x->words);
}

// Whether a move does the same whoever's turn it is.
static bool move_is_free(const Position *x, const Move *move, const DeferredEnds *waits) {
  bool is = move->to >= 0 && move->to < x->program->region_bits;
  Ref then[MOVE_THEN_MAX];
  int thens = move_thens(x, move, then);
  for (uint32_t i = 0; i < move->n && is; i++) is = action_is_free(x, &x->actions.at[move->first + i], waits);
  for (int i = 0; i < thens && is; i++) {
    const Word *sites = waits->turns[then[i]];
    is = sites && !bit_get(sites, move->to);
  }
  return is;
}

// Whether a condition holds after a move made with the turn given back to the player who moved last.
static bool holds_before_turn(Position *x, Move move, Ref cond, Player prev) {
  StateHead *head = x->head;
  Player mover = head->mover, next = head->next, last = head->prev;
  move.mover = (int8_t)last;
  head->mover = last;
  head->next = mover;
  head->prev = prev;
  bool holds = move_holds_after(x, &move, (int32_t)cond);
  head->mover = mover;
  head->next = next;
  head->prev = last;
  return holds;
}

bool candidates_settle(const Candidates *c, Position *x, const DeferredEnds *waits, Player prev) {
  const CandidatePart *part = &c->parts.at[c->taken_part];
  if (part->ref != waits->pieces) return false;
  if (!waits->filter) return true;
  const Move *move = &x->moves.at[part->first + c->taken];
  const CandidateWrap *wrap = part->wrap ? &c->wraps.at[part->wrap - 1] : NULL;
  bool filtered = wrap && wrap->filter && wrap->ref == waits->filter;
  return (filtered && move_is_free(x, move, waits)) || holds_before_turn(x, *move, waits->asked, prev);
}
