// Writing cards.
#include "play/show/card.h"

#include <stdio.h>

void card_label(const Component *card, char out[CARD_BYTES]) {
  static const char *const faces[] = {"*", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
  static const char suits[] = "csdh";
  const char *face = faces[card->face];
  if (card->suit >= 1 && card->suit < (int)sizeof suits) snprintf(out, CARD_BYTES, "%s%c", face, suits[card->suit - 1]);
  else snprintf(out, CARD_BYTES, "%s:%d", face, card->suit % 1000);
}

const char *card_legend(void) {
  return "cards: face and suit, as Qs; c clubs, s spades, d diamonds, h hearts, * a joker";
}
