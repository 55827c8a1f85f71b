// Results of the experiment on playouts: one row per game, kept as CSV so that a run goes on where it stopped,
// summed up as in Table 1 and Figures 2 and 3 of Soemers et al., Optimised Playout Implementations.
#ifndef CMD_EXPERIMENT_PLAYOUT_ROWS_H
#define CMD_EXPERIMENT_PLAYOUT_ROWS_H

#include "base/text.h"
#include "base/vec.h"
#include "play/playout/measure.h"

typedef struct PlayoutRow {
  const char *game, *path;
  const char *phases;  // the kind of each phase, separated by blanks
  const char *status;  // "ok", perhaps with a remark, "standard" (nothing to compare), or what went wrong
  uint64_t standard_n, optimised_n;
  double standard_rate, optimised_rate;  // playouts per processor second
  double speedup, length_ratio;
  double p;   // the smallest of the tests
  int tests;  // how many
} PlayoutRow;

typedef VEC(PlayoutRow) PlayoutRows;

extern const char playout_rows_head[];
void playout_row_write(Text *out, const PlayoutRow *row);
// Adds the rows of a CSV text (arena); false when it is not one of ours.
bool playout_rows_read(Arena *arena, Str text, PlayoutRows *rows);

// The kind a row counts under: the first of its phases that has one, or PLAYOUT_STANDARD.
PlayoutKind playout_row_kind(const PlayoutRow *row);
static inline bool playout_row_measured(const PlayoutRow *row) { return !strncmp(row->status, "ok", 2); }

typedef enum RowValue { ROW_SPEEDUP, ROW_LENGTH_RATIO } RowValue;
// The values of the measured rows of a kind (PLAYOUT_KINDS: of all), ascending.
typedef VEC(double) Doubles;
void doubles_sort(Doubles *values);
double doubles_median(const Doubles *values);  // of sorted ones; 0 for none
void playout_rows_values(const PlayoutRows *rows, PlayoutKind kind, RowValue value, Doubles *out);

// Prints Table 1 with the published figures, the ratios of mean lengths, and the tests. True when no test fails at a
// family-wise level of 1 %.
void playout_rows_print_table(const PlayoutRows *rows);
bool playout_rows_print_tests(const PlayoutRows *rows);
// Prints where the kinds differ from those in games.tsv of a reference folder, and our speed over that in its
// speed.tsv times scale. False when the folder cannot be read, or a kind differs.
bool playout_rows_print_reference(const PlayoutRows *rows, Arena *arena, const char *folder, double scale);

#endif
