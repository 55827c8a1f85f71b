// Containment, growing and turning of polygons.
#include "board/polygon.h"

#include <math.h>
#include <stdlib.h>

static const double TINY = 1e-7;

bool polygon_contains(const Polygon *polygon, double x, double y) {
  bool odd = false;
  for (int i = 0, j = polygon->n - 1; i < polygon->n; j = i++) {
    PolyPoint p = polygon->at[i], q = polygon->at[j];
    bool spans = (p.y < y && q.y >= y) || (q.y < y && p.y >= y);
    if (spans && (p.x <= x || q.x <= x)) odd ^= p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x) < x;
  }
  return odd;
}

PolyBounds polygon_bounds(const Polygon *polygon) {
  if (!polygon->n) return (PolyBounds){0};
  PolyBounds box = {polygon->at[0].x, polygon->at[0].y, polygon->at[0].x, polygon->at[0].y};
  for (int i = 1; i < polygon->n; i++) {
    PolyPoint p = polygon->at[i];
    box.x0 = MIN(box.x0, p.x), box.x1 = MAX(box.x1, p.x);
    box.y0 = MIN(box.y0, p.y), box.y1 = MAX(box.y1, p.y);
  }
  return box;
}

static PolyPoint scaled_to(PolyPoint from, PolyPoint to, double length) {
  double dx = to.x - from.x, dy = to.y - from.y;
  double size = sqrt(dx * dx + dy * dy);
  if (size < TINY) return (PolyPoint){dx * length, dy * length};
  return (PolyPoint){dx / size * length, dy / size * length};
}

static PolyPoint corner_shift(PolyPoint a, PolyPoint b, PolyPoint c, double amount) {
  double turn = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  bool clockwise = turn < TINY;
  PolyPoint in = clockwise ? scaled_to(a, b, amount) : scaled_to(b, a, amount);
  PolyPoint out = clockwise ? scaled_to(c, b, amount) : scaled_to(b, c, amount);
  return (PolyPoint){(in.x + out.x) * 0.5, (in.y + out.y) * 0.5};
}

void polygon_inflate(Arena *arena, Polygon *polygon, double amount) {
  int n = polygon->n;
  PolyPoint *moved = ARENA_ARRAY(arena, PolyPoint, n + 1);
  for (int i = 0; i < n; i++) {
    PolyPoint shift = corner_shift(polygon->at[(i + n - 1) % n], polygon->at[i], polygon->at[(i + 1) % n], amount);
    moved[i] = (PolyPoint){polygon->at[i].x + shift.x, polygon->at[i].y + shift.y};
  }
  polygon->at = moved;
}

static void reverse(Polygon *polygon) {
  for (int i = 0, j = polygon->n - 1; i < j; i++, j--) {
    PolyPoint swap = polygon->at[i];
    polygon->at[i] = polygon->at[j];
    polygon->at[j] = swap;
  }
}

Polygon polygon_rotations(Arena *arena, Polygon polygon, int n) {
  if (n == 0) return polygon;
  int copies = abs(n);
  Polygon all = {.at = ARENA_ARRAY(arena, PolyPoint, polygon.n * copies + 1), .n = polygon.n};
  memcpy(all.at, polygon.at, (size_t)polygon.n * sizeof *all.at);
  if (n < 0) reverse(&all);
  double turn = 2.0 * M_PI / n, angle = turn;
  for (int copy = 1; copy < copies; copy++, angle += turn) {
    double sine = sin(angle), cosine = cos(angle);
    for (int i = 0; i < polygon.n; i++) {
      PolyPoint p = all.at[i];
      all.at[all.n++] = (PolyPoint){p.x * cosine - p.y * sine, p.x * sine + p.y * cosine};
    }
  }
  return all;
}

Polygon polygon_from_sides(Arena *arena, const int *sides, int n, const PolyPoint *steps, int count) {
  Polygon polygon = {.at = ARENA_ARRAY(arena, PolyPoint, n + 1), .n = 1};
  int step = count - 1;
  for (int i = 0; i < n; i++) {
    step = (step + (sides[i] < 0 ? -1 : 1) + count) % count;
    PolyPoint last = polygon.at[i];
    polygon.at[polygon.n++] = (PolyPoint){last.x + sides[i] * steps[step].x, last.y + sides[i] * steps[step].y};
  }
  return polygon;
}

static double side_of(PolyPoint p, PolyPoint a, PolyPoint b) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool cross(PolyPoint a, PolyPoint b, PolyPoint c, PolyPoint d) {
  double ac = side_of(c, a, b), ad = side_of(d, a, b), ca = side_of(a, c, d), cb = side_of(b, c, d);
  return ((ac > TINY && ad < -TINY) || (ac < -TINY && ad > TINY)) &&
         ((ca > TINY && cb < -TINY) || (ca < -TINY && cb > TINY));
}

bool polygon_crosses_itself(const Polygon *polygon) {
  int n = polygon->n;
  for (int i = 0; i < n; i++) {
    for (int j = i + 2; j < n; j++) {
      if (i == 0 && j == n - 1) continue;
      if (cross(polygon->at[i], polygon->at[i + 1], polygon->at[j], polygon->at[(j + 1) % n])) return true;
    }
  }
  return false;
}
