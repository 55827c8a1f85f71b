// Positions behind a veil.
#include "search/mcts/determinize.h"

#include "play/model/guess.h"
#include "play/model/move_key.h"
#include "play/show/seats.h"

void determinize_open(Determinizer *veil, const Game *game) {
  *veil = (Determinizer){.real = game_has(game, GAME_HIDDEN) ? position_new(game, 0, 0) : NULL};
}

void determinize_close(Determinizer *veil) {
  if (veil->real) position_free(veil->real);
  VEC_FREE(&veil->keys);
  VEC_FREE(&veil->seats);
}

void determinize_set(Determinizer *veil, const Position *x, int seat) {
  Position *real = veil->real;
  veil->viewer = seat_player(x, seat);
  veil->drawn = guess_needed(x, veil->viewer);
  if (!veil->drawn) return;
  position_copy(real, x);
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

uint32_t determinize_number(const Determinizer *veil, uint64_t key) {
  uint32_t i = 0;
  while (i < veil->keys.n && veil->keys.at[i] != key) i++;
  return i;
}

// Keeps the moves that were offered.
static void sift(const Determinizer *veil, Position *x, MoveList *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    Move move = *move_at(x, *list, i);
    if (determinize_number(veil, move_key(x, &move)) < veil->keys.n) x->moves.at[list->first + kept++] = move;
  }
  list->n = kept;
}

bool determinize_guess(const Determinizer *veil, Position *x, Random *random, MoveList *list) {
  Random chance = x->random;
  position_copy(x, veil->real);
  guess_hidden(x, veil->viewer, random);
  x->random = veil->real->random;
  *list = position_moves(x);
  x->random = chance;
  sift(veil, x, list);
  return list->n > 0;
}
