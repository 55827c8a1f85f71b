// A table of shares as a picture: a coloured square per row and column, its number in it.
#ifndef CMD_EXPERIMENT_HEATMAP_H
#define CMD_EXPERIMENT_HEATMAP_H

#include "base/text.h"

typedef struct Heatmap {
  const char *title;
  const char *const *rows, *const *columns;
  int n_rows, n_columns;
  const double *values;  // row by row, from 0 to 1; below 0: nothing is known
} Heatmap;

// Adds the picture as SVG.
void heatmap_svg(Text *out, const Heatmap *map);

#endif
