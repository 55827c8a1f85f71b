// One function per row of ops.def, spread over the op_*.c files; a missing one is a link error.
#ifndef STATE_RUN_OP_FUNCTIONS_H
#define STATE_RUN_OP_FUNCTIONS_H

#include "state/act/last_move.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/run/run.h"

#define OP_FN_INT(name) IntFn op_##name;
#define OP_FN_BOOL(name) OP_FN_INT(name)
#define OP_FN_SITE(name) OP_FN_INT(name)
#define OP_FN_PLAYER(name) OP_FN_INT(name)
#define OP_FN_PLAYERS(name) OP_FN_INT(name)
#define OP_FN_REGION(name) RegionFn op_##name;
#define OP_FN_INTS(name) IntsFn op_##name;
#define OP_FN_DIRS(name) DirsFn op_##name;
#define OP_FN_FLOAT(name) FloatFn op_##name;
#define OP_FN_MOVES(name) MovesFn op_##name;
#define OP(name, type, operands, effects, doc) OP_FN_##type(name)
#include "rules/ops.def"
#undef OP

#endif
