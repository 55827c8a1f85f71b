// Perft over moves and undo.
#include "play/playout/perft.h"

uint64_t perft(Position *x, int depth) {
  if (depth == 0) return 1;
  if (position_over(x)) return 0;
  if (depth == 1) return position_count_moves(x);
  MoveList list = position_moves(x);
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    leaves += perft(x, depth - 1);
    position_undo(x);
  }
  position_forget(x, list);
  return leaves;
}

uint64_t perft_turns(Position *x, int depth) {
  if (depth == 0) return 1;
  if (position_over(x)) return 0;
  MoveList list = position_moves(x);
  int32_t turn = x->head->turn;
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    bool ended = x->head->turn != turn || position_over(x);
    leaves += perft_turns(x, ended ? depth - 1 : depth);
    position_undo(x);
  }
  position_forget(x, list);
  return leaves;
}
