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

// Vertices from left to right, those at the same x by number.
static int *from_left(TopoWork *w) {
  const Graph *g = w->graph;
  double *x = ARENA_ARRAY(w->scratch, double, g->vertex_count);
  int *order = ARENA_ARRAY(w->scratch, int, g->vertex_count);
  for (int v = 0; v < g->vertex_count; v++) x[v] = g->vertices[v].at.x;
  topo_rank(x, g->vertex_count, order);
  return order;
}

// Nothing lies within fewer than three vertices, or to the right or left of all of them.
static bool can_enclose(const Perimeter *p) { return p->n > 2; }

static void cover(const Graph *g, const Perimeter *p, const int *order, int from, bool *covered) {
  double right = -INFINITY;
  for (int i = 0; i < p->n; i++) {
    covered[p->at[i]] = true;
    right = fmax(right, g->vertices[p->at[i]].at.x);
  }
  for (int i = from; can_enclose(p) && i < g->vertex_count && g->vertices[order[i]].at.x <= right; i++) {
    if (!covered[order[i]]) covered[order[i]] = in_polygon(g->vertices[order[i]].at, g, p);
  }
}

static void find_outlines(TopoWork *w) {
  const double limit = 1000000;
  const Graph *g = w->graph;
  const int *order = from_left(w);
  bool *covered = ARENA_ARRAY(w->scratch, bool, g->vertex_count);
  w->perimeters = ARENA_ARRAY(w->scratch, Perimeter, g->vertex_count);
  for (int i = 0; i < g->vertex_count && g->vertices[order[i]].at.x < limit; i++) {
    if (covered[order[i]]) continue;
    Perimeter p = {0};
    p.n = graph_outline(g, w->scratch, order[i], &p.at);
    cover(g, &p, order, i, covered);
    w->perimeters[w->perimeter_count++] = p;
  }
}

typedef struct Box {
  double x0, y0, x1, y1;
} Box;

static Box box_of(const Graph *g, const Perimeter *p) {
  Box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; can_enclose(p) && i < p->n; i++) {
    GraphPoint at = g->vertices[p->at[i]].at;
    box = (Box){fmin(box.x0, at.x), fmin(box.y0, at.y), fmax(box.x1, at.x), fmax(box.y1, at.y)};
  }
  return box;
}

static bool in_box(GraphPoint p, const Box *box) {
  return p.x >= box->x0 && p.x <= box->x1 && p.y >= box->y0 && p.y <= box->y1;
}

// Outlines that lie within another one are holes' contents, not outlines of the board. The last go first, and enclose
// nothing then.
static void drop_enclosed_outlines(TopoWork *w) {
  int n = w->perimeter_count, n_boxes = 0;
  Box *boxes = ARENA_ARRAY(w->scratch, Box, n);
  int *boxed = ARENA_ARRAY(w->scratch, int, n);
  bool *dropped = ARENA_ARRAY(w->scratch, bool, n);
  for (int a = 0; a < n; a++) {
    if (!can_enclose(&w->perimeters[a])) continue;
    boxes[n_boxes] = box_of(w->graph, &w->perimeters[a]);
    boxed[n_boxes++] = a;
  }
  for (int a = n - 1; a >= 0; a--) {
    GraphPoint start = w->graph->vertices[w->perimeters[a].at[0]].at;
    for (int k = 0; k < n_boxes && !dropped[a]; k++) {
      if (boxed[k] == a || !in_box(start, &boxes[k]) || dropped[boxed[k]]) continue;
      dropped[a] = in_polygon(start, w->graph, &w->perimeters[boxed[k]]);
    }
  }
  w->perimeter_count = 0;
  for (int a = 0; a < n; a++) {
    if (!dropped[a]) w->perimeters[w->perimeter_count++] = w->perimeters[a];
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
