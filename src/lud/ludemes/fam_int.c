// Numbers: arithmetic, what a move or loop is looking at, and what the state says about sites and players.
#include "lud/lower/cards.h"
#include "lud/lower/lower.h"
#include "lud/lower/warnings.h"
#include "lud/resolve/families.h"

static Ref lower_abs(Lower *lower, const Term *term) {
  return EMIT(B, OP_ABS, (int32_t)lower_int(lower, term_arg(term, L_ABS_INT)));
}

static Ref lower_sub(Lower *lower, const Term *term) {
  return EMIT(B, OP_SUB, (int32_t)lower_int_or(lower, term_arg(term, L_SUB_INT), 0),
              (int32_t)lower_int(lower, term_arg(term, L_SUB_INT_2)));
}

static Ref lower_if(Lower *lower, const Term *term) {
  return EMIT(B, OP_IF_INT, (int32_t)lower_bool(lower, term_arg(term, L_INT_IF_BOOLEAN)),
              (int32_t)lower_int(lower, term_arg(term, L_INT_IF_INT)),
              (int32_t)lower_int(lower, term_arg(term, L_INT_IF_INT_2)));
}

// (+ ints) and its like: a list in braces or an array, folded by the op the row has.
static Ref lower_folded(Lower *lower, const Term *term) {
  const Term *list = term_arg(term, L_FOLDED_INT);
  Op op = (Op)term->row->arg;
  if (list->kind != TERM_ARRAY) {
    lower->in_fold++;
    Ref items = lower_ints(lower, list);
    lower->in_fold--;
    return EMIT(B, OP_FOLD, op, op == OP_ADD || op == OP_MUL ? 0 : GAME_OFF, (int32_t)items);
  }
  Ref result = list->n ? lower_int(lower, list->args[0]) : builder_const(B, 0);
  for (uint32_t i = 1; i < list->n; i++) {
    result = EMIT(B, op, (int32_t)result, (int32_t)lower_int(lower, list->args[i]));
  }
  return result;
}

// ---- context -------------------------------------------------------------------------------------

// (to) and its like: the row has the slot.
static Ref lower_the_slot(Lower *lower, const Term *term) { return lower_slot(lower, (Slot)term->row->arg); }

// (from [at:whenType])
static Ref lower_from(Lower *lower, const Term *term) {
  if (term_is(term_arg(term, L_FROM_AT), "StartOfTurn")) return EMIT0(B, OP_TURN_FROM);
  return lower_slot(lower, SLOT_FROM);
}

// (mover) and its like: the row has the variable.
static Ref lower_head(Lower *lower, const Term *term) { return EMIT(B, OP_HEAD, term->row->arg); }

// ---- sites ---------------------------------------------------------------------------------------

// (who [siteType] at:int [level:int]) and its like, whose slots are `at` further back
static Ref site_query(Lower *lower, const Term *term, Op op, uint32_t at) {
  SiteType type = lower_type(lower, term_arg(term, at + L_WHO_SITE_TYPE));
  return EMIT(B, op, type, (int32_t)lower_int(lower, term_arg(term, at + L_WHO_AT)),
              (int32_t)lower_int(lower, term_arg(term, at + L_WHO_LEVEL)));
}

// Of a stack the piece at the bottom, unless a level is given.
static Ref lower_what(Lower *lower, const Term *term) {
  return lower_piece_on(lower, lower_type(lower, term_arg(term, L_WHAT_SITE_TYPE)),
                        lower_int(lower, term_arg(term, L_WHAT_AT)),
                        lower_int_or(lower, term_arg(term, L_WHAT_LEVEL), 0));
}

static Ref lower_who(Lower *lower, const Term *term) { return site_query(lower, term, OP_WHO, 0); }

static Ref lower_state(Lower *lower, const Term *term) {
  lower->flags |= GAME_STATE;
  return site_query(lower, term, OP_STATE, 0);
}

// (last From|To|LevelFrom|LevelTo [afterConsequence:boolean])
static Ref lower_last(Lower *lower, const Term *term) {
  const Term *kind = term_arg(term, L_LAST_LAST_TYPE);
  if (term_is(kind, "LevelFrom") || term_is(kind, "LevelTo")) {
    return EMIT(B, OP_LAST_LEVEL, term_is(kind, "LevelTo"),
                lower_flag(term_arg(term, L_LAST_AFTER_CONSEQUENCE), false));
  }
  if (lower_flag(term_arg(term, L_LAST_AFTER_CONSEQUENCE), false)) return EMIT(B, OP_LAST_AFTER, term_is(kind, "To"));
  if (term_is(kind, "To")) return EMIT0(B, OP_LAST_TO);
  return EMIT0(B, OP_LAST_FROM);
}

// (id [string] roleType)
static Ref lower_id_role(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_ID_ROLE_STRING);
  Ref role = lower_role(lower, term_arg(term, L_ID_ROLE_ROLE_TYPE));
  int32_t owner;
  if (!name || term_is(term_arg(term, L_ID_ROLE_ROLE_TYPE), "Player"))
    return role;  // as recorded: the name does not count then
  warn_piece(lower, name);
  if (!builder_is_const(B, role, &owner)) {
    return EMIT(B, OP_PIECE_NAMED, lower_pieces_containing(lower, name), (int32_t)role);
  }
  return builder_const(B, game_piece_of(lower->game, arena_text(lower->arena, name->text), owner));
}

// (var [string])
static Ref lower_the_var(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_THE_VAR_STRING);
  return name ? EMIT(B, OP_VAR, lower_var(lower, name->text)) : EMIT(B, OP_HEAD, HEAD_TEMP);
}

// (score (player | roleType))
static Ref lower_score(Lower *lower, const Term *term) {
  lower->flags |= GAME_SCORE;
  return EMIT(B, OP_PLAYER_ITEM, PLAYER_SCORE, (int32_t)lower_player(lower, term_arg(term, L_SCORE_PLAYER)));
}

// (value Player (int | roleType))
static Ref lower_value_player(Lower *lower, const Term *term) {
  return EMIT(B, OP_PLAYER_ITEM, PLAYER_VALUE, (int32_t)lower_player(lower, term_arg(term, L_VALUE_PLAYER_INT)));
}

static Ref lower_rotation(Lower *lower, const Term *term) {
  lower->flags |= GAME_ROTATION;
  return site_query(lower, term, OP_ROTATION, 0);
}

static Ref lower_value_piece(Lower *lower, const Term *term) {
  lower->flags |= GAME_VALUE;
  return site_query(lower, term, OP_VALUE, 1);
}

// (value Pending|MoveLimit|TurnLimit)
static Ref lower_value_simple(Lower *lower, const Term *term) {
  if (term_is(term_arg(term, L_VALUE_SIMPLE_VALUE_SIMPLE_TYPE), "MoveLimit")) return builder_const(B, GAME_MOVES_MAX);
  if (term_is(term_arg(term, L_VALUE_SIMPLE_VALUE_SIMPLE_TYPE), "TurnLimit")) return builder_const(B, GAME_TURNS_MAX);
  lower->flags |= GAME_PENDING;
  return EMIT0(B, OP_PENDING_VALUE);
}

// (topLevel [siteType] at:int)
static Ref lower_top_level(Lower *lower, const Term *term) {
  Ref height = EMIT(B, OP_HEIGHT, lower_type(lower, term_arg(term, L_TOP_LEVEL_SITE_TYPE)),
                    (int32_t)lower_int(lower, term_arg(term, L_TOP_LEVEL_AT)));
  lower->flags |= GAME_STACKING;
  Ref top = EMIT(B, OP_SUB, (int32_t)height, (int32_t)builder_const(B, 1));
  return EMIT(B, OP_MAX, (int32_t)top, (int32_t)builder_const(B, 0));
}

static Ref lower_face(Lower *lower, const Term *term) {
  return EMIT(B, OP_FACE, (int32_t)lower_int(lower, term_arg(term, L_FACE_INT)));
}

// (toInt (boolean | float))
static Ref lower_to_int(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_TO_INT_BOOLEAN);
  if (!strcmp(what->type, "float")) return EMIT(B, OP_INT_OF_FLOAT, (int32_t)lower_float(lower, what));
  return lower_bool(lower, what);
}

// (prev [Mover|MoverLastTurn])
static Ref lower_prev(Lower *lower, const Term *term) {
  return term_is(term_arg(term, L_PREV_PREV_TYPE), "MoverLastTurn") ? EMIT0(B, OP_LAST_TURN_MOVER)
                                                                    : EMIT(B, OP_HEAD, HEAD_PREV);
}

// (amount (roleType | player))
static Ref lower_amount(Lower *lower, const Term *term) {
  lower->flags |= GAME_AMOUNT;
  return EMIT(B, OP_PLAYER_ITEM, PLAYER_AMOUNT, (int32_t)lower_player(lower, term_arg(term, L_AMOUNT_ROLE_TYPE)));
}

// (value Random range)
static Ref lower_value_random(Lower *lower, const Term *term) {
  LowerRange range = lower_range(lower, term_arg(term, L_VALUE_RANDOM_RANGE));
  lower->flags |= GAME_STOCHASTIC;
  return EMIT(B, OP_RANDOM, (int32_t)range.min, (int32_t)range.max);
}

// (id string): a container, or a piece by its full name.
static Ref lower_id_name(Lower *lower, const Term *term) {
  const Game *game = lower->game;
  Str name = term_arg(term, L_ID_NAME_STRING)->text;
  for (int c = 0; c < game->n_containers; c++) {
    if (str_is(name, game->containers[c].name)) return builder_const(B, c);
  }
  for (int c = 1; c < game->n_components; c++) {
    if (str_is(name, game->components[c].name)) return builder_const(B, c);
  }
  warn_piece(lower, term_arg(term, L_ID_NAME_STRING));
  return builder_const(B, GAME_OFF);
}

static Ref lower_match_score(Lower *lower, const Term *term) {
  return EMIT(B, OP_PLAYER_ITEM, PLAYER_MATCH_SCORE,
              (int32_t)lower_role(lower, term_arg(term, L_MATCH_SCORE_ROLE_TYPE)));
}

// Where levels are asked for, pieces can stand on each other.
static Ref lower_level(Lower *lower, const Term *term) {
  lower->flags |= GAME_STACKING;
  return (void)term, lower_slot(lower, SLOT_LEVEL);
}

static const LudRow rows[] = {
    // Arithmetic.
    {"+", "int", "({int} | ints)", "The sum of a list of numbers.", lower_folded, OP_ADD},
    {"+", "int", "int int", "The sum of two numbers.", lower_two_ints, OP_ADD},
    {"-", "int", "[int] int", "The first number less the second, or a number with its sign changed.", lower_sub},
    {"*", "int", "({int} | ints)", "The product of a list of numbers.", lower_folded, OP_MUL},
    {"*", "int", "int int", "The product of two numbers.", lower_two_ints, OP_MUL},
    {"/", "int", "int int", "The first number divided by the second, without remainder.", lower_two_ints, OP_DIV},
    {"%", "int", "int int", "What is left over when the first number is divided by the second.", lower_two_ints,
     OP_MOD},
    {"^", "int", "int int", "The first number to the power of the second.", lower_two_ints, OP_POW},
    {"abs", "int", "int", "A number without its sign.", lower_abs},
    {"max", "int", "ints", "The largest number of a list.", lower_folded, OP_MAX},
    {"max", "int", "int int", "The larger of two numbers.", lower_two_ints, OP_MAX},
    {"min", "int", "ints", "The smallest number of a list.", lower_folded, OP_MIN},
    {"min", "int", "int int", "The smaller of two numbers.", lower_two_ints, OP_MIN},
    {"if", "int", "boolean int int", "The first number when the condition holds, otherwise the second.", lower_if},
    {"toInt", "int", "(boolean | float)", "One for true and zero for false, or a fraction cut down to a whole number.",
     lower_to_int},

    // What the rule being applied is looking at.
    {"from", "int", "[at:whenType]", "The site the move begins at.", lower_from},
    {"to", "int", "", "The site the move ends at.", lower_the_slot, SLOT_TO},
    {"between", "int", "", "The site the move is passing over.", lower_the_slot, SLOT_BETWEEN},
    {"site", "int", "", "The site a loop over sites has come to.", lower_the_slot, SLOT_SITE},
    {"level", "int", "", "The level a loop over a stack has come to.", lower_level},
    {"player", "int", "", "The player a loop over players has come to.", lower_the_slot, SLOT_PLAYER},
    {"track", "int", "", "The track a loop over tracks has come to.", lower_the_slot, SLOT_TRACK},
    {"pips", "int", "", "The value of the die in use.", lower_the_slot, SLOT_PIPS},
    {"edge", "int", "", "The edge a puzzle rule is looking at.", lower_the_slot, SLOT_EDGE},
    {"edge", "int", "int int", "The edge that joins two vertices.", lower_two_ints, OP_EDGE_BETWEEN},
    {"hint", "int", "[siteType] [at:int]", "The hint number of the puzzle region, or the one at a site.", lower_hint},
    {"last", "int", "lastType [afterConsequence:boolean]",
     "The site or level where the last move began or ended, if wanted after its consequences.", lower_last},

    // Players and turns.
    {"mover", "int", "", "The player whose turn it is.", lower_head, HEAD_MOVER},
    {"next", "int", "", "The player who moves next.", lower_head, HEAD_NEXT},
    {"prev", "int", "[prevType]", "The player who moved before, or the mover of the turn before.", lower_prev},
    {"score", "int", "(player | roleType)", "The score of a player.", lower_score},
    {"amount", "int", "(roleType | player)", "The amount of money a player has.", lower_amount},
    {"pot", "int", "", "The amount in the pot.", lower_head, HEAD_POT},
    {"counter", "int", "", "The counter, which goes up with every move unless it is set.", lower_head, HEAD_COUNTER},
    {"var", "int", "[string]", "The value of the variable of that name.", lower_the_var},
    {"matchScore", "int", "roleType", "The points a player has in the match so far.", lower_match_score},

    // Sites and pieces.
    {"what", "int", "[siteType] at:int [level:int]", "The number of the kind of piece on a site, or zero.", lower_what},
    {"who", "int", "[siteType] at:int [level:int]", "The owner of the piece on a site, or zero.", lower_who},
    {"state", "int", "[siteType] at:int [level:int]", "The state of the piece on a site.", lower_state},
    {"rotation", "int", "[siteType] at:int [level:int]", "The rotation of the piece on a site.", lower_rotation},
    {"value", "int", "Piece [siteType] at:int [level:int]", "The value of the piece on a site.", lower_value_piece},
    {"value", "int", "Player (int | roleType)", "The value of a player.", lower_value_player},
    {"value", "int", "Random range", "A random number within a range.", lower_value_random},
    {"value", "int", "valueSimpleType", "The pending value, or the limit set to moves or turns.", lower_value_simple},
    {"value", "int", "", "The number a loop over values has come to.", lower_the_slot, SLOT_VALUE},
    {"topLevel", "int", "[siteType] at:int", "The level of the topmost piece of the stack on a site.", lower_top_level},
    {"id", "int", "[string] roleType", "The number of a player, or of that player's piece of the given name.",
     lower_id_role},
    {"id", "int", "string", "The number of the piece or container of that name.", lower_id_name},
    {"face", "int", "int", "The number on the upper face of the die on a site.", lower_face},
    {"card", "int", "TrumpSuit", "The trump suit.", lower_trump_suit},
    {"card", "int", "cardSiteType at:int [level:int]",
     "The rank, suit, trump rank or trump value of the card on a site.", lower_card_number},
};

const LudFamily fam_int = {"numbers", rows, COUNT_OF(rows)};
