// The dispatch table of the interpreter.
#include "state/run/op_functions.h"

#define OP_ROW_INT(name) {.as_int = op_##name},
#define OP_ROW_BOOL(name) OP_ROW_INT(name)
#define OP_ROW_SITE(name) OP_ROW_INT(name)
#define OP_ROW_PLAYER(name) OP_ROW_INT(name)
#define OP_ROW_PLAYERS(name) OP_ROW_INT(name)
#define OP_ROW_REGION(name) {.as_region = op_##name},
#define OP_ROW_INTS(name) {.as_ints = op_##name},
#define OP_ROW_DIRS(name) {.as_dirs = op_##name},
#define OP_ROW_FLOAT(name) {.as_float = op_##name},
#define OP_ROW_MOVES(name) {.as_moves = op_##name},

const OpFn op_fns[OPS] = {
#define OP(name, type, operands, effects, doc) OP_ROW_##type(name)
#include "rules/ops.def"
#undef OP
};
