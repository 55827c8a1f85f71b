// Playing cards in text: the face, then the suit, as in Qs for the queen of spades. The suits are numbered clubs,
// spades, diamonds, hearts from 1 on; others are written as their number. A joker is a star.
#ifndef PLAY_SHOW_CARD_H
#define PLAY_SHOW_CARD_H

#include "game/game.h"

enum { CARD_BYTES = 8 };
void card_label(const Component *card, char out[CARD_BYTES]);

// What the letters mean.
const char *card_legend(void);

#endif
