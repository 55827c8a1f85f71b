// A grid over points in the plane, to find the ones near a place without looking at all of them.
#ifndef BOARD_POINTS_H
#define BOARD_POINTS_H

#include "base/arena.h"

typedef struct PointIndex PointIndex;

// The cell should be about as wide as the radius of the usual query.
PointIndex *points_new(Arena *arena, double cell);

// Ids are given in ascending order.
void points_add(PointIndex *index, int id, double x, double y);

// The ids of all points in the square of half-width radius around (x, y), and perhaps of some more
// just outside it, in no order; points_near_sorted gives them ascending. Borrowed until the next call.
const int *points_near(PointIndex *index, double x, double y, double radius, int *n);
const int *points_near_sorted(PointIndex *index, double x, double y, double radius, int *n);

// Whether any of the points that may be that near passes a test.
typedef bool PointTest(const void *self, int id);
bool points_any(const PointIndex *index, double x, double y, double radius, PointTest *test, const void *self);

#endif
