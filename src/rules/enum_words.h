// Words for the numbers that instructions carry as immediates, so that a printed program can be read.
#ifndef RULES_ENUM_WORDS_H
#define RULES_ENUM_WORDS_H

#include "rules/operand.h"

// The word for a number as an operand of this kind, or NULL where it is just a number.
const char *rules_word(OperandKind kind, int32_t number);
// How many words there are for operands of this kind; 0: they are just numbers.
int rules_words(OperandKind kind);

#endif
