// Which pieces of different players are alike, and which sites are, so that they can share a weight. Two players'
// pieces are alike when a symmetry of the board carries one player's start onto the other's; sites of a player are when
// a symmetry leaves the start as it is. These symmetries keep regions of players and tracks, too.
#ifndef LEARN_TUNE_TUNE_KINDS_H
#define LEARN_TUNE_TUNE_KINDS_H

#include "game/game.h"

typedef struct TuneKinds {
  const int8_t *player_of;  // by component
  const int *kind_of;       // by component, -1 for those that nobody owns
  int n_kinds;
  bool alike;           // the players are: they share the weights of sites
  const int *class_of;  // [player][site]: class of the site for a piece of that player
  int n_classes;
  int sites;
} TuneKinds;

// Lives in the arena.
void tune_kinds_find(Arena *arena, const Game *game, TuneKinds *out);

#endif
