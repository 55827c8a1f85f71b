// Whole turns as single choices: all a player does before the next one has the turn or the game ends. Descriptions that
// play a turn as several moves (the queen goes, then shoots) can so be searched as if it were one.
#ifndef PLAY_MODEL_TURNS_H
#define PLAY_MODEL_TURNS_H

#include "state/turn/position.h"

// More turns than this are not listed: they are cut after as many moves as keep their number below it.
enum { TURNS_MOST = 50000 };

typedef struct TurnSpan {
  uint32_t first, n;  // of numbers
} TurnSpan;

typedef struct Turns {
  VEC(TurnSpan) at;
  VEC(uint32_t) numbers;  // of the moves of each turn, in the lists of the positions they are made in
  VEC(Move) opening;      // the moves of the position
} Turns;

void turns_free(Turns *turns);

// The turns of an alternating game that is not over. The list holds the first move of each turn, in the same order; to
// be forgotten like a list of moves.
MoveList turns_list(Turns *turns, Position *x);

#endif
