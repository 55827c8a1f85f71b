// Corners and sides. A perimeter vertex is a corner where the outline bends most: the bend is scored over
// three neighbours to either side, smoothed, and kept where it is a local extreme. The sides are the runs
// between corners, named by the direction in which they lie from the middle of the board.
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

const Dir topo_side_dirs[TOPO_SIDES] = {DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};

static const double tolerance = 0.001;
static const double convex_least = 0.320, concave_most = -0.25, similar = 0.95;
enum { BEND_REACH = 4, SIDE_SECTORS = 16, SMALL_OUTLINE = 6 };

static double bend_score(const Graph *g, const Perimeter *p, int n) {
  double score = 0;
  GraphPoint at = g->vertices[p->at[n]].at;
  for (int k = 1; k < BEND_REACH; k++) {
    GraphPoint a = g->vertices[p->at[(n - k + p->n) % p->n]].at, b = g->vertices[p->at[(n + k) % p->n]].at;
    double dist = line_distance(at, a, b);
    score += (turn2d(a, at, b) < TOPO_EPSILON ? -dist : dist) / k;
  }
  return score;
}

static double *bend_scores(TopoWork *w, const Perimeter *p) {
  double *raw = ARENA_ARRAY(w->scratch, double, p->n), *smooth = ARENA_ARRAY(w->scratch, double, p->n);
  for (int n = 0; n < p->n; n++) raw[n] = bend_score(w->graph, p, n);
  for (int n = 0; n < p->n; n++) {
    smooth[n] = (4 * raw[n] + raw[(n + 1) % p->n] + raw[(n - 1 + p->n) % p->n]) / 6;
  }
  return smooth;
}

static void mark_vertices(TopoWork *w, const Perimeter *p, const bool *keep, SiteGroup kind) {
  for (int n = 0; n < p->n; n++) {
    if (keep[n]) w->s[SITE_VERTEX].props[p->at[n]] |= prop_group(GROUP_CORNERS) | prop_group(kind);
  }
}

static void mark_convex(TopoWork *w, const Perimeter *p, const double *score) {
  bool *keep = ARENA_ARRAY(w->scratch, bool, p->n);
  for (int n = 0; n < p->n; n++) {
    double before = score[(n - 1 + p->n) % p->n], after = score[(n + 1) % p->n];
    keep[n] = score[n] >= convex_least && score[n] >= before - tolerance && score[n] >= after - tolerance;
  }
  // A neighbour that bends almost as much is a corner too. Going upwards through the run, one that was
  // just added passes this on; one added behind does not.
  for (int n = 0; n < p->n; n++) {
    if (!keep[n]) continue;
    int before = (n - 1 + p->n) % p->n, after = (n + 1) % p->n;
    if (score[before] >= similar * score[n]) keep[before] = true;
    if (score[after] >= similar * score[n]) keep[after] = true;
  }
  mark_vertices(w, p, keep, GROUP_CORNERS_CONVEX);
}

static void mark_concave(TopoWork *w, const Perimeter *p, const double *score) {
  bool *keep = ARENA_ARRAY(w->scratch, bool, p->n);
  for (int n = 0; n < p->n; n++) {
    double before = score[(n - 1 + p->n) % p->n], after = score[(n + 1) % p->n];
    keep[n] = score[n] <= concave_most && score[n] <= before + tolerance && score[n] <= after + tolerance;
  }
  mark_vertices(w, p, keep, GROUP_CORNERS_CONCAVE);
}

static void corners_of_outline(TopoWork *w, const Perimeter *p) {
  if (p->n < SMALL_OUTLINE) {
    bool all[SMALL_OUTLINE];
    memset(all, true, sizeof all);
    mark_vertices(w, p, all, GROUP_CORNERS_CONVEX);
    return;
  }
  const double *score = bend_scores(w, p);
  mark_convex(w, p, score);
  mark_concave(w, p, score);
}

static int perimeter_vertices(const TopoWork *w, const GraphFace *face) {
  int n = 0;
  for (int i = 0; i < face->n; i++) {
    n += (w->s[SITE_VERTEX].props[face->vertices[i]] & prop_group(GROUP_PERIMETER)) != 0;
  }
  return n;
}

// A corner edge makes the cell behind it a corner cell.
static void mark_edge_and_face(TopoWork *w, int e, Props corner) {
  const GraphEdge *edge = &w->graph->edges[e];
  int face = edge->left >= 0 ? edge->left : edge->right;
  w->s[SITE_EDGE].props[e] |= corner;
  if (face >= 0) w->s[SITE_CELL].props[face] |= corner;
}

// Edges between two corner vertices. True if there is one.
static bool corner_by_edges(TopoWork *w, int v, Props corner) {
  const GraphList *edges = &w->graph->vertices[v].edges;
  bool any = false;
  for (int i = 0; i < edges->n; i++) {
    int other = edge_other_end(&w->graph->edges[edges->at[i]], v);
    if (!(w->s[SITE_VERTEX].props[other] & prop_group(GROUP_CORNERS))) continue;
    mark_edge_and_face(w, edges->at[i], corner);
    any = true;
  }
  return any;
}

// A concave corner is in the cell that touches the outline only there.
static void mark_concave_faces(TopoWork *w, int v, Props corner) {
  const GraphList *faces = &w->graph->vertices[v].faces;
  for (int i = 0; i < faces->n; i++) {
    if (perimeter_vertices(w, &w->graph->faces[faces->at[i]]) == 1) w->s[SITE_CELL].props[faces->at[i]] |= corner;
  }
}

// A corner vertex on its own: its perimeter edges and their cells.
static void corner_by_vertex(TopoWork *w, int v, Props corner, bool concave) {
  const GraphList *edges = &w->graph->vertices[v].edges;
  for (int i = 0; i < edges->n; i++) {
    int e = edges->at[i];
    if (!(w->s[SITE_EDGE].props[e] & prop_group(GROUP_PERIMETER))) continue;
    if (!concave) {
      mark_edge_and_face(w, e, corner);
      continue;
    }
    w->s[SITE_EDGE].props[e] |= corner;
    mark_concave_faces(w, v, corner);
  }
}

static void corners_of_edges_and_faces(TopoWork *w) {
  const Props *vertex = w->s[SITE_VERTEX].props;
  for (int v = 0; v < w->graph->vertex_count; v++) {
    if (!(vertex[v] & prop_group(GROUP_CORNERS))) continue;
    bool concave = vertex[v] & prop_group(GROUP_CORNERS_CONCAVE);
    Props corner = prop_group(GROUP_CORNERS) | prop_group(concave ? GROUP_CORNERS_CONCAVE : GROUP_CORNERS_CONVEX);
    if (!corner_by_edges(w, v, corner)) corner_by_vertex(w, v, corner, concave);
  }
}

static GraphPoint centroid(const WorkSites *vertices) {
  GraphPoint mid = {0};
  for (int v = 0; v < vertices->n; v++) mid.x += vertices->at[v].x, mid.y += vertices->at[v].y;
  if (vertices->n) mid.x /= vertices->n, mid.y /= vertices->n;
  return mid;
}

// The side a sector belongs to: the four axes, and everything between them.
static int side_of_sector(int sector) {
  static const int sides[SIDE_SECTORS] = {1, 4, 4, 4, 0, 7, 7, 7, 3, 6, 6, 6, 2, 5, 5, 5};
  return sides[sector];
}

static void mark_side(TopoWork *w, const Perimeter *p, GraphPoint mid, int from, int run) {
  GraphPoint avg = {0};
  for (int r = 0; r <= run; r++) {
    GraphPoint at = w->graph->vertices[p->at[(from + r) % p->n]].at;
    avg.x += at.x, avg.y += at.y;
  }
  avg.x /= run + 1, avg.y /= run + 1;
  int side = side_of_sector(sector_of(angle2d(mid, avg), SIDE_SECTORS));
  for (int r = 0; r <= run; r++) w->s[SITE_VERTEX].props[p->at[(from + r) % p->n]] |= prop_side(side);
}

static void sides_of_outline(TopoWork *w, const Perimeter *p, GraphPoint mid) {
  const Props *vertex = w->s[SITE_VERTEX].props;
  for (int from = 0; from < p->n; from++) {
    if (!(vertex[p->at[from]] & prop_group(GROUP_CORNERS))) continue;
    int to = from + 1;
    while (!(vertex[p->at[to % p->n]] & prop_group(GROUP_CORNERS))) to++;
    mark_side(w, p, mid, from, to - from);
  }
}

// Edges and cells are on the sides of their vertices.
static void sides_of_edges_and_faces(TopoWork *w) {
  const Props mask = prop_side(TOPO_SIDES) - prop_side(0), *vertex = w->s[SITE_VERTEX].props;
  for (int e = 0; e < w->graph->edge_count; e++) {
    const GraphEdge *edge = &w->graph->edges[e];
    w->s[SITE_EDGE].props[e] |= (vertex[edge->a] | vertex[edge->b]) & mask;
  }
  for (int f = 0; f < w->graph->face_count; f++) {
    const GraphFace *face = &w->graph->faces[f];
    for (int i = 0; i < face->n; i++) w->s[SITE_CELL].props[f] |= vertex[face->vertices[i]] & mask;
  }
}

void topo_measure_corners(TopoWork *w) {
  for (int i = 0; i < w->perimeter_count; i++) corners_of_outline(w, &w->perimeters[i]);
  corners_of_edges_and_faces(w);
  GraphPoint mid = centroid(&w->s[SITE_VERTEX]);
  for (int i = 0; i < w->perimeter_count; i++) sides_of_outline(w, &w->perimeters[i], mid);
  sides_of_edges_and_faces(w);
}
