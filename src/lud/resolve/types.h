// The types of the language. A slot of a signature names a type; a row results in one. A type may lie
// within others (an effect is a nonDecision, which is moves) and fits wherever one of those is wanted.
// An enumeration is a type with words. Arrays {x}, {{x}}, {{{x}}} exist for every type x.
#ifndef LUD_RESOLVE_TYPES_H
#define LUD_RESOLVE_TYPES_H

#include "base/common.h"

typedef enum LudLiteral {  // which atoms are values of a type
  LUD_NO_LITERAL,
  LUD_LITERAL_INT,
  LUD_LITERAL_FLOAT,  // whole numbers too
  LUD_LITERAL_BOOLEAN,
  LUD_LITERAL_STRING,
} LudLiteral;

typedef struct LudType {
  const char *name;
  const char *doc;     // what a value is, as a phrase that completes "expected ..."
  const char *within;  // names of the types it fits besides itself, or NULL
  LudLiteral literal;
  const char *braces;  // the type of the items when { ... } is itself a value, or NULL
  const char *words;   // the words of an enumeration, with blanks between, or NULL
  bool chooses;        // the words come first in a call and say which thing is meant: (is Empty ...)
} LudType;

extern const LudType lud_types[];  // all but the enumerations
extern const size_t lud_n_types;
extern const LudType lud_enums[];
extern const size_t lud_n_enums;

// A word that stands for a number.
typedef struct LudConstant {
  const char *name;
  int64_t value;
} LudConstant;

// The constant of that name, or NULL.
const LudConstant *lud_constant(Str name);

// What a word of an enumeration means, as a phrase; NULL when it says no more than its name.
const char *lud_word_doc(const char *type, Str word);

#endif
