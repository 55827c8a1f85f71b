// The `is` tests: conditions on sites, players, patterns and connections.
#include "lud/families.h"

static const LudRow rows[] = {
    // Sites and pieces.
    {"is", "boolean", "isSiteType [siteType] int", "A site is empty, or is occupied."},
    {"is", "boolean", "In [int | {int}] (sites | ints)",
     "A site or number is in a region or list; without one, the site the last move ended at."},
    {"is", "boolean", "isIntegerType [int]",
     "A number is even or odd, a site was visited, a die shows a number, or tiles and dominoes fit at a site."},
    {"is", "boolean", "isComponentType [int] [siteType] [at:int | in:sites] [moves]",
     "A piece is under attack, or lies within a region."},
    {"is", "boolean", "Hidden [hiddenData] [siteType] at:int [level:int] (to:player | to:roleType)",
     "What is on a site, or one property of it, is hidden from a player."},
    {"is", "boolean", "isGraphType siteType", "The last move began or ended on that kind of site."},
    {"is", "boolean", "Related relationType [siteType] int (int | sites)",
     "Two sites, or a site and a region, are neighbours in the given way."},
    {"is", "boolean", "Freedom [siteType] sites [int]", "The sites of a region are free, but for so many."},
    {"is", "boolean", "Target [int | string] {int} [int | {int}]", "A container shows exactly the given pieces."},

    // Players, turns and messages.
    {"is", "boolean", "isPlayerType (int | roleType)",
     "A player is the mover, the next or previous one, a friend or enemy of the mover, or still active."},
    {"is", "boolean", "isSimpleType", "The board is full, the game is in a cycle, or something is pending."},
    {"is", "boolean", "Triggered string (int | roleType)", "The event has been triggered for a player."},
    {"is", "boolean", "isStringType string", "The question has been proposed, or decided."},
    {"is", "boolean", "Repeat [repetitionType]", "The position has occurred before."},

    // Shapes.
    {"is", "boolean",
     "Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}] "
     "[exact:boolean] [contiguous:boolean] [if:boolean] [byLevel:boolean] [top:boolean] [throughHowMuch:int] "
     "[isVisible:boolean] [useOpposites:boolean]",
     "There are so many pieces in a line, through the last move or a given site."},
    {"is", "boolean", "Loop [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites] [path:boolean]",
     "The last move closed a ring of pieces, around anything or around the given players' pieces."},
    {"is", "boolean", "isConnectType [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic)",
     "A group of pieces joins the given regions, or can no longer do so."},
    {"is", "boolean", "isPatternType [{stepType}] [siteType] [from:int] [what:int | whats:{int}] [froms:sites]",
     "Pieces stand in the shape of a walk, or on the corners of a pyramid."},
    {"is", "boolean", "isAngleType [siteType] at:int boolean boolean",
     "The sites around one that meet the two conditions form such an angle."},

    // Graphs drawn by the players.
    {"is", "boolean", "Crossing int int", "Two edges cross."},
    {"is", "boolean", "RegularGraph (player | roleType) [k:int | odd:boolean | even:boolean]",
     "The edges of a player give every vertex the same number of neighbours, which may be fixed, odd or even."},
    {"is", "boolean", "isTreeType (player | roleType)", "The edges of a player form a tree of the given kind."},
    {"is", "boolean", "Path siteType [from:int] (player | roleType) length:range [closed:boolean]",
     "A player's edges form a path of such a length, closed if wanted."},
};

const LudFamily fam_bool_is = {"bool_is", rows, COUNT_OF(rows)};
