// Syntax trees as text.
#ifndef LUD_TEXT_LUD_PRINT_H
#define LUD_TEXT_LUD_PRINT_H

#include "base/text.h"
#include "syntax/tree.h"

// Appends the tree, broken into lines of about a hundred characters, with a newline at the end.
void print_tree(Text *out, const Node *node);

#endif
