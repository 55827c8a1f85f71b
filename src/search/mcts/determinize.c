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
  VEC_FREE(&veil->table);
}

// The place of a key in the table: that of its number, or a free one.
static uint32_t *place_of(const Determinizer *veil, uint64_t key) {
  size_t mask = veil->table.n - 1, at = random_mix(key) & mask;
  while (veil->table.at[at] != UINT32_MAX && veil->keys.at[veil->table.at[at]] != key) at = (at + 1) & mask;
  return &veil->table.at[at];
}

// Of moves with the same key the first is found.
static void make_table(Determinizer *veil) {
  size_t size = 2;
  while (size < 2 * veil->keys.n) size *= 2;
  VEC_CLEAR(&veil->table);
  for (size_t i = 0; i < size; i++) VEC_PUSH(&veil->table, UINT32_MAX);
  for (size_t i = 0; i < veil->keys.n; i++) {
    uint32_t *place = place_of(veil, veil->keys.at[i]);
    if (*place == UINT32_MAX) *place = (uint32_t)i;
  }
}

uint32_t determinize_number(const Determinizer *veil, uint64_t key) {
  return MIN(*place_of(veil, key), (uint32_t)veil->keys.n);
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
  make_table(veil);
  position_forget(real, list);
  real->random = x->random;
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
