// The one way down the statements of a rule before it runs.
#include "plan/statement_walk.h"

static void walk_items(const Program *program, const Ins *in, const StatementVisitor *visitor, const void *known) {
  for (int i = 0; i < in->n; i++) statement_walk(program, (Ref)in->a[i], visitor, known);
}

static void walk_inside(const Program *program, const Ins *in, const StatementVisitor *visitor, const void *known) {
  switch (statement_shape(in)) {
    case SHAPE_ALL:
    case SHAPE_FIRST: walk_items(program, in, visitor, known); break;
    case SHAPE_BRANCH:
      statement_walk(program, (Ref)in->a[A_IF_MOVES_THEN], visitor, known);
      statement_walk(program, (Ref)in->a[A_IF_MOVES_ELSE], visitor, known);
      break;
    case SHAPE_THEN:
    case SHAPE_FILTER:
    case SHAPE_MOVER: statement_walk(program, (Ref)statement_body(in), visitor, known); break;
    case SHAPE_NO_MOVES:
    case SHAPE_PIECES:
    case SHAPE_LEAF: break;
  }
}

void statement_walk(const Program *program, Ref ref, const StatementVisitor *visitor, const void *known) {
  uint64_t own[WALK_KNOWN_MAX / sizeof(uint64_t)];
  if (!ref) return;
  assert(visitor->known_size <= sizeof own);
  memcpy(own, known, visitor->known_size);
  const Ins *in = program_ins(program, ref);
  if (visitor->visit(visitor->self, ref, in, own)) walk_inside(program, in, visitor, own);
}
