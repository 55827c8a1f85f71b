// Growing a set of sites step by step.
#include "board/topo/topology.h"

#include "base/mem.h"

// One step from a site, added to `to`. Sites that are new are noted in `fresh`, if wanted.
static void expand_site(const Topology *t, SiteType type, Site site, Word *to, const DirSet *dirs, Site **fresh) {
  DirSet rest = dirs ? *dirs : 1;
  for (; rest; rest &= rest - 1) {
    SiteList near =
        dirs ? topo_step_list(t, type, site, (Dir)word_first(rest)) : topo_neighbours(t, type, RELATION_ADJACENT, site);
    for (int i = 0; i < near.n; i++) {
      if (fresh && !bit_get(to, near.at[i])) *(*fresh)++ = near.at[i];
      bit_set(to, near.at[i]);
    }
  }
}

static void expand_once(const Topology *t, SiteType type, const Word *from, Word *to, int words, const DirSet *dirs) {
  FOR_BITS(site, from, words) {
    if (site < topo_count(t, type)) expand_site(t, type, site, to, dirs, NULL);
  }
}

// Further steps lead on from the sites of the last one only.
static void expand_far(const Topology *t, SiteType type, Word *set, int words, int steps, const DirSet *dirs) {
  Site *queue = mem_alloc(sizeof *queue * (size_t)(topo_count(t, type) + 1)), *from = queue, *end = queue;
  FOR_BITS(site, set, words) {
    if (site < topo_count(t, type)) *end++ = site;
  }
  for (; steps > 0 && from < end; steps--) {
    for (Site *last = end; from < last; from++) expand_site(t, type, *from, set, dirs, &end);
  }
  mem_free(queue);
}

void topo_expand(const Topology *t, SiteType type, Word *set, Word *spare, int words, int steps, const DirSet *dirs) {
  if (type == SITE_EDGE) dirs = NULL;  // edges go all ways
  if (steps > 1) expand_far(t, type, set, words, steps, dirs);
  else if (steps == 1) {
    bits_copy(spare, set, words);
    expand_once(t, type, spare, set, words, dirs);
  }
}
