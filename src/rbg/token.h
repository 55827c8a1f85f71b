// The words of `.rbg` text. Longest match wins; white space and comments only separate.
#ifndef RBG_TOKEN_H
#define RBG_TOKEN_H

#include "base/diag.h"

// Fixed spellings: punctuation first, then the reserved words. Longer spellings stand before their prefixes.
#define RBG_FIXED_TOKENS(X) \
  X(SWITCH_KEEPER, "->>")   \
  X(SWITCH, "->")           \
  X(CHECK, "{?")            \
  X(CHECK_NOT, "{!")        \
  X(COMPARE, "{$")          \
  X(ASSIGN, "[$")           \
  X(PLUS_TO, "+>")          \
  X(NOT_EQUAL, "!=")        \
  X(EQUAL_EQUAL, "==")      \
  X(LESS_EQUAL, "<=")       \
  X(GREATER_EQUAL, ">=")    \
  X(OPEN, "(")              \
  X(CLOSE, ")")             \
  X(OPEN_SQUARE, "[")       \
  X(CLOSE_SQUARE, "]")      \
  X(OPEN_BRACE, "{")        \
  X(CLOSE_BRACE, "}")       \
  X(TILDE, "~")             \
  X(HASH, "#")              \
  X(MINUS, "-")             \
  X(PLUS, "+")              \
  X(POWER, "^")             \
  X(SLASH, "/")             \
  X(STAR, "*")              \
  X(DOT, ".")               \
  X(COMMA, ",")             \
  X(SEMICOLON, ";")         \
  X(COLON, ":")             \
  X(DOLLAR, "$")            \
  X(EQUAL, "=")             \
  X(BANG, "!")              \
  X(QUESTION, "?")          \
  X(LESS, "<")              \
  X(GREATER, ">")           \
  X(PLAYERS, "players")     \
  X(PIECES, "pieces")       \
  X(VARIABLES, "variables") \
  X(RULES, "rules")         \
  X(BOARD, "board")         \
  X(HEXAGON, "hexagon")     \
  X(CUBOID, "cuboid")       \
  X(RECTANGLE, "rectangle")

typedef enum RbgTokenKind {
#define X(name, spelling) RTOK_##name,
  RBG_FIXED_TOKENS(X)
#undef X
      RTOK_NAME,
  RTOK_NUMBER,
  RTOK_STRING,
  RTOK_END,
} RbgTokenKind;

enum { RBG_NUMBER_MAX = 1000000000 };

typedef struct RbgToken {
  RbgTokenKind kind;
  uint32_t number;  // RTOK_NUMBER
  Str text;
  SrcLoc loc;
} RbgToken;

// All tokens of a source, ended by one RTOK_END that *n does not count. The array lives in the arena.
const RbgToken *rbg_tokens(Arena *arena, const Source *source, Diags *diags, size_t *n);

// The spelling of a fixed kind, or a word for the class ("a name").
const char *rbg_token_name(RbgTokenKind kind);

// Keywords name sections and board generators, and can never be names.
static inline bool rbg_is_keyword(RbgTokenKind kind) { return kind >= RTOK_PLAYERS && kind <= RTOK_RECTANGLE; }

// Joins two adjacent tokens as `~` does; false when they do not form one token. The spelling is put in the arena.
bool rbg_paste(Arena *arena, RbgToken left, RbgToken right, RbgToken *joined);

#endif
