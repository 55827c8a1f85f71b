// Words for the numbers that instructions carry as immediates, so that a printed program can be read.
#ifndef RULES_ENUM_WORDS_H
#define RULES_ENUM_WORDS_H

#include "rules/operand.h"

// The word for a number as this operand of the op, or NULL where it is just a number.
const char *rules_word(Op op, const Operand *operand, int32_t number);

#endif
