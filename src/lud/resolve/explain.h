// Why a node does not fit: the reading with the fewest mistakes is found and each mistake reported.
#ifndef LUD_RESOLVE_EXPLAIN_H
#define LUD_RESOLVE_EXPLAIN_H

#include "lud/resolve/resolver.h"

void lud_explain(Resolver *r, const Node *node, LudWant want, Diags *diags);

#endif
