// The keys of the positional hash: one for everything that is not as in an empty position. The hash is
// their exclusive or, kept in step by whoever writes and computed from scratch by position_hash_scratch.
#ifndef STATE_BLOCK_HASH_H
#define STATE_BLOCK_HASH_H

#include "state/block/access.h"
#include "state/rare/puzzle_values.h"
#include "state/run/run.h"

enum {
  HASH_PIECE = 1,
  HASH_HEIGHT,
  HASH_COUNT,
  HASH_HIDDEN,
  HASH_PUZZLE,
  HASH_PLAYABLE,
  HASH_TEMP,
  HASH_TEAM,
  HASH_ORDER,
  HASH_WALK_PLACE,
  HASH_WALK_VALUE
};

// Everything a piece is, in one number; 0 only for nothing at all.
static inline int64_t piece_number(const Piece *piece) {
  uint64_t packed =
      (uint32_t)piece->what | (uint64_t)(uint32_t)piece->who << 12 | (uint64_t)(uint32_t)piece->rotation << 17;
  uint64_t more =
      (uint64_t)piece->state * 2053 + (uint64_t)piece->value * 4000037 + (uint64_t)piece->count * 1000000007;
  return (int64_t)(packed ^ more << 24);
}

static inline uint64_t piece_key(SiteType type, int32_t site, const Piece *piece) {
  int64_t number = piece_number(piece);
  return number ? zobrist(HASH_PIECE + 16 * (int)type, site, 0, number) : 0;
}

static inline uint64_t level_key(SiteType type, int32_t site, int32_t level, const Level *at) {
  int64_t number = piece_number(
      &(Piece){.what = at->what, .who = at->who, .state = at->state, .rotation = at->rotation, .value = at->value});
  return number ? zobrist(HASH_PIECE + 16 * (int)type, site, level + 1, number) : 0;
}

static inline uint64_t height_key(SiteType type, int32_t site, int32_t height) {
  return height ? zobrist(HASH_HEIGHT + 16 * (int)type, site, 0, height) : 0;
}

// Hidden information on flat boards; masks of stack levels are not part of the position.
static inline uint64_t hidden_key(SiteType type, int32_t site, Player player, int mask) {
  return mask ? zobrist(HASH_HIDDEN + 16 * (int)type, site, player, mask) : 0;
}

// Values ruled out in a deduction puzzle.
static inline uint64_t puzzle_key(SiteType type, int32_t site, ValueSet out) {
  uint64_t key = 0;
  for (int i = 0; i < VALUES_WORDS; i++) {
    if (out.w[i]) key ^= zobrist(HASH_PUZZLE + 16 * (int)type, site, i, (int64_t)out.w[i]);
  }
  return key;
}

// A scalar that begins with the value `first`.
static inline uint64_t change_key(int kind, int index, int32_t first, int32_t now) {
  return first == now ? 0 : zobrist(kind, index, 0, first) ^ zobrist(kind, index, 0, now);
}

// Games by automaton: where it stands, and its values. Steps change them all the time, so these keys are cheaper.
static inline uint64_t walk_place_key(const WalkPlace *place) {
  uint64_t where = (uint64_t)place->state << 32 ^ (uint64_t)place->vertex << 8 ^ (uint64_t)place->player << 1;
  return random_mix((where ^ (uint64_t)place->inside) * 0x9e3779b97f4a7c15ULL + HASH_WALK_PLACE);
}

static inline uint64_t walk_value_key(int32_t number, int32_t value) {
  uint64_t which = (uint64_t)(uint32_t)number << 32 ^ (uint32_t)value;
  return value ? random_mix(which * 0xd1342543de82ef95ULL + HASH_WALK_VALUE) : 0;
}

#endif
