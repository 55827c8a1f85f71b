// Deduction puzzles: every site keeps the values still possible for it. The state holds how they differ from those of
// a fresh puzzle, so that a cleared state is one.
#include "state/act.h"
#include "state/hash.h"
#include "state/site.h"

static uint64_t values_below(int n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

static uint64_t all_values(const Exec *x, SiteType type) { return values_below(x->game->puzzle_values[type]); }

static uint32_t puzzle_offset(const Exec *x, SiteType type, int32_t site) {
  uint32_t at = SITE_LAYOUT(x, type)->puzzle;
  return at && site_valid(x, type, site) ? at + 8u * (uint32_t)site : 0;
}

uint64_t puzzle_mask(const Exec *x, SiteType type, int32_t site) {
  uint32_t at = puzzle_offset(x, type, site);
  return at ? all_values(x, type) ^ *STATE_AT(x, uint64_t, at) : 0;
}

void puzzle_set_mask(Exec *x, SiteType type, int32_t site, uint64_t mask) {
  uint32_t at = puzzle_offset(x, type, site);
  if (!at) return;
  uint64_t kept = mask & values_below(x->game->puzzle_values[type] + x->game->puzzle_more[type]);
  uint64_t old = *STATE_AT(x, uint64_t, at), changed = all_values(x, type) ^ kept;
  state_toggle_hash(x, puzzle_key(type, site, old) ^ puzzle_key(type, site, changed));
  state_put64(x, at, changed);
}

static SiteType resolve(const Exec *x, Action *a) {
  SiteType type = a->type_to < 0 ? x->game->site_type : (SiteType)a->type_to;
  a->type_to = (int8_t)type;
  return type;
}

static uint64_t value_bit(const Action *a) { return a->value >= 0 && a->value < 64 ? (uint64_t)1 << a->value : 0; }

void act_puzzle_set(Exec *x, Action *a) { puzzle_set_mask(x, resolve(x, a), a->to, value_bit(a)); }

void act_puzzle_toggle(Exec *x, Action *a) {
  SiteType type = resolve(x, a);
  puzzle_set_mask(x, type, a->to, puzzle_mask(x, type, a->to) ^ value_bit(a));
}

void act_puzzle_reset(Exec *x, Action *a) {
  SiteType type = resolve(x, a);
  puzzle_set_mask(x, type, a->to, all_values(x, type));
}
