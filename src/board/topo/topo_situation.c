// Rows, columns and layers, and the labels made of them (A1). Sites are sorted by their distance from a base
// line and cut into bands; the line is turned in steps of 15 degrees to the angle whose bands are tightest.
// Edges use the angles found for vertices.
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

#include <stdlib.h>

typedef enum Axis { AXIS_ROW, AXIS_COLUMN, AXIS_LAYER } Axis;

// Where bands of a row or column are measured from: a point outside the board and a direction.
static void base_line(Bounds b, Axis axis, double theta, GraphPoint *from, GraphPoint *to) {
  if (axis == AXIS_ROW) *from = (GraphPoint){b.x + b.w / 2, b.y - b.h, 0};
  else *from = (GraphPoint){b.x - b.w, b.y + b.h / 2, 0};
  *to = (GraphPoint){from->x + b.w * cos(theta), from->y + b.w * sin(theta), 0};
}

static void band_scores(const WorkSites *s, Axis axis, double theta, double *score) {
  GraphPoint a = {0}, b = {0};
  if (axis != AXIS_LAYER) base_line(topo_bounds(s), axis, theta, &a, &b);
  for (int i = 0; i < s->n; i++) score[i] = axis == AXIS_LAYER ? s->at[i].z : line_distance(s->at[i], a, b);
}

typedef struct Band {
  double total;
  int n, first;
} Band;

static double band_mean(const Band *b) { return b->n ? b->total / b->n : 0; }

// How loose one band is: only its last site counts, which is the farthest.
static double band_error(const Band *b, const double *score, const int *order) {
  double off = band_mean(b) - score[order[b->first + b->n - 1]];
  return off * off / b->n;
}

// Numbers the bands into `out` and returns how badly the sites fit them.
static double cut_bands(TopoWork *w, const WorkSites *s, Axis axis, double unit, double theta, int *out) {
  ArenaMark mark = arena_mark(w->scratch);
  double *score = ARENA_ARRAY(w->scratch, double, s->n);
  int *order = ARENA_ARRAY(w->scratch, int, s->n);
  band_scores(s, axis, theta, score);
  topo_rank(score, s->n, order);
  Band band = {0};
  double error = 0;
  int bands = 0;
  for (int i = 0; i < s->n; i++) {
    if (i == 0 || fabs(score[order[i]] - band_mean(&band)) > 0.6 * unit) {
      if (i > 0) error += band_error(&band, score, order);
      band = (Band){.first = i};
      bands++;
    }
    band.total += score[order[i]];
    band.n++;
    out[order[i]] = bands - 1;
  }
  if (s->n) error += band_error(&band, score, order);
  arena_rewind(w->scratch, mark);
  return error + 0.01 * bands;
}

// Cuts at the best of the angles base + first, + 15 ... + last degrees, and returns that angle.
static double cut_best(TopoWork *w, WorkSites *s, Axis axis, double unit, double base, int first, int last, int *out) {
  double best = 0, least = 1000;
  for (int angle = first; angle <= last; angle += 15) {
    double theta = base + angle / 180.0 * M_PI;
    double error = cut_bands(w, s, axis, unit, theta, out);
    if (error < least) least = error, best = theta;
  }
  cut_bands(w, s, axis, unit, best, out);
  return best;
}

static void column_letters(int column, char *out) {
  char letters[16];
  int n = 0;
  letters[n++] = (char)('A' + column % 26);
  while (column >= 26) {
    column /= 26;
    letters[n++] = (char)('A' + column % 26 - 1);
  }
  for (int i = 0; i < n; i++) out[i] = letters[n - 1 - i];
  out[n] = 0;
}

static bool has_layers(const WorkSites *s) {
  for (int i = 0; i + 1 < s->n; i++) {
    if (s->layer[i] != s->layer[i + 1]) return true;
  }
  return false;
}

typedef struct LabelKey {
  int col, row, layer;
} LabelKey;

static int compare_keys(const void *a, const void *b) { return memcmp(a, b, sizeof(LabelKey)); }

static bool labels_repeat(TopoWork *w, const WorkSites *s) {
  LabelKey *keys = ARENA_ARRAY(w->scratch, LabelKey, s->n);
  for (int i = 0; i < s->n; i++) keys[i] = (LabelKey){s->col[i], s->row[i], s->layer[i]};
  qsort(keys, (size_t)s->n, sizeof *keys, compare_keys);
  for (int i = 0; i + 1 < s->n; i++) {
    if (compare_keys(&keys[i], &keys[i + 1]) == 0) return true;
  }
  return false;
}

static void label_sites(TopoWork *w, WorkSites *s) {
  bool layers = has_layers(s);
  for (int i = 0; i < s->n; i++) {
    char letters[16];
    column_letters(s->col[i], letters);
    s->label[i] = layers ? arena_printf(w->arena, "%s%d/%d", letters, s->row[i] + 1, s->layer[i])
                         : arena_printf(w->arena, "%s%d", letters, s->row[i] + 1);
  }
  s->duplicate_labels = labels_repeat(w, s);
}

void topo_measure_situation(TopoWork *w) {
  static const SiteType order[] = {SITE_VERTEX, SITE_EDGE, SITE_CELL};
  double row_angle = 0, column_angle = 0.5;
  for (int k = 0; k < SITE_TYPES; k++) {
    WorkSites *s = &w->s[order[k]];
    if (s->n == 0) continue;
    Bounds b = topo_bounds(s);
    double unit = (b.w + b.h) / 2 / sqrt(s->n);
    if (order[k] == SITE_EDGE) {
      cut_bands(w, s, AXIS_ROW, unit, row_angle, s->row);
      cut_bands(w, s, AXIS_COLUMN, unit, column_angle, s->col);
    } else {
      row_angle = cut_best(w, s, AXIS_ROW, unit, 0, 0, 60, s->row);
      column_angle = cut_best(w, s, AXIS_COLUMN, unit, row_angle, 90, 120, s->col);
    }
    cut_bands(w, s, AXIS_LAYER, unit, 0, s->layer);
    label_sites(w, s);
  }
}
