// Named sets of sites (corners, rows, sides...) as lists, and the distances to some of them.
#include "board/points.h"
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

#include <stdlib.h>

// Lists under construction, one after another.
typedef struct ListBuilder {
  VEC(int32_t) start;
  VEC(Site) at;
} ListBuilder;

static void end_list(ListBuilder *b) { VEC_PUSH(&b->start, (int32_t)b->at.n); }

static SiteLists finish_lists(ListBuilder *b, Arena *arena) {
  SiteLists lists = {(int)b->start.n - 1, VEC_TO_ARENA(&b->start, arena), VEC_TO_ARENA(&b->at, arena)};
  VEC_FREE(&b->start);
  VEC_FREE(&b->at);
  return lists;
}

static SiteList sites_with(TopoWork *w, const WorkSites *s, Props prop) {
  int n = 0;
  for (int i = 0; i < s->n; i++) n += (s->props[i] & prop) != 0;
  Site *at = ARENA_ARRAY(w->arena, Site, n);
  n = 0;
  for (int i = 0; i < s->n; i++) {
    if (s->props[i] & prop) at[n++] = i;
  }
  return (SiteList){at, n};
}

// List k has the sites whose key is k.
static SiteLists lists_by_key(TopoWork *w, const int *key, int n) {
  int lists = 0;
  for (int i = 0; i < n; i++) lists = MAX(lists, key[i] + 1);
  int32_t *start = ARENA_ARRAY(w->arena, int32_t, lists + 1), *fill = ARENA_ARRAY(w->scratch, int32_t, lists + 1);
  Site *at = ARENA_ARRAY(w->arena, Site, n);
  for (int i = 0; i < n; i++) start[key[i] + 1]++;
  for (int k = 0; k < lists; k++) start[k + 1] += start[k];
  for (int k = 0; k < lists; k++) fill[k] = start[k];
  for (int i = 0; i < n; i++) at[fill[key[i]]++] = i;
  return (SiteLists){lists, start, at};
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double coordinate(GraphPoint p, SiteFamily family) {
  return family == FAMILY_ROWS ? p.y : family == FAMILY_COLUMNS ? p.x : p.z;
}

static bool same_value(double a, double b, double tolerance) { return a == b || fabs(a - b) < tolerance; }

typedef struct RankedSite {
  double value;
  Site site;
} RankedSite;

// The different values of a coordinate, ascending; of rows and columns only on the ground.
static int different_values(const WorkSites *s, SiteFamily family, double tolerance, double *out) {
  Arena scratch = {0};
  PointIndex *index = points_new(&scratch, 0.001);
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    if (family != FAMILY_LAYERS && s->at[i].z != 0) continue;
    double value = coordinate(s->at[i], family);
    int found;
    const int *near = points_near(index, value, 0, tolerance, &found);
    bool known = false;
    for (int k = 0; k < found && !known; k++) known = same_value(value, out[near[k]], tolerance);
    if (known) continue;
    points_add(index, n, value, 0);
    out[n++] = value;
  }
  arena_free(&scratch);
  qsort(out, (size_t)n, sizeof *out, compare_doubles);
  return n;
}

static int compare_ranked(const void *a, const void *b) {
  const RankedSite *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return x->site - y->site;
}

static int compare_sites(const void *a, const void *b) { return *(const Site *)a - *(const Site *)b; }

static RankedSite *sites_by_value(TopoWork *w, const WorkSites *s, SiteFamily family) {
  RankedSite *ranked = ARENA_ARRAY(w->scratch, RankedSite, s->n);
  for (int i = 0; i < s->n; i++) ranked[i] = (RankedSite){coordinate(s->at[i], family), i};
  qsort(ranked, (size_t)s->n, sizeof *ranked, compare_ranked);
  return ranked;
}

// Where labels would repeat, rows and columns are simply the different coordinates. Numbers them in key too.
static SiteLists lists_by_value(TopoWork *w, const WorkSites *s, SiteFamily family, int *key) {
  double tolerance = family == FAMILY_LAYERS ? 0 : 0.001;
  double *values = ARENA_ARRAY(w->scratch, double, s->n);
  int n = different_values(s, family, tolerance, values);
  const RankedSite *ranked = sites_by_value(w, s, family);
  ListBuilder b = {0};
  end_list(&b);
  for (int k = 0, low = 0; k < n; k++) {
    size_t first = b.at.n;
    while (low < s->n && ranked[low].value < values[k] && !same_value(ranked[low].value, values[k], tolerance)) low++;
    for (int i = low; i < s->n && same_value(ranked[i].value, values[k], tolerance); i++) {
      VEC_PUSH(&b.at, ranked[i].site);
      key[ranked[i].site] = k;
    }
    if (b.at.n > first) qsort(b.at.at + first, b.at.n - first, sizeof *b.at.at, compare_sites);
    end_list(&b);
  }
  return finish_lists(&b, w->arena);
}

static SiteLists phase_lists(TopoWork *w, const WorkSites *s) {
  ListBuilder b = {0};
  end_list(&b);
  for (int p = 0; p < TOPO_PHASES; p++) {
    for (int i = 0; i < s->n; i++) {
      if (s->props[i] & prop_phase(p)) VEC_PUSH(&b.at, i);
    }
    end_list(&b);
  }
  return finish_lists(&b, w->arena);
}

static void relabel(TopoWork *w, WorkSites *s) {
  enum { TWO_LETTERS = 26 * 27 };
  for (int i = 0; i < s->n; i++) {
    int first = s->col[i] / 26 - 1, last = s->col[i] % 26, row = s->row[i] + 1;
    s->label[i] = s->col[i] < 26            ? arena_printf(w->arena, "%c%d", 'A' + last, row)
                  : s->col[i] < TWO_LETTERS ? arena_printf(w->arena, "%c%c%d", 'A' + first, 'A' + last, row)
                                            : arena_printf(w->arena, "%c%c%c%d", 'A' + (first / 26 - 1) % 26,
                                                           'A' + first % 26, 'A' + last, row);
  }
}

static void fill_families(TopoWork *w, WorkSites *s, TopoSites *out) {
  static const int32_t none[1] = {0};
  bool by_value = s->duplicate_labels || w->options.three_dimensions;
  out->family[FAMILY_ROWS] = by_value ? lists_by_value(w, s, FAMILY_ROWS, s->row) : lists_by_key(w, s->row, s->n);
  out->family[FAMILY_COLUMNS] = by_value ? lists_by_value(w, s, FAMILY_COLUMNS, s->col) : lists_by_key(w, s->col, s->n);
  out->family[FAMILY_LAYERS] = (SiteLists){0, none, NULL};
  if (!w->options.boardless) {
    out->family[FAMILY_LAYERS] =
        s->duplicate_labels ? lists_by_value(w, s, FAMILY_LAYERS, s->layer) : lists_by_key(w, s->layer, s->n);
    if (s->duplicate_labels) relabel(w, s);
  }
  out->family[FAMILY_DIAGONALS] = (SiteLists){0, none, NULL};
  out->family[FAMILY_PHASES] = phase_lists(w, s);
}

// One wave from a target site, as the distance tables were recorded: it does not pass earlier targets and
// stops where an earlier wave came at least as near. Returns the farthest distance it wrote.
static int spread_distance(TopoWork *w, const TopoSites *s, Site from, bool *target, int *dist) {
  Site *queue = ARENA_ARRAY(w->scratch, Site, s->n);
  int head = 0, tail = 0, farthest = -1;
  dist[from] = 0;
  target[from] = true;
  queue[tail++] = from;
  while (head < tail) {
    Site site = queue[head++];
    SiteList near = lists_get(&s->related[RELATION_ADJACENT], site);
    int d = dist[site] + 1;
    for (int i = 0; i < near.n; i++) {
      Site to = near.at[i];
      if (target[to] || (dist[to] > 0 && dist[to] <= d)) continue;
      farthest = MAX(farthest, d);
      dist[to] = d;
      queue[tail++] = to;
    }
  }
  return farthest;
}

// Steps from every site to the nearest target; one more than the farthest ever reached where there is no way.
static const int *distances_to(TopoWork *w, const TopoSites *s, SiteList targets) {
  if (s->n == 0) return NULL;
  int *dist = ARENA_ARRAY(w->arena, int, s->n), farthest = -1;
  bool *target = ARENA_ARRAY(w->scratch, bool, s->n);
  for (int i = 0; i < s->n; i++) dist[i] = -1;
  for (int i = 0; i < targets.n; i++) {
    ArenaMark mark = arena_mark(w->scratch);
    int far = spread_distance(w, s, targets.at[i], target, dist);
    farthest = MAX(farthest, far);
    arena_rewind(w->scratch, mark);
  }
  for (int i = 0; i < s->n; i++) {
    if (dist[i] < 0) dist[i] = farthest + 1;
  }
  return dist;
}

void topo_fill_groups(TopoWork *w, SiteType type, TopoSites *out) {
  WorkSites *s = &w->s[type];
  for (int g = 0; g < SITE_GROUPS; g++) out->group[g] = sites_with(w, s, prop_group((SiteGroup)g));
  for (int k = 0; k < TOPO_SIDES; k++) out->side[topo_side_dirs[k]] = sites_with(w, s, prop_side(k));
  fill_families(w, s, out);
  if (w->options.boardless) return;
  out->to_corner = distances_to(w, out, out->group[GROUP_CORNERS]);
  out->to_side = distances_to(w, out, out->group[GROUP_PERIMETER]);
  out->to_centre = distances_to(w, out, out->group[GROUP_CENTRE]);
}
