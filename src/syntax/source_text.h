// A text to parse that may have been put together from pieces: what stands at an offset of the text was
// written somewhere else, and errors are shown there.
#ifndef SYNTAX_SOURCE_TEXT_H
#define SYNTAX_SOURCE_TEXT_H

#include "base/diag.h"

// From offset `at` on, up to the next piece, the text was written at `from`.
typedef struct TextPiece {
  uint32_t at;
  SrcLoc from;
} TextPiece;

typedef struct SyntaxText {
  Str text;
  const TextPiece *pieces;  // by rising offset; the first has offset 0
  size_t n;
  uint16_t mark;  // flags for the atoms: 0 or NODE_LIBRARY
} SyntaxText;

// Where the bytes [offset, offset + length) of the text were written.
SrcLoc text_place(const SyntaxText *text, size_t offset, size_t length);

#endif
