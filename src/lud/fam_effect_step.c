// Effects that take pieces from site to site, and the from / to / between clauses that describe them.
#include "lud/families.h"
#include "lud/lower.h"

// ---- clauses -------------------------------------------------------------------------------------

// (from [siteType] [sites | int] [level:int] [if:boolean]): the statement with FROM set.
static Ref with_from(Lower *lower, const Term *from, Ref body) {
  if (!from) return body;
  const Term *where = term_arg(from, 1);
  if (term_arg(from, 3)) body = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(from, 3)), (int32_t)body, 0);
  if (!where) return body;
  if (!strcmp(where->type, "sites")) {
    return EMIT(B, OP_FOR_SITES, SLOT_FROM, (int32_t)lower_region(lower, where), (int32_t)body);
  }
  return EMIT(B, OP_SET_SLOT, SLOT_FROM, (int32_t)lower_int(lower, where), (int32_t)body);
}

// The effect of an (apply ...) clause: its condition and what it does.
Ref lower_apply(Lower *lower, const Term *apply) {
  if (!apply) return 0;
  const Term *effect = term_arg(apply, 1);
  Ref moves = effect ? lower_moves(lower, effect) : 0;
  if (!moves || !term_arg(apply, 0)) return moves;
  return EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(apply, 0)), (int32_t)moves, 0);
}

// [from] [direction] to [stack:boolean] [then], from slot `at` on.
Ref lower_step_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *from = term_arg(term, at), *to = term_arg(term, at + 2);
  SiteType type = lower_type(lower, from ? term_arg(from, 0) : NULL);
  Ref level = from ? lower_int(lower, term_arg(from, 2)) : 0;
  Ref move = EMIT(B, OP_MOVE_PIECE, decision, type, (int32_t)level, lower_flag(term_arg(term, at + 3), false),
                  (int32_t)lower_apply(lower, term_arg(to, 5)));
  if (term_arg(to, 4)) move = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(to, 4)), (int32_t)move, 0);
  Ref body = EMIT(B, OP_FOR_STEPS, type, (int32_t)lower_dirs_or(lower, term_arg(term, at + 1), DIR_ADJACENT), (int32_t)move);
  return lower_then(lower, with_from(lower, from, body), term_arg(term, at + 4));
}

// [piece] to [count:int] [stack:boolean] [then], from slot `at` on.
Ref lower_add_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *piece = term_arg(term, at), *to = term_arg(term, at + 1), *where = term_arg(to, 1);
  SiteType type = lower_type(lower, term_arg(to, 0));
  if (term_arg(to, 2)) return lower_unsupported(lower, term, "(add ... (to ... level:))");
  Ref what = piece ? lower_piece_numbers(lower, piece) : EMIT(B, OP_INTS_LIST, (int32_t)lower_mover(lower));
  Ref state = piece ? lower_int(lower, term_arg(piece, 1)) : 0;
  if (state) lower->flags |= GAME_STATE;
  bool stack = lower_flag(term_arg(term, at + 3), false);
  if (stack) lower->flags |= GAME_STACKING;
  Ref region = !where                          ? EMIT(B, OP_EMPTY, type)
               : !strcmp(where->type, "sites") ? lower_region(lower, where)
                                               : EMIT(B, OP_REGION_OF_INTS, (int32_t)lower_ints(lower, where));
  Ref body = EMIT(B, OP_ADD_PIECE, decision, type, (int32_t)what, (int32_t)state,
                  (int32_t)lower_int(lower, term_arg(term, at + 2)), stack, (int32_t)region,
                  (int32_t)lower_bool(lower, term_arg(to, 4)), (int32_t)lower_apply(lower, term_arg(to, 5)));
  return lower_then(lower, body, term_arg(term, at + 4));
}

// (piece (string | int | {string} | {int}) [state:int]): the numbers meant.
Ref lower_piece_numbers(Lower *lower, const Term *piece) {
  const Term *what = term_arg(piece, 0);
  const Term *first = what->kind == TERM_ARRAY && what->n ? what->args[0] : what;
  if (first->kind == TERM_STRING) return EMIT(B, OP_INTS_CONST, lower_pieces(lower, what));
  return lower_ints(lower, what);
}

static Ref lower_step(Lower *lower, const Term *term) { return lower_step_as(lower, term, 0, false); }

static const LudRow rows[] = {
    {"step", "step", "[from] [direction] to [stack:boolean] [then]", "A piece goes to an adjacent site.", lower_step},
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
