// Finding faces. From every vertex and every edge there, walk on by always taking the next edge in
// direction order; a walk that comes home without meeting itself is a face if it runs clockwise.
#include "board/graph.h"
#include "board/points.h"

#include <math.h>

enum { SIDES_MAX = 32 };
static const double SAME_HEIGHT = 0.0001;
static const double SAME_END = 0.001;
static const double PARALLEL = 1e-7;

typedef enum Crossing { CROSSING_UNKNOWN, CROSSING_NO, CROSSING_YES } Crossing;

typedef struct Walk {
  Graph *graph;
  int vertices[SIDES_MAX + 1];
  int halves[SIDES_MAX + 1];  // half-edges walked: 2 * edge + (from its b end)
  int n;
  Word *taken;             // half-edges of faces already found: the walk would find the same face
  unsigned char *crosses;  // Crossing per edge, or NULL when crossings do not matter
  PointIndex *middles;     // of the edges
  double longest;          // edge
} Walk;

static double distance(GraphPoint a, GraphPoint b) {
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

// Whether two segments meet, ends included. Parallel ones never do.
static bool segments_meet(GraphPoint a0, GraphPoint a1, GraphPoint b0, GraphPoint b1) {
  double ax = a1.x - a0.x, ay = a1.y - a0.y, bx = b1.x - b0.x, by = b1.y - b0.y;
  double ox = b0.x - a0.x, oy = b0.y - a0.y;
  double det = bx * ay - by * ax;
  if (fabs(det) < PARALLEL) return false;
  double inverse = 1.0 / det;
  double s = (bx * oy - by * ox) * inverse, t = (ax * oy - ay * ox) * inverse;
  return s >= -PARALLEL && s <= 1 + PARALLEL && t >= -PARALLEL && t <= 1 + PARALLEL;
}

// Whether two ranges of coordinates lie clearly apart; spares the square roots below for most pairs.
static bool apart(double a, double b, double c, double d) {
  return MAX(a, b) < MIN(c, d) - SAME_END || MAX(c, d) < MIN(a, b) - SAME_END;
}

static bool edges_cross(const Graph *graph, int e, int other) {
  GraphPoint a = graph->vertices[graph->edges[e].a].at, b = graph->vertices[graph->edges[e].b].at;
  GraphPoint c = graph->vertices[graph->edges[other].a].at, d = graph->vertices[graph->edges[other].b].at;
  if (apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y)) return false;
  if (distance(a, c) < SAME_END || distance(a, d) < SAME_END) return false;
  if (distance(b, c) < SAME_END || distance(b, d) < SAME_END) return false;
  return segments_meet(a, b, c, d);
}

static double edge_length(const Graph *graph, int e) {
  return distance(graph->vertices[graph->edges[e].a].at, graph->vertices[graph->edges[e].b].at);
}

typedef struct Crossed {
  const Graph *graph;
  int edge;
} Crossed;

static bool crosses_other(const void *self, int other) {
  const Crossed *by = self;
  return other < by->edge && edges_cross(by->graph, by->edge, other);
}

static bool crosses_lower(Walk *walk, int e) {
  const Graph *graph = walk->graph;
  GraphPoint middle = graph_edge_at(graph, e);
  double reach = (edge_length(graph, e) + walk->longest) / 2 + SAME_END;
  return points_any(walk->middles, middle.x, middle.y, reach, crosses_other, &(Crossed){graph, e});
}

static bool crosses(Walk *walk, int e) {
  if (!walk->crosses) return false;
  if (walk->crosses[e] == CROSSING_UNKNOWN) walk->crosses[e] = crosses_lower(walk, e) ? CROSSING_YES : CROSSING_NO;
  return walk->crosses[e] == CROSSING_YES;
}

static void prepare_crossings(Walk *walk, Arena *arena) {
  const Graph *graph = walk->graph;
  double total = 0;
  for (int e = 0; e < graph->edge_count; e++) {
    double length = edge_length(graph, e);
    total += length;
    walk->longest = MAX(walk->longest, length);
  }
  walk->crosses = ARENA_ARRAY(arena, unsigned char, graph->edge_count + 1);
  walk->middles = points_new(arena, MAX(total / (graph->edge_count + 1), SAME_END));
  for (int e = 0; e < graph->edge_count; e++) {
    GraphPoint middle = graph_edge_at(graph, e);
    points_add(walk->middles, e, middle.x, middle.y);
  }
}

// Where an edge, or one with the same ends, first stands in a vertex's list.
static int place_of(const Graph *graph, int v, int e) {
  const GraphList *list = &graph->vertices[v].edges;
  int other = graph_other_end(graph, e, v);
  for (int i = 0; i < list->n; i++) {
    if (graph_other_end(graph, list->at[i], v) == other) return i;
  }
  return -1;
}

// The edge after e around v whose far end is at the given height, or -1.
static int next_edge(const Graph *graph, int v, int e, double height) {
  const GraphList *list = &graph->vertices[v].edges;
  int place = place_of(graph, v, e);
  for (int step = 1; step < list->n; step++) {
    int next = list->at[(place + step) % list->n];
    double z = graph->vertices[graph_other_end(graph, next, v)].at.z;
    if (fabs(z - height) < SAME_HEIGHT) return next;
  }
  return -1;
}

static bool visited(const Walk *walk, int v) {
  for (int i = 0; i < walk->n; i++) {
    if (walk->vertices[i] == v) return true;
  }
  return false;
}

// Walks until closed (true) or stuck; what was walked is in walk.
static bool walk_closes(Walk *walk, int start, int e) {
  Graph *graph = walk->graph;
  double height = graph->vertices[start].at.z;
  int v = start;
  walk->vertices[0] = start;
  walk->n = 1;
  while (walk->n <= SIDES_MAX) {
    e = next_edge(graph, v, e, height);
    if (e < 0) return false;
    int half = 2 * e + (graph->edges[e].b == v);
    if (walk->n == 1 && bit_get(walk->taken, half)) return false;
    walk->halves[walk->n - 1] = half;
    int from = v;
    v = graph_other_end(graph, e, v);
    if (v == start) return walk->n >= 3;
    if (visited(walk, v)) return false;
    walk->vertices[walk->n++] = v;
    if (crosses(walk, graph_find_edge(graph, from, v))) return false;
  }
  return false;
}

static bool clockwise(const Walk *walk) {
  double area = 0;
  for (int i = 0; i < walk->n; i++) {
    GraphPoint a = walk->graph->vertices[walk->vertices[i]].at;
    GraphPoint b = walk->graph->vertices[walk->vertices[(i + 1) % walk->n]].at;
    area += a.x * b.y - b.x * a.y;
  }
  return area < 0;
}

static void find_face(Walk *walk, int start, int e) {
  if (!walk_closes(walk, start, e) || !clockwise(walk)) return;
  if (graph_add_face(walk->graph, walk->vertices, walk->n) < 0) return;
  // Where edges cross, a walk may come home by another edge than the one before its first; only a walk
  // that would go on in its own steps is found again from every half-edge on it.
  int last = walk->halves[walk->n - 1] / 2, first = walk->halves[0] / 2;
  if (next_edge(walk->graph, start, last, walk->graph->vertices[start].at.z) != first) return;
  for (int i = 0; i < walk->n; i++) bit_set(walk->taken, walk->halves[i]);
}

void graph_make_faces(Graph *graph, bool check_crossings) {
  graph_clear_faces(graph);
  graph_sort_edges(graph);
  Arena scratch = {0};
  Walk walk = {.graph = graph, .taken = ARENA_ARRAY(&scratch, Word, bits_words(2 * graph->edge_count + 1))};
  if (check_crossings) prepare_crossings(&walk, &scratch);
  for (int v = 0; v < graph->vertex_count && !graph->full; v++) {
    for (int i = 0; i < graph->vertices[v].edges.n; i++) find_face(&walk, v, graph->vertices[v].edges.at[i]);
  }
  arena_free(&scratch);
}
