// Deduction puzzles: every site keeps the values still possible for it. The state holds how they differ from those of
// a fresh puzzle, so that a cleared state is one.
#include "state/act/act.h"
#include "state/block/hash.h"
#include "state/block/site.h"

void puzzle_set_values(Position *x, SiteType type, int32_t site, ValueSet values) {
  uint32_t at = puzzle_offset(x, type, site);
  if (!at) return;
  ValueSet kept = values_and(values, values_below(x->game->puzzle_values[type] + x->game->puzzle_more[type]));
  ValueSet old = *STATE_AT(x, ValueSet, at), changed = values_xor(puzzle_fresh(x, type), kept);
  state_toggle_hash(x, puzzle_key(type, site, old) ^ puzzle_key(type, site, changed));
  for (int i = 0; i < VALUES_WORDS; i++) state_put64(x, at + 8u * (uint32_t)i, changed.w[i]);
}

static SiteType resolve(const Position *x, Action *a) {
  SiteType type = a->type_to < 0 ? x->game->site_type : (SiteType)a->type_to;
  a->type_to = (int8_t)type;
  return type;
}

void act_puzzle_set(Position *x, Action *a) { puzzle_set_values(x, resolve(x, a), a->to, values_one(a->value)); }

void act_puzzle_toggle(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  puzzle_set_values(x, type, a->to, values_xor(puzzle_values(x, type, a->to), values_one(a->value)));
}

void act_puzzle_reset(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  puzzle_set_values(x, type, a->to, puzzle_fresh(x, type));
}
