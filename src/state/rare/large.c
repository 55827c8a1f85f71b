// Large pieces: a walk of forward steps and turns from the root cell covers further cells. The state of the
// piece says which way the walk begins and, with several walks, which one it is.
#include "state/block/site.h"

static bool has(const int32_t *sites, int n, int32_t site) {
  for (int i = 0; i < n; i++) {
    if (sites[i] == site) return true;
  }
  return false;
}

static Dir turn(Dir dir, DirSet supported, bool right) {
  for (int i = 0; i < DIRS; i++) {
    dir = right ? dir_right(dir) : dir_left(dir);
    if (dirs_has(supported, dir)) break;
  }
  return dir;
}

int large_sites(const Position *x, int32_t what, int32_t root, int32_t state, int32_t sites[LARGE_SITES_MAX]) {
  return large_cells(x->game, what, root, state, sites);
}

int large_cells(const Game *game, int32_t what, int32_t root, int32_t state, int32_t sites[LARGE_SITES_MAX]) {
  const TopoSites *cells = &game->board->sites[SITE_CELL];
  const Component *piece = &game->components[what];
  int ways = cells->n_ordered[RELATION_ORTHOGONAL], n = 0;
  if (root < 0 || root >= cells->n || ways <= 0) return 0;
  state = MAX(state, 0);
  Dir dir = cells->ordered[RELATION_ORTHOGONAL][state % ways];
  sites[n++] = root;
  if (state / ways >= piece->n_walks) return n;
  for (const char *step = piece->walks[state / ways]; *step; step++) {
    if (*step != 'F') {
      dir = turn(dir, cells->supported[RELATION_ORTHOGONAL], *step == 'R');
      continue;
    }
    SiteList next = topo_step_list(game->board, SITE_CELL, root, dir);
    if (!next.n) return 0;
    root = next.at[next.n - 1];
    if (!has(sites, n, root) && n < LARGE_SITES_MAX) sites[n++] = root;
  }
  return n;
}
