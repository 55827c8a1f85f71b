// Constraints of deduction puzzles.
#include "lud/families.h"

static const LudRow rows[] = {
    {"all", "boolean", "Different [siteType] [sites] [except:int | excepts:{int}]",
     "All values in a region, or in every region of the puzzle, are different, but for those excepted."},
    {"is", "boolean", "isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int",
     "The values of a region add up to a number, or one value occurs so often."},
    {"is", "boolean", "Unique [siteType]", "No two rows or columns hold the same values."},
    {"is", "boolean", "Solved", "Every site has a value and all constraints are met."},
    {"forAll", "boolean", "puzzleElementType boolean", "The constraint holds for every cell, vertex, edge or hint."},
};

const LudFamily fam_puzzle = {"puzzle", rows, COUNT_OF(rows)};
