// The optimiser: the rules program of a game as lowered becomes one that says the same in fewer instructions. It runs
// once, when a game has been compiled:
//   - equal instructions become one (evaluation depends only on the state and the slots, so nothing else changes);
//   - what can be known beforehand is a constant: arithmetic, branches, the regions of a player;
//   - regions of a single site are asked as sites;
//   - the moves of a kind of piece are copied for it, so that its facing, its owner and with them the directions and
//     regions of the mover are constants.
// Places in the description are kept; of equal instructions that of the first.
#ifndef PLAN_OPTIMISE_H
#define PLAN_OPTIMISE_H

#include "game/game.h"

// Replaces the program of a finished game and all its references into it. The game as it was stays in game->lowered.
void game_optimise(Game *game);

// Whether a piece of a kind always faces the way its kind does.
bool game_faces_one_way(const Game *game);

#endif
