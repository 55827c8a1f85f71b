// Writing plain boards, and those with piles.
#include "state/block/plain.h"

#include "state/block/hash.h"
#include "state/block/site.h"

void plain_put(Position *x, SiteType type, int32_t site, int32_t what) {
  assert(x->layout->plain);
  if (!site_on_flat(x, type, site)) {
    position_fault(x, "a piece was put off the board");
    return;
  }
  const SiteLayout *at = SITE_LAYOUT(x, type);
  int32_t old = flat_kind(x, type, site), who = x->flat_who[type][site];
  int32_t owner = game_has(x->game, GAME_PIECE_KINDS) ? piece_owner(x, what) : what;
  uint64_t left = piece_key(type, site, &(Piece){.what = old, .who = who});
  state_toggle_hash(x, left ^ piece_key(type, site, &(Piece){.what = what, .who = owner}));
  state_put_number(x, at->what, site, x->layout->width.what, what);
  state_put8(x, at->who + (uint32_t)site, (uint8_t)owner);
  uint32_t bytes = (uint32_t)x->words * sizeof(Word);  // of a set
  if (old) state_put_bit(x, at->owned + (uint32_t)piece_owner(x, old) * bytes, site, false);
  if (what) state_put_bit(x, at->owned + (uint32_t)piece_owner(x, what) * bytes, site, true);
  if ((old || who) != (what || owner)) state_put_bit(x, at->empty, site, !what && !owner);
}

void plain_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  int32_t what = site_what(x, from_type, from, 0);
  if (!what) return;
  plain_put(x, from_type, from, 0);
  if (site_what(x, to_type, to, 0) != what) plain_put(x, to_type, to, what);
}

// ---- piles ---------------------------------------------------------------------------------------

// How wide numbers of pieces are is known to each of the functions that are made of this one.
static inline int32_t count_at(const Position *x, SiteType type, int32_t site, int bytes) {
  return width_read(x->block + SITE_LAYOUT(x, type)->count, site, bytes);
}

// A pile of more or fewer of the same; neither is 0.
static inline void put_count(Position *x, SiteType type, int32_t site, int32_t count, int bytes) {
  Piece old = {
      .what = flat_kind(x, type, site), .who = x->flat_who[type][site], .count = count_at(x, type, site, bytes)};
  Piece piece = old;
  piece.count = count;
  if (UNLIKELY(!width_fits(count, bytes)) && !piece_fits(x, &piece)) return;
  state_toggle_hash(x, piece_key(type, site, &old) ^ piece_key(type, site, &piece));
  state_put_number(x, SITE_LAYOUT(x, type)->count, site, bytes, count);
}

static inline void move_one(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to, int bytes) {
  assert(x->layout->piles && site_on_flat(x, from_type, from) && site_on_flat(x, to_type, to));
  int32_t what = flat_kind(x, from_type, from), count = count_at(x, from_type, from, bytes);
  if (!what && !count) return;
  if (count > 1) put_count(x, from_type, from, count - 1, bytes);
  else site_take(x, from_type, from);
  int32_t there = count_at(x, to_type, to, bytes);
  if (flat_kind(x, to_type, to) == what && there > 0) {
    put_count(x, to_type, to, pile_sum(x, there, 1), bytes);
    return;
  }
  Piece change = PIECE_SAME;
  change.what = what;
  change.who = piece_owner(x, what);
  change.count = 1;
  site_set(x, to_type, to, &change);
}

static void move_one_wide(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  move_one(x, from_type, from, to_type, to, 4);
}

void pile_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  if (x->layout->width.count == 4) move_one_wide(x, from_type, from, to_type, to);
  else move_one(x, from_type, from, to_type, to, x->layout->width.count);
}
