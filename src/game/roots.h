// Where a game enters its rules program: start, phases, ends, pieces, regions, games of a match.
#ifndef GAME_ROOTS_H
#define GAME_ROOTS_H

#include "game/game.h"

// Every rule the game has, titled, in the order people read them (arena).
const RulesRoot *game_roots(const Game *game, Arena *arena, int *n);

#endif
