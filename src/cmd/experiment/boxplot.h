// Box plots as SVG: for each row its quartiles as a box, whiskers to the farthest points within 1.5 times the box,
// and every point beyond them.
#ifndef CMD_EXPERIMENT_BOXPLOT_H
#define CMD_EXPERIMENT_BOXPLOT_H

#include "base/text.h"

typedef struct BoxRow {
  const char *name;
  const double *values;  // ascending, above 0
  size_t n;
} BoxRow;

typedef struct BoxPlot {
  const char *title, *axis;
  const BoxRow *rows;
  size_t n;
  double mark;  // a line across all rows, at this value
  bool logarithmic;
} BoxPlot;

void boxplot_svg(Text *out, const BoxPlot *plot);

#endif
