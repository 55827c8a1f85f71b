// Where a bracket is missing or too many: brackets alone do not tell, but people indent what they write.
#ifndef SYNTAX_BRACKETS_H
#define SYNTAX_BRACKETS_H

#include "syntax/source_text.h"

typedef struct BracketSlip {
  bool extra;       // this closing bracket is one too many; otherwise this opening one is not closed
  bool unopened;    // as extra, and no bracket of its kind is open there
  uint32_t offset;  // of the bracket
  uint32_t line;    // the line, from 1, whose indentation says so
} BracketSlip;

// The first place of a text whose brackets do not balance where the indentation of a line contradicts them. False when
// there is none.
bool brackets_guess(const SyntaxText *input, BracketSlip *slip);

#endif
