// Numbers found by counting, measuring and looking things up on the board.
#include "lud/families.h"
#include "lud/lower.h"

// (handSite (int | roleType) [int])
static Ref lower_hand_site(Lower *lower, const Term *term) {
  return EMIT(B, OP_HAND_SITE, (int32_t)lower_player(lower, term_arg(term, 0)),
              (int32_t)lower_int_or(lower, term_arg(term, 1), 0));
}

// (mapEntry [string] (int | roleType))
static Ref lower_map_entry(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, 0);
  return EMIT(B, OP_MAP_ENTRY, name ? builder_string(B, name->text) : -1, (int32_t)lower_int(lower, term_arg(term, 1)));
}

// (count Pieces [siteType] [roleType | of:int] [string] [in:sites] [if:boolean])
static Ref lower_count_pieces(Lower *lower, const Term *term) {
  if (!term_is(term_arg(term, 0), "Pieces")) return lower_unsupported(lower, term, "(count Pips ...)");
  const Term *type = term_arg(term, 1), *who = term_arg(term, 2);
  Ref players = who ? lower_players(lower, who, false) : EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0);
  return EMIT(B, OP_COUNT_PIECES, type ? (int32_t)lower_type(lower, type) : -1, (int32_t)players,
              lower_pieces_containing(lower, term_arg(term, 3)), (int32_t)lower_region(lower, term_arg(term, 4)),
              (int32_t)lower_bool(lower, term_arg(term, 5)), 0);
}

static const LudRow rows[] = {
    // Counting.
    {"count", "int", "countSimpleType [siteType]",
     "How many there are: players, moves, turns, cells, rows and the like."},
    {"count", "int", "countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:boolean]",
     "How many pieces a player has, all or of one kind, in a region if given; or the sum of the dice.", lower_count_pieces},
    {"count", "int", "countGroupsType [siteType] [direction] [sites] [if:boolean] [min:int] [isVisible:boolean]",
     "How many groups of connected pieces there are, or the size of the largest."},
    {"count", "int", "SizeBiggestLine [siteType] [absoluteDirection] [if:boolean]",
     "The length of the longest line of pieces."},
    {"count", "int", "Liberties [siteType] [at:int] [direction] [if:boolean]",
     "How many free sites touch the group of the piece on a site."},
    {"count", "int", "Steps [siteType] [relationType] [step] [newRotation:int] int (int | sites)",
     "How many steps lead from one site to another or to the nearest of a region."},
    {"count", "int", "StepsOnTrack [roleType | player | string] [int] [int]",
     "How many steps along a track lead from one site to another."},
    {"count", "int", "Stack [stackDirection] [siteType] (at:int | to:sites) [if:boolean] [stop:boolean]",
     "How many pieces of the stacks on the sites meet the condition, until one meets the stop condition."},
    {"count", "int", "Value int in:ints", "How often a number occurs in a list."},
    {"count", "int", "[countSiteType] [siteType] [in:sites | at:int | string] [who:roleType] [what:int | whats:{int}]",
     "How many counters are on a site or in a region, or how many sites or neighbours there are."},
    {"countSizeBiggestGroup", "int", "[siteType] [direction] [sites] [if:boolean | isVisible:boolean]",
     "The size of the largest group of connected pieces."},
    {"size", "int", "Array ints", "How many numbers a list has."},
    {"size", "int", "Stack [siteType] [in:sites | at:int]",
     "How many pieces are in the stack on a site or the stacks of a region."},
    {"size", "int", "Group [siteType] at:int [direction] [if:boolean]", "How many pieces the group around a site has."},
    {"size", "int", "Territory [siteType] (roleType | player) [absoluteDirection]",
     "How many free sites are enclosed by the pieces of one player alone."},
    {"size", "int", "LargePiece [siteType] (in:sites | at:int)", "How many sites the large piece covers."},
    {"pathExtent", "int", "[int] [int | sites]", "How far a painted path of one colour reaches across the tiles."},

    // Places.
    {"where", "int", "Level string (int | roleType) [state:int] [siteType] at:int [fromTop:boolean]",
     "The level at which a player's piece of that name lies in the stack on a site."},
    {"where", "int", "Level int [siteType] at:int [fromTop:boolean]",
     "The level at which a piece of that kind lies in the stack on a site."},
    {"where", "int", "string (int | roleType) [state:int] [siteType]",
     "The site where a player's piece of that name stands."},
    {"where", "int", "int [siteType]", "The site where a piece of that kind stands."},
    {"trackSite", "int", "Move [from:int] [roleType | player | string] steps:int",
     "The site so many steps further along a track."},
    {"trackSite", "int", "EndSite [player | roleType] [string]", "The last site of a track."},
    {"trackSite", "int", "FirstSite [player | roleType] [string] [from:int] [if:boolean]",
     "The first site of a track, from a site on, that meets the condition."},
    {"ahead", "int", "[siteType] int [steps:int] [direction]",
     "The site so many steps ahead of another in a direction."},
    {"handSite", "int", "(int | roleType) [int]", "A site of a player's hand.", lower_hand_site},
    {"regionSite", "int", "sites index:int", "The site at that place in a region."},
    {"coord", "int", "[siteType] row:int column:int", "The site in that row and column."},
    {"coord", "int", "[siteType] string", "The site with that coordinate label."},
    {"centrePoint", "int", "[siteType]", "The site in the middle of the board."},

    // Properties of places and tables.
    {"row", "int", "[siteType] of:int", "The row a site is in."},
    {"column", "int", "[siteType] of:int", "The column a site is in."},
    {"layer", "int", "of:int [siteType]", "The layer a site is in."},
    {"phase", "int", "[siteType] of:int", "The colour class of a site, such that neighbours differ."},
    {"cost", "int", "[siteType] (at:int | in:sites)", "The cost of a site, or of the sites of a region together."},
    {"mapEntry", "int", "[string] (int | roleType)", "What a map holds for a number or player.", lower_map_entry},
    {"arrayValue", "int", "ints index:int", "The number at that place in a list."},
};

const LudFamily fam_int_count = {"int_count", rows, COUNT_OF(rows)};
