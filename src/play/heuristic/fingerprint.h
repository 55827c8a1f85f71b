// A number that tells games apart by how they play: whose pieces there are, sites, and the legal moves and positions of
// a few short games. Two descriptions of the same rules have the same one when their pieces come in the same order;
// other rules under the same name do not (or by chance of 1 in 4 thousand million). Games of other names may:
// placements on as many sites begin alike.
#ifndef PLAY_HEURISTIC_FINGERPRINT_H
#define PLAY_HEURISTIC_FINGERPRINT_H

#include "game/game.h"

uint32_t game_fingerprint(const Game *game);

#endif
