// Where a game enters its rules program: start, phases, ends, pieces, regions, games of a match.
#ifndef GAME_ROOTS_H
#define GAME_ROOTS_H

#include "base/text.h"
#include "game/game.h"

// Every rule the game has, titled, in the order people read them (arena).
const RulesRoot *game_roots(const Game *game, Arena *arena, int *n);

// Whether the program is well formed and every rule begins where one of its kind can. False with a line
// for the first fault in *why (may be NULL).
bool game_check(const Game *game, Text *why);

// Whether sites, players, truth values and numbers are not mixed up in it (rules/value_types.h), likewise.
bool game_well_typed(const Game *game, Text *why);

#endif
