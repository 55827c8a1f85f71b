// Moving a graph in space, and joining vertices by distance.
#include "board/graph.h"
#include "board/points.h"

#include <math.h>

static const double UNIT = 1.0;
static const double RADIANS_PER_DEGREE = 0.017453292519943295;
static const double NEAR_FACTOR = 1.1;  // of the mean edge length: what counts as a neighbour when joining

// Faces stand in the middle of their vertices, wherever they were put before.
static void moved(Graph *graph) {
  graph->index = NULL;
  for (int f = 0; f < graph->face_count; f++) {
    GraphFace *face = &graph->faces[f];
    GraphPoint sum = {0};
    for (int i = 0; i < face->n; i++) {
      GraphPoint p = graph->vertices[face->vertices[i]].at;
      sum.x += p.x, sum.y += p.y, sum.z += p.z;
    }
    face->at = (GraphPoint){sum.x / face->n, sum.y / face->n, sum.z / face->n};
  }
}

GraphBounds graph_bounds(const Graph *graph) {
  if (!graph->vertex_count) return (GraphBounds){0};
  GraphPoint p = graph->vertices[0].at;
  GraphBounds box = {p.x, p.y, p.x, p.y};
  for (int v = 1; v < graph->vertex_count; v++) {
    p = graph->vertices[v].at;
    box.x0 = MIN(box.x0, p.x), box.x1 = MAX(box.x1, p.x);
    box.y0 = MIN(box.y0, p.y), box.y1 = MAX(box.y1, p.y);
  }
  return box;
}

void graph_shift(Graph *graph, double dx, double dy, double dz) {
  graph_sort_edges(graph);
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint *p = &graph->vertices[v].at;
    *p = (GraphPoint){p->x + dx, p->y + dy, p->z + dz};
  }
  moved(graph);
}

void graph_scale(Graph *graph, double sx, double sy, double sz) {
  graph_sort_edges(graph);
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint *p = &graph->vertices[v].at;
    *p = (GraphPoint){p->x * sx, p->y * sy, p->z * sz};
  }
  moved(graph);
}

static void turn(double *x, double *y, double cosine, double sine) {
  double tx = *x * cosine - *y * sine, ty = *y * cosine + *x * sine;
  *x = tx, *y = ty;
}

void graph_rotate(Graph *graph, double degrees) {
  graph_sort_edges(graph);
  double theta = degrees * RADIANS_PER_DEGREE;
  double cosine = cos(theta), sine = sin(theta);
  GraphBounds box = graph_bounds(graph);
  double px = box.x0 + (box.x1 - box.x0) / 2.0, py = box.y0 + (box.y1 - box.y0) / 2.0;
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint *p = &graph->vertices[v].at;
    double dx = p->x - px, dy = p->y - py;
    p->x = px + dx * cosine - dy * sine;
    p->y = py + dy * cosine + dx * sine;
  }
  for (int e = 0; e < graph->edge_count; e++) {
    GraphEdge *edge = &graph->edges[e];
    turn(&edge->tangent_ax, &edge->tangent_ay, cosine, sine);
    turn(&edge->tangent_bx, &edge->tangent_by, cosine, sine);
  }
  moved(graph);
}

void graph_skew(Graph *graph, double amount) {
  graph_sort_edges(graph);
  double floor = graph_bounds(graph).y0;
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint *p = &graph->vertices[v].at;
    p->x += (p->y - floor) * amount;
  }
  for (int e = 0; e < graph->edge_count; e++) {
    GraphEdge *edge = &graph->edges[e];
    if (!edge->curved) continue;
    edge->tangent_ax += (edge->tangent_ay - floor) * amount;
    edge->tangent_bx += (edge->tangent_by - floor) * amount;
  }
  moved(graph);
}

void graph_join_unit(Graph *graph, double slack) {
  Arena scratch = {0};
  PointIndex *index = points_new(&scratch, UNIT);
  for (int v = 0; v < graph->vertex_count; v++) points_add(index, v, graph->vertices[v].at.x, graph->vertices[v].at.y);
  for (int a = 0; a < graph->vertex_count && !graph->full; a++) {
    GraphPoint p = graph->vertices[a].at;
    int n;
    const int *near = points_near_sorted(index, p.x, p.y, UNIT + slack, &n);
    for (int i = 0; i < n; i++) {
      GraphPoint q = graph->vertices[near[i]].at;
      double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
      if (near[i] > a && fabs(sqrt(dx * dx + dy * dy + dz * dz) - UNIT) < slack) graph_edge_between(graph, a, near[i]);
    }
  }
  arena_free(&scratch);
}

static double mean_edge(const Graph *graph) {
  double total = 0;
  for (int e = 0; e < graph->edge_count; e++) {
    GraphPoint a = graph->vertices[graph->edges[e].a].at, b = graph->vertices[graph->edges[e].b].at;
    double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    total += sqrt(dx * dx + dy * dy + dz * dz);
  }
  return graph->edge_count ? total / graph->edge_count : 0;
}

void graph_join_near(Graph *graph, int first, int last) {
  double reach = NEAR_FACTOR * mean_edge(graph);
  if (reach <= 0) return;
  Arena scratch = {0};
  PointIndex *index = points_new(&scratch, reach);
  for (int v = 0; v < graph->vertex_count; v++) points_add(index, v, graph->vertices[v].at.x, graph->vertices[v].at.y);
  for (int a = first; a < last && !graph->full; a++) {
    GraphPoint p = graph->vertices[a].at;
    int n;
    const int *near = points_near_sorted(index, p.x, p.y, reach, &n);
    for (int i = 0; i < n; i++) {
      GraphPoint q = graph->vertices[near[i]].at;
      double dx = q.x - p.x, dy = q.y - p.y;
      if (near[i] != a && sqrt(dx * dx + dy * dy) < reach) graph_edge_between(graph, a, near[i]);
    }
  }
  arena_free(&scratch);
}
