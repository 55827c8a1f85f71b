// Where things lie in a drawing of a board: places, outlines of cells, edges as curves. Heights are shown by a small
// upward shift, so that layers and pyramids can be told apart.
#ifndef BOARD_SVG_FRAME_H
#define BOARD_SVG_FRAME_H

#include "base/text.h"
#include "board/topo/topology.h"

typedef struct SvgFrame {
  const Topology *t;
  double unit;           // an average edge
  double left, top;      // of the board, in its own coordinates
  double width, height;  // of the picture
  double margin;         // around the board
} SvgFrame;

typedef struct SvgSpot {
  double x, y;
} SvgSpot;

enum { SVG_SCALE = 64 };  // an average edge in the drawing

// Measures the board and leaves a margin around it.
void svg_frame_measure(SvgFrame *frame, const Topology *t, double margin);
SvgSpot svg_site(const SvgFrame *frame, SiteType type, Site site);
// Continues a path along an edge from vertex `from` to its other end.
void svg_path_edge(Text *out, const SvgFrame *frame, Site edge, Site from);
// The outline of a cell as path data, and that of an edge.
void svg_path_cell(Text *out, const SvgFrame *frame, Site cell);
void svg_path_of_edge(Text *out, const SvgFrame *frame, Site edge);
// Text with the characters that mean something in SVG replaced.
void svg_text(Text *out, const char *text);

#endif
