// Joining moves.
#include "play/model/joint.h"

#include "state/act/moves.h"

static bool waits(const Position *x, Ref then) { return program_ins(x->program, then)->op == OP_AFTER_ALL; }

// Copies a move onto the stack without the consequences that wait; those are added to `rest`.
static uint32_t push_part(Position *x, Move part, Move *rest) {
  int kept = 0;
  for (int t = 0; t < part.n_then; t++) {
    if (!waits(x, part.then[t])) part.then[kept++] = part.then[t];
    else if (rest->n_then < MOVE_THEN_MAX) rest->then[rest->n_then++] = part.then[t];
    else position_fault(x, "simultaneous moves have too many consequences");
  }
  part.n_then = (uint8_t)kept;
  VEC_PUSH(&x->moves, part);
  return (uint32_t)x->moves.n - 1;
}

Move joint_move(Position *x, MoveList list, const uint32_t *parts, int n) {
  uint32_t at[GAME_PLAYERS_MAX];
  Move rest = {0};
  assert(n <= GAME_PLAYERS_MAX);
  for (int i = 0; i < n; i++) at[i] = push_part(x, *move_at(x, list, parts[i]), &rest);
  Move move = *move_join(x, at, n);
  move.mover = (int16_t)(x->game->players + 1);
  move.from = move.to = 0;
  move.n_then = rest.n_then;
  memcpy(move.then, rest.then, sizeof move.then);
  return move;
}
