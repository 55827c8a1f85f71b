// Steps: for every site, which sites it can step to and in which directions. First the relations
// (orthogonal, diagonal, ...), then the compass or spatial direction from the angle, then the rotational
// directions on boards with pivots.
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

#include <stdlib.h>

// Steps from one site while they are collected.
typedef struct StepList {
  VEC(WorkStep) v;
  int *place[SITE_TYPES];  // of the step to each site in v, from 1 on; 0: there is none
} StepList;

static const DirSet orthogonal = (DirSet)1 << DIR_ORTHOGONAL | (DirSet)1 << DIR_ADJACENT | (DirSet)1 << DIR_ALL;

// Adds a step, or more names for one that is there already.
static void add_step(StepList *list, SiteType type, Site to, DirSet dirs) {
  int *place = &list->place[type][to];
  if (*place) {
    list->v.at[*place - 1].dirs |= dirs;
    return;
  }
  VEC_PUSH(&list->v, (WorkStep){.to_type = type, .to = to, .dirs = dirs, .in = dirs});
  *place = (int)list->v.n;
}

static bool has_step(const StepList *list, SiteType type, Site to) { return list->place[type][to] != 0; }

static void clear_steps(StepList *list) {
  for (size_t i = 0; i < list->v.n; i++) list->place[list->v.at[i].to_type][list->v.at[i].to] = 0;
  VEC_CLEAR(&list->v);
}

// The vertex of a face that lies most nearly opposite to v.
static int opposite_vertex(const Graph *g, int v, const GraphFace *face) {
  int best = -1;
  double least = 1000000;
  for (int i = 0; i < face->n; i++) {
    int to = face->vertices[i];
    if (to == v) continue;
    double dist = line_distance(face->at, g->vertices[v].at, g->vertices[to].at);
    if (dist < least) least = dist, best = to;
  }
  return best;
}

static void vertex_steps(const Graph *g, int v, StepList *list) {
  const GraphVertex *vertex = &g->vertices[v];
  const DirSet diagonal = dir_bit(DIR_DIAGONAL) | dir_bit(DIR_ALL);
  for (int i = 0; i < vertex->edges.n; i++) {
    add_step(list, SITE_VERTEX, edge_other_end(&g->edges[vertex->edges.at[i]], v), orthogonal);
  }
  for (int i = 0; i < vertex->faces.n; i++) {
    const GraphFace *face = &g->faces[vertex->faces.at[i]];
    int to = face->n < 4 ? -1 : opposite_vertex(g, v, face);
    if (to >= 0) add_step(list, SITE_VERTEX, to, diagonal);
  }
  for (int i = 0; i < vertex->edges.n; i++) add_step(list, SITE_EDGE, vertex->edges.at[i], orthogonal);
  for (int i = 0; i < vertex->faces.n; i++) add_step(list, SITE_CELL, vertex->faces.at[i], orthogonal);
}

static void edge_steps(const Graph *g, int e, StepList *list) {
  const GraphEdge *edge = &g->edges[e];
  const int ends[2] = {edge->a, edge->b};
  for (int k = 0; k < 2; k++) {
    const GraphList *edges = &g->vertices[ends[k]].edges;
    for (int i = 0; i < edges->n; i++) {
      if (edges->at[i] != e) add_step(list, SITE_EDGE, edges->at[i], orthogonal);
    }
  }
  for (int k = 0; k < 2; k++) add_step(list, SITE_VERTEX, ends[k], orthogonal);
  if (edge->left >= 0) add_step(list, SITE_CELL, edge->left, orthogonal);
  if (edge->right >= 0) add_step(list, SITE_CELL, edge->right, orthogonal);
  for (int k = 0; k < 2; k++) {
    const GraphList *faces = &g->vertices[ends[k]].faces;
    for (int i = 0; i < faces->n; i++) add_step(list, SITE_CELL, faces->at[i], orthogonal);
  }
}

// The cell across a vertex of face f: the one whose centre lies most nearly in line, among those not reached yet.
static int cell_across(const Graph *g, int f, int v, const StepList *list) {
  const GraphList *faces = &g->vertices[v].faces;
  int best = -1;
  double least = 1000000;
  for (int i = 0; i < faces->n; i++) {
    int other = faces->at[i];
    if (other == f || has_step(list, SITE_CELL, other)) continue;
    double dist = line_distance(g->vertices[v].at, g->faces[f].at, g->faces[other].at);
    if (dist < least) least = dist, best = other;
  }
  return best;
}

// The end of the first edge of v that is no edge of the face, or -1.
static int way_out(const Graph *g, int v, const GraphFace *face) {
  const GraphList *edges = &g->vertices[v].edges;
  for (int i = 0; i < edges->n; i++) {
    bool own = false;
    for (int k = 0; k < face->n && !own; k++) own = face->edges[k] == edges->at[i];
    if (!own) return edge_other_end(&g->edges[edges->at[i]], v);
  }
  return -1;
}

// Diagonals between cells that do not touch: straight along an edge that leaves a corner where three edges meet.
static void far_diagonals(const Graph *g, int f, int v, StepList *list) {
  const GraphFace *face = &g->faces[f];
  int end = g->vertices[v].edges.n == 3 ? way_out(g, v, face) : -1;
  if (end < 0) return;
  const GraphList *faces = &g->vertices[end].faces;
  for (int i = 0; i < faces->n; i++) {
    int other = faces->at[i];
    if (other == f || has_step(list, SITE_CELL, other)) continue;
    GraphPoint to = g->faces[other].at;
    double off = line_distance(g->vertices[v].at, face->at, to) + line_distance(g->vertices[end].at, face->at, to);
    if (off / dist2d(face->at, to) > 0.1) continue;
    add_step(list, SITE_CELL, other, dir_bit(DIR_DIAGONAL) | dir_bit(DIR_ALL));
  }
}

static void cell_to_cell_steps(const Graph *g, int f, StepList *list) {
  const GraphFace *face = &g->faces[f];
  const DirSet near = dir_bit(DIR_ADJACENT) | dir_bit(DIR_ALL);
  for (int i = 0; i < face->n; i++) {
    int other = edge_other_face(&g->edges[face->edges[i]], f);
    if (other >= 0) add_step(list, SITE_CELL, other, orthogonal);
  }
  for (int i = 0; i < face->n; i++) {
    int other = cell_across(g, f, face->vertices[i], list);
    if (other >= 0) add_step(list, SITE_CELL, other, near | dir_bit(DIR_DIAGONAL));
  }
  for (int i = 0; i < face->n; i++) {
    const GraphList *faces = &g->vertices[face->vertices[i]].faces;
    for (int k = 0; k < faces->n; k++) {
      int other = faces->at[k];
      if (other != f && !has_step(list, SITE_CELL, other))
        add_step(list, SITE_CELL, other, near | dir_bit(DIR_OFF_DIAGONAL));
    }
  }
  for (int i = 0; i < face->n; i++) far_diagonals(g, f, face->vertices[i], list);
}

static void cell_steps(const Graph *g, int f, StepList *list) {
  const GraphFace *face = &g->faces[f];
  cell_to_cell_steps(g, f, list);
  for (int i = 0; i < face->n; i++) add_step(list, SITE_VERTEX, face->vertices[i], orthogonal);
  for (int i = 0; i < face->n; i++) add_step(list, SITE_EDGE, face->edges[i], orthogonal);
}

static void relation_steps(const Graph *g, SiteType type, Site site, StepList *list) {
  switch (type) {
    case SITE_VERTEX: vertex_steps(g, site, list); break;
    case SITE_EDGE: edge_steps(g, site, list); break;
    case SITE_CELL: cell_steps(g, site, list); break;
    case SITE_TYPES: break;
  }
}

// Counterclockwise from east; rows are level, downwards, upwards.
static const Dir eighths[3][8] = {
    {DIR_E, DIR_NE, DIR_N, DIR_NW, DIR_W, DIR_SW, DIR_S, DIR_SE},
    {DIR_DE, DIR_DNE, DIR_DN, DIR_DNW, DIR_DW, DIR_DSW, DIR_DS, DIR_DSE},
    {DIR_UE, DIR_UNE, DIR_UN, DIR_UNW, DIR_UW, DIR_USW, DIR_US, DIR_USE},
};

static const Dir sixteenths[3][16] = {
    {DIR_E, DIR_ENE, DIR_NE, DIR_NNE, DIR_N, DIR_NNW, DIR_NW, DIR_WNW, DIR_W, DIR_WSW, DIR_SW, DIR_SSW, DIR_S, DIR_SSE,
     DIR_SE, DIR_ESE},
    {DIR_DE, DIR_DNE, DIR_DNE, DIR_DNE, DIR_DN, DIR_DNW, DIR_DNW, DIR_DNW, DIR_DW, DIR_DSW, DIR_DSW, DIR_DSW, DIR_DS,
     DIR_DSE, DIR_DSE, DIR_DSE},
    {DIR_UE, DIR_UNE, DIR_UNE, DIR_UNE, DIR_UN, DIR_UNW, DIR_UNW, DIR_UNW, DIR_UW, DIR_USW, DIR_USW, DIR_USW, DIR_US,
     DIR_USE, DIR_USE, DIR_USE},
};

// The sector of an angle among n, where a bound belongs to the next sector.
static int compass_sector(double angle, int n) {
  double off = 2 * M_PI / (2 * n);
  if (angle < 0) angle += 2 * M_PI;
  int k = 0;
  while (k < n && !(angle < off + 2 * k * M_PI / n)) k++;
  return k % n;
}

static Dir compass_direction(GraphPoint a, GraphPoint b, double unit, bool fine) {
  double rise = b.z - a.z;
  int level = rise < -0.1 * unit ? 1 : rise > 0.1 * unit ? 2 : 0;
  if (level != 0 && dist2d(a, b) < 0.1 * unit) return level == 1 ? DIR_D : DIR_U;
  double angle = angle2d(a, b);
  return fine ? sixteenths[level][compass_sector(angle, 16)] : eighths[level][compass_sector(angle, 8)];
}

static DirSet level_group(Dir d) {
  if (dir_family(d) == DIR_FAMILY_COMPASS) return dir_bit(DIR_SAME_LAYER);
  return dir_bit(d >= DIR_D ? DIR_DOWNWARD : DIR_UPWARD);
}

// Eight directions where they tell all steps of the site apart, sixteen otherwise.
static void name_compass(const TopoWork *w, GraphPoint from, StepList *list) {
  DirSet used = 0;
  bool fine = false;
  for (size_t i = 0; i < list->v.n && !fine; i++) {
    const WorkStep *step = &list->v.at[i];
    DirSet bit = dir_bit(compass_direction(from, w->s[step->to_type].at[step->to], w->unit, false));
    fine = used & bit;
    used |= bit;
  }
  for (size_t i = 0; i < list->v.n; i++) {
    WorkStep *step = &list->v.at[i];
    Dir d = compass_direction(from, w->s[step->to_type].at[step->to], w->unit, fine);
    step->in |= dir_bit(d) | level_group(d);
  }
}

// Whether a curved edge joins the vertices of these numbers. Sites of other types are looked up by number too.
static bool joined_by_curve(const Graph *g, int a, int b) {
  if (a >= g->vertex_count) return false;
  const GraphList *edges = &g->vertices[a].edges;
  for (int i = 0; i < edges->n; i++) {
    const GraphEdge *e = &g->edges[edges->at[i]];
    if (e->curved && edge_other_end(e, a) == b) return true;
  }
  return false;
}

static GraphPoint unit_vector(GraphPoint a, GraphPoint b) {
  GraphPoint v = {b.x - a.x, b.y - a.y, b.z - a.z};
  double length = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return length < TOPO_EPSILON ? v : (GraphPoint){v.x / length, v.y / length, v.z / length};
}

static DirSet rotational_direction(const TopoWork *w, Site site, GraphPoint from, const WorkStep *step, int pivot) {
  GraphPoint to = w->s[step->to_type].at[step->to], centre = w->s[SITE_VERTEX].at[pivot];
  GraphPoint ahead = unit_vector(from, to), inwards = unit_vector(from, centre);
  double dot = ahead.x * inwards.x + ahead.y * inwards.y + ahead.z * inwards.z;
  if (dot > 0.9) return dir_bit(DIR_IN) | dir_bit(DIR_ROTATIONAL);
  if (dot < -0.9) return dir_bit(DIR_OUT) | dir_bit(DIR_ROTATIONAL);
  if (!joined_by_curve(w->graph, site, step->to)) return 0;
  double side = (to.x - centre.x) * (from.y - centre.y) - (to.y - centre.y) * (from.x - centre.x);
  return dir_bit(side > TOPO_EPSILON ? DIR_CW : DIR_CCW) | dir_bit(DIR_ROTATIONAL);
}

static void name_rotational(const TopoWork *w, SiteType type, Site site, bool is_pivot, StepList *list) {
  int pivot = is_pivot ? site : topo_pivot(w->graph, type, site);
  if (pivot < 0) return;
  for (size_t i = 0; i < list->v.n; i++) {
    WorkStep *step = &list->v.at[i];
    if (is_pivot) step->in |= dir_bit(DIR_OUT) | dir_bit(DIR_ROTATIONAL);
    else if (!dirs_has(step->dirs, DIR_DIAGONAL))
      step->in |= rotational_direction(w, site, w->s[type].at[site], step, pivot);
  }
}

static int by_score(const void *a, const void *b) {
  const WorkStep *const *x = a, *const *y = b;
  if ((*x)->score != (*y)->score) return (*x)->score < (*y)->score ? -1 : 1;
  return (*x > *y) - (*x < *y);
}

// Equal scores in the order they came.
static void sort_many(StepList *list) {
  size_t n = list->v.n;
  WorkStep *old = mem_alloc(n * sizeof *old);
  const WorkStep **order = mem_alloc(n * sizeof *order);
  memcpy(old, list->v.at, n * sizeof *old);
  for (size_t i = 0; i < n; i++) order[i] = &old[i];
  qsort(order, n, sizeof *order, by_score);
  for (size_t i = 0; i < n; i++) list->v.at[i] = *order[i];
  mem_free(order);
  mem_free(old);
}

static void sort_few(StepList *list) {  // insertion sort: stable, and quick for the lists of most boards
  for (size_t i = 1; i < list->v.n; i++) {
    WorkStep step = list->v.at[i];
    size_t k = i;
    for (; k > 0 && list->v.at[k - 1].score > step.score; k--) list->v.at[k] = list->v.at[k - 1];
    list->v.at[k] = step;
  }
}

static void sort_steps(const TopoWork *w, GraphPoint from, StepList *list) {
  enum { FEW = 64 };
  for (size_t i = 0; i < list->v.n; i++) {
    WorkStep *step = &list->v.at[i];
    step->dirs |= step->in;
    step->score = M_PI / 2 - angle2d(from, w->s[step->to_type].at[step->to]) + 0.0001;
    if (step->score < 0) step->score += 2 * M_PI;
  }
  if (list->v.n > FEW) sort_many(list);
  else sort_few(list);
}

static bool *find_pivots(TopoWork *w) {
  bool *pivots = ARENA_ARRAY(w->scratch, bool, w->graph->vertex_count);
  for (int v = 0; v < w->graph->vertex_count; v++) {
    if (w->graph->vertices[v].pivot >= 0) pivots[w->graph->vertices[v].pivot] = true;
  }
  return pivots;
}

void topo_find_steps(TopoWork *w) {
  const bool *pivots = find_pivots(w);
  StepList list = {0};
  for (int type = 0; type < SITE_TYPES; type++) list.place[type] = ARENA_ARRAY(w->scratch, int, w->s[type].n);
  for (int type = 0; type < SITE_TYPES; type++) {
    WorkSites *s = &w->s[type];
    VEC(WorkStep) all = {0};
    s->step_start = ARENA_ARRAY(w->scratch, int32_t, s->n + 1);
    for (int i = 0; i < s->n; i++) {
      clear_steps(&list);
      relation_steps(w->graph, (SiteType)type, i, &list);
      name_compass(w, s->at[i], &list);
      name_rotational(w, (SiteType)type, i, type == SITE_VERTEX && pivots[i], &list);
      sort_steps(w, s->at[i], &list);
      for (size_t k = 0; k < list.v.n; k++) VEC_PUSH(&all, list.v.at[k]);
      s->step_start[i + 1] = (int32_t)all.n;
    }
    s->steps = VEC_TO_ARENA(&all, w->scratch);
    VEC_FREE(&all);
  }
  VEC_FREE(&list.v);
}
