// The agent a person meets by default, and that gives hints: chosen for each game by what played better in our own
// matches (opponents.def, made by scripts/opponents), for other games by what is known of their rules.
#ifndef SEARCH_OPPONENT_H
#define SEARCH_OPPONENT_H

#include "base/arena.h"
#include "game/game.h"

// An agent as text, thinking so many seconds a move (in the arena).
const char *opponent_for(Arena *arena, const Game *game, double seconds);

#endif
