// Equipment: boards, hands, dice, decks, the pieces played with, and the regions, maps and hints defined on them.
#include "lud/resolve/families.h"

static const LudRow rows[] = {
    {"equipment", "equipment", "{item}", "Everything on the table: boards, pieces, dice, cards, named regions, maps."},

    // Containers: where pieces can be.
    {"board", "board", "graph [track | {track}] [values | {values}] [use:siteType] [largeStack:boolean]",
     "The playing board: a graph, the tracks on it, and the kind of site (cell, vertex, edge) pieces stand on."},
    {"boardless", "board", "tilingBoardlessType [dim] [largeStack:boolean]",
     "An open table without a fixed board, on which pieces are laid along the given tiling."},
    {"mancalaBoard", "board", "int int [store:storeType] [numStores:int] [largeStack:boolean] [track | {track}]",
     "Rows and columns of holes for sowing games, with or without stores at the ends."},
    {"surakartaBoard", "board", "graph [loops:int] [from:int] [largeStack:boolean]",
     "A board whose edge lines are joined by loops around the corners, along which captures are made."},
    {"hand", "item", "roleType [size:int]", "The sites off the board that hold a player's pieces in reserve."},
    {"dice", "item", "[d:int] [faces:{int} | facesByDie:{{int}} | from:int] [roleType] num:int [biased:{int}]",
     "A set of dice that are rolled together, with the numbers on their faces."},
    {"deck", "item", "[roleType] [cardsBySuit:int] [suits:int] [{cardSpec}]", "A deck of playing cards."},
    {"card", "cardSpec", "cardType rank:int value:int [trumpRank:int] [trumpValue:int] [biased:int]",
     "One kind of card in a deck: its rank and value, plain and when its suit is trumps."},

    // Parts of a board.
    {"track", "track", "string ({int} | string | {trackStep}) [loop:boolean] [int | roleType] [directed:boolean]",
     "A named path over the board, given site by site or as a string of moves, for one player or for all."},
    {"values", "values", "siteType range", "The values the sites of a puzzle board may take."},

    // Components: what is played with.
    {"component", "item", "string roleType {{stepType}} directionFacing moves int int int",
     "A piece described in full: name, owner, shape, facing, its moves, and the limits of its state, count and value."},
    {"piece", "item",
     "string [roleType] [directionFacing] [flips] [moves] [maxState:int] [maxCount:int] [maxValue:int]",
     "A kind of piece, its owner (one player, each, shared, neutral), the way it faces and how it moves."},
    {"die", "item", "string roleType numFaces:int [directionFacing] [moves]",
     "A die that stands on the board as a piece."},
    {"card", "item",
     "string roleType cardType rank:int value:int trumpRank:int trumpValue:int suit:int [moves] [maxState:int] "
     "[maxCount:int] [maxValue:int]",
     "A single playing card used as a piece."},
    {"domino", "item", "string roleType value:int value2:int [moves]",
     "A single domino with the numbers of its halves."},
    {"dominoes", "item", "[upTo:int]", "A full set of dominoes with halves from zero up to the given number."},
    {"tile", "item",
     "string [roleType] [{stepType} | {{stepType}}] [numSides:int] [slots:{int} | slotsPerSide:int] [{path}] [flips] "
     "[moves] [maxState:int] [maxCount:int] [maxValue:int]",
     "A tile: a piece with a shape, or one whose sides are joined by painted paths."},
    {"path", "path", "from:int [slotsFrom:int] to:int [slotsTo:int] colour:int",
     "A painted path on a tile from one side to another."},
    {"flips", "flips", "int int", "The two states a piece changes between when it is flipped."},

    // Names given to places.
    {"regions", "item",
     "[string] [roleType] ({int} | sites | {sites} | regionTypeStatic | {regionTypeStatic}) [string]",
     "Gives a name or an owner to a set of sites, so that rules can speak of it."},
    {"map", "item", "[string] {int} {int}", "A table from numbers to numbers: the first list to the second."},
    {"map", "item", "[string] {pair}", "A table from keys to values, pair by pair."},
    {"pair", "pair", "int int", "An entry of a map: from a number to a number."},
    {"pair", "pair", "int string", "An entry of a map: from a number to the site with that coordinate."},
    {"pair", "pair", "roleType int", "An entry of a map: from a player to a number or site."},
    {"pair", "pair", "roleType string", "An entry of a map: from a player to the site with that coordinate."},
    {"pair", "pair", "roleType landmarkType", "An entry of a map: from a player to a landmark of the board."},
    {"pair", "pair", "roleType roleType", "An entry of a map: from a player to a player."},
    {"pair", "pair", "string string", "An entry of a map: from a coordinate to a coordinate."},
    {"pair", "pair", "string roleType", "An entry of a map: from a piece name to a player."},
    {"hints", "item", "[string] {hintSpec} [siteType]", "The hints of a deduction puzzle."},
    {"hint", "hintSpec", "{int} [int]", "A hint that belongs to a group of sites, with its number."},
    {"hint", "hintSpec", "int [int]", "A hint that belongs to one site, with its number."},
};

const LudFamily fam_equipment = {"equipment", rows, COUNT_OF(rows)};
