// Expansion of defines and ranges: from the tree as written to the tree that is resolved.
//
// The meaning is that of textual replacement, outermost use first, but it is done on trees: a use of a
// define with the same arguments is expanded once and its result shared, so that descriptions which
// would fill megabytes of text stay small. Every node made here knows the chain of uses it came through.
//
// What replacement implies and this file keeps: a missing argument, or ~, leaves nothing behind; a label
// left without a value goes to the item after it; (( ... )) is ( ... ); () is nothing; a name written in
// a library's define means the library's define even when the description has one of that name.
#ifndef LUD_TEXT_EXPAND_H
#define LUD_TEXT_EXPAND_H

#include "lud/text/define.h"
#include "lud/text/options.h"

enum {
  EXPAND_SIZE_MAX = 2 * 1000 * 1000,  // items of the expanded tree, repeats counted
  EXPAND_WORK_MAX = 500 * 1000,       // nodes made and items passed on while expanding
  EXPAND_USES_MAX = 100,              // uses inside uses
  EXPAND_RANGE_MAX = 1000,            // numbers of one range
  EXPAND_TEXT_MAX = 10 * 1000,        // bytes of a word or string with arguments pasted in
};

typedef struct Expansion {
  Arena *arena;
  Diags *diags;
  const Defines *own;               // of the description
  const Defines *const *libraries;  // looked up in this order
  size_t n_libraries;
  const Defines *guarded;      // one of them, whose names in plain quotes stay texts: only ("Name") uses it; or NULL
  const GameOptions *options;  // for messages about <references>; may be NULL
} Expansion;

// Expands the items of a node into a NODE_BRACES node. With `lenient`, names that are no define and left
// over parameters are kept as they are: metadata holds free text. False when there were errors; *out is
// NULL when a limit was hit, otherwise NODE_WRONG words stand for what was wrong.
bool expand_items(const Expansion *expansion, const Node *items, bool lenient, const Node **out);

#endif
