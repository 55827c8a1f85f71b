// Typed resolution: a syntax tree after expansion becomes a tree of terms, each call bound to the row it
// matches.
#ifndef LUD_RESOLVE_RESOLVE_H
#define LUD_RESOLVE_RESOLVE_H

#include "lud/resolve/registry.h"
#include "syntax/tree.h"

typedef struct LudTerms LudTerms;
struct LudTerms {
  const Term *root;
  uint32_t n;             // all ids are below it
  const LudTerms *parts;  // of a match: its games, in the order given
  uint32_t n_parts;
  const char *heuristics;  // those of the metadata as text, or NULL; set by lud_load
  uint64_t hash;           // of the expanded description, without places; set by lud_load
};

// Resolves a node as a value of a type ("game", "moves", ...). False when it does not fit; every
// independent error is then in diags. Terms live in the arena and point into the nodes' text.
bool lud_resolve(const LudRegistry *registry, Arena *arena, const Node *node, const char *type, Diags *diags,
                 LudTerms *out);

#endif
