// Joining moves.
#include "play/model/joint.h"

#include "state/act/moves.h"

static bool waits(const Position *x, Ref then) { return program_ins(x->program, then)->op == OP_AFTER_ALL; }

// Consequences that wait for the moves of all players.
typedef struct Rest {
  Ref then[MOVE_THEN_MAX];
  int n;
} Rest;

// Copies a move onto the stack without the consequences that wait; those are added to `rest`.
static uint32_t push_part(Position *x, Move part, Rest *rest) {
  Ref then[MOVE_THEN_MAX];
  int n = move_thens(x, &part, then);
  uint32_t at = moves_mark(x);
  move_clear_thens(x, &part);
  VEC_PUSH(&x->moves, part);
  for (int t = 0; t < n; t++) {
    if (!waits(x, then[t])) moves_add_then(x, at, then[t]);
    else if (rest->n < MOVE_THEN_MAX) rest->then[rest->n++] = then[t];
    else position_fault(x, "simultaneous moves have too many consequences");
  }
  return at;
}

Move joint_move(Position *x, MoveList list, const uint32_t *parts, int n) {
  uint32_t at[GAME_PLAYERS_MAX] = {0};
  Rest rest = {.n = 0};
  assert(n <= GAME_PLAYERS_MAX);
  for (int i = 0; i < n; i++) at[i] = push_part(x, *move_at(x, list, parts[i]), &rest);
  Move *move = move_join(x, at, n);
  move->mover = (int8_t)(x->game->players + 1);
  move->from = move->to = 0;
  for (int t = 0; t < rest.n; t++) moves_add_then(x, moves_mark(x) - 1, rest.then[t]);
  return VEC_LAST(&x->moves);
}
