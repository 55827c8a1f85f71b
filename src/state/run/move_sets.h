// Move sets (plan/move_set.h) in a position: all moves of a piece, or whether one leads to a site.
#ifndef STATE_RUN_MOVE_SETS_H
#define STATE_RUN_MOVE_SETS_H

#include "state/act/moves.h"
#include "state/run/site_test.h"

// A condition made ready; `first`: it cannot hold elsewhere, or NULL.
typedef struct SetReady {
  Check check;
  const Word *first;
} SetReady;

// Asks the sets of several pieces in one position: every condition is made ready once.
typedef struct SetAsker {
  const MoveSets *sets;
  const PieceMoves *loop;  // of a loop with a body of its own, or NULL: the pieces' own
  SetReady *checks;        // by number
  bool *ready;
} SetAsker;

// In scratch memory; body: of the loop over pieces, or 0. False where there are no sets for it, or the moves shall show
// what they were joined from, or how often statements are begun is counted.
bool sets_begin(Position *x, SetAsker *asker, Ref body);
// Appends the moves of a piece of a kind on FROM.
void sets_list(Position *x, SetAsker *asker, const PieceMoves *piece);
// Whether it has a move, or one that ends on a site.
bool sets_answer(Position *x, SetAsker *asker, const PieceMoves *piece, const MoveQuery *query);

#endif
