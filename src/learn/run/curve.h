// Learning curves: a table with a row per game, as CSV and as a picture.
#ifndef LEARN_RUN_CURVE_H
#define LEARN_RUN_CURVE_H

#include "base/text.h"
#include "base/vec.h"

enum { CURVE_COLUMNS_MAX = 12 };

// A line of the picture: which column, and what it is called there.
typedef struct CurveColumn {
  const char *name;
  bool drawn;  // in the picture, from its least to its largest value
} CurveColumn;

typedef struct CurveRow {
  double values[CURVE_COLUMNS_MAX];  // NAN: nothing
} CurveRow;

typedef struct Curve {
  const CurveColumn *columns;  // ended by a NULL name
  VEC(CurveRow) rows;
} Curve;

void curve_free(Curve *curve);
// Rows of values in the order of the columns.
void curve_csv(Text *out, const Curve *curve);
// Reads rows back, at most so many. False when the columns are others.
bool curve_read(Curve *curve, Str csv, size_t most);
// One small chart per drawn column, over the first column.
void curve_svg(Text *out, const Curve *curve, const char *title);

#endif
