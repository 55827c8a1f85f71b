// Starting rules: what is on the board, in the hands and in the books before the first move.
#include "lud/families.h"

static const LudRow rows[] = {
    {"start", "start", "({startRule} | startRule)", "The starting position, rule by rule in the order given."},

    // Placing pieces.
    {"place", "startRule", "Random {string} [count:{int}] [state:int] [value:int] int [siteType]",
     "Puts a random stack of the named pieces, so many of each, on one site."},
    {"place", "startRule", "Random [sites] {string} [count:int] [state:int] [value:int] [siteType] [booleanConstant]",
     "Puts the named pieces on randomly chosen sites of a region."},
    {"place", "startRule", "Random {countSpec} int [siteType]",
     "Puts a shuffled stack, made of so many of each named piece, on one site."},
    {"place", "startRule",
     "Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}] "
     "[count:int | counts:{int}] [state:int] [rotation:int] [value:int]",
     "Puts a stack of one piece, or of the listed pieces from the bottom up, on one or more sites."},
    {"place", "startRule",
     "string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int]",
     "Puts a piece on one site, given by number, coordinate or named container."},
    {"place", "startRule",
     "string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int]",
     "Puts a piece on every site of a region or list."},
    {"count", "countSpec", "string int", "A piece name and how many of it."},

    // Setting what belongs to sites and players.
    {"set", "startRule", "setStartSitesType int [siteType] (at:int | to:sites)",
     "Gives one or more sites a cost, a number of pieces or a phase colour."},
    {"set", "startRule", "roleType [siteType] [int] [coord:string]", "Gives one site to a player or makes it neutral."},
    {"set", "startRule", "roleType [siteType] [{int}] [sites] [{string}]",
     "Gives the sites of a region or list to a player or makes them neutral."},
    {"set", "startRule",
     "Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] to:roleType",
     "Hides what is at the sites, or one property of it, from a player."},
    {"set", "startRule", "RememberValue [string] (int | sites) [unique:boolean]",
     "Notes a number or the sites of a region in the list to be remembered under that name."},
    {"set", "startRule", "setStartPlayerType [roleType] int", "The score or the amount of money a player begins with."},
    {"set", "startRule", "Team int {roleType}", "Puts the players together in a team."},
    {"set", "startRule", "[siteType] {{int}}",
     "The values a deduction puzzle gives away: site and value, pair by pair."},

    // Cards, dominoes, loops.
    {"deal", "startRule", "dealableType [int]", "Deals so many cards or dominoes to every player."},
    {"split", "startRule", "Deck", "Splits the deck evenly among the players."},
    {"forEach", "startRule", "Player startRule", "Applies a starting rule for every player."},
    {"forEach", "startRule", "Team startRule", "Applies a starting rule for every team."},
    {"forEach", "startRule", "Site sites [if:boolean] startRule",
     "Applies a starting rule for every site of a region that meets the condition."},
    {"forEach", "startRule", "Value min:int max:int startRule", "Applies a starting rule for every number of a range."},
    {"forEach", "startRule", "ints startRule",
     "Applies a starting rule for every number of a list, taken as a player."},
};

const LudFamily fam_start = {"start", rows, COUNT_OF(rows)};
