// Plane geometry for measuring boards. The tolerances are part of the results: sites are compared with
// recorded boards whose corners, sides and radials were found with these very thresholds.
#ifndef BOARD_TOPO_TOPO_MATH_H
#define BOARD_TOPO_TOPO_MATH_H

#include "base/common.h"
#include "board/graph.h"
#include "board/topo/angle.h"

#include <math.h>

#define TOPO_EPSILON 0.0000001

static inline double dist2d(GraphPoint a, GraphPoint b) {
  double dx = b.x - a.x, dy = b.y - a.y;
  return sqrt(dx * dx + dy * dy);
}

static inline double dist3d(GraphPoint a, GraphPoint b) {
  double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  return sqrt(dx * dx + dy * dy + dz * dz);
}

static inline double angle2d(GraphPoint a, GraphPoint b) { return angle_atan2(b.y - a.y, b.x - a.x); }

// Distance of p from the line through a and b (from a when they coincide).
static inline double line_distance(GraphPoint p, GraphPoint a, GraphPoint b) {
  double dx = b.x - a.x, dy = b.y - a.y;
  if (fabs(dx) + fabs(dy) < TOPO_EPSILON) return dist2d(p, a);
  double area = (p.y - a.y) * dx - (p.x - a.x) * dy;
  return sqrt(area * area / (dx * dx + dy * dy));
}

// Twice the signed area of a, b, c: positive when they turn to the left.
static inline double turn2d(GraphPoint a, GraphPoint b, GraphPoint c) {
  return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

// Tangent of the angle by which the way a, b, c bends at b; infinite from a right angle on.
static inline double bend_tangent(GraphPoint a, GraphPoint b, GraphPoint c) {
  double vx = b.x - a.x, vy = b.y - a.y, vz = b.z - a.z;
  double ux = c.x - b.x, uy = c.y - b.y, uz = c.z - b.z;
  double dot = ux * vx + uy * vy + uz * vz;
  if (dot <= 0) return INFINITY;
  double x = vy * uz - vz * uy, y = vz * ux - vx * uz, z = vx * uy - vy * ux;
  return fabs(sqrt(x * x + y * y + z * z) / dot);
}

// Whether that tangent is below a limit. Most answers need no square root.
static inline bool bends_less(GraphPoint a, GraphPoint b, GraphPoint c, double limit) {
  double vx = b.x - a.x, vy = b.y - a.y, vz = b.z - a.z;
  double ux = c.x - b.x, uy = c.y - b.y, uz = c.z - b.z;
  double dot = ux * vx + uy * vy + uz * vz;
  if (dot <= 0) return false;
  double x = vy * uz - vz * uy, y = vz * ux - vx * uz, z = vx * uy - vy * ux;
  double across = x * x + y * y + z * z, along = limit * limit * dot * dot;
  if (across > 1.001 * along) return false;
  return across < 0.999 * along || bend_tangent(a, b, c) < limit;
}

// Which of n equal sectors an angle lies in; sector 0 is centred on east, counterclockwise.
static inline int sector_of(double angle, int n) {
  double arc = 2 * M_PI / n;
  if (angle < 0) angle += 2 * M_PI;
  return ((int)((angle + arc / 2) / arc) + n) % n;
}

#endif
