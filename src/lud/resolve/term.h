// Typed trees: what resolution makes of a syntax tree. Every call names the registry row it matched and
// holds its arguments by slot. Terms are shared like the nodes they come from; they are never changed.
#ifndef LUD_RESOLVE_TERM_H
#define LUD_RESOLVE_TERM_H

#include "base/diag.h"

typedef struct LudRow LudRow;
typedef struct Lower Lower;

typedef enum TermKind {
  TERM_CALL,  // a ludeme: row, args
  TERM_INT,   // also the named constants Off, End, Infinity, Undefined
  TERM_FLOAT,
  TERM_BOOL,
  TERM_STRING,
  TERM_ENUM,   // a word of an enumeration: text, type
  TERM_ARRAY,  // { ... }: args are the items
} TermKind;

typedef struct Term Term;
struct Term {
  TermKind kind;
  uint32_t n;         // number of args: slots of the row (absent ones are NULL), or items
  const LudRow *row;  // TERM_CALL
  const char *type;   // the type it was resolved to: "int", "sites", "roleType", ...
  Str label;          // the name it was given as a named argument ("at"), or empty: tells named alternatives apart
  Str text;           // TERM_STRING, TERM_ENUM; TERM_INT: the constant's name, or empty
  int64_t integer;    // TERM_INT, TERM_BOOL (0 or 1)
  double real;        // TERM_FLOAT, TERM_INT
  const Term **args;
  SrcLoc loc;
  uint32_t id;  // distinct per term of one game and small: key for memo tables
};

// A constructor of the language. The signature is written as in the grammar, slot by slot:
//   "Step [from] [direction] to [stack:boolean] [then]"
// A bare capitalised word is a keyword slot, [x] is optional, (a | b) are alternatives, {x} is an
// array, name:x is a named argument. Slot numbers count from 0 in this order, keywords included.
struct LudRow {
  const char *name;  // the head as written: "move"
  const char *type;  // result type: "moves", "int", "boolean", "sites", ...
  const char *signature;
  const char *doc;                                    // one sentence, ours
  uint32_t (*lower)(Lower *lower, const Term *term);  // to a rules-program node; NULL: not supported yet
  int32_t arg;  // what rows with the same function differ in: an op, a slot, a variable of the state
};

// A file of rows.
typedef struct LudFamily {
  const char *title;  // what they are about, for listings
  const LudRow *rows;
  size_t n;
} LudFamily;

// The argument in slot i, or NULL.
static inline const Term *term_arg(const Term *term, uint32_t i) { return i < term->n ? term->args[i] : NULL; }
// Item i of a list, or argument i of a ludeme whose arguments are all alike; NULL when there are not so many.
static inline const Term *term_item(const Term *term, uint32_t i) { return term_arg(term, i); }
// The first argument: the word that tells forms of a head apart, where it is one.
static inline const Term *term_word(const Term *term) { return term_arg(term, 0); }
static inline bool term_is(const Term *term, const char *word) { return term && str_is(term->text, word); }

#endif
