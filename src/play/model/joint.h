// Simultaneous moves: the choices of all players made one move.
#ifndef PLAY_MODEL_JOINT_H
#define PLAY_MODEL_JOINT_H

#include "state/turn/position.h"

// One move that does what the moves number parts[0..n) of the list do, in this order. It belongs to all
// players (players + 1) and lives as long as the list.
Move joint_move(Position *x, MoveList list, const uint32_t *parts, int n);

#endif
