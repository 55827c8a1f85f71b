// Text to syntax trees.
#ifndef SYNTAX_PARSE_H
#define SYNTAX_PARSE_H

#include "syntax/source_text.h"
#include "syntax/tree.h"

enum {
  SYNTAX_DEPTH_MAX = 500,         // brackets inside brackets
  SYNTAX_NODES_MAX = 500 * 1000,  // brackets and words of one text
  SYNTAX_TEXT_MAX = 16 << 20,     // bytes of one text
};

// Parses all of a source. *out is a NODE_BRACES node that holds the items of the top level (it has no
// brackets in the text). False when anything was wrong; every independent error is in diags, and *out
// then holds what could be read. Trees live in the arena and point into the source's text.
bool syntax_parse(Arena *arena, const Source *source, Diags *diags, const Node **out);

// The same for a text put together from pieces.
bool syntax_parse_text(Arena *arena, const SyntaxText *input, Diags *diags, const Node **out);

#endif
