// The canonical layout of a description: what fits on a line stays on it, the rest is indented item by item. Comments
// and blank lines between items are kept; nothing but white space changes.
#ifndef LUD_TEXT_FORMAT_H
#define LUD_TEXT_FORMAT_H

#include "base/text.h"
#include "syntax/source_text.h"

// Adds the text of a .lud or .def source in canonical layout to *out. False with an error in diags when its brackets do
// not balance.
bool lud_format(Arena *arena, const Source *source, Diags *diags, Text *out);

#endif
