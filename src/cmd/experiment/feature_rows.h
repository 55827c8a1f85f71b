// Results of the experiment on features: a row per game, set and evaluator, kept as CSV so that a run goes on where it
// stopped, and summed up as in Figure 18 and Tables 3 and 4 of Soemers et al., Spatial State-Action Features for
// General Games.
#ifndef CMD_EXPERIMENT_FEATURE_ROWS_H
#define CMD_EXPERIMENT_FEATURE_ROWS_H

#include "base/text.h"
#include "base/vec.h"

typedef struct FeatureRow {
  const char *game, *set, *evaluator;  // evaluator "bare": no features
  int features;
  double playouts, plies, moves;  // per second of CPU time
  double open_seconds;
} FeatureRow;

typedef VEC(FeatureRow) FeatureRows;

extern const char feature_rows_head[];
void feature_row_write(Text *out, const FeatureRow *row);
// Adds the rows of a CSV text (arena); false when it is not one of ours.
bool feature_rows_read(Arena *arena, Str text, FeatureRows *rows);
// The row, or NULL; the last one where there are several.
const FeatureRow *feature_rows_find(const FeatureRows *rows, const char *game, const char *set, const char *evaluator);

// Prints the slowdowns of Figure 18, the ranks of Tables 3 and 4 with the published ones, and how much a bare playout
// is slowed down.
void feature_rows_print(const FeatureRows *rows);
// Prints our plies per second over those of a reference table (key, set, ..., plies per second in column six).
bool feature_rows_print_reference(const FeatureRows *rows, Arena *arena, const char *file);
// The figure: a box per set and evaluator.
bool feature_rows_figure(const FeatureRows *rows, Arena *arena, const char *path, const char **why);

#endif
