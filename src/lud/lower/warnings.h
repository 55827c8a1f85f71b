// Doubts: things a description asks for and does not have. The language gives them a meaning (an empty region, no
// piece) and games may rely on it, so these are warnings and no errors; but most are slips of the pen.
#ifndef LUD_LOWER_WARNINGS_H
#define LUD_LOWER_WARNINGS_H

#include "lud/lower/lower.h"

// A label of a site that is not on the board.
void warn_site(Lower *lower, const Term *label);
// The name of a piece, without its player, when no piece is called so.
void warn_piece(Lower *lower, const Term *name);
// A name that must be a piece's own: when there are only pieces of that name with a player's number, this is a doubt;
// when there are none (known is false), an error.
void warn_owned_piece(Lower *lower, const Term *name, bool known);
// The site of a hand, when nobody has one.
void warn_hand(Lower *lower, const Term *term);
// A rule about cards in a game without any, and a deal that deals nothing, for want of a deck or of hands.
void warn_cards(Lower *lower, const Term *term);
void warn_dealing(Lower *lower, const Term *term, bool has_deck);
// What can only be judged when all is lowered: names of regions, and whether pieces have moves that are asked for.
void warn_finished(Lower *lower);

// After an error about an unknown piece: the nearest one.
void hint_piece(Lower *lower, Str name);

#endif
