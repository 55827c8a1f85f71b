// Positions behind a veil.
#include "search/veil.h"

#include "play/guess.h"
#include "play/move_key.h"
#include "play/seats.h"

void veil_open(Veil *veil, const Game *game) {
  *veil = (Veil){.real = game_has(game, GAME_HIDDEN) ? exec_new(game, 0, 0) : NULL};
}

void veil_close(Veil *veil) {
  if (veil->real) exec_free(veil->real);
  VEC_FREE(&veil->keys);
  VEC_FREE(&veil->seats);
}

void veil_set(Veil *veil, const Exec *x, int seat) {
  Exec *real = veil->real;
  veil->viewer = seat_player(x, seat);
  veil->drawn = guess_needed(x, veil->viewer);
  if (!veil->drawn) return;
  exec_copy(real, x);
  real->random = x->random;
  MoveList list = position_moves(real);
  VEC_CLEAR(&veil->keys);
  VEC_CLEAR(&veil->seats);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(real, list, i);
    VEC_PUSH(&veil->keys, move_key(real, move));
    VEC_PUSH(&veil->seats, player_seat(real, move->mover));
  }
  position_forget(real, list);
  real->random = x->random;
}

uint32_t veil_number(const Veil *veil, uint64_t key) {
  uint32_t i = 0;
  while (i < veil->keys.n && veil->keys.at[i] != key) i++;
  return i;
}

// Keeps the moves that were offered.
static void sift(const Veil *veil, Exec *x, MoveList *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    Move move = *move_at(x, *list, i);
    if (veil_number(veil, move_key(x, &move)) < veil->keys.n) x->moves.at[list->first + kept++] = move;
  }
  list->n = kept;
}

bool veil_guess(const Veil *veil, Exec *x, Random *random, MoveList *list) {
  Random chance = x->random;
  exec_copy(x, veil->real);
  guess_hidden(x, veil->viewer, random);
  x->random = veil->real->random;
  *list = position_moves(x);
  x->random = chance;
  sift(veil, x, list);
  return list->n > 0;
}
