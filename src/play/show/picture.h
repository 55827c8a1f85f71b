// A position as an SVG picture: the board in wood colours, pieces as shapes in the colours of their players, stacks,
// piles, sides and homes of players, the last move, and below the board hands, dice, cards, scores and a legend.
#ifndef PLAY_SHOW_PICTURE_H
#define PLAY_SHOW_PICTURE_H

#include "base/text.h"
#include "state/turn/position.h"

typedef struct PictureOptions {
  Player viewer;   // what is hidden from this player is shown as a question mark; 0: everything is shown
  bool no_legend;  // without the lines that say what the shapes are
  bool no_labels;  // without the names of rows, columns and sites
  int from, to;    // the last move, sites of the game's own type; GAME_OFF: none
  const char *title;
} PictureOptions;

// Adds a complete SVG document.
void picture_position(Text *out, const Position *x, const PictureOptions *options);

#endif
