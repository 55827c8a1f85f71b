// The columns of the regression: every number that is measured of a position for a player, from which a weighted term
// can be made. Columns belong to groups, which are taken or left as a whole. Together the columns can say what
// eval=material says, but for mobility: the regression begins there, so that a few games make nothing worse.
#ifndef LEARN_TUNE_TUNE_COLUMNS_H
#define LEARN_TUNE_TUNE_COLUMNS_H

#include "learn/tune/tune_kinds.h"
#include "play/heuristic/heuristic_terms.h"
#include "search/minimax/material.h"

enum { TUNE_GROUPS_MAX = 16, TUNE_COLUMNS_MAX = 1200 };

typedef struct TuneGroup {
  const char *name;
  int first, n;   // columns
  double gain;    // part of the loss it must save to be taken: more for terms that cost time
  double ridge;   // how strongly its weights are held near what they are expected to be
  bool expected;  // eval=material counts something of it
  bool always;    // taken whatever it saves, as it says most of what eval=material says
} TuneGroup;

typedef struct TuneColumns {
  Arena arena;
  const Game *game;
  TuneKinds kinds;
  const WeightPair *worths;  // of pieces, for their share; NULL: all alike
  int n_worths;
  HeuristicText single;  // terms with one column each, in the order of `single_column`
  Heuristic *measure;    // these, compiled
  int *single_column;
  Lines lines;
  int line_columns;  // first of 2 * length: by pieces on the line; then the same for the player to move; -1: none
  int kind_columns;  // first of one for each kind of piece
  int site_columns;  // first of one for each class of sites of each kind; -1: none
  // In sowing games: first of one for each site, hands included, for each of `counter_views` players; -1: none. With
  // two players the first one's say it all.
  int counter_columns, counter_views;
  double *expected;  // by column: the weight that eval=material gives it, which games correct
  TuneGroup groups[TUNE_GROUPS_MAX];
  int n_groups;
  int n;
} TuneColumns;

// The material says what kinds of pieces are worth where their share is counted.
void tune_columns_new(const Game *game, const Material *material, TuneColumns **out);
void tune_columns_free(TuneColumns *columns);

// What each player has, at values[player * n + column] for players from 1; values has room for (players + 1) * n.
void tune_columns_measure(const TuneColumns *columns, Position *x, double *values);

// The terms with these weights by column (arena); columns of weight 0 are left out.
HeuristicText tune_columns_text(const TuneColumns *columns, const double *weights, Arena *arena);

#endif
