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
  int32_t old = x->flat_what[type][site], who = x->flat_who[type][site];
  int32_t owner = game_has(x->game, GAME_PIECE_KINDS) ? piece_owner(x, what) : what;
  uint64_t left = piece_key(type, site, &(Piece){.what = old, .who = who});
  state_toggle_hash(x, left ^ piece_key(type, site, &(Piece){.what = what, .who = owner}));
  state_put16(x, at->what + 2u * (uint32_t)site, (uint16_t)what);
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

static int32_t count_at(const Position *x, SiteType type, int32_t site) {
  return STATE_AT(x, int32_t, SITE_LAYOUT(x, type)->count)[site];
}

// A pile of more or fewer of the same; neither is 0.
static void put_count(Position *x, SiteType type, int32_t site, int32_t count) {
  Piece old = {.what = x->flat_what[type][site], .who = x->flat_who[type][site], .count = count_at(x, type, site)};
  Piece piece = old;
  piece.count = count;
  state_toggle_hash(x, piece_key(type, site, &old) ^ piece_key(type, site, &piece));
  state_put32(x, SITE_LAYOUT(x, type)->count + 4u * (uint32_t)site, (uint32_t)count);
}

void pile_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  assert(x->layout->piles && site_on_flat(x, from_type, from) && site_on_flat(x, to_type, to));
  int32_t what = x->flat_what[from_type][from], count = count_at(x, from_type, from);
  if (!what && !count) return;
  if (count > 1) put_count(x, from_type, from, count - 1);
  else site_take(x, from_type, from);
  int32_t there = count_at(x, to_type, to);
  if (x->flat_what[to_type][to] == what && there > 0) {
    put_count(x, to_type, to, there + 1);
    return;
  }
  Piece change = PIECE_SAME;
  change.what = what;
  change.who = piece_owner(x, what);
  change.count = 1;
  site_set(x, to_type, to, &change);
}
