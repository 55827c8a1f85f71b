// The scoreboard of `senet board --verify`: boards compared with a folder of recorded ones.
#ifndef CMD_DESCRIBE_BOARD_VERIFY_H
#define CMD_DESCRIBE_BOARD_VERIFY_H

#include "cmd/frame/game_option.h"

// Compares every game named in DIR/games.jsonl with what is recorded there and under DIR/elements. Prints one
// line per game that differs, then times, then `N ok, M differ`. True when none differs.
bool board_verify(Load *load, const Options *options, const char *dir);

#endif
