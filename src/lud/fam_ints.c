// Lists of numbers.
#include "lud/families.h"

static const LudRow rows[] = {
    {"array", "ints", "{int}", "The numbers listed."},
    {"array", "ints", "sites", "The sites of a region as numbers."},
    {"players", "ints", "playersManyType [of:int] [if:boolean]",
     "The players that stand in such a relation to one, and meet the condition."},
    {"players", "ints", "playersTeamType [if:boolean]", "The players of a team that meet the condition."},
    {"team", "ints", "", "The players of the team a loop over teams has come to."},
    {"values", "ints", "Remembered [string]", "The numbers remembered under that name."},
    {"sizes", "ints", "Group [siteType] [direction] [roleType | of:int | if:boolean] [min:int] [isVisible:boolean]",
     "The sizes of all groups of connected pieces."},
    {"rotations", "rotations", "(absoluteDirection | {absoluteDirection})",
     "The rotations a piece may take, given as directions."},
    {"results", "ints", "(from:int | from:sites) (to:int | to:sites) int",
     "The values of an expression for every pair of sites of two regions."},
    {"union", "ints", "{ints}", "The numbers that are in at least one of the lists."},
    {"union", "ints", "ints ints", "The numbers that are in one list or the other."},
    {"intersection", "ints", "{ints}", "The numbers that are in all of the lists."},
    {"intersection", "ints", "ints ints", "The numbers that are in both lists."},
    {"difference", "intsDifference", "ints (ints | int)", "The numbers of the first list that are not in the second."},
    {"if", "ints", "boolean ints [ints]", "The first list when the condition holds, otherwise the second or none."},
};

const LudFamily fam_ints = {"ints", rows, COUNT_OF(rows)};
