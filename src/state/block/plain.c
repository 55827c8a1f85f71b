// Writing plain boards.
#include "state/block/plain.h"

#include "state/block/hash.h"
#include "state/block/site.h"

static void put_owned(Position *x, const SiteLayout *at, int32_t what, int32_t site, bool on) {
  Player owner = piece_owner(x, what);
  state_put_bit(x, at->owned + (uint32_t)owner * (uint32_t)x->words * 8u, site, on);
}

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
  if (old) put_owned(x, at, old, site, false);
  if (what) put_owned(x, at, what, site, true);
  if ((old || who) != (what || owner)) state_put_bit(x, at->empty, site, !what && !owner);
}

void plain_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  int32_t what = site_what(x, from_type, from, 0);
  if (!what) return;
  plain_put(x, from_type, from, 0);
  if (site_what(x, to_type, to, 0) != what) plain_put(x, to_type, to, what);
}
