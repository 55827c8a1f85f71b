// Where the tuned heuristic of a game lies.
#ifndef PLAY_HEURISTIC_HEURISTIC_FIND_H
#define PLAY_HEURISTIC_HEURISTIC_FIND_H

#include "game/game.h"

// "Name-01234567.txt" (arena).
const char *heuristic_file_name(Arena *arena, const Game *game);

#endif
