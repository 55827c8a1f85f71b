// Named pieces of description:  (define "Name" body...)  used as "Name" or ("Name" argument...).
// In the body #1 to #9 stand for the arguments. A body may be any number of items, also none.
#ifndef LUD_TEXT_DEFINE_H
#define LUD_TEXT_DEFINE_H

#include "base/map.h"
#include "syntax/tree.h"

enum { DEFINE_PARAMS_MAX = 9 };

typedef struct Define {
  const char *name;
  const Node **body;
  uint32_t n;
  uint32_t params;  // #1 to #params occur; a gap ends the count
  uint32_t blank;   // #1 to #blank stand for nothing: the define came with the body of another one
  bool used;        // the expansion of the description came upon its name
  bool varies;      // options paste text into the body: other choices may use other parameters
  SrcLoc loc;
  SrcLoc again;  // of a later define with its name, which does not count; without a source: there is none
} Define;

// Defines by name.
typedef struct Defines {
  Map map;
} Defines;

void defines_init(Defines *defines, Arena *arena);
const Define *defines_find(const Defines *defines, Str name);

// Adds every (define ...) found in the tree, at whatever depth, and returns the tree without them; NULL
// when the node itself was one.
const Node *defines_take(Defines *defines, Arena *arena, const Node *node, Diags *diags);

#endif
