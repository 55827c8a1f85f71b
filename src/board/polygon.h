// Polygons that custom boards are cut from.
#ifndef BOARD_POLYGON_H
#define BOARD_POLYGON_H

#include "base/arena.h"

typedef struct PolyPoint {
  double x, y;
} PolyPoint;

typedef struct Polygon {
  PolyPoint *at;
  int n;
} Polygon;

typedef struct PolyBounds {
  double x0, y0, x1, y1;
} PolyBounds;

// Even-odd rule.
bool polygon_contains(const Polygon *polygon, double x, double y);

PolyBounds polygon_bounds(const Polygon *polygon);

// Moves each corner by half the sum of two vectors of the given length along its sides, away from the
// inside where the turn is clockwise and towards it where it is not.
void polygon_inflate(Arena *arena, Polygon *polygon, double amount);

// Appends the polygon turned by 1/n, 2/n, ... of a full turn; a negative n reverses it first and turns
// the other way.
Polygon polygon_rotations(Arena *arena, Polygon polygon, int n);

// Walks from the origin: side i goes |sides[i]| steps after turning left (positive) or right, in a
// cycle of `count` step vectors.
Polygon polygon_from_sides(Arena *arena, const int *sides, int n, const PolyPoint *steps, int count);

// Whether two sides that are not neighbours cross properly.
bool polygon_crosses_itself(const Polygon *polygon);

#endif
