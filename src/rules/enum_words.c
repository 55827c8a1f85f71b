// The tables of words behind the enumerations of vocab.h.
#include "rules/enum_words.h"

#include "board/direction.h"
#include "board/topo/topology.h"

static const char *const head_words[] = {
    [HEAD_MOVER] = "mover",
    [HEAD_NEXT] = "next",
    [HEAD_PREV] = "prev",
    [HEAD_COUNTER] = "counter",
    [HEAD_TURN] = "turn",
    [HEAD_TURN_SAME] = "turn_same",
    [HEAD_PASSES] = "passes",
    [HEAD_POT] = "pot",
    [HEAD_TRUMP] = "trump",
    [HEAD_TEMP] = "temp",
    [HEAD_DICE_EQUAL] = "dice_equal",
    [HEAD_MOVES] = "moves",
    [HEAD_DECIDED] = "decided",
    [HEAD_DOMINOES] = "dominoes",
};
static_assert(COUNT_OF(head_words) == HEAD_VARS, "every scalar has a word");

static const char *const player_words[] = {
    [PLAYER_SCORE] = "score", [PLAYER_AMOUNT] = "amount", [PLAYER_VALUE] = "value",
    [PLAYER_TEAM] = "team",   [PLAYER_PHASE] = "phase",   [PLAYER_MATCH_SCORE] = "match_score",
};

static const char *const result_words[] = {
    [RESULT_WIN] = "win", [RESULT_LOSS] = "loss",       [RESULT_DRAW] = "draw",
    [RESULT_TIE] = "tie", [RESULT_ABANDON] = "abandon", [RESULT_CRASH] = "crash",
};

static const char *const role_words[] = {
    [ROLES_ALL] = "all",       [ROLES_ENEMY] = "enemy",         [ROLES_ALLY] = "ally",
    [ROLES_FRIEND] = "friend", [ROLES_NON_MOVER] = "non_mover", [ROLES_TEAM] = "team",
};

static const char *const around_words[] = {
    [AROUND_ANY] = "any",     [AROUND_EMPTY] = "empty",         [AROUND_NOT_EMPTY] = "not_empty", [AROUND_OWN] = "own",
    [AROUND_ENEMY] = "enemy", [AROUND_NOT_ENEMY] = "not_enemy", [AROUND_NOT_OWN] = "not_own",
};

static const char *const sight_words[] = {
    [SIGHT_EMPTY] = "empty", [SIGHT_FARTHEST] = "farthest", [SIGHT_PIECE] = "piece"};

static const char *const topo_words[] = {
    [TOPO_ROW] = "row",     [TOPO_COLUMN] = "column",         [TOPO_LAYER] = "layer",
    [TOPO_PHASE] = "phase", [TOPO_ORTHOGONAL] = "orthogonal", [TOPO_DIAGONAL] = "diagonal",
    [TOPO_OFF] = "off",     [TOPO_ADJACENT] = "adjacent",     [TOPO_NEIGHBOURS] = "neighbours",
};

static const char *const family_words[] = {
    [FAMILY_ROWS] = "row",           [FAMILY_COLUMNS] = "column", [FAMILY_LAYERS] = "layer",
    [FAMILY_DIAGONALS] = "diagonal", [FAMILY_PHASES] = "phase",
};

static const char *const relation_words[] = {
    [RELATION_ORTHOGONAL] = "orthogonal", [RELATION_DIAGONAL] = "diagonal", [RELATION_OFF_DIAGONAL] = "off_diagonal",
    [RELATION_ADJACENT] = "adjacent",     [RELATION_ALL] = "all",
};

static const char *const float_words[] = {
    [FLOAT_ADD] = "add", [FLOAT_SUB] = "sub",     [FLOAT_MUL] = "mul", [FLOAT_DIV] = "div",   [FLOAT_POW] = "pow",
    [FLOAT_MAX] = "max", [FLOAT_MIN] = "min",     [FLOAT_ABS] = "abs", [FLOAT_SQRT] = "sqrt", [FLOAT_EXP] = "exp",
    [FLOAT_LOG] = "log", [FLOAT_LOG10] = "log10", [FLOAT_SIN] = "sin", [FLOAT_COS] = "cos",   [FLOAT_TAN] = "tan",
};

static const char *const action_words[] = {
#define ACTION(name, text, effects, doc) text,
#include "rules/actions.def"
#undef ACTION
};

// op OPS: the operand of this name of every op.
static const struct {
  Op op;
  const char *operand;
  const char *const *words;
  size_t n;
} tables[] = {
#define WORDS(op, operand, words) \
  { op, operand, words, COUNT_OF(words) }
    WORDS(OP_HEAD, "var", head_words),         WORDS(OP_PLAYER_ITEM, "array", player_words),
    WORDS(OPS, "result", result_words),        WORDS(OPS, "roles", role_words),
    WORDS(OP_AROUND, "what", around_words),    WORDS(OP_SIGHT, "what", sight_words),
    WORDS(OP_TOPO_NUMBER, "what", topo_words), WORDS(OPS, "family", family_words),
    WORDS(OPS, "relation", relation_words),    WORDS(OP_FLOAT_BINARY, "op", float_words),
    WORDS(OP_FLOAT_UNARY, "op", float_words),  WORDS(OP_ACTION, "kind", action_words),
#undef WORDS
};

const char *rules_word(Op op, const Operand *operand, int32_t number) {
  if (operand->kind != 'k' || number < 0) return NULL;
  if (str_is(operand->name, "type") && number < SITE_TYPES) return site_type_name((SiteType)number);
  if (str_is(operand->name, "dir") && number < DIRS) return dir_name((Dir)number);
  if (op == OP_FOLD && str_is(operand->name, "op") && number < OPS) return op_info[number].name;
  for (size_t i = 0; i < COUNT_OF(tables); i++) {
    bool meant = (tables[i].op == op || tables[i].op == OPS) && str_is(operand->name, tables[i].operand);
    if (meant && (size_t)number < tables[i].n) return tables[i].words[number];
  }
  return NULL;
}
