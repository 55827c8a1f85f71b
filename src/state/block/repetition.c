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

static const uint64_t *hashes(const Position *x) { return STATE_AT(x, uint64_t, x->layout->size); }

static uint64_t tagged(uint64_t hash, int kept_for) { return (hash & ~(uint64_t)1) | (uint64_t)kept_for; }

// The place behind the list is free: nothing is lost by writing there, and taking back the number takes back the entry.
static void keep_hash(Position *x, uint64_t hash, int kept_for) {
  int32_t n = x->head->n_hashes;
  if (n >= (int32_t)x->layout->most_hashes) {
    position_fault(x, "more positions than a game can have");
    return;
  }
  STATE_AT(x, uint64_t, x->layout->size)[n] = tagged(hash, kept_for);
  HEAD_SET(x, n_hashes, n + 1);
}

// Those of turns before stay in the list: a turn that is taken back needs them again.
static void keep_turn_hash(Position *x, uint64_t hash) {
  if (x->head->mover != x->head->prev) HEAD_SET(x, turn_hashes, x->head->n_hashes);
  keep_hash(x, hash, HASH_OF_TURN);
}

// What the first position leaves: cycles begin with the first move.
void repetition_begin(Position *x) {
  if (!(x->game->repeat & REPEAT_POSITIONAL) && game_has(x->game, GAME_CYCLES)) return;
  repetition_record(x);
}

void repetition_record(Position *x) {
  assert(x->layout->most_hashes);
  int repeat = x->game->repeat;
  bool new_turn = x->head->mover != x->head->prev;
  if ((repeat & REPEAT_POSITIONAL) && new_turn) keep_hash(x, position_hash(x), HASH_OF_GAME);
  else if (game_has(x->game, GAME_CYCLES)) keep_hash(x, position_hash(x), HASH_OF_GAME);
  if (repeat & REPEAT_POSITIONAL_IN_TURN) keep_turn_hash(x, position_hash(x));
  if ((repeat & REPEAT_SITUATIONAL) && new_turn) keep_hash(x, position_full_hash(x), HASH_OF_GAME);
  if (repeat & REPEAT_SITUATIONAL_IN_TURN) keep_turn_hash(x, position_full_hash(x));
}

bool repetition_seen(const Position *x, int kind) {
  bool full = kind & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN);
  bool turn = kind & (REPEAT_POSITIONAL_IN_TURN | REPEAT_SITUATIONAL_IN_TURN);
  uint64_t hash = tagged(full ? position_full_hash(x) : position_hash(x), turn ? HASH_OF_TURN : HASH_OF_GAME);
  int32_t n = x->head->n_hashes, first = turn ? x->head->turn_hashes : 0;
  while (n-- > first) {
    if (hashes(x)[n] == hash) return true;
  }
  return false;
}

// The last n hashes kept for the game, last first. False when there are fewer.
static bool last_hashes(const Position *x, uint64_t *out, size_t n) {
  size_t found = 0;
  for (int32_t i = x->head->n_hashes; i-- > 0 && found < n;) {
    if ((hashes(x)[i] & 1) == HASH_OF_GAME) out[found++] = hashes(x)[i];
  }
  return found == n;
}

bool repetition_cycles(Position *x) {
  size_t length = (size_t)(x->game->players * x->game->players), size = length * sizeof(uint64_t);
  ScratchMark scratch = position_mark(x);
  uint64_t *last = position_scratch(x, 3 * size);
  bool cycles =
      last_hashes(x, last, 3 * length) && !memcmp(last, last + length, size) && !memcmp(last, last + 2 * length, size);
  position_release(x, scratch);
  return cycles;
}
