// The outside of a graph, as a walk along its edges.
#ifndef BOARD_OUTLINE_H
#define BOARD_OUTLINE_H

#include "board/graph.h"

// The vertices met when following the outside clockwise from a vertex on it (the leftmost, say), in the
// arena; returns how many. A closed walk uses an edge at most twice, which bounds it even on graphs whose
// edge lists are in no useful order.
int graph_outline(const Graph *g, Arena *arena, int from, int **vertices);

#endif
