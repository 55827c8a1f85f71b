// What the text of positions (position_text.h) needs of a game: letters of pieces, and sites row by row.
#ifndef PLAY_SHOW_POSITION_LETTERS_H
#define PLAY_SHOW_POSITION_LETTERS_H

#include "base/text.h"
#include "base/vec.h"
#include "game/game.h"

// A letter for every piece of players 1 and 2 whose name has one left; all others are written by their number, [7].
typedef struct PieceLetters {
  int n;
  char *of;  // by piece; 0: none
} PieceLetters;

void piece_letters_make(PieceLetters *letters, const Game *game);
void piece_letters_free(PieceLetters *letters);
void piece_letter_write(Text *out, const PieceLetters *letters, int32_t what);
// 0 for a letter that no piece has.
int32_t piece_letter_read(const PieceLetters *letters, char letter);

// The sites of the board in the order they are written: row by row, the last row first.
typedef struct BoardRows {
  int n;
  int32_t *site;
  bool *ends;  // a row
} BoardRows;

void board_rows_make(BoardRows *rows, const Game *game, SiteType type);
void board_rows_free(BoardRows *rows);

#endif
