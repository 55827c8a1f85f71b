// Symmetries of a board: rotations and reflections that carry it onto itself, as permutations of its sites.
#ifndef BOARD_TOPO_SYMMETRY_H
#define BOARD_TOPO_SYMMETRY_H

#include "board/topo/topology.h"

typedef struct Symmetry {
  bool reflection;
  double angle;                // of the rotation, or of the mirror axis, in radians
  const Site *to[SITE_TYPES];  // where each site goes
} Symmetry;

// Rotations come first, the identity before the others.
typedef struct Symmetries {
  int n, rotations;
  const Symmetry *at;
} Symmetries;

// All isometries of the plane (turning about the middle of the vertices, or mirrored) that map vertices to
// vertices of the same height, edges to edges and cells to cells. The result lives in the arena.
Symmetries topo_symmetries(Arena *arena, const Topology *t);

#endif
