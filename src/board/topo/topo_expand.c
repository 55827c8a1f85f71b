// Growing a set of sites step by step.
#include "board/topo/topology.h"

// One step from every site of `from`, added to `to`.
static void expand_once(const Topology *t, SiteType type, const Word *from, Word *to, int words, const DirSet *dirs) {
  FOR_BITS(site, from, words) {
    if (site >= topo_count(t, type)) continue;
    if (!dirs) {
      SiteList near = topo_neighbours(t, type, RELATION_ADJACENT, site);
      for (int i = 0; i < near.n; i++) bit_set(to, near.at[i]);
      continue;
    }
    for (DirSet rest = *dirs; rest; rest &= rest - 1) {
      SiteList near = topo_step_list(t, type, site, (Dir)word_first(rest));
      for (int i = 0; i < near.n; i++) bit_set(to, near.at[i]);
    }
  }
}

void topo_expand(const Topology *t, SiteType type, Word *set, Word *spare, int words, int steps, const DirSet *dirs) {
  bool grown = true;
  if (type == SITE_EDGE) dirs = NULL;  // edges go all ways
  for (; steps > 0 && grown; steps--) {
    bits_copy(spare, set, words);
    expand_once(t, type, spare, set, words, dirs);
    grown = !bits_equal(spare, set, words);
  }
}
