// Effects on what the game keeps in mind: pieces changed in place, scores, counters, turns, memory, votes and bets.
#include "lud/families.h"
#include "lud/lower.h"

static Ref lower_move_again(Lower *lower, const Term *term) {
  return lower_then(lower, EMIT0(B, OP_MOVE_AGAIN), term_arg(term, 0));
}

static Ref lower_pass(Lower *lower, const Term *term) {
  return lower_then(lower, EMIT(B, OP_PASS, 0), term_arg(term, 0));
}

static const LudRow rows[] = {
    // Pieces in place.
    {"add", "effect", "[piece] to [count:int] [stack:boolean] [then]", "Puts a piece on a site, or on a stack."},
    {"claim", "effect", "[piece] to [then]", "Marks a site as owned without placing a piece from a hand."},
    {"flip", "effect", "[siteType] [int] [then]", "Turns a piece over: its state changes as its flips say."},
    {"promote", "effect", "[siteType] [int] piece [player | roleType] [then]",
     "Turns the piece on a site into another."},
    {"swap", "effect", "Pieces [int] [int] [then]", "Exchanges the pieces on two sites."},
    {"take", "effect", "Control (of:roleType | of:int) (by:roleType | by:int) [at:int | to:sites] [siteType] [then]",
     "Hands pieces of one player over to another, on the given sites or everywhere."},
    {"take", "effect", "Domino [then]", "Draws a domino from the remaining set into the mover's hand."},
    {"deal", "effect", "dealableType [int] [beginWith:int] [then]",
     "Deals cards or dominoes, so many to each player, from the given player on."},
    {"playCard", "effect", "[then]", "Plays a card from the mover's hand."},

    // Sites.
    {"set", "effect", "Rotation [to] [{int} | int] [previous:boolean] [next:boolean] [then]",
     "Turns a piece to a rotation, or to the next or previous one."},
    {"set", "effect", "setSiteType [siteType] at:int [level:int] int [then]",
     "Sets the count, the state or the value of the piece on a site."},
    {"set", "effect",
     "Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] (to:player | to:roleType) "
     "[then]",
     "Hides from a player, or shows again, what is on the sites or one property of it."},
    {"set", "effect", "Pending [int | sites] [then]", "Marks sites or a value as pending until the next move is over."},

    // Players and turns.
    {"set", "effect", "setPlayerType (player | roleType) int [then]", "Sets the score or the value of a player."},
    {"set", "effect", "NextPlayer (player | ints) [then]", "Decides who moves next."},
    {"set", "effect", "Team int {roleType} [then]", "Puts players together in a team."},
    {"addScore", "effect", "(player | roleType) int [then]", "Adds to the score of a player."},
    {"addScore", "effect", "({int} | {roleType}) {int} [then]",
     "Adds to the scores of several players, one amount each."},
    {"moveAgain", "effect", "[then]", "The mover moves once more.", lower_move_again},
    {"pass", "effect", "[then]", "Nothing moves; the turn goes on.", lower_pass},
    {"swap", "effect", "Players (int | roleType) (int | roleType) [then]", "Exchanges the sides of two players."},

    // Numbers.
    {"set", "effect", "setValueType [int] [then]", "Sets the counter or the pot."},
    {"set", "effect", "Var [string] [int] [then]", "Sets the variable of that name."},
    {"set", "effect", "TrumpSuit (int | intsDifference) [then]", "Sets the trump suit."},
    {"roll", "effect", "[then]", "Rolls the dice."},
    {"bet", "effect", "(player | roleType) range [then]", "A player puts an amount within the range into the pot."},

    // Memory.
    {"remember", "effect", "State [then]", "Stores the present position, to be avoided later."},
    {"remember", "effect", "Value [string] int [unique:boolean] [then]",
     "Adds a number to the list remembered under that name."},
    {"forget", "effect", "Value [string] All [then]", "Empties the list remembered under that name."},
    {"forget", "effect", "Value [string] int [then]", "Takes a number off the list remembered under that name."},

    // Messages.
    {"trigger", "effect", "string (int | roleType) [then]",
     "Makes an event happen for a player, to be asked for later."},
    {"note", "effect",
     "[player:int | player:roleType] (string | int | ints | float | boolean | sites | range | direction | graph) "
     "[to:player | to:roleType]",
     "Shows a message to a player or to all."},
    {"propose", "effect", "(string | {string}) [then]", "Puts a question to the vote."},
    {"vote", "effect", "(string | {string}) [then]", "Votes on a question that was proposed."},
};

const LudFamily fam_effect_state = {"effect_state", rows, COUNT_OF(rows)};
