// A drawing of a board: cells, edges, vertices, labels and tracks.
#ifndef BOARD_SVG_H
#define BOARD_SVG_H

#include "base/text.h"
#include "board/board.h"

// Adds a complete SVG document to the text.
void board_svg(Text *out, const Board *board, const char *title);

#endif
