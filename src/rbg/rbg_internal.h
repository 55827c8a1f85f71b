// The parser of `.rbg` sections, shared by the files that read declarations, boards and rules.
#ifndef RBG_RBG_INTERNAL_H
#define RBG_RBG_INTERNAL_H

#include "base/vec.h"
#include "rbg/description.h"
#include "rbg/macro.h"

// After the first error in a section the parser stands at its end, so every loop ends and later errors are silent.
typedef struct RbgParser {
  Arena *arena;
  Diags *diags;
  RbgText *text;
  RbgDescription *game;
  Map symbols;          // name -> RbgSymbol
  const RbgToken *at;   // the current token
  const RbgToken *end;  // the section's RTOK_END
  bool failed;
  int depth;       // open brackets
  size_t nodes;    // of the rules, made so far
  int operations;  // in the arithmetic being read
} RbgParser;

// Starts reading a section; false when it is missing or did not expand (reported already).
bool rbg_open(RbgParser *parser, RbgSection section);
// Reports that something is left over; `what` could have come here instead.
void rbg_close(RbgParser *parser, const char *what);

void rbg_fail(RbgParser *parser, SrcLoc loc, const char *format, ...) PRINTF_LIKE(3, 4);
// "expected WHAT, found TOKEN" at the current token.
void rbg_expected(RbgParser *parser, const char *what);

static inline bool rbg_at(const RbgParser *parser, RbgTokenKind kind) { return parser->at->kind == kind; }
bool rbg_accept(RbgParser *parser, RbgTokenKind kind);
bool rbg_expect(RbgParser *parser, RbgTokenKind kind);
// Consumes a name; NULL (reported) when there is none.
const RbgToken *rbg_expect_name(RbgParser *parser, const char *what);
// Consumes a literal number of at least `least`; 0 (reported) otherwise.
int rbg_expect_number(RbgParser *parser, const char *what, int least);

// Gives the name a meaning; reported when it has another one already. `names` grows by it.
void rbg_declare(RbgParser *parser, const RbgToken *name, RbgSymbolKind kind, RbgNameList *names, int max);
RbgNames rbg_names(RbgParser *parser, RbgNameList *names);

// The symbol the token names, if it is of a kind in `kinds` (bits 1 << RbgSymbolKind); else NULL, reported.
const RbgSymbol *rbg_resolve(RbgParser *parser, const RbgToken *name, unsigned kinds);

void rbg_parse_declarations(RbgParser *parser);
void rbg_parse_board(RbgParser *parser);
void rbg_parse_rules(RbgParser *parser);

#endif
