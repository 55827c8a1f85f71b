// Numbers: arithmetic, what a move or loop is looking at, and what the state says about sites and players.
#include "lud/families.h"

static const LudRow rows[] = {
    // Arithmetic.
    {"+", "int", "({int} | ints)", "The sum of a list of numbers."},
    {"+", "int", "int int", "The sum of two numbers."},
    {"-", "int", "[int] int", "The first number less the second, or a number with its sign changed."},
    {"*", "int", "({int} | ints)", "The product of a list of numbers."},
    {"*", "int", "int int", "The product of two numbers."},
    {"/", "int", "int int", "The first number divided by the second, without remainder."},
    {"%", "int", "int int", "What is left over when the first number is divided by the second."},
    {"^", "int", "int int", "The first number to the power of the second."},
    {"abs", "int", "int", "A number without its sign."},
    {"max", "int", "ints", "The largest number of a list."},
    {"max", "int", "int int", "The larger of two numbers."},
    {"min", "int", "ints", "The smallest number of a list."},
    {"min", "int", "int int", "The smaller of two numbers."},
    {"if", "int", "boolean int int", "The first number when the condition holds, otherwise the second."},
    {"toInt", "int", "(boolean | float)", "One for true and zero for false, or a fraction cut down to a whole number."},

    // What the rule being applied is looking at.
    {"from", "int", "[at:whenType]", "The site the move begins at."},
    {"to", "int", "", "The site the move ends at."},
    {"between", "int", "", "The site the move is passing over."},
    {"site", "int", "", "The site a loop over sites has come to."},
    {"level", "int", "", "The level a loop over a stack has come to."},
    {"player", "int", "", "The player a loop over players has come to."},
    {"track", "int", "", "The track a loop over tracks has come to."},
    {"pips", "int", "", "The value of the die in use."},
    {"edge", "int", "", "The edge a puzzle rule is looking at."},
    {"edge", "int", "int int", "The edge that joins two vertices."},
    {"hint", "int", "[siteType] [at:int]", "The hint number of the puzzle region, or the one at a site."},
    {"last", "int", "lastType [afterConsequence:boolean]",
     "The site or level where the last move began or ended, if wanted after its consequences."},

    // Players and turns.
    {"mover", "int", "", "The player whose turn it is."},
    {"next", "int", "", "The player who moves next."},
    {"prev", "int", "[prevType]", "The player who moved before, or the mover of the turn before."},
    {"score", "int", "(player | roleType)", "The score of a player."},
    {"amount", "int", "(roleType | player)", "The amount of money a player has."},
    {"pot", "int", "", "The amount in the pot."},
    {"counter", "int", "", "The counter, which goes up with every move unless it is set."},
    {"var", "int", "[string]", "The value of the variable of that name."},
    {"matchScore", "int", "roleType", "The points a player has in the match so far."},

    // Sites and pieces.
    {"what", "int", "[siteType] at:int [level:int]", "The number of the kind of piece on a site, or zero."},
    {"who", "int", "[siteType] at:int [level:int]", "The owner of the piece on a site, or zero."},
    {"state", "int", "[siteType] at:int [level:int]", "The state of the piece on a site."},
    {"rotation", "int", "[siteType] at:int [level:int]", "The rotation of the piece on a site."},
    {"value", "int", "Piece [siteType] at:int [level:int]", "The value of the piece on a site."},
    {"value", "int", "Player (int | roleType)", "The value of a player."},
    {"value", "int", "Random range", "A random number within a range."},
    {"value", "int", "valueSimpleType", "The pending value, or the limit set to moves or turns."},
    {"value", "int", "", "The number a loop over values has come to."},
    {"topLevel", "int", "[siteType] at:int", "The level of the topmost piece of the stack on a site."},
    {"id", "int", "[string] roleType", "The number of a player, or of that player's piece of the given name."},
    {"id", "int", "string", "The number of the piece or container of that name."},
    {"face", "int", "int", "The number on the upper face of the die on a site."},
    {"card", "int", "TrumpSuit", "The trump suit."},
    {"card", "int", "cardSiteType at:int [level:int]", "The rank, suit or trump value of the card on a site."},
};

const LudFamily fam_int = {"int", rows, COUNT_OF(rows)};
