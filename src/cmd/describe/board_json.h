// The parts of a board that are written per game, as JSON.
#ifndef CMD_DESCRIBE_BOARD_JSON_H
#define CMD_DESCRIBE_BOARD_JSON_H

#include "base/text.h"
#include "board/board.h"
#include "game/game.h"

// {"Cell":..,"Vertex":..,"Edge":..}
void board_json_counts(Text *out, const Board *board);
// [{"name":..,"idx":..,"owner":..,"looped":..,"internalLoop":..,"elems":[[..]..]}..]
void board_json_tracks(Text *out, const Board *board);
// One line with all of it: name, counts, default site, supported directions, tracks; containers, regions and
// maps when the game is given.
void board_json_header(Text *out, const char *name, const Board *board, const Game *game);

#endif
