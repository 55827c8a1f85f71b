// The bare graph a recipe builds: vertices, edges and faces with coordinates, before any topology.
// Generators and operators make and change Graphs; topology.h measures the final one.
#ifndef BOARD_GRAPH_H
#define BOARD_GRAPH_H

#include "base/arena.h"
#include "base/vec.h"

typedef struct GraphVertex {
  double x, y, z;
  int pivot;  // vertex this one turns around (circular boards), or -1
} GraphVertex;

typedef struct GraphEdge {
  int a, b;        // vertex indices
  int left, right; // faces, or -1
  bool curved;
  double tangent_ax, tangent_ay, tangent_bx, tangent_by;  // for curved edges
} GraphEdge;

typedef struct GraphFace {
  int n;
  int *vertices;  // in order around the face
  int *edges;     // edges[i] joins vertices[i] and vertices[i+1]
  double x, y, z; // centre
} GraphFace;

typedef struct Graph {
  Arena *arena;
  VEC(GraphVertex) vertices;
  VEC(GraphEdge) edges;
  VEC(GraphFace) faces;
  const char *basis;  // "Square", "Hexagonal", ... for labels and drawing
  const char *shape;
} Graph;

#endif
