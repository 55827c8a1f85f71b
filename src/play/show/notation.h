// Moves as people write them: A2-A3, D4, pass, A7-A8=Queen, D3-E3xF3, in puzzles A1=5. Within one list of legal moves
// no two moves are written alike.
#ifndef PLAY_SHOW_NOTATION_H
#define PLAY_SHOW_NOTATION_H

#include "base/text.h"
#include "state/turn/position.h"

typedef struct Notation {
  Text text;          // all of them, one after another, each ended by a zero
  VEC(size_t) start;  // by number of the move
} Notation;

// Writes down the moves of a list. To tell some apart they are made and taken back.
void notation_make(Notation *notation, Position *x, MoveList list);
void notation_free(Notation *notation);
static inline const char *notation_of(const Notation *notation, uint32_t i) {
  return notation->text.p + notation->start.at[i];
}

// The move written so, whatever the case of its letters, or -1. Dashes and spaces may be left out or exchanged
// where no other move is then written alike.
int notation_find(const Notation *notation, Str text);

// Whether a move is written so or begins so, in the same sense.
bool notation_begins(const Notation *notation, uint32_t i, Str text);
// Whether a move goes from somewhere to what is written so: A4 in A2-A4.
bool notation_ends(const Notation *notation, uint32_t i, Str text);

// A move of somebody else as a player sees it who must not know what is hidden: pieces in a hand are not told apart,
// and of what happens on sites hidden from the player only is said that it happened.
// The move is made and taken back.
void notation_seen(Text *out, Position *x, const Move *move, Player viewer);

// A site by its coordinates, or by its place in a hand.
void site_notation(Text *out, const Game *game, SiteType type, int32_t site);

#endif
