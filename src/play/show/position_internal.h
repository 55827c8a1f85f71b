// What writing and reading the text of positions share.
#ifndef PLAY_SHOW_POSITION_INTERNAL_H
#define PLAY_SHOW_POSITION_INTERNAL_H

#include "play/show/position_letters.h"
#include "play/show/position_text.h"
#include "state/block/access.h"
#include "state/turn/position.h"

// A part of the board's text: the sites of a type on the board, or those of a hand, of dice or of a deck.
typedef struct PositionPart {
  SiteType type;
  BoardRows rows;
} PositionPart;
typedef VEC(PositionPart) PositionParts;

void position_parts_make(PositionParts *parts, const Position *x);
void position_parts_free(PositionParts *parts);

// position_read of a text of any length.
bool position_read_any(Position *x, Str text, PositionMistake *mistake);

// What a piece is where its text says nothing more.
Piece position_plain_piece(const Game *game, int32_t what);

#endif
