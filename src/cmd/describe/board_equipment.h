// What the equipment of a compiled game puts on the board: as JSON, and compared with what is recorded of it.
#ifndef CMD_DESCRIBE_BOARD_EQUIPMENT_H
#define CMD_DESCRIBE_BOARD_EQUIPMENT_H

#include "base/text.h"
#include "game/game.h"

struct json_t;

// ,"containers":[..],"regions":[..],"maps":[..]
void board_json_equipment(Text *out, const Game *game);

// Containers with their ranges of sites, named regions and maps against the fields of a recorded game.
// Fields that are not recorded are not compared. NULL when they agree, else a sentence that names the first difference.
const char *board_compare_equipment(Arena *arena, struct json_t *recorded, const Game *game);

#endif
