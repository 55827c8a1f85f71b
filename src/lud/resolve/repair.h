// One small change to one argument that makes a list fit: what the designer meant is then certain.
#ifndef LUD_RESOLVE_REPAIR_H
#define LUD_RESOLVE_REPAIR_H

#include "lud/resolve/resolver.h"

typedef struct Repair {
  const Node *arg;       // the argument to change
  const char *expected;  // "a number"
  const char *hint;      // what to write
} Repair;

// Tries to take the quotes off every text: numbers and words are written without. False when that does not help.
bool repair_find(Resolver *r, const Node *node, LudWant want, Repair *repair);

#endif
