// Conditions: comparisons, logic, and the short tests all / no / can / was. The `is` tests are in fam_bool_is.
#include "lud/families.h"

static const LudRow rows[] = {
    // Comparing.
    {"=", "boolean", "int (int | roleType)", "The two numbers are equal; a player stands for its number."},
    {"=", "boolean", "sites sites", "The two regions have the same sites."},
    {"!=", "boolean", "int (int | roleType)", "The two numbers differ; a player stands for its number."},
    {"!=", "boolean", "sites sites", "The two regions differ."},
    {"<", "boolean", "int int", "The first number is smaller."},
    {"<=", "boolean", "int int", "The first number is smaller or equal."},
    {">", "boolean", "int int", "The first number is larger."},
    {">=", "boolean", "int int", "The first number is larger or equal."},

    // Combining.
    {"not", "boolean", "boolean", "The condition does not hold."},
    {"and", "boolean", "{boolean}", "All the conditions hold."},
    {"and", "boolean", "boolean boolean", "Both conditions hold."},
    {"or", "boolean", "{boolean}", "At least one of the conditions holds."},
    {"or", "boolean", "boolean boolean", "At least one of the two conditions holds."},
    {"xor", "boolean", "boolean boolean", "Exactly one of the two conditions holds."},
    {"if", "boolean", "boolean boolean [boolean]",
     "Where the first condition holds the second must hold too, otherwise the third if given."},
    {"toBool", "boolean", "(int | float)", "True for every number but zero."},

    // Short tests.
    {"all", "boolean", "allSimpleType", "All players have passed, all dice are used, or all dice show the same."},
    {"all", "boolean", "allSitesType sites if:boolean",
     "Every site of a region meets the condition; or the sites are told apart by it."},
    {"all", "boolean", "Values ints if:boolean", "Every number of a list meets the condition."},
    {"all", "boolean", "Groups [siteType] [direction] [of:boolean] if:boolean",
     "Every group of the pieces meant meets the condition."},
    {"no", "boolean", "Pieces [siteType] [roleType | of:int] [string] [in:sites]",
     "A player has no piece left, of one kind or in a region if given."},
    {"no", "boolean", "Moves roleType", "A player has no legal move."},
    {"can", "boolean", "Move moves", "At least one of the moves is possible."},
    {"was", "boolean", "Pass", "The last move was a pass."},
};

const LudFamily fam_bool = {"bool", rows, COUNT_OF(rows)};
