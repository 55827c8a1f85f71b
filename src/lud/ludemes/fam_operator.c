// Operators on moves: joining lists of moves, choosing among them, filtering them, looping.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// The lists in braces, or the two given, as the operands of the op the row has; the last slot is (then ...).
static Ref lower_lists(Lower *lower, const Term *term) {
  const Term *list =
      term_arg(term, L_OPERATOR_LISTS_MOVES)->kind == TERM_ARRAY ? term_arg(term, L_OPERATOR_LISTS_MOVES) : NULL;
  uint32_t n = list ? list->n : term->n - 1;
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  for (uint32_t i = 0; i < n; i++) items[i] = (int32_t)lower_moves(lower, list ? list->args[i] : term->args[i]);
  Ref body = builder_emit(B, (Op)term->row->arg, (int)n, items);
  return lower_then(lower, body, term_arg(term, term->n - 1));
}

// (if boolean moves [moves] [then])
static Ref lower_if(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, term_arg(term, L_OPERATOR_IF_BOOLEAN)),
                  (int32_t)lower_moves(lower, term_arg(term, L_OPERATOR_IF_MOVES)),
                  (int32_t)lower_moves(lower, term_arg(term, L_OPERATOR_IF_MOVES_2)));
  return lower_then(lower, body, term_arg(term, L_OPERATOR_IF_THEN));
}

// (do moves [next:moves] [ifAfterwards:boolean] [then])
static Ref lower_do(Lower *lower, const Term *term) {
  const Term *prior = term_arg(term, L_DO_MOVES), *next = term_arg(term, L_DO_NEXT);
  Ref first = next ? lower_sequence(lower, prior) : lower_moves(lower, prior);
  Ref body = EMIT(B, OP_DO_AFTER, (int32_t)first, (int32_t)lower_moves(lower, next),
                  (int32_t)lower_bool(lower, term_arg(term, L_DO_IF_AFTERWARDS)));
  return lower_then(lower, body, term_arg(term, L_DO_THEN));
}

static Ref for_pieces_of(Lower *lower, const Term *term, Ref who, int how) {
  const Term *container = term_arg(term, L_FOR_PIECE_CONTAINER);
  Ref where = container && container->kind == TERM_STRING ? lower_container(lower, container, NULL)
                                                          : lower_int(lower, container);
  return EMIT(B, OP_FOR_PIECES,
              term_arg(term, L_FOR_PIECE_ON) ? (int32_t)lower_type(lower, term_arg(term, L_FOR_PIECE_ON)) : -1,
              (int32_t)who, lower_pieces(lower, term_arg(term, L_FOR_PIECE_STRING)), how,
              (int32_t)lower_moves(lower, term_arg(term, L_FOR_PIECE_MOVES)), (int32_t)where);
}

// Everybody's pieces, those of nobody and of all included; the mover's turn it stays.
static Ref for_pieces_of_all(Lower *lower, const Term *term, int how) {
  int32_t items[GAME_PLAYERS_MAX + 2];
  int n = 0;
  for (Player p = 0; p <= lower->game->players + 1; p++) {
    items[n++] = (int32_t)for_pieces_of(lower, term, builder_const(B, p), how | PIECES_AS_MOVER);
  }
  return builder_emit(B, OP_SEQ, n, items);
}

// (forEach Piece [on:siteType] [string | {string}] [container:int | string] [moves] [player | roleType] [top:boolean]
// [then])
static Ref lower_for_piece(Lower *lower, const Term *term) {
  const Term *player = term_arg(term, L_FOR_PIECE_PLAYER);
  int how = lower_flag(term_arg(term, L_FOR_PIECE_TOP), false) ? PIECES_ON_TOP : 0;
  if (lower->in_sequence) lower->game->piece_order = true;
  if (term_arg(term, L_FOR_PIECE_TOP)) lower->flags |= GAME_STACKING;
  if (!term_arg(term, L_FOR_PIECE_MOVES)) lower->own_moves = term;
  bool all = term_is(player, "All") || term_is(player, "Each");
  Ref body = all ? for_pieces_of_all(lower, term, how)
                 : for_pieces_of(lower, term, player ? lower_player(lower, player) : lower_mover(lower), how);
  return lower_then(lower, body, term_arg(term, L_FOR_PIECE_THEN));
}

// (forEach Die [int] [combined:boolean] [replayDouble:boolean] [if:boolean] moves [then])
static Ref lower_for_die(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_FOR_DICE, (int32_t)lower_int(lower, term_arg(term, L_FOR_DIE_INT)),
                  (int32_t)lower_bool(lower, term_arg(term, L_FOR_DIE_COMBINED)),
                  (int32_t)lower_bool(lower, term_arg(term, L_FOR_DIE_REPLAY_DOUBLE)),
                  (int32_t)lower_bool(lower, term_arg(term, L_FOR_DIE_IF)),
                  (int32_t)lower_moves(lower, term_arg(term, L_FOR_DIE_MOVES)));
  return lower_then(lower, body, term_arg(term, L_FOR_DIE_THEN));
}

// (forEach Site sites moves [noMoveYet:moves] [then]): the site is also where a move goes to; the moves made
// for want of others are without the consequence.
static Ref lower_for_site(Lower *lower, const Term *term) {
  Ref each = EMIT(B, OP_SET_SLOT, SLOT_TO, (int32_t)lower_slot(lower, SLOT_SITE),
                  (int32_t)lower_moves(lower, term_arg(term, L_FOR_SITE_MOVES)));
  Ref body =
      EMIT(B, OP_FOR_SITES, SLOT_SITE, (int32_t)lower_region(lower, term_arg(term, L_FOR_SITE_SITES)), (int32_t)each);
  body = lower_then(lower, body, term_arg(term, L_FOR_SITE_THEN));
  return term_arg(term, L_FOR_SITE_NO_MOVE_YET)
             ? EMIT(B, OP_FIRST_OF, (int32_t)body, (int32_t)lower_moves(lower, term_arg(term, L_FOR_SITE_NO_MOVE_YET)))
             : body;
}

// (forEach Value min:int max:int moves [then])
static Ref lower_for_range(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_FOR_RANGE, SLOT_VALUE, (int32_t)lower_int(lower, term_arg(term, L_FOR_RANGE_MIN)),
                  (int32_t)lower_int(lower, term_arg(term, L_FOR_RANGE_MAX)),
                  (int32_t)lower_moves(lower, term_arg(term, L_FOR_RANGE_MOVES)));
  return lower_then(lower, body, term_arg(term, L_FOR_RANGE_THEN));
}

// (forEach Value ints moves [then])
static Ref lower_for_values(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_FOR_INTS, SLOT_VALUE, (int32_t)lower_ints(lower, term_arg(term, L_OPERATOR_FOR_VALUES_INTS)),
                  (int32_t)lower_moves(lower, term_arg(term, L_OPERATOR_FOR_VALUES_MOVES)));
  return lower_then(lower, body, term_arg(term, L_OPERATOR_FOR_VALUES_THEN));
}

// (forEach Player moves [then])
static Ref lower_for_player(Lower *lower, const Term *term) {
  Ref body =
      EMIT(B, OP_FOR_RANGE, SLOT_PLAYER, (int32_t)builder_const(B, 1), (int32_t)builder_const(B, lower->game->players),
           (int32_t)lower_moves(lower, term_arg(term, L_FOR_PLAYER_MOVES)));
  return lower_then(lower, body, term_arg(term, L_FOR_PLAYER_THEN));
}

// (forEach ints moves [then])
static Ref lower_for_ints(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_FOR_INTS, SLOT_PLAYER, (int32_t)lower_ints(lower, term_arg(term, L_OPERATOR_FOR_INTS_INTS)),
                  (int32_t)lower_moves(lower, term_arg(term, L_OPERATOR_FOR_INTS_MOVES)));
  return lower_then(lower, body, term_arg(term, L_OPERATOR_FOR_INTS_THEN));
}

// (append nonDecision [then])
static Ref lower_append(Lower *lower, const Term *term) {
  return lower_then(lower, EMIT(B, OP_APPEND, (int32_t)lower_sequence(lower, term_arg(term, L_APPEND_NON_DECISION))),
                    term_arg(term, L_APPEND_THEN));
}

// (max Moves|Captures [withValue:boolean] moves [then])
static Ref lower_max(Lower *lower, const Term *term) {
  Op op = term_is(term_arg(term, L_MAX_MAX_MOVES_TYPE), "Moves") ? OP_MAX_MOVES : OP_MAX_CAPTURES;
  if (term_arg(term, L_MAX_WITH_VALUE)) lower->flags |= GAME_VALUE;
  lower->keeps_longest |= op == OP_MAX_MOVES;
  Ref body = EMIT(B, op, (int32_t)lower_bool(lower, term_arg(term, L_MAX_WITH_VALUE)),
                  (int32_t)lower_moves(lower, term_arg(term, L_MAX_MOVES)));
  return lower_then(lower, body, term_arg(term, L_MAX_THEN));
}

// (forEach Level [siteType] int [stackDirection] moves [then])
static Ref lower_for_level(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_FOR_LEVELS, lower_type(lower, term_arg(term, L_FOR_LEVEL_SITE_TYPE)),
                  (int32_t)lower_int(lower, term_arg(term, L_FOR_LEVEL_INT)),
                  term_is(term_arg(term, L_FOR_LEVEL_STACK_DIRECTION), "FromBottom"),
                  (int32_t)lower_moves(lower, term_arg(term, L_FOR_LEVEL_MOVES)));
  return lower_then(lower, body, term_arg(term, L_FOR_LEVEL_THEN));
}

// (allCombinations moves moves [then])
static Ref lower_combine(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_COMBINE, (int32_t)lower_moves(lower, term_arg(term, L_COMBINE_MOVES)),
                  (int32_t)lower_moves(lower, term_arg(term, L_COMBINE_MOVES_2)));
  return lower_then(lower, body, term_arg(term, L_COMBINE_THEN));
}

// (seq {moves})
static Ref lower_seq(Lower *lower, const Term *term) {
  const Term *list = term_arg(term, L_SEQ_MOVES);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(list->n, 1u));
  for (uint32_t i = 0; i < list->n; i++) items[i] = (int32_t)lower_moves(lower, list->args[i]);
  return builder_emit(B, OP_IN_TURN, (int)list->n, items);
}

// (random moves num:int)
static Ref lower_random(Lower *lower, const Term *term) {
  lower->flags |= GAME_STOCHASTIC;
  return EMIT(B, OP_RANDOM_MOVES, (int32_t)lower_int(lower, term_arg(term, L_OPERATOR_RANDOM_NUM)),
              (int32_t)lower_moves(lower, term_arg(term, L_OPERATOR_RANDOM_MOVES)));
}

// (random {float} {moves}): one of the lists, each as likely as its weight says.
static Ref lower_random_of(Lower *lower, const Term *term) {
  const Term *weights = term_arg(term, L_RANDOM_OF_FLOAT), *lists = term_arg(term, L_RANDOM_OF_MOVES);
  uint32_t n = MIN(weights->n, lists->n);
  int32_t *refs = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  Ref body = EMIT0(B, OP_NOTHING);
  lower->flags |= GAME_STOCHASTIC;
  for (uint32_t i = 0; i < n; i++) {
    refs[i] = (int32_t)lower_float(lower, weights->args[i]);
    Ref mine = EMIT(B, OP_EQ, (int32_t)lower_slot(lower, SLOT_ITEM), (int32_t)builder_const(B, (int32_t)i));
    Ref moves = lower_moves(lower, lists->args[i]);
    body = EMIT(B, OP_IF_MOVES, (int32_t)mine, (int32_t)moves, (int32_t)body);
  }
  Ref drawn = builder_emit(B, OP_WEIGHTED, (int)n, refs);
  return EMIT(B, OP_SET_SLOT, SLOT_ITEM, (int32_t)drawn, (int32_t)body);
}

// (while boolean moves [then])
static Ref lower_while(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_WHILE, (int32_t)lower_bool(lower, term_arg(term, L_WHILE_BOOLEAN)),
                  (int32_t)lower_moves(lower, term_arg(term, L_WHILE_MOVES)));
  return lower_then(lower, body, term_arg(term, L_WHILE_THEN));
}

// (avoidStoredState moves [then]); its consequence never takes place.
static Ref lower_avoid(Lower *lower, const Term *term) {
  return EMIT(B, OP_AVOID_STORED, (int32_t)lower_moves(lower, term_arg(term, L_AVOID_MOVES)));
}

// What is done at the sites of a loop: moves, or what (to ...) applies there.
static Ref lower_done_there(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_FOR_DIRECTION_TO);
  if (strcmp(what->type, "to") != 0) return lower_moves(lower, what);
  Ref body = lower_apply(lower, term_arg(what, C_TO_APPLY));
  return body ? body : lower_incomplete(lower, term, "moves, or a (to ...) with an (apply ...)");
}

// (forEach Direction [from] [direction] [between] (to | moves) [then])
static Ref lower_for_direction(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_FOR_DIRECTION_FROM), *between = term_arg(term, L_FOR_DIRECTION_BETWEEN),
             *what = term_arg(term, L_FOR_DIRECTION_TO);
  bool to = !strcmp(what->type, "to");
  LowerRange range = lower_range(lower, between ? term_arg(between, C_BETWEEN_RANGE) : NULL);
  const Term *site = from ? term_arg(from, C_FROM_SITES) : NULL;
  Ref body = lower_done_there(lower, term);
  body =
      EMIT(B, OP_FOR_DIRECTIONS, lower_type(lower, from ? term_arg(from, C_FROM_SITE_TYPE) : NULL),
           (int32_t)(site ? lower_int(lower, site) : lower_slot(lower, SLOT_FROM)),
           (int32_t)lower_dirs_or(lower, term_arg(term, L_FOR_DIRECTION_DIRECTION_2), DIR_ADJACENT), (int32_t)range.min,
           (int32_t)range.max, (int32_t)(between ? lower_bool(lower, term_arg(between, C_BETWEEN_IF)) : 0),
           (int32_t)(to ? lower_bool(lower, term_arg(what, C_TO_IF)) : 0), (int32_t)body);
  return lower_then(lower, body, term_arg(term, L_FOR_DIRECTION_THEN));
}

// (forEach Group [siteType] [direction] [if:boolean] moves [then])
static Ref lower_for_group(Lower *lower, const Term *term) {
  LowerGroups groups = lower_groups(lower, term_arg(term, L_FOR_GROUP_SITE_TYPE), term_arg(term, L_FOR_GROUP_DIRECTION),
                                    term_arg(term, L_FOR_GROUP_IF));
  if (lower->in_sequence) lower->game->piece_order = true;
  Ref body = EMIT(B, OP_FOR_GROUPS, groups.type, (int32_t)groups.starts, (int32_t)groups.dirs, (int32_t)groups.member,
                  (int32_t)groups.owner, (int32_t)lower_moves(lower, term_arg(term, L_FOR_GROUP_MOVES)));
  return lower_then(lower, body, term_arg(term, L_FOR_GROUP_THEN));
}

// (forEach Team moves [then])
static Ref lower_for_team(Lower *lower, const Term *term) {
  return lower_then(lower, EMIT(B, OP_FOR_TEAMS, (int32_t)lower_moves(lower, term_arg(term, L_FOR_TEAM_MOVES))),
                    term_arg(term, L_FOR_TEAM_THEN));
}

static const LudRow rows[] = {
    // Joining.
    {"or", "nonDecision", "{moves} [then]", "All the moves of the lists together: the player chooses one.", lower_lists,
     OP_SEQ},
    {"or", "nonDecision", "moves moves [then]", "The moves of both lists together: the player chooses one.",
     lower_lists, OP_SEQ},
    {"and", "nonDecision", "{moves} [then]", "All the effects are made, one after the other.", lower_lists, OP_SEQ},
    {"and", "nonDecision", "moves moves [then]", "Both effects are made, one after the other.", lower_lists, OP_SEQ},
    {"append", "nonDecision", "nonDecision [then]", "All the moves of a list are joined into a single move.",
     lower_append},
    {"allCombinations", "nonDecision", "moves moves [then]",
     "Every move of the first list is joined with every move of the second.", lower_combine},
    {"seq", "effect", "{moves}", "The moves are made in order, each in the position the one before has left.",
     lower_seq},
    {"random", "moves", "moves num:int", "So many moves of the list, chosen at random.", lower_random},
    {"random", "moves", "{float} {moves}", "One of the lists, chosen at random with the given weights.",
     lower_random_of},

    // Choosing and filtering.
    {"if", "nonDecision", "boolean moves [moves] [then]",
     "The first moves when the condition holds, otherwise the second or none.", lower_if},
    {"priority", "effect", "{moves} [then]", "The first list that has any moves.", lower_lists, OP_FIRST_OF},
    {"priority", "effect", "moves moves [then]",
     "The moves of the first list, or when it has none those of the second.", lower_lists, OP_FIRST_OF},
    {"do", "effect", "moves [next:moves] [ifAfterwards:boolean] [then]",
     "Makes the first moves before the next ones are generated, or keeps only moves after which a condition holds.",
     lower_do},
    {"while", "effect", "boolean moves [then]", "Repeats an effect as long as the condition holds.", lower_while},
    {"max", "effect", "Distance [string] [roleType] moves [then]", "Keeps the moves that go farthest along a track.",
     lower_max_distance},
    {"max", "effect", "maxMovesType [withValue:boolean] moves [then]",
     "Keeps the moves that begin the longest chain, or take the most pieces, this turn.", lower_max},
    {"firstMoveOnTrack", "effect", "[string] [roleType] moves [then]",
     "Takes the sites of a track in order and keeps the moves of the first that has any.", lower_first_on_track},
    {"avoidStoredState", "effect", "moves [then]", "Leaves out the moves that bring back the stored position.",
     lower_avoid},
    {"satisfy", "effect", "(boolean | {boolean})",
     "The moves of a deduction puzzle: setting a value wherever the constraints still allow it.", lower_satisfy},

    // Loops.
    {"forEach", "effect",
     "Piece [on:siteType] [string | {string}] [container:int | string] [moves] [player | roleType] "
     "[top:boolean] [then]",
     "The moves of every piece of a player, as the piece itself or the rule given here says.", lower_for_piece},
    {"forEach", "effect", "Site sites moves [noMoveYet:moves] [then]",
     "The moves for every site of a region in turn; the last list is used when there were none.", lower_for_site},
    {"forEach", "effect", "Direction [from] [direction] [between] (to | moves) [then]",
     "The moves for every site that can be reached from one in the given directions.", lower_for_direction},
    {"forEach", "effect", "Die [int] [combined:boolean] [replayDouble:boolean] [if:boolean] moves [then]",
     "The moves for the value of every die in turn, and for their sum if wanted.", lower_for_die},
    {"forEach", "effect", "Value min:int max:int moves [then]", "The moves for every number of a range in turn.",
     lower_for_range},
    {"forEach", "effect", "Value ints moves [then]", "The moves for every number of a list in turn.", lower_for_values},
    {"forEach", "effect", "Level [siteType] int [stackDirection] moves [then]",
     "The moves for every level of the stack on a site, from the bottom or from the top.", lower_for_level},
    {"forEach", "effect", "Group [siteType] [direction] [if:boolean] moves [then]",
     "The moves for every group of connected pieces in turn.", lower_for_group},
    {"forEach", "effect", "Player moves [then]", "The moves for every player in turn.", lower_for_player},
    {"forEach", "effect", "Team moves [then]", "The moves for every team in turn.", lower_for_team},
    {"forEach", "effect", "ints moves [then]", "The moves for every player whose number is in the list.",
     lower_for_ints},
};

const LudFamily fam_operator = {"joining, choosing, looping", rows, COUNT_OF(rows)};
