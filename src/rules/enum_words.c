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

static const struct {
  const char *const *words;
  int n;
} tables[OPERAND_KINDS] = {
#define WORDS(words) \
  { words, COUNT_OF(words) }
    [KIND_HEAD] = WORDS(head_words),     [KIND_PLAYER_ARRAY] = WORDS(player_words),
    [KIND_RESULT] = WORDS(result_words), [KIND_ROLES] = WORDS(role_words),
    [KIND_AROUND] = WORDS(around_words), [KIND_SIGHT] = WORDS(sight_words),
    [KIND_FAMILY] = WORDS(family_words), [KIND_RELATION] = WORDS(relation_words),
    [KIND_TOPOLOGY] = WORDS(topo_words), [KIND_FLOAT_OP] = WORDS(float_words),
    [KIND_ACTION] = WORDS(action_words),
#undef WORDS
};

int rules_words(OperandKind kind) {
  switch ((int)kind) {
    case KIND_SITE_TYPE: return SITE_TYPES;
    case KIND_DIRECTION: return DIRS;
    case KIND_OPERATION: return OPS;
    default: return tables[kind].n;
  }
}

const char *rules_word(OperandKind kind, int32_t number) {
  if (number < 0 || number >= rules_words(kind)) return NULL;
  switch ((int)kind) {
    case KIND_SITE_TYPE: return site_type_name((SiteType)number);
    case KIND_DIRECTION: return dir_name((Dir)number);
    case KIND_OPERATION: return op_info[number].name;
    default: return tables[kind].words[number];
  }
}
