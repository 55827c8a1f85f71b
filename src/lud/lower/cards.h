// Cards: what a deck holds, and the rules that deal, play and read cards.
#ifndef LUD_LOWER_CARDS_H
#define LUD_LOWER_CARDS_H

#include "lud/lower/lower.h"

// The cards of a (deck ...) item, suit by suit, without names and owner; NULL with a diagnostic when it has none or
// too many. Marks the game as one with cards.
Component *deck_cards(Lower *lower, const Term *deck, const char *role, int *n);
// What makes a (card string roleType cardType ...) item a card.
void card_read(Lower *lower, Component *card, const Term *item);

// (deal Cards|Dominoes [int] [beginWith:int]) and (split Deck), without their consequences.
Ref lower_deal_as(Lower *lower, const Term *term, bool start);
Ref lower_split(Lower *lower, const Term *term);
Ref lower_play_card(Lower *lower, const Term *term, bool decision);
// (card TrumpSuit), and (card Rank|Suit|TrumpRank|TrumpValue at:int [level:int])
Ref lower_trump_suit(Lower *lower, const Term *term);
Ref lower_card_number(Lower *lower, const Term *term);

#endif
