// Syntax trees of `.lud` text: lists, braces and atoms with positions, no meaning. Trees are shared
// (a define expanded twice with the same arguments is one node with two parents): never change one.
#ifndef SYNTAX_TREE_H
#define SYNTAX_TREE_H

#include "base/diag.h"

typedef enum NodeKind {
  NODE_LIST,    // ( ... ): kids[0] is usually the head symbol
  NODE_BRACES,  // { ... }
  NODE_STRING,  // "text": text holds what is between the quotes
  NODE_SYMBOL,  // any other word, booleans included
  NODE_INT,     // 12, -3
  NODE_FLOAT,   // 1.5
} NodeKind;

typedef struct Node Node;
struct Node {
  NodeKind kind;
  uint32_t n;         // number of kids
  Str label;          // named argument: the word before the colon, or empty
  Str text;           // the atom as written (strings without quotes)
  int64_t integer;    // NODE_INT
  double real;        // NODE_INT and NODE_FLOAT
  const Node **kids;  // NODE_LIST and NODE_BRACES
  SrcLoc loc;
};

// The head symbol of a list, or an empty slice.
static inline Str node_head(const Node *node) {
  bool named = node->kind == NODE_LIST && node->n && node->kids[0]->kind == NODE_SYMBOL;
  return named ? node->kids[0]->text : (Str){0};
}

#endif
