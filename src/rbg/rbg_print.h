// Printing descriptions and rules as `.rbg` text without macros. What is printed reads back as the same game.
#ifndef RBG_RBG_PRINT_H
#define RBG_RBG_PRINT_H

#include "base/text.h"
#include "rbg/description.h"

// One expression, on lines of reasonable length. Dots are printed as they stand in the tree.
void rbg_print_rules(Text *text, const RbgDescription *game, const RbgNode *rules);

// A whole description with these rules; the board as an explicit graph.
void rbg_print(Text *text, const RbgDescription *game, const RbgNode *rules);

#endif
