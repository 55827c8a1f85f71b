// Guessing what a player cannot see: one arrangement of the hidden things, all that look the same to the player being
// equally likely. What is drawn follows only from what the player sees, what the hidden things are in all, and the
// random numbers, never from where they really are.
//
// - Sites of which nothing is seen exchange what is on them. Where every such site of the board holds a piece, the
//   pieces are hidden and not the sites; they may then be on any site that looks empty.
// - Pieces whose kind is not seen exchange their kinds (and whatever else is hidden of them) with others of the same
//   owner; dominoes also with those not dealt.
// - Pieces of which only a value or state is hidden exchange that with others of the same owner; where every one of
//   them has such a mark, also with pieces that show none.
#ifndef PLAY_MODEL_GUESS_H
#define PLAY_MODEL_GUESS_H

#include "state/turn/position.h"

// Whether the player misses anything in this position.
bool guess_needed(const Position *x, Player viewer);
// Rearranges x, which should be a copy. It cannot be undone.
void guess_hidden(Position *x, Player viewer, Random *random);

#endif
