// End rules that ask whether the next player can move: a playout finds that out when it draws that player's move. So
// the question may wait, answered with yes; only if no move is found, the last move is made again and asked in full.
#ifndef PLAN_DEFERRED_ENDS_H
#define PLAN_DEFERRED_ENDS_H

#include "game/game.h"

enum { END_CONDS_MAX = 4 };

typedef struct DeferredEnds {
  bool moves;                // NO_MOVES of the next player waits
  Ref conds[END_CONDS_MAX];  // conditions of END_IFs that can only hold if the next player has no move of this kind:
  int n_conds;
  Ref pieces;          // one of this FOR_PIECES of the rules of play
  Ref filter, asked;   // after which this holds, and with it what the question asks of the moves; 0: any
  const Word **turns;  // by Ref of a consequence: see turn_sites
} DeferredEnds;

// Which questions have the same answer before the turn passes on and after: one phase, two players, no chance, no meta
// rules about moves, and nothing in the rules of play that changes in between (turns, counters, passes, repetitions).
// False when none has. What *waits refers to is in the arena.
bool game_deferred_ends(const Game *game, Arena *arena, DeferredEnds *waits);

#endif
