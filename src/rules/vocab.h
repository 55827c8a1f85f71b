// Numbers that instructions carry as immediates: what lowering writes and executors read.
#ifndef RULES_VOCAB_H
#define RULES_VOCAB_H

// Scalars of the state, for the op HEAD.
typedef enum HeadVar {
  HEAD_MOVER,
  HEAD_NEXT,
  HEAD_PREV,
  HEAD_COUNTER,
  HEAD_TURN,
  HEAD_TURN_SAME,
  HEAD_PASSES,
  HEAD_POT,
  HEAD_TRUMP,
  HEAD_TEMP,
  HEAD_DICE_EQUAL,
  HEAD_MOVES,
  HEAD_DECIDED,
  HEAD_DOMINOES,
  HEAD_VARS,
} HeadVar;

// Arrays with an entry per player, for the op PLAYER_ITEM.
typedef enum PlayerArray {
  PLAYER_SCORE,
  PLAYER_AMOUNT,
  PLAYER_VALUE,
  PLAYER_TEAM,
  PLAYER_PHASE,
  PLAYER_MATCH_SCORE
} PlayerArray;

typedef enum ResultKind { RESULT_WIN, RESULT_LOSS, RESULT_DRAW, RESULT_TIE, RESULT_ABANDON, RESULT_CRASH } ResultKind;

// Words that mean several players at once, for the op PLAYERS.
typedef enum RoleSet { ROLES_ALL, ROLES_ENEMY, ROLES_ALLY, ROLES_FRIEND, ROLES_NON_MOVER, ROLES_TEAM } RoleSet;

// How the op FOR_PIECES goes about its pieces.
enum { PIECES_ON_TOP = 1, PIECES_AS_MOVER = 2 };

// Of ONE_MOVE: made of nothing too, the mover's (otherwise nobody's), on site 0 (otherwise nowhere).
enum { ONE_MOVE_ALWAYS = 1, ONE_MOVE_OF_MOVER = 2, ONE_MOVE_AT_0 = 4 };

// Which sites around others are meant, for the op AROUND.
typedef enum AroundKind {
  AROUND_ANY,
  AROUND_EMPTY,
  AROUND_NOT_EMPTY,
  AROUND_OWN,
  AROUND_ENEMY,
  AROUND_NOT_ENEMY,
  AROUND_NOT_OWN,
} AroundKind;

// What is seen from a site, for the op SIGHT.
typedef enum SightKind { SIGHT_EMPTY, SIGHT_FARTHEST, SIGHT_PIECE } SightKind;

// Numbers of the board about a site, for the op TOPO_NUMBER.
typedef enum TopoNumber {
  TOPO_ROW,
  TOPO_COLUMN,
  TOPO_LAYER,
  TOPO_PHASE,
  TOPO_ORTHOGONAL,
  TOPO_DIAGONAL,
  TOPO_OFF,
  TOPO_ADJACENT,
  TOPO_NEIGHBOURS,
} TopoNumber;

// Functions of fractions, for the ops FLOAT_BINARY and FLOAT_UNARY.
typedef enum FloatOp {
  FLOAT_ADD,
  FLOAT_SUB,
  FLOAT_MUL,
  FLOAT_DIV,
  FLOAT_POW,
  FLOAT_MAX,
  FLOAT_MIN,
  FLOAT_ABS,
  FLOAT_SQRT,
  FLOAT_EXP,
  FLOAT_LOG,
  FLOAT_LOG10,
  FLOAT_SIN,
  FLOAT_COS,
  FLOAT_TAN,
} FloatOp;

// What a move does to the state, one change at a time.
typedef enum ActionKind {
#define ACTION(name, text, effects, doc) ACT_##name,
#include "rules/actions.def"
#undef ACTION
  ACT_COUNT
} ActionKind;

// What has been chosen of a move that is made in parts, as a mask. Illegal: all of it, and then it was not allowed.
typedef enum ChosenPart { CHOSEN_FROM = 1, CHOSEN_TO = 2, CHOSEN_ILLEGAL = 4 } ChosenPart;

enum { ACTION_DECISION = 1, ACTION_STACK = 2, ACTION_FORCED = 4, ACTION_UNIQUE = 8, ACTION_FLAG = 16 };

// What can be hidden about a site, as a mask.
enum HiddenMask {
  HIDDEN_ALL = 1,
  HIDDEN_WHAT = 2,
  HIDDEN_WHO = 4,
  HIDDEN_COUNT = 8,
  HIDDEN_VALUE = 16,
  HIDDEN_STATE = 32,
  HIDDEN_ROTATION = 64,
};

// Which bit of the mask an action of this kind sets; 0 of all other kinds.
static inline int hidden_bit(ActionKind kind) {
  switch (kind) {
    case ACT_SET_HIDDEN: return HIDDEN_ALL;
    case ACT_SET_HIDDEN_WHAT: return HIDDEN_WHAT;
    case ACT_SET_HIDDEN_WHO: return HIDDEN_WHO;
    case ACT_SET_HIDDEN_COUNT: return HIDDEN_COUNT;
    case ACT_SET_HIDDEN_VALUE: return HIDDEN_VALUE;
    case ACT_SET_HIDDEN_STATE: return HIDDEN_STATE;
    case ACT_SET_HIDDEN_ROTATION: return HIDDEN_ROTATION;
    default: return 0;
  }
}

#endif
