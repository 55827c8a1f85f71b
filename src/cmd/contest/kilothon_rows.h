// Rows of senet experiment kilothon: one per game of the library, as CSV; and what they say together.
#ifndef CMD_CONTEST_KILOTHON_ROWS_H
#define CMD_CONTEST_KILOTHON_ROWS_H

#include "base/text.h"
#include "base/vec.h"

typedef struct KilothonRow {
  const char *game, *path, *agent, *status;  // status: ok, or why there is no result
  int seat;                                  // ours
  double utility;                            // ours
  int moves;
  double seconds, opponent_seconds;  // used
  int random, opponent_random;       // moves made after the time was used up
} KilothonRow;

typedef VEC(KilothonRow) KilothonRows;

extern const char kilothon_head[];

void kilothon_row_write(Text *out, const KilothonRow *row);
// Reads a file that begins with the head; false for another file.
bool kilothon_rows_read(Arena *arena, Str text, KilothonRows *rows);
bool kilothon_row_played(const KilothonRow *row);

typedef struct KilothonSummary {
  size_t games, wins, draws, losses;
  double mean, low, high;  // utility, with a bootstrap interval of 95 %
} KilothonSummary;

void kilothon_summarise(const KilothonRows *rows, KilothonSummary *summary);
void kilothon_print(const KilothonSummary *summary);
// The mean utility after every game, with its interval, and the published figures as lines.
void kilothon_svg(Text *out, const KilothonRows *rows);

#endif
