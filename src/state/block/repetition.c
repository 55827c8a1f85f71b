// Hashes of positions and the history kept for repetition rules.
#include "state/block/access.h"
#include "state/turn/result.h"

enum {
  FULL_MOVER = 100,
  FULL_NEXT,
  FULL_PREV,
  FULL_ACTIVE,
  FULL_STALEMATED,
  FULL_PENDING,
  FULL_TURNS,
  FULL_PASSES,
  FULL_SCORE,
  FULL_AMOUNT,
  HASH_MAX_TURNS = 16
};

uint64_t position_hash(const Position *x) { return x->head->hash; }

static uint64_t pending_hash(const Position *x) {
  uint64_t hash = 0;
  for (int i = 0; i < x->head->n_pending; i++) {
    hash ^= zobrist(FULL_PENDING, 0, 0, STATE_AT(x, int32_t, x->layout->pending)[i]);
  }
  return hash;
}

uint64_t position_full_hash(const Position *x) {
  const StateHead *head = x->head;
  uint64_t hash = head->hash ^ zobrist(FULL_MOVER, 0, 0, head->mover) ^ zobrist(FULL_NEXT, 0, 0, head->next) ^
                  zobrist(FULL_PREV, 0, 0, head->prev) ^ zobrist(FULL_ACTIVE, 0, 0, head->active) ^
                  zobrist(FULL_STALEMATED, 0, 0, head->stalemated) ^ pending_hash(x) ^
                  zobrist(FULL_TURNS, 0, 0, head->turn_same) ^ zobrist(FULL_PASSES, 0, 0, head->passes);
  for (int p = 1; p <= x->game->players; p++) {
    if (x->layout->score) hash ^= zobrist(FULL_SCORE, p, 0, STATE_AT(x, int32_t, x->layout->score)[p]);
    if (x->layout->amount) hash ^= zobrist(FULL_AMOUNT, p, 0, STATE_AT(x, int32_t, x->layout->amount)[p]);
  }
  return hash;
}

// Those of turns before stay in the list: a turn that is taken back needs them again.
static void keep_turn_hash(Position *x, uint64_t hash) {
  if (x->head->mover != x->head->prev) x->turn_start = x->turn_hashes.n;
  VEC_PUSH(&x->turn_hashes, hash);
}

void repetition_record(Position *x) {
  int repeat = x->game->repeat;
  bool new_turn = x->head->mover != x->head->prev;
  if ((repeat & REPEAT_POSITIONAL) && new_turn) VEC_PUSH(&x->hashes, position_hash(x));
  else if (game_has(x->game, GAME_CYCLES)) VEC_PUSH(&x->hashes, position_hash(x));
  if (repeat & REPEAT_POSITIONAL_IN_TURN) keep_turn_hash(x, position_hash(x));
  if ((repeat & REPEAT_SITUATIONAL) && new_turn) VEC_PUSH(&x->hashes, position_full_hash(x));
  if (repeat & REPEAT_SITUATIONAL_IN_TURN) keep_turn_hash(x, position_full_hash(x));
}

bool repetition_seen(const Position *x, int kind) {
  bool full = kind & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN);
  bool turn = kind & (REPEAT_POSITIONAL_IN_TURN | REPEAT_SITUATIONAL_IN_TURN);
  uint64_t hash = full ? position_full_hash(x) : position_hash(x);
  const uint64_t *list = turn ? x->turn_hashes.at : x->hashes.at;
  size_t n = turn ? x->turn_hashes.n : x->hashes.n, first = turn ? x->turn_start : 0;
  while (n-- > first) {
    if (list[n] == hash) return true;
  }
  return false;
}
