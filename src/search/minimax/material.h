// An evaluation any game has: what the pieces on the board are worth, scores, and how freely the player to
// move can move; in races and sowing games how players stand (standing.h). What a kind of piece is worth is found by
// watching random games: the more moves pieces of that kind have on average, the better they are.
#ifndef SEARCH_MINIMAX_MATERIAL_H
#define SEARCH_MINIMAX_MATERIAL_H

#include "play/playout/policy.h"
#include "search/minimax/standing.h"

typedef struct Material Material;

// Plays a few short random games. Free with material_free.
void material_new(const Game *game, uint64_t seed, Material **material);
void material_free(Material *material);
const Evaluator *material_evaluator(const Material *material);
// In a race or sowing game: how players stand, which it counts instead of pieces. NULL in other games.
const Standing *material_standing(const Material *material);
// What a kind of piece is worth; 0 for what nobody owns.
double material_worth(const Material *material, int32_t what);
// Whose a kind of piece is in games whose rules do not say it, which are those that are an automaton: as random games
// show (play/heuristic/piece_players.h). 0: nobody's; in all other games, too.
Player material_player(const Material *material, int32_t what);

#endif
