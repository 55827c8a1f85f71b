// Meta rules: moves that are added to, or struck from, what the play rules generate.
#include "state/result.h"

// The player whose turn came before the present one's, or -1.
static Player last_turn_mover(const Exec *x, Player mover) {
  for (size_t i = x->played.n; i-- > 0;) {
    if (x->played.at[i].move.mover != mover) return x->played.at[i].move.mover;
  }
  return -1;
}

static void offer_swap(Exec *x) {
  if (!x->game->meta.swap || (int)x->played.n != x->game->players - 1) return;
  Player mover = x->head->mover, other = last_turn_mover(x, mover);
  if (other < 0) return;
  Action swap = action_make(ACT_SWAP);
  swap.what = (int16_t)mover;
  swap.player = (int16_t)other;
  swap.flags = ACTION_DECISION;
  move_push(x, swap, -1, -1);
  Action again = action_make(ACT_SET_NEXT_PLAYER);
  again.player = (int16_t)mover;
  move_add_action(x, again);
}

void meta_change_moves(Exec *x, uint32_t mark) {
  (void)mark;
  offer_swap(x);
}

static bool repeats(Exec *x, const Move *move) {
  if (move_is(x, move, ACT_PASS)) return false;
  Move copy = *move;
  Tentative before = tentative_move(x, &copy);
  bool seen = repetition_seen(x, x->game->meta.no_repeat);
  tentative_rollback(x, &before);
  return seen;
}

void meta_filter_moves(Exec *x, uint32_t mark) {
  if (!x->game->meta.no_repeat) return;
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move move = x->moves.at[i];
    if (!repeats(x, &move)) x->moves.at[kept++] = move;
  }
  moves_drop(x, kept);
}
