// Sets of directions. Single directions are words of the enumerations absoluteDirection and relativeDirection.
#include "lud/families.h"

static const LudRow rows[] = {
    {"directions", "direction", "(absoluteDirection | {absoluteDirection})", "One or more directions of the board."},
    {"directions", "direction", "[relativeDirection | {relativeDirection}] [of:relationType] [bySite:boolean]",
     "One or more directions as seen by the piece, within the given relation."},
    {"directions", "direction", "siteType from:int to:int", "The direction that leads from one site to another."},
    {"directions", "direction", "Random direction num:int", "So many of the directions, chosen at random."},
    {"union", "direction", "direction direction", "The directions that are in one set or the other."},
    {"difference", "direction", "direction direction", "The directions of the first set that are not in the second."},
    {"if", "direction", "boolean direction direction",
     "The first directions when the condition holds, otherwise the second."},
};

const LudFamily fam_direction = {"direction", rows, COUNT_OF(rows)};
