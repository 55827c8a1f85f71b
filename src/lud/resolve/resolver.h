// Private to resolution: the memo shared by matching (resolve.c) and by the search for the best error
// (explain.c).
#ifndef LUD_RESOLVE_RESOLVER_H
#define LUD_RESOLVE_RESOLVER_H

#include "lud/resolve/registry.h"
#include "syntax/tree.h"

enum { LUD_DEPTH_MAX = 1000 };  // lists inside lists after expansion

// A type with braces around it, as a number: 4 * type + arrays.
typedef uint32_t LudWant;
static inline LudWant lud_want(const LudAlt *alt) { return 4u * alt->type + alt->arrays; }
static inline uint32_t lud_want_type(LudWant want) { return want / 4; }
static inline uint32_t lud_want_arrays(LudWant want) { return want % 4; }

// What is known about a node where something is wanted.
typedef struct LudMemo {
  const Node *node;
  LudWant want;
  const Term *term;  // NULL: it does not fit
} LudMemo;

typedef struct Resolver {
  const LudRegistry *reg;
  Arena *arena;
  LudMemo *memo;  // open addressing; owned
  size_t n_memo, mask;
  uint32_t depth;
  uint32_t n_terms;      // made so far, those of failed attempts included
  const Node *too_deep;  // the node where the depth limit was met, or NULL
} Resolver;

// The term a node is where `want` is wanted, or NULL when it does not fit.
const Term *resolver_term(Resolver *r, const Node *node, LudWant want);

// The term an argument is in one alternative of a slot, or NULL; labels must agree.
const Term *resolver_fill(Resolver *r, const LudAlt *alt, const Node *arg);

// What the items between braces must be where `want` is wanted; false when braces do not fit there.
bool resolver_items(const Resolver *r, LudWant want, LudWant *items);

// The slot that takes arguments named `label`, or -1.
int signature_labelled(const LudSignature *signature, Str label);

#endif
