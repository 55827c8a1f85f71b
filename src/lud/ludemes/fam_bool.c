// Conditions: comparisons, logic, and the short tests all / no / can / was. The `is` tests are in fam_bool_is.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// (< int int), (<= int int): the row has the op.
static Ref lower_less(Lower *lower, const Term *term) {
  return lower_compare_values(lower, (Op)term->row->arg, term_arg(term, L_LESS_INT), term_arg(term, L_LESS_INT_2));
}

static Ref lower_greater(Lower *lower, const Term *term) {
  return lower_compare_values(lower, (Op)term->row->arg, term_arg(term, L_GREATER_INT_2),
                              term_arg(term, L_GREATER_INT));
}

static Ref lower_not(Lower *lower, const Term *term) {
  return EMIT(B, OP_NOT, (int32_t)lower_bool(lower, term_arg(term, L_NOT_BOOLEAN)));
}

// Conditions in braces, or two of them.
static Ref lower_conditions(Lower *lower, const Term *term) { return lower_all(lower, term, lower_bool); }

// (if boolean boolean [boolean])
static Ref lower_if(Lower *lower, const Term *term) {
  return EMIT(B, OP_IF_INT, (int32_t)lower_bool(lower, term_arg(term, L_BOOL_IF_BOOLEAN)),
              (int32_t)lower_bool(lower, term_arg(term, L_BOOL_IF_BOOLEAN_2)),
              (int32_t)lower_bool(lower, term_arg(term, L_BOOL_IF_BOOLEAN_3)));
}

// (no Moves roleType)
static Ref lower_no_moves(Lower *lower, const Term *term) {
  const Term *role = term_arg(term, L_NO_MOVES_ROLE_TYPE);
  return EMIT(B, OP_NO_MOVES, (int32_t)lower_role(lower, role), term_is(role, "Next"));
}

// (no Pieces [siteType] [roleType | of:int] [string] [in:sites])
static Ref lower_no_pieces(Lower *lower, const Term *term) {
  const Term *type = term_arg(term, L_NO_PIECES_SITE_TYPE), *who = term_arg(term, L_NO_PIECES_ROLE_TYPE);
  Ref players = who ? lower_players(lower, who, false) : EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 0);
  Ref count = EMIT(B, OP_COUNT_PIECES, type ? (int32_t)lower_type(lower, type) : -1, (int32_t)players,
                   lower_pieces_containing(lower, term_arg(term, L_NO_PIECES_STRING)),
                   (int32_t)lower_region(lower, term_arg(term, L_NO_PIECES_IN)), 0, 1);
  return EMIT(B, OP_EQ, (int32_t)count, (int32_t)builder_const(B, 0));
}

// (all Sites|Different sites if:boolean)
static Ref lower_all_sites(Lower *lower, const Term *term) {
  int32_t region = (int32_t)lower_region(lower, term_arg(term, L_ALL_SITES_SITES)),
          cond = (int32_t)lower_bool(lower, term_arg(term, L_ALL_SITES_IF));
  if (term_is(term_arg(term, L_ALL_SITES_ALL_SITES_TYPE), "Sites"))
    return EMIT(B, OP_ALL_SITES, SLOT_SITE, region, cond);
  return EMIT(B, OP_ALL_DIFFERENT, region, cond);
}

// (can Move moves)
static Ref lower_can_move(Lower *lower, const Term *term) {
  return EMIT(B, OP_CAN_MOVE, (int32_t)lower_moves(lower, term_arg(term, L_CAN_MOVE_MOVES)));
}

static Ref lower_was_pass(Lower *lower, const Term *term) { return (void)term, EMIT0(B, OP_WAS_PASS); }

// (all Passed|DiceUsed|DiceEqual)
static Ref lower_all_simple(Lower *lower, const Term *term) {
  if (term_is(term_arg(term, L_ALL_SIMPLE_ALL_SIMPLE_TYPE), "Passed")) {
    lower->flags |= GAME_NOT_ALL_PASS;
    return EMIT0(B, OP_ALL_PASSED);
  }
  if (term_is(term_arg(term, L_ALL_SIMPLE_ALL_SIMPLE_TYPE), "DiceEqual")) return EMIT(B, OP_HEAD, HEAD_DICE_EQUAL);
  return EMIT0(B, OP_DICE_USED);
}

static Ref lower_same(Lower *lower, const Term *term) {
  return EMIT(B, OP_SAME_REGION, (int32_t)lower_region(lower, term_arg(term, L_SAME_SITES)),
              (int32_t)lower_region(lower, term_arg(term, L_SAME_SITES_2)));
}

static Ref lower_differ(Lower *lower, const Term *term) { return EMIT(B, OP_NOT, (int32_t)lower_same(lower, term)); }

static Ref lower_to_bool(Lower *lower, const Term *term) {
  const Term *number = term_arg(term, L_TO_BOOL_INT);
  if (!strcmp(number->type, "float")) return EMIT(B, OP_BOOL_OF_FLOAT, (int32_t)lower_float(lower, number));
  return EMIT(B, OP_NE, (int32_t)lower_int(lower, number), (int32_t)builder_const(B, 0));
}

// (all Values ints if:boolean)
static Ref lower_all_values(Lower *lower, const Term *term) {
  return EMIT(B, OP_INTS_ALL, (int32_t)lower_ints(lower, term_arg(term, L_ALL_VALUES_INTS)),
              (int32_t)lower_bool(lower, term_arg(term, L_ALL_VALUES_IF)));
}

// (all Groups [siteType] [direction] [of:boolean] if:boolean)
static Ref lower_all_groups(Lower *lower, const Term *term) {
  LowerGroups groups = lower_groups(lower, term_arg(term, L_ALL_GROUPS_SITE_TYPE),
                                    term_arg(term, L_ALL_GROUPS_DIRECTION), term_arg(term, L_ALL_GROUPS_OF));
  return EMIT(B, OP_ALL_GROUPS, groups.type, (int32_t)groups.starts, (int32_t)groups.dirs, (int32_t)groups.member,
              (int32_t)groups.owner, (int32_t)lower_bool(lower, term_arg(term, L_ALL_GROUPS_IF)));
}

static const LudRow rows[] = {
    // Comparing.
    {"=", "boolean", "int (int | roleType)", "The two numbers are equal; a player stands for its number.",
     lower_two_ints, OP_EQ},
    {"=", "boolean", "sites sites", "The two regions have the same sites.", lower_same},
    {"!=", "boolean", "int (int | roleType)", "The two numbers differ; a player stands for its number.", lower_two_ints,
     OP_NE},
    {"!=", "boolean", "sites sites", "The two regions differ.", lower_differ},
    {"<", "boolean", "int int", "The first number is smaller.", lower_less, OP_LT},
    {"<=", "boolean", "int int", "The first number is smaller or equal.", lower_less, OP_LE},
    {">", "boolean", "int int", "The first number is larger.", lower_greater, OP_LT},
    {">=", "boolean", "int int", "The first number is larger or equal.", lower_greater, OP_LE},

    // Combining.
    {"not", "boolean", "boolean", "The condition does not hold.", lower_not},
    {"and", "boolean", "{boolean}", "All the conditions hold.", lower_conditions, OP_AND},
    {"and", "boolean", "boolean boolean", "Both conditions hold.", lower_conditions, OP_AND},
    {"or", "boolean", "{boolean}", "At least one of the conditions holds.", lower_conditions, OP_OR},
    {"or", "boolean", "boolean boolean", "At least one of the two conditions holds.", lower_conditions, OP_OR},
    {"xor", "boolean", "boolean boolean", "Exactly one of the two conditions holds.", lower_two_ints, OP_XOR},
    {"if", "boolean", "boolean boolean [boolean]",
     "Where the first condition holds the second must hold too, otherwise the third if given.", lower_if},
    {"toBool", "boolean", "(int | float)", "True for every number but zero.", lower_to_bool},

    // Short tests.
    {"all", "boolean", "allSimpleType", "All players have passed, all dice are used, or all dice show the same.",
     lower_all_simple},
    {"all", "boolean", "allSitesType sites if:boolean",
     "Every site of a region meets the condition; or the sites are told apart by it.", lower_all_sites},
    {"all", "boolean", "Values ints if:boolean", "Every number of a list meets the condition.", lower_all_values},
    {"all", "boolean", "Groups [siteType] [direction] [of:boolean] if:boolean",
     "Every group of the pieces meant meets the condition.", lower_all_groups},
    {"no", "boolean", "Pieces [siteType] [roleType | of:int] [string] [in:sites]",
     "A player has no piece left, of one kind or in a region if given.", lower_no_pieces},
    {"no", "boolean", "Moves roleType", "A player has no legal move.", lower_no_moves},
    {"can", "boolean", "Move moves", "At least one of the moves is possible.", lower_can_move},
    {"was", "boolean", "Pass", "The last move was a pass.", lower_was_pass},
};

const LudFamily fam_bool = {"conditions", rows, COUNT_OF(rows)};
