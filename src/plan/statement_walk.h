// Going down a statement before anything runs: through those that gather, choose or wrap others (statement_shape.h), in
// the order of the rules. Whoever looks at the moves a rule can make says what it does with each statement on the way
// and whether to go inside; what it knows of the statements around one is handed down, a copy for each.
#ifndef PLAN_STATEMENT_WALK_H
#define PLAN_STATEMENT_WALK_H

#include "plan/statement_shape.h"

enum { WALK_KNOWN_MAX = 64 };  // bytes handed down

// True: go on inside, with what is now known. `known` may be changed for that.
typedef bool StatementFn(void *self, Ref ref, const Ins *in, void *known);

typedef struct StatementVisitor {
  StatementFn *visit;
  void *self;
  size_t known_size;  // of what is handed down
} StatementVisitor;

// ref 0: nothing.
void statement_walk(const Program *program, Ref ref, const StatementVisitor *visitor, const void *known);

#endif
