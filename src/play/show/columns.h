// Boards that are one row of stacks, as in Connect Four: their stacks are shown as columns that stand on the row.
#ifndef PLAY_SHOW_COLUMNS_H
#define PLAY_SHOW_COLUMNS_H

#include "state/block/access.h"

static inline bool columns_shown(const Game *game) {
  const TopoSites *sites = &game->board->sites[game->site_type];
  if (!game_has(game, GAME_STACKING) || game_has(game, GAME_CARDS) || sites->n < 3) return false;
  for (int i = 1; i < sites->n; i++) {
    if (sites->y[i] != sites->y[0]) return false;
  }
  return true;
}

// Of the highest column, at least 1.
static inline int32_t columns_height(const Position *x) {
  int32_t most = 1;
  for (Site s = 0; s < topo_count(x->game->board, x->game->site_type); s++) {
    most = MAX(most, site_height(x, x->game->site_type, s));
  }
  return most;
}

#endif
