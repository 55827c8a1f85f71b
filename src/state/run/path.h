// Paths of a player's pieces through a site, on cells or vertices.
#ifndef STATE_RUN_PATH_H
#define STATE_RUN_PATH_H

#include "state/run/run.h"

typedef struct PathQuestion {
  SiteType type;
  Site at;
  Player who;
  int32_t min, max;  // length, in sites
  bool closed;       // a cycle
} PathQuestion;

// The site must be on the board.
bool path_of_sites(Position *x, const PathQuestion *question);

#endif
