// The turn is given to the player for as long as the list lives.
#include "play/model/other_moves.h"

bool other_moves_begin(Position *x, Player player, TurnBefore *before, MoveList *list) {
  StateHead *head = x->head;
  *before = (TurnBefore){head->mover,           head->next,       head->prev, x->n_listed, x->listed_at,
                         head->mover != player, x->fault != NULL, x->random};
  if (before->changed && (x->layout->walk || x->game->mode != MODE_ALTERNATING)) return false;
  if (before->changed) {
    x->changes++;
    head->prev = head->mover;
    head->next = head->mover;
    head->mover = player;
  }
  *list = position_moves(x);
  return true;
}

void other_moves_end(Position *x, const TurnBefore *before, MoveList list) {
  position_forget(x, list);
  x->random = before->random;
  if (!before->changed) return;
  // Rules that went wrong only because the turn was another player's.
  if (x->fault && !before->fault && !position_ran_out_of_time(x)) position_clear_fault(x);
  x->changes++;
  x->head->mover = before->mover;
  x->head->next = before->next;
  x->head->prev = before->prev;
  x->n_listed = before->n_listed;
  x->listed_at = before->listed_at;
}
