// What depends on whose turn it is. End rules ask about the next player's moves before the turn passes on; a playout
// meets the same moves after it has. These are the tests that the two see the same.
#ifndef PLAN_TURN_INDEPENDENCE_H
#define PLAN_TURN_INDEPENDENCE_H

#include "game/game.h"

// Where moves may end after which the consequence could depend on whose turn it is, as a region in the arena; NULL:
// anywhere.
const Word *turn_sites(const Game *game, Ref then, Arena *arena);

// Whether a condition asked before the turn passes on (`before`, which calls that player next) always has the value of
// another one asked afterwards (`after`, which calls it the mover).
bool turn_same(const Game *game, Ref before, Ref after);

// Whether an action does the same whoever's turn it is.
bool action_is_same_in_both_turns(ActionKind kind);

// Whether something else than consequences asks who is next, or who made the moves so far. By Ref, `seen` has what was
// looked at before.
bool turn_matters(const Game *game, Ref ref, bool *seen);

#endif
