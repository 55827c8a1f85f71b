// Regions: sets of sites, by place, by what stands there, by distance and line, and their set operations.
#include "lud/families.h"

static const LudRow rows[] = {
    // Before the form with optional arguments only, which would take it too.
    {"sites", "sites", "", "The region a loop over regions has come to."},

    // Parts of the board.
    {"sites", "sites", "sitesSimpleType [siteType]", "A part of the board, such as its corners or its top row."},
    {"sites", "sites", "sitesIndexType [siteType] [int]",
     "The sites of one row, column, layer or phase; in one state; or the empty ones of a container."},
    {"sites", "sites", "sitesEdgeType", "The edges that lie in such a direction."},
    {"sites", "sites", "Side [siteType] [player | roleType | compassDirection]", "One side of the board."},
    {"sites", "sites", "Track [player | roleType] [string] [from:int] [to:int]",
     "The sites of a track, or of the part between two of its sites."},
    {"sites", "sites", "({int} | ints)", "The sites listed."},
    {"sites", "sites", "[siteType] {string}", "The sites with these coordinate labels."},
    {"sites", "sites", "[siteType] [int] {{stepType}} [rotations:boolean]",
     "The sites reached from a site by walks of forward steps and turns."},

    // What belongs to players.
    {"sites", "sites", "sitesPlayerType [siteType] [player | roleType] [nonDecision] [string]",
     "The hand of a player, or the sites where a move would win."},
    {"sites", "sites",
     "Occupied (by:player | by:roleType) [container:int | container:string] [component:int | component:string | "
     "components:{string}] [top:boolean] [on:siteType]",
     "The sites that hold pieces of a player, all or of the named kinds."},
    {"sites", "sites", "Start piece", "The sites where such a piece stood at the start."},
    {"sites", "sites", "Hidden [hiddenData] [siteType] (to:player | to:roleType)",
     "The sites hidden from a player, or whose property is."},
    {"sites", "sites", "[player | roleType] [siteType] [string]",
     "The region that equipment gives to a player, to that name, or to both."},

    // Around and along.
    {"sites", "sites",
     "Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:boolean] "
     "[includeSelf:boolean]",
     "The sites at a distance from a site or region, next to it by default."},
    {"sites", "sites",
     "Direction (from:int | from:sites) [direction] [included:boolean] [stop:boolean] [stopIncluded:boolean] "
     "[distance:int] [siteType]",
     "The sites in line from a site in the given directions, until the stop condition."},
    {"sites", "sites", "LineOfSight [lineOfSightType] [siteType] [at:int] [direction]",
     "What can be seen from a site: free sites, the farthest of them, or the first pieces in line."},
    {"sites", "sites",
     "Between [direction] [siteType] from:int [fromIncluded:boolean] to:int [toIncluded:boolean] [cond:boolean]",
     "The sites in line between two sites."},
    {"sites", "sites", "Distance [siteType] [relationType] [step] [newRotation:int] from:int range",
     "The sites so many steps away from a site."},
    {"sites", "sites", "Incident siteType of:siteType at:int [owner:player | roleType]",
     "The elements of one kind that touch an element of another."},
    {"sites", "sites", "Crossing at:int [player | roleType]", "The edges that cross an edge."},
    {"sites", "sites", "Group [siteType] (at:int | from:sites) [direction] [if:boolean] [isVisible:boolean]",
     "The sites connected with a site, or with those of a region, that meet the condition."},
    {"sites", "sites",
     "Loop [inside:boolean] [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites]",
     "The sites of a ring of pieces, or those inside it."},
    {"sites", "sites", "Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}]",
     "The sites of the pieces that stand in the shape of a walk."},
    {"sites", "sites", "LargePiece [siteType] at:int", "The sites that a large piece covers."},
    {"sites", "sites", "Random [sites] [num:int]", "So many sites of a region, chosen at random."},
    {"sites", "sites", "sitesMoveType moves", "The sites where the moves begin or end, or that they pass over."},
    {"last", "sites", "Between", "The sites the last move passed over."},

    // Set operations.
    {"union", "sites", "{sites}", "The sites that are in at least one of the regions."},
    {"union", "sites", "sites sites", "The sites that are in one region or the other."},
    {"intersection", "sites", "{sites}", "The sites that are in all of the regions."},
    {"intersection", "sites", "sites sites", "The sites that are in both regions."},
    {"difference", "sites", "sites (sites | int)", "The sites of the first region that are not in the second."},
    {"expand", "sites", "[int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType]",
     "A region grown by so many steps in all directions or one."},
    {"if", "sites", "boolean sites [sites]",
     "The first region when the condition holds, otherwise the second or none."},
    {"forEach", "sites", "sites if:boolean", "The sites of a region that meet the condition."},
    {"forEach", "sites", "of:sites sites", "The regions for every site of the first one, together."},
    {"forEach", "sites", "ints sites", "The regions for every player whose number is in the list, together."},
    {"forEach", "sites", "Team sites", "The regions for every player of a team, together."},
    {"forEach", "sites", "Level [siteType] at:int [stackDirection] [if:boolean] [startAt:int]",
     "The levels of the stack on a site that meet the condition."},
    {"region", "sites", "{int}", "The sites listed."},
    {"region", "sites", "int", "A single site."},
    {"region", "sites", "", "No sites at all."},
};

const LudFamily fam_sites = {"sites", rows, COUNT_OF(rows)};
