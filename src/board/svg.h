// A drawing of a board: cells, edges, vertices, labels and tracks, and pieces on it.
#ifndef BOARD_SVG_H
#define BOARD_SVG_H

#include "base/text.h"
#include "board/board.h"

// A piece on a site: SVG within a square from -50 to 50, or a disc with a few letters.
typedef struct BoardPiece {
  SiteType type;
  Site site;
  const char *shape;  // or NULL
  const char *text;
  const char *fill, *line, *detail;  // colours
} BoardPiece;

// The phase (colour) of a cell in drawings: that of the lower left corner is dark.
int svg_phase_of_cell(const Topology *t, Site cell);

// Adds a complete SVG document to the text.
void board_svg(Text *out, const Board *board, const char *title, const BoardPiece *pieces, int n);

#endif
