// A whole board from its recipe: graph, topology, tracks.
#ifndef BOARD_BOARD_H
#define BOARD_BOARD_H

#include "board/graph.h"
#include "board/recipe.h"
#include "board/topo/topology.h"
#include "board/track.h"

typedef struct Board {
  Graph graph;
  const Topology *topology;
  SiteType use;       // the sites pieces stand on by default
  bool boardless;     // an open table
  bool mancala;       // holes for sowing
  bool surakarta;     // lines joined by loops
  bool large_stacks;  // stacks may be higher than usual
  int track_count;
  const Track *tracks;
  Arena *arena;
} Board;

// Builds the board of `(board ..)`, `(mancalaBoard ..)`, `(surakartaBoard ..)` or `(boardless ..)`.
// three_dimensions: the rules speak of layers, so rows and columns are those of the ground. Everything lives
// in the arena. NULL with the reason in diags when the recipe is wrong.
const Board *board_make(Arena *arena, const Recipe *recipe, bool three_dimensions, Diags *diags);

// Sites a board takes in the common numbering of all containers; the next container begins there.
static inline int board_span(const Board *board) {
  return MAX(topo_count(board->topology, SITE_CELL), topo_count(board->topology, board->use));
}

#endif
