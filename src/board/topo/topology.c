// Builds a Topology from a Graph by running the measuring stages in order, and answers the questions that
// are too rare to tabulate.
#include "board/topo/topology.h"

#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const type_names[SITE_TYPES] = {"Cell", "Vertex", "Edge"};

static const char *const group_names[SITE_GROUPS] = {
    "corners", "cornersConcave", "cornersConvex", "major",  "minor", "outer", "perimeter",
    "inner",   "interlayer",     "top",           "bottom", "left",  "right", "centre",
    "axial",   "horizontal",     "vertical",      "angled", "slash", "slosh",
};

const char *site_type_name(SiteType type) { return type_names[type]; }
const char *site_group_name(SiteGroup group) { return group_names[group]; }

int topo_pivot(const Graph *g, SiteType type, Site site) {
  switch (type) {
    case SITE_VERTEX: return g->vertices[site].pivot;
    case SITE_EDGE: {
      int pivot = g->vertices[g->edges[site].a].pivot;
      return pivot >= 0 ? pivot : g->vertices[g->edges[site].b].pivot;
    }
    case SITE_CELL:
      for (int i = 0; i < g->faces[site].n; i++) {
        int pivot = g->vertices[g->faces[site].vertices[i]].pivot;
        if (pivot >= 0) return pivot;
      }
      return -1;
    case SITE_TYPES: return -1;
  }
  return -1;
}

int topo_reach(const Graph *g, SiteType type, Site site) {
  switch (type) {
    case SITE_VERTEX: return g->vertices[site].edges.n;
    case SITE_EDGE: return g->vertices[g->edges[site].a].edges.n + g->vertices[g->edges[site].b].edges.n;
    case SITE_CELL: return g->faces[site].n;
    case SITE_TYPES: return 0;
  }
  return 0;
}

static int edges_at(const Graph *g, int v, Site but, Site *out) {
  int n = 0;
  for (int i = 0; i < g->vertices[v].edges.n; i++) {
    if (g->vertices[v].edges.at[i] != but) out[n++] = g->vertices[v].edges.at[i];
  }
  return n;
}

int topo_linked(const Graph *g, SiteType type, Site site, Site *out) {
  int n = 0;
  switch (type) {
    case SITE_VERTEX:
      for (int i = 0; i < g->vertices[site].edges.n; i++) {
        out[n++] = edge_other_end(&g->edges[g->vertices[site].edges.at[i]], site);
      }
      return n;
    case SITE_EDGE:
      n = edges_at(g, g->edges[site].a, site, out);
      return n + edges_at(g, g->edges[site].b, site, out + n);
    case SITE_CELL:
      for (int i = 0; i < g->faces[site].n; i++) {
        int other = edge_other_face(&g->edges[g->faces[site].edges[i]], site);
        if (other >= 0) out[n++] = other;
      }
      return n;
    case SITE_TYPES: return 0;
  }
  return 0;
}

typedef struct Ranked {
  double score;
  int number;
} Ranked;

static int compare_ranked(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

void topo_rank(const double *score, int n, int *order) {
  Ranked *ranked = mem_alloc(sizeof(Ranked) * (size_t)(n + 1));
  for (int i = 0; i < n; i++) ranked[i] = (Ranked){score[i], i};
  qsort(ranked, (size_t)n, sizeof *ranked, compare_ranked);
  for (int i = 0; i < n; i++) order[i] = ranked[i].number;
  mem_free(ranked);
}

static GraphPoint site_point(const Graph *g, SiteType type, Site site) {
  if (type == SITE_VERTEX) return g->vertices[site].at;
  if (type == SITE_CELL) return g->faces[site].at;
  GraphPoint a = g->vertices[g->edges[site].a].at, b = g->vertices[g->edges[site].b].at;
  return (GraphPoint){(a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5};
}

static void init_sites(TopoWork *w, SiteType type) {
  const Graph *g = w->graph;
  WorkSites *s = &w->s[type];
  s->n = type == SITE_CELL ? g->face_count : type == SITE_VERTEX ? g->vertex_count : g->edge_count;
  s->at = ARENA_ARRAY(w->scratch, GraphPoint, s->n);
  s->props = ARENA_ARRAY(w->scratch, Props, s->n);
  s->row = ARENA_ARRAY(w->arena, int, s->n);
  s->col = ARENA_ARRAY(w->arena, int, s->n);
  s->layer = ARENA_ARRAY(w->arena, int, s->n);
  s->label = ARENA_ARRAY(w->arena, const char *, s->n);
  for (int i = 0; i < s->n; i++) s->at[i] = site_point(g, type, i);
}

static double average_edge(const Graph *g) {
  double sum = 0;
  for (int e = 0; e < g->edge_count; e++) sum += dist3d(g->vertices[g->edges[e].a].at, g->vertices[g->edges[e].b].at);
  return g->edge_count ? sum / g->edge_count : 0;
}

static bool all_of_basis(const Graph *g, GraphBasis basis) {
  bool same = true;
  for (int v = 0; v < g->vertex_count; v++) same &= g->vertices[v].basis == basis;
  for (int e = 0; e < g->edge_count; e++) same &= g->edges[e].basis == basis;
  for (int f = 0; f < g->face_count; f++) same &= g->faces[f].basis == basis;
  return same;
}

static bool is_regular(const Graph *g) {
  if (g->basis == BASIS_SQUARE || g->basis == BASIS_TRIANGULAR || g->basis == BASIS_HEXAGONAL) return true;
  GraphBasis basis = g->face_count     ? g->faces[0].basis
                     : g->edge_count   ? g->edges[0].basis
                     : g->vertex_count ? g->vertices[0].basis
                                       : BASIS_UNSET;
  return basis != BASIS_UNSET && basis != BASIS_NONE && all_of_basis(g, basis);
}

static void measure(TopoWork *w) {
  w->unit = average_edge(w->graph);
  for (int type = 0; type < SITE_TYPES; type++) init_sites(w, (SiteType)type);
  topo_measure_outline(w);
  topo_measure_corners(w);
  topo_measure_phases(w);
  topo_measure_situation(w);
  topo_find_steps(w);
}

static void number_edges(TopoWork *w) {
  for (int e = 0; e < w->s[SITE_EDGE].n; e++) w->s[SITE_EDGE].label[e] = arena_printf(w->arena, "%d", e);
}

// The steps between sites of one type, counted before they are made: they are many where many edges or cells meet.
static bool steps_fit(const Graph *g) {
  enum { STEPS_MAX = 5000000 };
  int64_t edges = 0, cells = 0;
  for (int e = 0; e < g->edge_count; e++) {
    const GraphVertex *a = &g->vertices[g->edges[e].a], *b = &g->vertices[g->edges[e].b];
    edges += a->edges.n + b->edges.n + a->faces.n + b->faces.n;
  }
  for (int f = 0; f < g->face_count; f++) {
    for (int i = 0; i < g->faces[f].n; i++) cells += g->vertices[g->faces[f].vertices[i]].faces.n;
  }
  return edges <= STEPS_MAX && cells <= STEPS_MAX;
}

const Topology *topology_build(Arena *arena, const Graph *graph, TopologyOptions options) {
  if (!steps_fit(graph)) return NULL;
  Arena scratch = {0};
  TopoWork w = {.arena = arena, .scratch = &scratch, .graph = graph, .options = options};
  Topology *t = ARENA_NEW(arena, Topology);
  bool found = true;
  measure(&w);
  for (int type = 0; type < SITE_TYPES && found; type++) {
    TopoSites *out = &t->sites[type];
    topo_fill_sites(&w, (SiteType)type, out);
    topo_fill_groups(&w, (SiteType)type, out);
    found = topo_find_radials(&w, (SiteType)type, out);
  }
  number_edges(&w);
  t->graph = graph;
  t->unit = w.unit;
  t->regular = is_regular(graph);
  arena_free(&scratch);
  return found ? t : NULL;
}

void topo_distances(const Topology *t, SiteType type, Relation relation, Site from, int *out) {
  const TopoSites *s = &t->sites[type];
  Site *queue = mem_alloc(sizeof(Site) * (size_t)(s->n + 1));
  int head = 0, tail = 0;
  memset(out, 0, sizeof *out * (size_t)s->n);
  queue[tail++] = from;
  while (head < tail) {
    Site site = queue[head++];
    SiteList near = lists_get(&s->related[relation], site);
    for (int i = 0; i < near.n; i++) {
      if (near.at[i] == from || out[near.at[i]] > 0) continue;
      out[near.at[i]] = out[site] + 1;
      queue[tail++] = near.at[i];
    }
  }
  mem_free(queue);
}

static bool segments_meet(GraphPoint a, GraphPoint b, GraphPoint c, GraphPoint d) {
  double lx = b.x - a.x, ly = b.y - a.y, nx = d.x - c.x, ny = d.y - c.y, mx = c.x - a.x, my = c.y - a.y;
  double det = nx * ly - ny * lx;
  if (fabs(det) < TOPO_EPSILON) return false;
  double s = (nx * my - ny * mx) / det, u = (lx * my - ly * mx) / det;
  return s >= -TOPO_EPSILON && s <= 1 + TOPO_EPSILON && u >= -TOPO_EPSILON && u <= 1 + TOPO_EPSILON;
}

bool topo_edges_cross(const Topology *t, Site first, Site second) {
  const double near = 0.001;
  const GraphEdge *e = &t->graph->edges[first], *f = &t->graph->edges[second];
  GraphPoint a = t->graph->vertices[e->a].at, b = t->graph->vertices[e->b].at;
  GraphPoint c = t->graph->vertices[f->a].at, d = t->graph->vertices[f->b].at;
  if (first == second || dist2d(a, c) < near || dist2d(a, d) < near || dist2d(b, c) < near || dist2d(b, d) < near)
    return false;
  return segments_meet(a, b, c, d);
}

Site topo_find_label(const Topology *t, SiteType type, Str label) {
  for (int i = 0; i < t->sites[type].n; i++) {
    if (str_is(label, t->sites[type].label[i])) return i;
  }
  return SITE_OFF;
}

bool topo_is_forward(const TopoSites *sites, Dir facing, Site from, Site to) {
  int up = sites->row[to] - sites->row[from], right = sites->col[to] - sites->col[from];
  switch ((int)facing) {
    case DIR_N: return up > 0;
    case DIR_S: return up < 0;
    case DIR_E: return right > 0;
    case DIR_W: return right < 0;
    case DIR_NE: return up > 0 && right > 0;
    case DIR_NW: return up > 0 && right < 0;
    case DIR_SE: return up < 0 && right > 0;
    case DIR_SW: return up < 0 && right < 0;
    default: return false;
  }
}
