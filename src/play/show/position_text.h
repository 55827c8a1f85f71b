// Positions as one line of text (docs/POSITIONS.md), after the notation of chess positions: what stands on the board
// row by row, whose turn it is, how many moves were made, and then by name whatever is not as these say. Reading a text
// gives a position whose block is the same, byte for byte.
#ifndef PLAY_SHOW_POSITION_TEXT_H
#define PLAY_SHOW_POSITION_TEXT_H

#include "base/text.h"
#include "state/turn/position.h"

enum { POSITION_TEXT_MAX = 1 << 20 };  // bytes of a text that is read or written

// What is wrong with a text, and where.
typedef struct PositionMistake {
  size_t at;  // byte from 0
  char message[160];
} PositionMistake;

// Appends the text. False with the mistake when there is none that could be read: it would be too long.
bool position_write(Text *out, const Position *x, PositionMistake *mistake);

// Sets x up; moves made before cannot be taken back. False with the mistake: x is then as it was.
bool position_read(Position *x, Str text, PositionMistake *mistake);

#endif
