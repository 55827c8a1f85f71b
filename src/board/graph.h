// The bare graph a recipe builds: vertices, edges and faces with coordinates, before any topology.
// Generators and operators make and change Graphs; topology.h measures the final one.
//
// Elements are numbered 0..n-1 and the numbering is part of the result: games name sites by it. So is
// the order of each vertex's edge and face lists, in which neighbours are later enumerated.
#ifndef BOARD_GRAPH_H
#define BOARD_GRAPH_H

#include "base/arena.h"
#include "base/bitset.h"
#include "base/vec.h"

enum { GRAPH_ELEMENTS_MAX = 100000 };  // vertices + edges + faces; protects memory from huge recipes

// What kind of tiling an element or graph comes from. UNSET: nobody has said yet.
#define GRAPH_BASES(X)                                                                                          \
  X(UNSET, "")                                                                                                  \
  X(NONE, "NoBasis")                                                                                            \
  X(TRIANGULAR, "Triangular")                                                                                   \
  X(SQUARE, "Square")                                                                                           \
  X(HEXAGONAL, "Hexagonal")                                                                                     \
  X(T33336, "T33336")                                                                                           \
  X(T33344, "T33344")                                                                                           \
  X(T33434, "T33434") X(T3464, "T3464") X(T3636, "T3636") X(T4612, "T4612") X(T488, "T488") X(T31212, "T31212") \
      X(T333333_33434, "T333333_33434") X(CONCENTRIC, "Concentric") X(SPIRAL, "Spiral") X(DUAL, "Dual")         \
          X(BRICK, "Brick") X(MESH, "Mesh") X(CELTIC, "Celtic") X(QUADHEX, "QuadHex")

#define GRAPH_SHAPES(X)                                                                                               \
  X(UNSET, "")                                                                                                        \
  X(NONE, "NoShape")                                                                                                  \
  X(CUSTOM, "Custom")                                                                                                 \
  X(SQUARE, "Square")                                                                                                 \
  X(RECTANGLE, "Rectangle")                                                                                           \
  X(TRIANGLE, "Triangle")                                                                                             \
  X(HEXAGON, "Hexagon")                                                                                               \
  X(DIAMOND, "Diamond") X(PRISM, "Prism") X(QUADRILATERAL, "Quadrilateral") X(RHOMBUS, "Rhombus") X(CIRCLE, "Circle") \
      X(SPIRAL, "Spiral") X(WEDGE, "Wedge") X(STAR, "Star") X(LIMPING, "Limping") X(REGULAR, "Regular")               \
          X(POLYGON, "Polygon")

#define BASIS_VALUE(name, text) BASIS_##name,
#define SHAPE_VALUE(name, text) SHAPE_##name,
typedef enum GraphBasis { GRAPH_BASES(BASIS_VALUE) } GraphBasis;
typedef enum GraphShape { GRAPH_SHAPES(SHAPE_VALUE) } GraphShape;
#undef BASIS_VALUE
#undef SHAPE_VALUE

typedef struct GraphPoint {
  double x, y, z;
} GraphPoint;

enum { PIVOT_NONE = -1, PIVOT_LOST = -2 };

// Element numbers; storage is in the graph's arena.
typedef struct GraphList {
  int *at;
  int n, cap;
} GraphList;

typedef struct GraphVertex {
  GraphPoint at;
  int pivot;              // vertex this one turns around (circular boards), PIVOT_NONE or PIVOT_LOST
  GraphPoint lost_pivot;  // PIVOT_LOST: where the pivot stood when it was removed from the graph
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

// Elements to take away: one bit per number. Any of the sets may be NULL.
typedef struct GraphMarks {
  Word *vertices, *edges, *faces;
} GraphMarks;

void graph_init(Graph *graph, Arena *arena);
// A deep copy whose storage is in the given arena.
void graph_copy(Graph *to, Arena *arena, const Graph *from);

// Adds all elements of another graph after those that are there, with their lists as they are.
void graph_append(Graph *graph, const Graph *part);

const char *graph_basis_name(GraphBasis basis);

// Adding returns the new number, or -1 when the graph is full or (edges, faces) an end is missing.
// Two points closer than 0.001 (sum of differences) are the same vertex; the lowest number is found.
int graph_add_vertex(Graph *graph, double x, double y, double z);
int graph_find_vertex(Graph *graph, double x, double y, double z);
int graph_vertex_at(Graph *graph, double x, double y, double z);  // finds or adds
int graph_add_edge(Graph *graph, int a, int b);                   // even beside an equal one
int graph_find_edge(const Graph *graph, int a, int b);            // the lowest number, or -1
int graph_edge_between(Graph *graph, int a, int b);               // finds or adds
void graph_bend_edge(Graph *graph, int edge, double ax, double ay, double bx, double by);
int graph_find_face(const Graph *graph, const int *vertices, int n);
int graph_add_face(Graph *graph, const int *vertices, int n);  // finds or adds

// Edges between all vertices at unit distance (within slack).
void graph_join_unit(Graph *graph, double slack);
// Edges from vertices first.. to all vertices nearer (in the plane) than 1.1 times the mean edge.
void graph_join_near(Graph *graph, int first, int last);

// Finds every face: shortest clockwise cycles of at most 32 sides at one height. With crossings
// checked, a cycle must not use an edge that crosses one of a lower number.
void graph_make_faces(Graph *graph, bool check_crossings);
void graph_clear_faces(Graph *graph);
void graph_clear_edges(Graph *graph);
// Makes faces afresh and orders the face list of each vertex by direction.
void graph_assemble(Graph *graph);
// Puts edge lists that grew into order; everything that reads or moves them does this first.
void graph_sort_edges(Graph *graph);

// Sets the graph's basis and shape, and those of elements that have none yet.
void graph_set_kind(Graph *graph, GraphBasis basis, GraphShape shape);
// True for square, triangular and hexagonal graphs, and when all elements share one basis.
bool graph_is_regular(const Graph *graph);

// Numbers elements by y, then x, then their number before.
void graph_reorder(Graph *graph);
void graph_reorder_vertices(Graph *graph);
void graph_reorder_edges(Graph *graph);
void graph_reorder_faces(Graph *graph);

// Removes the marked elements; edges of removed vertices and faces of removed edges go with them.
void graph_remove(Graph *graph, GraphMarks marks);
// Removes the marked faces, and their edges that belong to no other face when trim_edges is set.
void graph_remove_faces(Graph *graph, Word *faces, bool trim_edges);
// Removes dangling edges and vertices without edges.
void graph_trim(Graph *graph);

typedef struct GraphBounds {
  double x0, y0, x1, y1;
} GraphBounds;
GraphBounds graph_bounds(const Graph *graph);

void graph_shift(Graph *graph, double dx, double dy, double dz);
void graph_scale(Graph *graph, double sx, double sy, double sz);
void graph_rotate(Graph *graph, double degrees);  // around the middle of the bounds
void graph_skew(Graph *graph, double amount);

// The middle of an edge, the other end, and the mean of a face's vertices.
static inline GraphPoint graph_edge_at(const Graph *graph, int edge) {
  GraphPoint a = graph->vertices[graph->edges[edge].a].at, b = graph->vertices[graph->edges[edge].b].at;
  return (GraphPoint){(a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5};
}
static inline int graph_other_end(const Graph *graph, int edge, int vertex) {
  const GraphEdge *e = &graph->edges[edge];
  return e->a == vertex ? e->b : e->a;
}

#endif
