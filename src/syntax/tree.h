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

// What a node has somewhere inside.
enum {
  NODE_HAS_PARAM = 1,   // a define parameter, #1 to #9
  NODE_HAS_STRING = 2,  // a string, which may name a define
  NODE_HAS_WORD = 4,    // what needs work before it means something: a range, an option reference, (( ))
  NODE_LIBRARY = 8,     // this very atom was written in a library's define
  NODE_WRONG = 16,      // stands for what an error was already reported about: it fits anywhere
  NODE_DEFINED = 32,    // a text that is the name of a shipped define: it stays a text, and ("Name") is the define
};

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
  // Set by node_make:
  uint16_t flags;    // NODE_HAS_...
  uint16_t depth;    // 1 for atoms
  uint32_t size;     // atoms and brackets in the tree, repeats counted; stays at UINT32_MAX once there
  uint64_t marks;    // of which atoms are NODE_LIBRARY or NODE_DEFINED, which says what a name means; 0: none
  uint64_t hash[2];  // of the content without positions; equal hashes are taken for equal trees
};

// A copy of the node in the arena with the derived fields set. The kids must have been made so, too.
const Node *node_make(Arena *arena, Node node);

// The marks of an atom with these flags.
uint64_t node_atom_marks(const Node *atom);

// An atom for one word: a number where it reads as one, otherwise a symbol.
Node node_of_word(Str text, SrcLoc loc);

// The same node at another place.
const Node *node_with_loc(Arena *arena, const Node *node, SrcLoc loc);

// The head symbol of a list, or an empty slice.
static inline Str node_head(const Node *node) {
  bool named = node->kind == NODE_LIST && node->n && node->kids[0]->kind == NODE_SYMBOL;
  return named ? node->kids[0]->text : (Str){0};
}

#endif
