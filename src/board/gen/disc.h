// Boards that are a disc cut into triangles when neighbours are joined: hexagonal cells, triangular grids of points.
// On a disc, paths that join alternating parts of the rim must meet: what connection games rest upon.
#ifndef BOARD_GEN_DISC_H
#define BOARD_GEN_DISC_H

#include "base/arena.h"
#include "board/topo/topology.h"

// Neighbours of each site: near[first[site]] up to before near[first[site + 1]].
typedef struct NearLists {
  int sites;
  const int32_t *first;
  const Site *near;
} NearLists;

typedef struct Disc {
  int rim;           // sites on the rim
  const int *place;  // by site: its place along the rim, -1 inside
} Disc;

// False when the board is no such disc: proved site by site (neighbours form a ring, or a chain on the rim), by its
// rim being one closed walk, and by Euler's formula.
bool disc_find(Arena *arena, const NearLists *lists, Disc *disc);

// A run of rim sites: from place `at` on, n of them. False when the region is empty, not all on the rim, or not in one
// piece, or the whole rim.
typedef struct DiscArc {
  int at, n;
} DiscArc;
bool disc_arc(const Disc *disc, const NearLists *lists, const Word *region, DiscArc *arc);

#endif
