// Regions.
#include "state/ops.h"

const Word *op_REGION_CONST(Exec *x, const Ins *in) { return x->program->regions[in->a[0]]; }
const Word *op_EMPTY(Exec *x, const Ins *in) { return sites_empty(x, x_type(x, in->a[0])); }

static bool has_piece(const Exec *x, SiteType type, int32_t site, Player player, const RulesArray *pieces, bool top) {
  int32_t height = site_height(x, type, site);
  for (int32_t level = top ? MAX(height - 1, 0) : 0; level < height; level++) {
    int32_t what = site_what(x, type, site, level), who = site_who(x, type, site, level);
    if (player <= x->game->players && who != player) continue;
    for (int i = 0; i < pieces->n; i++) {
      if (pieces->at[i] == what) return true;
    }
  }
  return false;
}

const Word *op_OCCUPIED(Exec *x, const Ins *in) {
  SiteType type = x_type(x, in->a[0]);
  Player player = x_int(x, in->a[1]);
  Word *region = exec_region(x);
  if (player < 0) return region;
  bool all = player > x->game->players;
  if (all) bits_fill(region, x->game->sites[type]);
  if (all) bits_andnot(region, sites_empty(x, type), x->words);
  else bits_copy(region, sites_owned(x, type, player), x->words);
  if (in->a[2] < 0 && !in->a[3]) return region;
  FOR_BITS(site, region, x->words) {
    bool keep = in->a[2] < 0 ? all || site_who(x, type, site, -1) == player
                             : has_piece(x, type, site, player, &x->program->arrays[in->a[2]], in->a[3]);
    if (!keep) bit_clear(region, site);
  }
  return region;
}

const Word *op_UNION(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  for (int i = 0; i < in->n; i++) {
    ScratchMark scratch = exec_mark(x);
    bits_or(region, x_region(x, in->a[i]), x->words);
    exec_release(x, scratch);
  }
  return region;
}

const Word *op_INTERSECTION(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  for (int i = 0; i < in->n; i++) {
    ScratchMark scratch = exec_mark(x);
    const Word *item = x_region(x, in->a[i]);
    if (i == 0) bits_copy(region, item, x->words);
    else bits_and(region, item, x->words);
    exec_release(x, scratch);
  }
  return region;
}

const Word *op_DIFFERENCE(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  ScratchMark scratch = exec_mark(x);
  bits_copy(region, x_region(x, in->a[0]), x->words);
  bits_andnot(region, x_region(x, in->a[1]), x->words);
  exec_release(x, scratch);
  return region;
}

const Word *op_REGION_OF_INTS(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  ScratchMark scratch = exec_mark(x);
  Ints values = x_ints(x, in->a[0]);
  for (int i = 0; i < values.n; i++) {
    if (values.at[i] >= 0 && values.at[i] < x->program->region_bits) bit_set(region, values.at[i]);
  }
  exec_release(x, scratch);
  return region;
}

const Word *op_SITES_WHERE(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  ScratchMark scratch = exec_mark(x);
  int32_t old = x->slots[SLOT_SITE];
  const Word *all = x_region(x, in->a[0]);
  FOR_BITS(site, all, x->words) {
    x->slots[SLOT_SITE] = site;
    if (x_int(x, in->a[1])) bit_set(region, site);
  }
  x->slots[SLOT_SITE] = old;
  exec_release(x, scratch);
  return region;
}

// Regions of the equipment: those of the player, or all that have the name.
static void add_game_region(Exec *x, Word *to, const GameRegion *from) {
  ScratchMark scratch = exec_mark(x);
  bits_or(to, from->sites ? from->sites : x_region(x, (int32_t)from->region), x->words);
  exec_release(x, scratch);
}

const Word *op_PLAYER_REGION(Exec *x, const Ins *in) {
  Word *region = exec_region(x);
  Player player = x_int(x, in->a[0]);
  const char *name = in->a[1] >= 0 ? x->program->strings[in->a[1]] : NULL;
  for (int i = 0; i < x->game->n_regions; i++) {
    const GameRegion *have = &x->game->regions[i];
    bool named = !name || (have->name && !strcmp(have->name, name));
    if (named && have->owner == player && (have->sites || have->region)) add_game_region(x, region, have);
  }
  return region;
}
