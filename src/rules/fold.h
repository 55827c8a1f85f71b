// Constant folding, used by the builder alone.
#ifndef RULES_FOLD_H
#define RULES_FOLD_H

#include "rules/builder.h"

// The constant this instruction would give, emitted, or 0 when it depends on more than constants.
Ref fold_emit(Builder *builder, Op op, int n, const int32_t *operands);

#endif
