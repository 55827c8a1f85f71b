// Coordinates, incidence, relations, steps and supported directions of one type of site, in the flat form
// of the Topology.
#include "board/topo/topo_internal.h"

static const Dir relation_dirs[RELATIONS] = {
    [RELATION_ORTHOGONAL] = DIR_ORTHOGONAL,
    [RELATION_DIAGONAL] = DIR_DIAGONAL,
    [RELATION_OFF_DIAGONAL] = DIR_OFF_DIAGONAL,
    [RELATION_ADJACENT] = DIR_ADJACENT,
    [RELATION_ALL] = DIR_ALL,
};

int dir_relation(Dir dir) {
  for (int r = 0; r < RELATIONS; r++) {
    if (relation_dirs[r] == dir) return r;
  }
  return -1;
}

static void fill_points(TopoWork *w, SiteType type, TopoSites *out) {
  const WorkSites *s = &w->s[type];
  double *x = ARENA_ARRAY(w->arena, double, s->n), *y = ARENA_ARRAY(w->arena, double, s->n);
  double *z = ARENA_ARRAY(w->arena, double, s->n);
  int *phase = ARENA_ARRAY(w->arena, int, s->n);
  for (int i = 0; i < s->n; i++) {
    x[i] = s->at[i].x, y[i] = s->at[i].y, z[i] = s->at[i].z;
    for (int p = 0; p < TOPO_PHASES; p++) {
      if (s->props[i] & prop_phase(p)) phase[i] = p;
    }
  }
  out->n = s->n;
  out->x = x, out->y = y, out->z = z, out->phase = phase;
  out->row = s->row, out->col = s->col, out->layer = s->layer;
  out->label = s->label;
}

static SiteLists own_numbers(TopoWork *w, int n) {
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, n + 1);
  Site *at = ARENA_ARRAY(w->arena, Site, n);
  for (int i = 0; i < n; i++) at[i] = i, start[i + 1] = i + 1;
  return (SiteLists){n, start, at};
}

static SiteLists face_lists(TopoWork *w, bool edges) {
  const Graph *g = w->graph;
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, g->face_count + 1);
  for (int f = 0; f < g->face_count; f++) start[f + 1] = start[f] + g->faces[f].n;
  Site *at = ARENA_ARRAY(w->arena, Site, start[g->face_count]);
  for (int f = 0; f < g->face_count; f++) {
    const GraphFace *face = &g->faces[f];
    for (int i = 0; i < face->n; i++) at[start[f] + i] = edges ? face->edges[i] : face->vertices[i];
  }
  return (SiteLists){g->face_count, start, at};
}

static SiteLists edge_ends(TopoWork *w) {
  const Graph *g = w->graph;
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, g->edge_count + 1);
  Site *at = ARENA_ARRAY(w->arena, Site, 2 * g->edge_count);
  for (int e = 0; e < g->edge_count; e++) {
    at[2 * e] = g->edges[e].a, at[2 * e + 1] = g->edges[e].b;
    start[e + 1] = 2 * e + 2;
  }
  return (SiteLists){g->edge_count, start, at};
}

// Turns "list i names sites" round into "site j is named by lists", in order of i.
static SiteLists invert(TopoWork *w, const SiteLists *lists, int n) {
  int total = lists->start[lists->n];
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, n + 1), *fill = ARENA_ARRAY(w->scratch, int32_t, n + 1);
  Site *at = ARENA_ARRAY(w->arena, Site, total);
  for (int i = 0; i < total; i++) start[lists->at[i] + 1]++;
  for (int i = 0; i < n; i++) start[i + 1] += start[i];
  for (int i = 0; i < n; i++) fill[i] = start[i];
  for (int i = 0; i < lists->n; i++) {
    for (int k = lists->start[i]; k < lists->start[i + 1]; k++) at[fill[lists->at[k]]++] = i;
  }
  return (SiteLists){n, start, at};
}

static void fill_incidence(TopoWork *w, SiteType type, TopoSites *out) {
  const Graph *g = w->graph;
  SiteLists cell_vertices = face_lists(w, false), cell_edges = face_lists(w, true), ends = edge_ends(w);
  out->incident[type] = own_numbers(w, out->n);
  switch (type) {
    case SITE_CELL:
      out->incident[SITE_VERTEX] = cell_vertices;
      out->incident[SITE_EDGE] = cell_edges;
      break;
    case SITE_VERTEX:
      out->incident[SITE_CELL] = invert(w, &cell_vertices, g->vertex_count);
      out->incident[SITE_EDGE] = invert(w, &ends, g->vertex_count);
      break;
    case SITE_EDGE:
      out->incident[SITE_CELL] = invert(w, &cell_edges, g->edge_count);
      out->incident[SITE_VERTEX] = ends;
      break;
    case SITE_TYPES: break;
  }
}

static SiteLists steps_in(TopoWork *w, SiteType type, Dir dir) {
  const WorkSites *s = &w->s[type];
  int n = 0, total = s->step_start[s->n];
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, s->n + 1);
  Site *at = ARENA_ARRAY(w->scratch, Site, total);
  for (int i = 0; i < s->n; i++) {
    for (int k = s->step_start[i]; k < s->step_start[i + 1]; k++) {
      if (s->steps[k].to_type == type && dirs_has(s->steps[k].in, dir)) at[n++] = s->steps[k].to;
    }
    start[i + 1] = n;
  }
  return (SiteLists){s->n, start, arena_copy(w->arena, at, (size_t)n * sizeof(Site))};
}

// Edges know one relation only: they share an end.
static void fill_relations(TopoWork *w, SiteType type, TopoSites *out) {
  for (int r = 0; r < RELATIONS; r++) {
    bool linked = r != RELATION_DIAGONAL && r != RELATION_OFF_DIAGONAL;
    Dir dir = type != SITE_EDGE ? relation_dirs[r] : linked ? DIR_ALL : DIR_BASE;
    out->related[r] = steps_in(w, type, dir);
  }
}

static void fill_steps(TopoWork *w, SiteType type, TopoSites *out) {
  const WorkSites *s = &w->s[type];
  TopoStep *steps = ARENA_ARRAY(w->arena, TopoStep, s->step_start[s->n]);
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    for (int to = 0; to < SITE_TYPES; to++) {
      for (int k = s->step_start[i]; k < s->step_start[i + 1]; k++) {
        const WorkStep *step = &s->steps[k];
        if (step->to_type == (SiteType)to) steps[n++] = (TopoStep){step->to_type, step->to, step->dirs};
      }
    }
  }
  out->steps = steps;
  out->step_start = arena_copy(w->arena, s->step_start, sizeof(int32_t) * (size_t)(s->n + 1));
}

// Inserts the new directions at the end and sorts by place, directions of equal place in order of arrival.
static void order_directions(DirSet fresh, Dir *list, int *n) { FOR_DIRS(d, fresh) list[(*n)++] = d; }

static void sort_directions(Dir *list, int n) {
  for (int i = 1; i < n; i++) {
    Dir d = list[i];
    int k = i;
    for (; k > 0 && dir_place(list[k - 1]) > dir_place(d); k--) list[k] = list[k - 1];
    list[k] = d;
  }
}

static void fill_supported(TopoWork *w, SiteType type, Relation relation, TopoSites *out) {
  const WorkSites *s = &w->s[type];
  const DirSet specific = ~(dir_bit(DIR_N) - 1);
  DirSet *by_site = ARENA_ARRAY(w->arena, DirSet, s->n), all = 0;
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    for (int k = s->step_start[i]; k < s->step_start[i + 1]; k++) {
      const WorkStep *step = &s->steps[k];
      if (step->to_type != type || !dirs_has(step->in, relation_dirs[relation])) continue;
      order_directions(step->dirs & specific & ~all, out->ordered[relation], &n);
      by_site[i] |= step->dirs & specific;
      all |= step->dirs & specific;
    }
  }
  sort_directions(out->ordered[relation], n);
  out->n_ordered[relation] = n;
  out->supported[relation] = all;
  out->site_supported[relation] = by_site;
}

void topo_fill_sites(TopoWork *w, SiteType type, TopoSites *out) {
  fill_points(w, type, out);
  fill_incidence(w, type, out);
  fill_relations(w, type, out);
  fill_steps(w, type, out);
  for (int r = 0; r < RELATIONS; r++) fill_supported(w, type, (Relation)r, out);
}
