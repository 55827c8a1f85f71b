// End rules that ask whether the next player can move: a playout finds that out when it draws that player's move. So
// the question may wait, answered with yes; only if no move is found, the last move is made again and asked in full.
#ifndef GAME_WAITS_H
#define GAME_WAITS_H

#include "game/game.h"

// Whether the answer is the same before the turn passes on and after: one phase, two players, no chance, no meta rules
// about moves, and nothing in the rules of play that changes in between (turns, counters, passes, repetitions).
bool game_end_waits(const Game *game);

#endif
