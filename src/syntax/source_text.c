// Offsets of a pieced text back to the places they were written.
#include "syntax/source_text.h"

SrcLoc text_place(const SyntaxText *text, size_t offset, size_t length) {
  size_t low = 0, high = text->n;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (text->pieces[middle].at <= offset) low = middle;
    else high = middle;
  }
  SrcLoc loc = text->pieces[low].from;
  loc.offset += (uint32_t)(offset - text->pieces[low].at);
  loc.length = (uint32_t)length;
  return loc;
}
