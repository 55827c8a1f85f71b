// The columns of the regression: every number that is measured of a position for a player, from which a weighted term
// can be made. Columns belong to groups, which are taken or left as a whole.
#ifndef LEARN_TUNE_TUNE_COLUMNS_H
#define LEARN_TUNE_TUNE_COLUMNS_H

#include "learn/tune/tune_kinds.h"
#include "play/heuristic/heuristic_terms.h"

enum { TUNE_GROUPS_MAX = 16, TUNE_COLUMNS_MAX = 1200 };

typedef struct TuneGroup {
  const char *name;
  int first, n;  // columns
  double gain;   // part of the loss it must save to be taken: more for terms that cost time
  double ridge;  // how strongly its weights are held near 0
} TuneGroup;

typedef struct TuneColumns {
  Arena arena;
  const Game *game;
  TuneKinds kinds;
  HeuristicText single;  // terms with one column each, in the order of `single_column`
  Heuristic *measure;    // these, compiled
  int *single_column;
  Lines lines;
  int line_columns;  // first of 2 * length: by pieces on the line; then the same for the player to move; -1: none
  int kind_columns;  // first of one for each kind of piece
  int site_columns;  // first of one for each class of sites of each kind; -1: none
  TuneGroup groups[TUNE_GROUPS_MAX];
  int n_groups;
  int n;
} TuneColumns;

void tune_columns_new(const Game *game, TuneColumns **out);
void tune_columns_free(TuneColumns *columns);

// What each player has, at values[player * n + column] for players from 1; values has room for (players + 1) * n.
void tune_columns_measure(const TuneColumns *columns, Position *x, double *values);

// The terms with these weights by column (arena); columns of weight 0 are left out.
HeuristicText tune_columns_text(const TuneColumns *columns, const double *weights, Arena *arena);

#endif
