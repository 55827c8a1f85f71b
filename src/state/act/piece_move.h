// Moves of one piece, as the generators of piece movement make them.
#ifndef STATE_ACT_PIECE_MOVE_H
#define STATE_ACT_PIECE_MOVE_H

#include "state/run/run.h"

typedef struct PieceMove {
  SiteType type_from, type_to;
  int32_t from, to;
  int32_t level_from, level_to;  // -1: the top
  bool decision, stack;
} PieceMove;

// Pushes the move; a stack's levels, or the level given, become those of the move.
Move *piece_move_push(Position *x, const PieceMove *spec);

#endif
