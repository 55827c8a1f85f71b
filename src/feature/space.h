// Where the features of a game live: its sites with their neighbour lists, the rotations they allow, distances to its
// regions, and what the moves of the game can say. Made once per game, const afterwards.
//
// A game whose pieces stand on cells or on vertices has the sites of that type, by their own numbers. Where the sites
// of several types are kept apart they are numbered one type after the other; `base` says where each type begins.
#ifndef FEATURE_SPACE_H
#define FEATURE_SPACE_H

#include "feature/feature.h"
#include "game/game.h"

// Where the reference system and the paper differ, or where there is no reference.
typedef struct FeatureRules {
  bool types_apart;  // sites of several types are different sites; otherwise numbers without types, as the reference
                     // has it
  bool see_hidden;   // tests see what is hidden from the player who makes the move, as in the reference
  bool paper;  // element-less features are tried in all rotations, `!N` and two forbidden owners mean what they say
} FeatureRules;

// What the reference does, where it does anything.
static inline FeatureRules feature_rules_recorded(void) { return (FeatureRules){.see_hidden = true}; }

typedef struct FeatureSpace {
  Arena arena;
  const Game *game;
  FeatureRules rules;
  SiteType type;         // whose sites these are, where there is only one type
  bool apart;            // there are several
  int n;                 // sites
  int base[SITE_TYPES];  // of each type, or -1
  SiteLists lists;       // neighbour lists
  int n_connectivities;
  const int *connectivities;  // distinct lengths of the lists, ascending
  Rotations rotations;
  int n_regions;                    // of the description
  const int32_t *const *distances;  // by region: steps to it per site, or -1; NULL for regions that may change
  int sight[2];                     // sites on orthogonal and diagonal lines from one site, at most
  bool uses_from;                   // moves can come from a site
  bool items;                       // kinds of pieces tell more than owners
  bool swaps;                       // players may be swapped
  bool passes;                      // a pass can be one of several moves
} FeatureSpace;

void space_open(FeatureSpace **space, const Game *game, FeatureRules rules);
void space_close(FeatureSpace *space);

// The number of a site of a type, or SITE_OFF: also for sites of hands and dice.
static inline Site space_site(const FeatureSpace *s, SiteType type, Site site) {
  if (!s->apart) return site >= 0 && site < s->n ? site : SITE_OFF;
  if (site < 0 || s->base[type] < 0 || site >= topo_count(s->game->board, type)) return SITE_OFF;
  return s->base[type] + site;
}
// The other way.
static inline SiteType space_type_of(const FeatureSpace *s, Site site) {
  SiteType type = s->type;
  for (int t = 0; s->apart && t < SITE_TYPES; t++) {
    if (s->base[t] >= 0 && site >= s->base[t]) type = (SiteType)t;
  }
  return type;
}

static inline SiteList space_neighbours(const FeatureSpace *s, Site site) { return lists_get(&s->lists, site); }

// Where a walk from an anchor ends, or SITE_OFF. Arithmetic is in 32-bit floats, as in the reference.
Site space_walk(const FeatureSpace *s, const TurnWalk *walk, Site anchor, float rotation, int reflection);

#endif
