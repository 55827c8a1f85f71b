// Joining moves.
#include "play/joint.h"

Move joint_move(Exec *x, MoveList list, const uint32_t *parts, int n) {
  uint32_t at[GAME_PLAYERS_MAX];
  assert(n <= GAME_PLAYERS_MAX);
  for (int i = 0; i < n; i++) at[i] = list.first + parts[i];
  Move move = *move_join(x, at, n);
  move.mover = (int16_t)(x->game->players + 1);
  move.from = move.to = 0;
  return move;
}
