// What can be seen from above.
#include "state/rare/visible.h"

#include "state/block/access.h"

bool site_covered(Position *x, SiteType type, int32_t site) {
  const TopoSites *sites = &x->game->board->sites[type];
  if (site < 0 || site >= sites->n || !position_work(x, (uint32_t)(sites->n - site))) return false;
  for (int32_t other = site + 1; other < sites->n; other++) {
    bool above = sites->x[other] == sites->x[site] && sites->y[other] == sites->y[site];
    if (above && site_what(x, type, other, -1) != 0) return true;
  }
  return false;
}

int sites_above_both(const Position *x, SiteType type, int32_t a, int32_t b, bool occupied) {
  SiteList above_a = topo_step_list(x->game->board, type, a, DIR_UPWARD);
  SiteList above_b = topo_step_list(x->game->board, type, b, DIR_UPWARD);
  int n = 0;
  for (int i = 0; i < above_a.n; i++) {
    if (occupied && site_what(x, type, above_a.at[i], -1) == 0) continue;
    for (int j = 0; j < above_b.n; j++) n += above_a.at[i] == above_b.at[j];
  }
  return n;
}
