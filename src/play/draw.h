// A position as text a person can read, for a board of any shape: every site gets a place in rows and columns
// by its coordinates, pieces are letters, empty sites are dots. Hands and scores follow below.
#ifndef PLAY_DRAW_H
#define PLAY_DRAW_H

#include "base/text.h"
#include "state/position.h"

typedef struct Drawing Drawing;

// Lays the board of the game out once. Free with drawing_free.
void drawing_new(const Game *game, Drawing **drawing);
void drawing_free(Drawing *drawing);

typedef struct DrawOptions {
  bool colour;  // escape sequences for the owners of pieces
  bool labels;  // names of sites instead of what stands there
} DrawOptions;

// The position with its legend.
void draw_position(Text *out, const Drawing *drawing, const Exec *x, DrawOptions options);

#endif
