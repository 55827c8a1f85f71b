// Moves as chess players write them: Nf3, exd5, O-O, e8=Q, Qh4+. Understood in every game whose pieces have names and
// whose board has rows and columns: the letter is the first of the piece's name (N for a knight beside a king).
#ifndef PLAY_SHOW_SAN_H
#define PLAY_SHOW_SAN_H

#include "base/text.h"
#include "state/turn/position.h"

// The only move of the list, of the seat (0: of any), that the text can mean, or -1.
int san_find(const Position *x, MoveList list, Str text, int seat);

#endif
