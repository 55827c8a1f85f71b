// A game made by hand for tests of the state: a few cells without directions, two players with two pieces
// each, a hand, a die. The flags decide what it keeps.
#ifndef SUPPORT_TINY_H
#define SUPPORT_TINY_H

#include "state/turn/position.h"

enum { TINY_CELLS = 10, TINY_HAND = 10, TINY_DIE = 12, TINY_SITES = 13 };

// Pieces 1 to 4 belong to players 1, 2, 1, 2; 5 is the die, 6 belongs to nobody.
typedef struct TinyGame {
  Game game;
  Topology board;
  Component components[7];
  Container containers[3];
  Phase phase;
  Arena arena;
} TinyGame;

void tiny_init(TinyGame *tiny, uint32_t flags);
void tiny_free(TinyGame *tiny);
// An Position with nothing placed, not even the die.
Position *tiny_start(const TinyGame *tiny);
// Applies an action written as text and returns how many actions were done.
size_t tiny_do(Position *x, const char *text);

#endif
