// Effects that take pieces from site to site, and the from / to / between clauses that describe them.
#include "lud/families.h"

static const LudRow rows[] = {
    {"step", "step", "[from] [direction] to [stack:boolean] [then]", "A piece goes to an adjacent site."},
    {"slide", "effect", "[from] [string] [direction] [between] [to] [stack:boolean] [then]",
     "A piece slides along a line or a named track over free sites."},
    {"hop", "effect", "[from] [direction] [between] to [stack:boolean] [then]",
     "A piece jumps over others to a site beyond them in line."},
    {"leap", "effect", "[from] {{stepType}} [forward:boolean] [rotations:boolean] to [then]",
     "A piece goes to where a walk of forward steps and turns ends."},
    {"fromTo", "effect", "from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then]",
     "A piece, several, a copy, or a whole stack goes from one site to another."},
    {"shoot", "effect", "piece [from] [absoluteDirection] [between] [to] [then]",
     "A new piece is placed at the end of a line of free sites."},
    {"select", "effect", "from [to] [roleType] [then]", "A site, or a pair of sites, is chosen and nothing moves."},
    {"push", "effect", "[from] direction [then]",
     "Pushes a line of pieces one site along; what leaves the board is gone."},
    {"attract", "effect", "[from] [absoluteDirection] [then]", "Draws the pieces in line as close as they can come."},

    // Clauses.
    {"from", "from", "[siteType] [sites | int] [level:int] [if:boolean]",
     "Where a move may begin: a site or region, the level of a stack, and a condition on it."},
    {"to", "to", "[siteType] [sites | int] [level:int] [rotations] [if:boolean] [apply]",
     "Where a move may end: a site or region, a condition on it, and what happens to what stands there."},
    {"between", "between", "[before:int] [range] [after:int] [if:boolean] [trail:int] [apply]",
     "What a move passes over: how many sites, the condition on them, and what happens to them."},
    {"apply", "apply", "[if:boolean] nonDecision", "What is done to a site met by a move, if the condition holds."},
    {"apply", "apply", "if:boolean", "A condition on a site met by a move, with nothing done to it."},
    {"piece", "piece", "(string | int | {string} | {int}) [state:int]",
     "Which piece or pieces are meant, by name or number, and in which state."},
    {"player", "player", "int", "A player given by number."},
    {"then", "then", "nonDecision [applyAfterAllMoves:boolean]", "What follows from a move once it has been played."},
};

const LudFamily fam_effect_step = {"effect_step", rows, COUNT_OF(rows)};
