// Operators on moves: joining lists of moves, choosing among them, filtering them, looping.
#include "lud/families.h"

static const LudRow rows[] = {
    // Joining.
    {"or", "nonDecision", "{moves} [then]", "All the moves of the lists together: the player chooses one."},
    {"or", "nonDecision", "moves moves [then]", "The moves of both lists together: the player chooses one."},
    {"and", "nonDecision", "{moves} [then]", "All the effects are made, one after the other."},
    {"and", "nonDecision", "moves moves [then]", "Both effects are made, one after the other."},
    {"append", "nonDecision", "nonDecision [then]", "All the moves of a list are joined into a single move."},
    {"allCombinations", "nonDecision", "moves moves [then]",
     "Every move of the first list is joined with every move of the second."},
    {"seq", "effect", "{moves}", "The moves are made in order, each in the position the one before has left."},
    {"random", "moves", "moves num:int", "So many moves of the list, chosen at random."},
    {"random", "moves", "{float} {moves}", "One of the lists, chosen at random with the given weights."},

    // Choosing and filtering.
    {"if", "nonDecision", "boolean moves [moves] [then]",
     "The first moves when the condition holds, otherwise the second or none."},
    {"priority", "effect", "{moves} [then]", "The first list that has any moves."},
    {"priority", "effect", "moves moves [then]",
     "The moves of the first list, or when it has none those of the second."},
    {"do", "effect", "moves [next:moves] [ifAfterwards:boolean] [then]",
     "Makes the first moves before the next ones are generated, or keeps only moves after which a condition holds."},
    {"while", "effect", "boolean moves [then]", "Repeats an effect as long as the condition holds."},
    {"max", "effect", "Distance [string] [roleType] moves [then]", "Keeps the moves that go farthest along a track."},
    {"max", "effect", "maxMovesType [withValue:boolean] moves [then]",
     "Keeps the moves that begin the longest chain, or take the most pieces, this turn."},
    {"firstMoveOnTrack", "effect", "[string] [roleType] moves [then]",
     "Takes the sites of a track in order and keeps the moves of the first that has any."},
    {"avoidStoredState", "effect", "moves [then]", "Leaves out the moves that bring back the stored position."},
    {"satisfy", "effect", "(boolean | {boolean})",
     "The moves of a deduction puzzle: setting a value wherever the constraints still allow it."},

    // Loops.
    {"forEach", "effect",
     "Piece [on:siteType] [string | {string}] [container:int | string] [moves] [player | roleType] "
     "[top:boolean] [then]",
     "The moves of every piece of a player, as the piece itself or the rule given here says."},
    {"forEach", "effect", "Site sites moves [noMoveYet:moves] [then]",
     "The moves for every site of a region in turn; the last list is used when there were none."},
    {"forEach", "effect", "Direction [from] [direction] [between] (to | moves) [then]",
     "The moves for every site that can be reached from one in the given directions."},
    {"forEach", "effect", "Die [int] [combined:boolean] [replayDouble:boolean] [if:boolean] moves [then]",
     "The moves for the value of every die in turn, and for their sum if wanted."},
    {"forEach", "effect", "Value min:int max:int moves [then]", "The moves for every number of a range in turn."},
    {"forEach", "effect", "Value ints moves [then]", "The moves for every number of a list in turn."},
    {"forEach", "effect", "Level [siteType] int [stackDirection] moves [then]",
     "The moves for every level of the stack on a site, from the bottom or from the top."},
    {"forEach", "effect", "Group [siteType] [direction] [if:boolean] moves [then]",
     "The moves for every group of connected pieces in turn."},
    {"forEach", "effect", "Player moves [then]", "The moves for every player in turn."},
    {"forEach", "effect", "Team moves [then]", "The moves for every team in turn."},
    {"forEach", "effect", "ints moves [then]", "The moves for every player whose number is in the list."},
};

const LudFamily fam_operator = {"operator", rows, COUNT_OF(rows)};
