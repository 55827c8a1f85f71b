// Walking over the orthogonal steps of a board.
#include "board/walk.h"

Site walk_end(const Topology *t, SiteType type, Site from, Dir start, const int32_t *steps, int n) {
  DirSet turns = topo_supported(t, type, RELATION_ORTHOGONAL);
  Dir dir = start;
  for (int i = 0; i < n && from >= 0; i++) {
    if (steps[i] == WALK_FORWARD) {
      SiteList next = topo_step_list(t, type, from, dir);
      from = next.n ? next.at[next.n - 1] : SITE_OFF;
    } else {
      do dir = steps[i] == WALK_RIGHT ? dir_right(dir) : dir_left(dir);
      while (!dirs_has(turns, dir));
    }
  }
  return from;
}

bool walk_leads_to(const Topology *t, SiteType type, Dir dir, Site from, Site to) {
  Radials radials = topo_radials(t, type, from, dir);
  for (int r = 0; r < radials.n; r++) {
    SiteList line = topo_radial(t, type, radials.ids[r]);
    for (int i = 1; i < line.n; i++) {
      if (line.at[i] == to) return true;
    }
  }
  return false;
}
