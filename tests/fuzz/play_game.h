// Playing a compiled game, whatever its description says: what every target that loads descriptions does with them.
#ifndef FUZZ_PLAY_GAME_H
#define FUZZ_PLAY_GAME_H

#include "game/game.h"

// Random games by whole moves, by parts and by the sampler; every move is taken back and made again, the hash computed
// anew, moves and states written and read. Anything unsound aborts; a fault of the rules ends a game.
void fuzz_play(const Game *game);

#endif
