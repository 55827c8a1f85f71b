// The moves a player would have if it were to move now.
#ifndef PLAY_MODEL_OTHER_MOVES_H
#define PLAY_MODEL_OTHER_MOVES_H

#include "state/turn/position.h"

// What was changed to ask.
typedef struct TurnBefore {
  int32_t mover, next, prev;
  uint32_t n_listed;
  uint64_t listed_at;
  bool changed, fault;
  Random random;  // listing moves may throw dice
} TurnBefore;

// Lists the player's moves; false when that cannot be asked: somebody else is to move in a game whose rules are an
// automaton, or whose players move at the same time. Between begin and end the position must not be changed.
bool other_moves_begin(Position *x, Player player, TurnBefore *before, MoveList *list);
void other_moves_end(Position *x, const TurnBefore *before, MoveList list);

#endif
