// The common part of piece movement.
#include "state/act/piece_move.h"

#include "state/act/moves.h"
#include "state/block/access.h"

Move *piece_move_push(Position *x, const PieceMove *spec) {
  Action *action = move_begin(x, ACT_MOVE, spec->from, spec->to);
  action->type_from = (int8_t)spec->type_from;
  action->type_to = (int8_t)spec->type_to;
  action->from = (int16_t)spec->from;
  action->to = (int16_t)spec->to;
  action->level_from = (int16_t)spec->level_from;
  action->level_to = (int16_t)spec->level_to;
  action->flags = (uint8_t)((spec->decision ? ACTION_DECISION : 0) | (spec->stack ? ACTION_STACK : 0));
  Move *move = &VEC_LAST(&x->moves);
  if (spec->stack) move_set_levels(x, move, 0, site_height(x, spec->type_from, spec->from) - 1);
  return move;
}
