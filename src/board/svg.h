// A drawing of a board: cells, edges, vertices, labels and tracks, and pieces on it.
#ifndef BOARD_SVG_H
#define BOARD_SVG_H

#include "base/text.h"
#include "board/board.h"

// A piece on a site, as a disc in its owner's colour (0: nobody's) with a few letters.
typedef struct BoardPiece {
  SiteType type;
  Site site;
  int owner;
  const char *text;
} BoardPiece;

// Adds a complete SVG document to the text.
void board_svg(Text *out, const Board *board, const char *title, const BoardPiece *pieces, int n);

#endif
