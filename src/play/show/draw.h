// A position as text a person can read, for a board of any shape: sites stand where their coordinates say, pieces are
// letters, cards have their face and suit, empty sites are dots. Mixed stacks, hands, dice and scores follow below.
#ifndef PLAY_SHOW_DRAW_H
#define PLAY_SHOW_DRAW_H

#include "base/text.h"
#include "state/turn/position.h"

typedef struct Drawing Drawing;

// Lays the board of the game out once. Free with drawing_free.
void drawing_new(const Game *game, Drawing **drawing);
void drawing_free(Drawing *drawing);

typedef struct DrawOptions {
  bool colour;    // escape sequences for the owners of pieces
  bool labels;    // names of sites instead of what stands there
  Player viewer;  // what is hidden from this player is shown as ?; 0: everything is shown
  bool marked;    // the sites of the last move are in brackets:
  int from, to;   // sites of the game's own type, GAME_OFF: none
} DrawOptions;

// What the letters mean.
void draw_legend(Text *out, const Drawing *drawing);

// The letters of what stands on a site.
void draw_site(Text *out, const Drawing *drawing, const Position *x, SiteType type, int32_t site);

void draw_position(Text *out, const Drawing *drawing, const Position *x, DrawOptions options);

#endif
