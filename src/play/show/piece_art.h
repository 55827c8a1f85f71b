// Pieces as shapes: drawings of our own, chosen by the name of the piece. A drawing is a piece of SVG within a square
// from -50 to 50; the group around it gives its colours. Names are looked up as they are written in descriptions
// ("Pawn", "Fuhyo", "DoubleCounter"), then by the words in them ("KingNoCross", "FreeTiger").
#ifndef PLAY_SHOW_PIECE_ART_H
#define PLAY_SHOW_PIECE_ART_H

#include "base/text.h"
#include "game/game.h"

// The colours of a player's pieces: fill, outline, and what is written or drawn on the fill.
typedef struct ArtColours {
  const char *fill, *line, *detail;
} ArtColours;
ArtColours art_colours(const Game *game, Player owner);
// Those of a kind of piece in a local state: nobody's pieces that can be turned over, or that are called after a
// colour, have the colours of players.
ArtColours piece_colours(const Game *game, int32_t what, int32_t state);

// The drawing for a kind of piece of the game, or NULL when there is none for its name: letters are then the last
// resort. A king among draughts is not a chess king, so the other pieces of the game count too.
const char *piece_art(const Game *game, int32_t what);
// Whether a drawing shows which way the piece faces (it may be NULL).
bool art_points(const char *drawing);
// Adds a drawing with its details in the colour given; a group around it sets fill and stroke.
void art_write(Text *out, const char *drawing, ArtColours colours);

#endif
