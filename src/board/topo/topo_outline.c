// The outline of a board: which vertices lie on the perimeter of each connected part, and what follows from
// it (outer and inner sites), and the extreme and the largest sites.
#include "board/outline.h"
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

static bool in_polygon(GraphPoint p, const Graph *g, const Perimeter *poly) {
  bool odd = false;
  for (int i = 0, j = poly->n - 1; i < poly->n; j = i++) {
    GraphPoint a = g->vertices[poly->at[i]].at, b = g->vertices[poly->at[j]].at;
    bool spans = (a.y < p.y && b.y >= p.y) || (b.y < p.y && a.y >= p.y);
    if (spans && (a.x <= p.x || b.x <= p.x)) odd ^= a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) < p.x;
  }
  return odd;
}

static int leftmost_uncovered(const Graph *g, const bool *covered) {
  int best = -1;
  double x = 1000000;
  for (int v = 0; v < g->vertex_count; v++) {
    if (!covered[v] && g->vertices[v].at.x < x) best = v, x = g->vertices[v].at.x;
  }
  return best;
}

static void find_outlines(TopoWork *w) {
  const Graph *g = w->graph;
  bool *covered = ARENA_ARRAY(w->scratch, bool, g->vertex_count);
  w->perimeters = ARENA_ARRAY(w->scratch, Perimeter, g->vertex_count);
  for (int start; (start = leftmost_uncovered(g, covered)) >= 0;) {
    Perimeter p = {0};
    p.n = graph_outline(g, w->scratch, start, &p.at);
    for (int i = 0; i < p.n; i++) covered[p.at[i]] = true;
    for (int v = 0; v < g->vertex_count; v++) {
      if (!covered[v]) covered[v] = in_polygon(g->vertices[v].at, g, &p);
    }
    w->perimeters[w->perimeter_count++] = p;
  }
}

// Outlines that lie within another one are holes' contents, not outlines of the board.
static void drop_enclosed_outlines(TopoWork *w) {
  for (int a = w->perimeter_count - 1; a >= 0; a--) {
    GraphPoint start = w->graph->vertices[w->perimeters[a].at[0]].at;
    bool enclosed = false;
    for (int b = 0; b < w->perimeter_count && !enclosed; b++) {
      enclosed = a != b && in_polygon(start, w->graph, &w->perimeters[b]);
    }
    if (!enclosed) continue;
    w->perimeter_count--;
    memmove(&w->perimeters[a], &w->perimeters[a + 1], sizeof(Perimeter) * (size_t)(w->perimeter_count - a));
  }
}

static int edge_between(const Graph *g, int a, int b) {
  const GraphList *edges = &g->vertices[a].edges;
  for (int i = 0; i < edges->n; i++) {
    const GraphEdge *e = &g->edges[edges->at[i]];
    if ((e->a == a && e->b == b) || (e->a == b && e->b == a)) return edges->at[i];
  }
  return -1;
}

static void mark_outline(TopoWork *w, const Perimeter *p) {
  const Props on = prop_group(GROUP_PERIMETER);
  for (int i = 0; i < p->n; i++) {
    int a = p->at[i], b = p->at[(i + 1) % p->n], e = edge_between(w->graph, a, b);
    w->s[SITE_VERTEX].props[a] |= on;
    if (e < 0) continue;
    w->s[SITE_EDGE].props[e] |= on;
    const GraphEdge *edge = &w->graph->edges[e];
    int face = edge->left >= 0 ? edge->left : edge->right;
    if (face >= 0) w->s[SITE_CELL].props[face] |= on;
  }
}

static void mark_outer_faces(TopoWork *w) {
  const Props on = prop_group(GROUP_PERIMETER);
  for (int f = 0; f < w->graph->face_count; f++) {
    const GraphFace *face = &w->graph->faces[f];
    for (int i = 0; i < face->n; i++) {
      if (w->s[SITE_VERTEX].props[face->vertices[i]] & on) w->s[SITE_CELL].props[f] |= on;
    }
  }
}

static void mark_outer_edges(TopoWork *w) {
  const Props on = prop_group(GROUP_PERIMETER), *vertex = w->s[SITE_VERTEX].props;
  for (int i = 0; i < w->graph->edge_count; i++) {
    const GraphEdge *e = &w->graph->edges[i];
    if ((vertex[e->a] & vertex[e->b] & on) && (e->left < 0 || e->right < 0)) w->s[SITE_EDGE].props[i] |= on;
  }
}

static void mark_inner_outer(WorkSites *sites) {
  for (int i = 0; i < sites->n; i++) {
    bool outer = sites->props[i] & prop_group(GROUP_PERIMETER);
    sites->props[i] |= prop_group(outer ? GROUP_OUTER : GROUP_INNER);
  }
}

Bounds topo_bounds(const WorkSites *sites) {
  const double limit = 1000000;
  double x0 = limit, y0 = limit, x1 = -limit, y1 = -limit;
  for (int i = 0; i < sites->n; i++) {
    GraphPoint p = sites->at[i];
    x0 = fmin(x0, p.x), x1 = fmax(x1, p.x);
    y0 = fmin(y0, p.y), y1 = fmax(y1, p.y);
  }
  return sites->n ? (Bounds){x0, y0, x1 - x0, y1 - y0} : (Bounds){0};
}

static void mark_extremes(WorkSites *sites) {
  const double tolerance = 0.01;
  double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
  for (int i = 0; i < sites->n; i++) {
    x0 = fmin(x0, sites->at[i].x), x1 = fmax(x1, sites->at[i].x);
    y0 = fmin(y0, sites->at[i].y), y1 = fmax(y1, sites->at[i].y);
  }
  for (int i = 0; i < sites->n; i++) {
    GraphPoint p = sites->at[i];
    if (p.x - x0 < tolerance) sites->props[i] |= prop_group(GROUP_LEFT);
    if (p.y - y0 < tolerance) sites->props[i] |= prop_group(GROUP_BOTTOM);
    if (x1 - p.x < tolerance) sites->props[i] |= prop_group(GROUP_RIGHT);
    if (y1 - p.y < tolerance) sites->props[i] |= prop_group(GROUP_TOP);
  }
}

// Major cells are those with the most sides.
static void mark_major(TopoWork *w) {
  int most = 0;
  for (int f = 0; f < w->graph->face_count; f++) most = MAX(most, w->graph->faces[f].n);
  for (int f = 0; f < w->graph->face_count; f++) {
    bool major = w->graph->faces[f].n == most;
    w->s[SITE_CELL].props[f] |= prop_group(major ? GROUP_MAJOR : GROUP_MINOR);
  }
}

void topo_measure_outline(TopoWork *w) {
  find_outlines(w);
  drop_enclosed_outlines(w);
  for (int i = 0; i < w->perimeter_count; i++) mark_outline(w, &w->perimeters[i]);
  mark_outer_faces(w);
  mark_outer_edges(w);
  for (int type = 0; type < SITE_TYPES; type++) {
    mark_inner_outer(&w->s[type]);
    mark_extremes(&w->s[type]);
  }
  mark_major(w);
}
