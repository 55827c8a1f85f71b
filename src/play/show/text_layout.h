// A board laid out for text: every site gets a place in rows and columns by its coordinates, and the names that
// coordinates are made of (A, B, C and 1, 2, 3) get places around them, where they can be said of whole rows,
// columns or diagonals. On boards of points whose lines say more than the places do, the lines are noted too.
#ifndef PLAY_SHOW_TEXT_LAYOUT_H
#define PLAY_SHOW_TEXT_LAYOUT_H

#include "base/vec.h"
#include "game/game.h"

typedef struct Place {
  SiteType type;
  int32_t site;
  double x, y;
  int row, column;
} Place;

enum { MARK_BYTES = 8 };

// A name beside the board.
typedef struct Mark {
  char text[MARK_BYTES];
  int row, column;  // column -1: left of all places
  bool number;      // ends in its column instead of beginning there
} Mark;

// A line between two places.
typedef struct Link {
  int row, column, to_row, to_column;
} Link;

typedef struct TextLayout {
  VEC(Place) places;  // by row, then column
  VEC(Mark) marks;
  VEC(Link) links;
  int rows, columns;  // of places and marks
  bool grid;          // names are of rows and columns
} TextLayout;

// Free with text_layout_free.
void text_layout_make(TextLayout *sketch, const Game *game);
void text_layout_free(TextLayout *sketch);

// Columns between neighbours of a row, the least there are.
int text_layout_gap(const TextLayout *sketch);

#endif
