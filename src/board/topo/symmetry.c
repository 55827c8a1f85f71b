// A symmetry is fixed by where it sends one vertex, up to reflection. So the vertex is taken from the
// smallest ring of vertices that lie equally far from the middle, and each member of the ring is tried.
#include "board/topo/symmetry.h"

#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

#include <stdlib.h>

static const double tolerance = 0.001;

typedef struct Sorted {
  double x;
  Site vertex;
} Sorted;

typedef struct Finder {
  Arena *arena;
  const Topology *t;
  const TopoSites *vertices;
  double x, y;   // the middle
  Sorted *by_x;  // vertices from left to right
  Site *to;      // of vertices, for the candidate at hand
} Finder;

// x' = ax + by, y' = cx + dy around the middle.
typedef struct Isometry {
  double a, b, c, d;
} Isometry;

static int compare_x(const void *a, const void *b) {
  double x = ((const Sorted *)a)->x, y = ((const Sorted *)b)->x;
  return (x > y) - (x < y);
}

static void sort_vertices(Finder *f) {
  f->by_x = ARENA_ARRAY(f->arena, Sorted, f->vertices->n);
  for (int v = 0; v < f->vertices->n; v++) {
    f->by_x[v] = (Sorted){f->vertices->x[v], v};
    f->x += f->vertices->x[v] / f->vertices->n;
    f->y += f->vertices->y[v] / f->vertices->n;
  }
  qsort(f->by_x, (size_t)f->vertices->n, sizeof *f->by_x, compare_x);
}

static Site vertex_at(const Finder *f, double x, double y, double z) {
  int low = 0, high = f->vertices->n;
  while (low < high) {
    int mid = (low + high) / 2;
    if (f->by_x[mid].x < x - tolerance) low = mid + 1;
    else high = mid;
  }
  for (; low < f->vertices->n && f->by_x[low].x < x + tolerance; low++) {
    Site v = f->by_x[low].vertex;
    if (fabs(f->vertices->y[v] - y) < tolerance && fabs(f->vertices->z[v] - z) < tolerance) return v;
  }
  return SITE_OFF;
}

static double radius(const Finder *f, Site v) { return hypot(f->vertices->x[v] - f->x, f->vertices->y[v] - f->y); }

// A vertex off the middle with the fewest others at its distance and height, or SITE_OFF.
static Site rarest_vertex(const Finder *f) {
  Site best = SITE_OFF;
  int fewest = f->vertices->n + 1;
  for (Site v = 0; v < f->vertices->n; v++) {
    if (radius(f, v) < tolerance) continue;
    int ring = 0;
    for (Site u = 0; u < f->vertices->n && ring < fewest; u++) {
      ring += fabs(radius(f, u) - radius(f, v)) < tolerance && fabs(f->vertices->z[u] - f->vertices->z[v]) < tolerance;
    }
    if (ring < fewest) fewest = ring, best = v;
  }
  return best;
}

static bool map_vertices(Finder *f, const Isometry *m) {
  for (Site v = 0; v < f->vertices->n; v++) {
    double x = f->vertices->x[v] - f->x, y = f->vertices->y[v] - f->y;
    f->to[v] = vertex_at(f, f->x + m->a * x + m->b * y, f->y + m->c * x + m->d * y, f->vertices->z[v]);
    if (f->to[v] == SITE_OFF) return false;
  }
  return true;
}

static bool has_all_vertices(const Finder *f, SiteList mapped, SiteList other) {
  if (mapped.n != other.n) return false;
  for (int i = 0; i < mapped.n; i++) {
    bool found = false;
    for (int k = 0; k < other.n && !found; k++) found = other.at[k] == f->to[mapped.at[i]];
    if (!found) return false;
  }
  return true;
}

// The edge or cell whose vertices are the images of those of `site` and that is not taken yet, or SITE_OFF.
static Site image_of(const Finder *f, SiteType type, Site site, const bool *taken) {
  SiteList corners = topo_incident(f->t, type, site, SITE_VERTEX);
  if (corners.n == 0) return SITE_OFF;
  SiteList near = topo_incident(f->t, SITE_VERTEX, f->to[corners.at[0]], type);
  for (int i = 0; i < near.n; i++) {
    if (!taken[near.at[i]] && has_all_vertices(f, corners, topo_incident(f->t, type, near.at[i], SITE_VERTEX)))
      return near.at[i];
  }
  return SITE_OFF;
}

static bool map_type(Finder *f, SiteType type, Site *to) {
  int n = f->t->sites[type].n;
  bool *taken = ARENA_ARRAY(f->arena, bool, n);
  for (Site i = 0; i < n; i++) {
    to[i] = image_of(f, type, i, taken);
    if (to[i] == SITE_OFF) return false;
    taken[to[i]] = true;
  }
  return true;
}

// Adds the symmetry if the isometry is one.
static bool try_isometry(Finder *f, const Isometry *m, Symmetry *out) {
  ArenaMark mark = arena_mark(f->arena);
  Site *cells = ARENA_ARRAY(f->arena, Site, f->t->sites[SITE_CELL].n);
  Site *edges = ARENA_ARRAY(f->arena, Site, f->t->sites[SITE_EDGE].n);
  if (!map_vertices(f, m) || !map_type(f, SITE_EDGE, edges) || !map_type(f, SITE_CELL, cells)) {
    arena_rewind(f->arena, mark);
    return false;
  }
  out->to[SITE_VERTEX] = arena_copy(f->arena, f->to, sizeof(Site) * (size_t)f->vertices->n);
  out->to[SITE_EDGE] = edges;
  out->to[SITE_CELL] = cells;
  return true;
}

static double angle_of(const Finder *f, Site v) { return atan2(f->vertices->y[v] - f->y, f->vertices->x[v] - f->x); }

static double positive(double angle, double turn) { return angle < -tolerance ? angle + turn : fmax(angle, 0); }

static int compare_symmetries(const void *a, const void *b) {
  const Symmetry *x = a, *y = b;
  if (x->reflection != y->reflection) return x->reflection - y->reflection;
  return (x->angle > y->angle) - (x->angle < y->angle);
}

// Rotations and reflections that send `from` to `to`.
static int try_pair(Finder *f, Site from, Site to, Symmetry *out) {
  double turn = angle_of(f, to) - angle_of(f, from), sum = angle_of(f, to) + angle_of(f, from);
  Isometry rotation = {cos(turn), -sin(turn), sin(turn), cos(turn)};
  Isometry mirror = {cos(sum), sin(sum), sin(sum), -cos(sum)};
  int n = 0;
  out[n] = (Symmetry){.angle = positive(fmod(turn, 2 * M_PI), 2 * M_PI)};
  n += try_isometry(f, &rotation, &out[n]);
  out[n] = (Symmetry){.reflection = true, .angle = positive(fmod(sum / 2, M_PI), M_PI)};
  n += try_isometry(f, &mirror, &out[n]);
  return n;
}

// A board with nothing off its middle has the identity only.
static int try_identity(Finder *f, Symmetry *out) {
  Isometry same = {1, 0, 0, 1};
  out[0] = (Symmetry){0};
  return try_isometry(f, &same, out);
}

Symmetries topo_symmetries(Arena *arena, const Topology *t) {
  Finder f = {.arena = arena, .t = t, .vertices = &t->sites[SITE_VERTEX]};
  sort_vertices(&f);
  f.to = ARENA_ARRAY(arena, Site, f.vertices->n);
  Site from = rarest_vertex(&f);
  Symmetry *list = ARENA_ARRAY(arena, Symmetry, 2 * f.vertices->n + 2);
  int n = from == SITE_OFF ? try_identity(&f, list) : 0;
  for (Site to = 0; from != SITE_OFF && to < f.vertices->n; to++) {
    bool ring = fabs(radius(&f, to) - radius(&f, from)) < tolerance;
    if (ring && fabs(f.vertices->z[to] - f.vertices->z[from]) < tolerance) n += try_pair(&f, from, to, list + n);
  }
  qsort(list, (size_t)n, sizeof *list, compare_symmetries);
  Symmetries result = {.n = n, .at = list};
  while (result.rotations < n && !list[result.rotations].reflection) result.rotations++;
  return result;
}
