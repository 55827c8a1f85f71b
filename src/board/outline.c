// Walking around the outside of a graph.
#include "board/outline.h"

#include "base/vec.h"
#include "board/topo/angle.h"

// The edge of the leftmost vertex that points most directly upwards on the outside.
static int first_outline_edge(const Graph *g, int from) {
  int best = -1;
  double best_angle = 1000000;
  const GraphList *edges = &g->vertices[from].edges;
  for (int i = 0; i < edges->n; i++) {
    GraphPoint a = g->vertices[from].at;
    GraphPoint b = g->vertices[graph_other_end(g, edges->at[i], from)].at;
    double angle = angle_atan2(b.x - a.x, -(b.y - a.y));
    if (angle < best_angle) best = edges->at[i], best_angle = angle;
  }
  return best;
}

static bool same_ends(const GraphEdge *a, const GraphEdge *b) {
  return (a->a == b->a && a->b == b->b) || (a->a == b->b && a->b == b->a);
}

// The edge to leave v by after entering it along `edge` from prev: the next one round, not straight back.
static int next_outline_edge(const Graph *g, int v, int edge, int prev) {
  const GraphList *edges = &g->vertices[v].edges;
  int i = 0;
  while (i < edges->n && !same_ends(&g->edges[edges->at[i]], &g->edges[edge])) i++;
  for (int k = 1; k < edges->n; k++) {
    edge = edges->at[(i + k) % edges->n];
    if (graph_other_end(g, edge, v) != prev) break;
  }
  return edge;
}

int graph_outline(const Graph *g, Arena *arena, int from, int **vertices) {
  int edge = first_outline_edge(g, from), v = from, n = 0;
  if (edge < 0) {
    *vertices = arena_copy(arena, &from, sizeof from);
    return 1;
  }
  VEC(int) way = {0};
  do {
    VEC_PUSH(&way, v);
    int prev = v;
    v = graph_other_end(g, edge, v);
    edge = next_outline_edge(g, v, edge, prev);
  } while (v != from && way.n <= 2 * (size_t)g->edge_count);
  n = (int)way.n;
  *vertices = VEC_TO_ARENA(&way, arena);
  VEC_FREE(&way);
  return n;
}
