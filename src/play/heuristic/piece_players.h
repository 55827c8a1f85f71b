// Whose a piece is, also where the rules do not say so.
#ifndef PLAY_HEURISTIC_PIECE_PLAYERS_H
#define PLAY_HEURISTIC_PIECE_PLAYERS_H

#include "state/block/access.h"
#include "state/turn/position.h"

// Pieces of nobody that are turned over from player to player: the player is their state.
enum { PLAYER_BY_STATE = -1 };

// By component: its owner, 0, or PLAYER_BY_STATE. In games whose rules give pieces to nobody they belong to whoever
// moves them or makes them appear, as seen in a few random games.
void piece_players_find(const Game *game, int8_t *player_of);

static inline Player piece_player(const int8_t *player_of, const Position *x, SiteType type, int32_t site,
                                  int32_t level, int32_t what) {
  if (LIKELY(player_of[what] >= 0)) return player_of[what];
  int32_t state = site_state(x, type, site, level);
  return state >= 1 && state <= x->game->players ? state : 0;
}

// Of the piece on top of a site; 0 when there is none.
static inline Player site_player(const int8_t *player_of, const Position *x, SiteType type, int32_t site) {
  return piece_player(player_of, x, type, site, -1, site_what(x, type, site, -1));
}

// How many pieces that are nobody's lie on a site, piles and stacks counted one by one.
static inline int counters_on(const Position *x, SiteType type, int32_t site) {
  int32_t height = x->layout->sites[type].height ? site_height(x, type, site) : 1;
  int found = 0, count = x->layout->sites[type].count ? MAX(site_count(x, type, site), 1) : 1;
  for (int32_t level = 0; level < height; level++) {
    int owner = site_who(x, type, site, level);
    if (site_what(x, type, site, level) > 0 && (owner < 1 || owner > x->game->players)) found += count;
  }
  return found;
}

#endif
