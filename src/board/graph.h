// The bare graph a recipe builds: vertices, edges and faces with coordinates, before any topology.
// Generators and operators make and change Graphs; topology.h measures the final one.
//
// Elements are numbered 0..n-1 and the numbering is part of the result: games name sites by it. So is
// the order of each vertex's edge and face lists, in which neighbours are later enumerated.
#ifndef BOARD_GRAPH_H
#define BOARD_GRAPH_H

#include "base/arena.h"
#include "base/vec.h"

enum { GRAPH_ELEMENTS_MAX = 100000 };  // vertices + edges + faces; protects memory from huge recipes

// What kind of tiling an element or graph comes from. UNSET: nobody has said yet.
#define GRAPH_BASES(X)                                                                                              \
  X(UNSET, "")                                                                                                      \
  X(NONE, "NoBasis") X(TRIANGULAR, "Triangular") X(SQUARE, "Square") X(HEXAGONAL, "Hexagonal") X(T33336, "T33336")  \
      X(T33344, "T33344") X(T33434, "T33434") X(T3464, "T3464") X(T3636, "T3636") X(T4612, "T4612") X(T488, "T488") \
          X(T31212, "T31212") X(T333333_33434, "T333333_33434") X(CONCENTRIC, "Concentric") X(SPIRAL, "Spiral")     \
              X(DUAL, "Dual") X(BRICK, "Brick") X(MESH, "Mesh") X(CELTIC, "Celtic") X(QUADHEX, "QuadHex")

#define GRAPH_SHAPES(X)                                                                                        \
  X(UNSET, "")                                                                                                 \
  X(NONE, "NoShape") X(CUSTOM, "Custom") X(SQUARE, "Square") X(RECTANGLE, "Rectangle") X(TRIANGLE, "Triangle") \
      X(HEXAGON, "Hexagon") X(DIAMOND, "Diamond") X(PRISM, "Prism") X(QUADRILATERAL, "Quadrilateral")          \
          X(RHOMBUS, "Rhombus") X(CIRCLE, "Circle") X(SPIRAL, "Spiral") X(WEDGE, "Wedge") X(STAR, "Star")      \
              X(LIMPING, "Limping") X(REGULAR, "Regular") X(POLYGON, "Polygon")

#define BASIS_VALUE(name, text) BASIS_##name,
#define SHAPE_VALUE(name, text) SHAPE_##name,
typedef enum GraphBasis { GRAPH_BASES(BASIS_VALUE) } GraphBasis;
typedef enum GraphShape { GRAPH_SHAPES(SHAPE_VALUE) } GraphShape;
#undef BASIS_VALUE
#undef SHAPE_VALUE

typedef struct GraphPoint {
  double x, y, z;
} GraphPoint;

// Element numbers; storage is in the graph's arena.
typedef struct GraphList {
  int *at;
  int n, cap;
} GraphList;

typedef struct GraphVertex {
  GraphPoint at;
  int pivot;  // vertex this one turns around (circular boards), or -1
  GraphBasis basis;
  GraphShape shape;
  GraphList edges;  // by direction, counterclockwise from west (atan2 ascending)
  GraphList faces;
  bool unsorted;  // edges were added since the list was last sorted
} GraphVertex;

typedef struct GraphEdge {
  int a, b;         // vertex numbers
  int left, right;  // faces, or -1
  GraphBasis basis;
  GraphShape shape;
  bool curved;
  double tangent_ax, tangent_ay, tangent_bx, tangent_by;  // for curved edges
} GraphEdge;

typedef struct GraphFace {
  int n;
  int *vertices;  // in order around the face
  int *edges;     // edges[i] joins vertices[i] and vertices[i+1]
  GraphPoint at;  // centre
  GraphBasis basis;
  GraphShape shape;
} GraphFace;

typedef struct PointIndex PointIndex;

typedef struct Graph {
  Arena *arena;
  GraphVertex *vertices;
  GraphEdge *edges;
  GraphFace *faces;
  int vertex_count, edge_count, face_count;
  int vertex_cap, edge_cap, face_cap;
  GraphBasis basis;
  GraphShape shape;
  bool full;          // GRAPH_ELEMENTS_MAX was reached: the graph is incomplete and unusable
  PointIndex *index;  // of vertices, for graph_find_vertex; NULL when it has to be rebuilt
} Graph;

#endif
