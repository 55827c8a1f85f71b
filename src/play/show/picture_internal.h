// What the parts of a picture share.
#ifndef PLAY_SHOW_PICTURE_INTERNAL_H
#define PLAY_SHOW_PICTURE_INTERNAL_H

#include "board/svg_frame.h"
#include "play/show/picture.h"
#include "play/show/piece_art.h"

typedef struct Picture {
  Text *out;
  const Game *game;
  const Position *x;
  const PictureOptions *options;
  SvgFrame frame;
  double radius;  // of a piece on a site of the game's own type
  double bottom;  // where the next line below the board begins
  double width;   // of the whole picture
  bool columns;   // stacks stand on the board as columns
} Picture;

// Layers of the board, from below.
void picture_board(Picture *p);
void picture_owned_sites(Picture *p);
void picture_last_move(Picture *p);
void picture_labels(Picture *p);

// One kind of piece in a local state at a place, with a radius; rotation in degrees.
void picture_shape(Picture *p, int32_t what, int32_t state, SvgSpot at, double radius, double rotation);
// All pieces on the board, then what lies beside it.
void picture_pieces(Picture *p);
void picture_containers(Picture *p);
void picture_legend(Picture *p);

// Some words at a place; anchor is start, middle or end.
void picture_words(Picture *p, SvgSpot at, double size, const char *colour, const char *anchor, const char *words);
bool picture_hidden(const Picture *p, SiteType type, int32_t site, int32_t level);
// Whether a cell is drawn at all: open tables are shown around their pieces only.
bool picture_shows_cell(const Picture *p, Site cell);

#endif
