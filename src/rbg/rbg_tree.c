// Building rule trees in normal form, and numbering their actions.
#include "rbg/rbg_tree.h"

#include "base/vec.h"

typedef VEC(RbgNode *) Nodes;

RbgNode *rbg_leaf(Arena *arena, RbgKind kind, SrcLoc loc) {
  RbgNode *node = ARENA_NEW(arena, RbgNode);
  node->kind = kind;
  node->size = 1;
  node->loc = loc;
  return node;
}

// A node of the kind with the list as kids, kids of the same kind replaced by their own kids.
static RbgNode *flat(Arena *arena, RbgKind kind, RbgNode **list, size_t n, SrcLoc loc) {
  Nodes kids = {0};
  for (size_t i = 0; i < n; i++) {
    if (list[i]->kind != kind) {
      VEC_PUSH(&kids, list[i]);
      continue;
    }
    for (uint32_t k = 0; k < list[i]->n; k++) VEC_PUSH(&kids, list[i]->kids[k]);
  }
  RbgNode *node = kids.n == 1 ? kids.at[0] : rbg_leaf(arena, kind, loc);
  if (kids.n != 1) {
    node->n = (uint32_t)kids.n;
    node->kids = VEC_TO_ARENA(&kids, arena);
    for (size_t i = 0; i < kids.n; i++) node->size += kids.at[i]->size;
  }
  VEC_FREE(&kids);
  return node;
}

RbgNode *rbg_cat(Arena *arena, RbgNode **list, size_t n, SrcLoc loc) { return flat(arena, RBG_CAT, list, n, loc); }

RbgNode *rbg_sum(Arena *arena, RbgNode **list, size_t n, SrcLoc loc) {
  assert(n > 0);
  return flat(arena, RBG_SUM, list, n, loc);
}

RbgNode *rbg_wrap(Arena *arena, RbgKind kind, RbgNode *kid, SrcLoc loc) {
  RbgNode *node = rbg_leaf(arena, kind, loc);
  node->n = 1;
  node->size += kid->size;
  node->kids = arena_copy(arena, &kid, sizeof kid);
  return node;
}

RbgNode *rbg_copy(Arena *arena, const RbgNode *node) {
  RbgNode *copy = arena_copy(arena, node, sizeof *node);
  if (node->n) copy->kids = ARENA_ARRAY(arena, RbgNode *, node->n);
  for (uint32_t i = 0; i < node->n; i++) copy->kids[i] = rbg_copy(arena, node->kids[i]);
  return copy;
}

static void number(RbgNode *node, int *last) {
  if (node->kind == RBG_CHECK) return;
  if (rbg_is_modifier(node)) node->action = ++*last;
  for (uint32_t i = 0; i < node->n; i++) number(node->kids[i], last);
}

int rbg_number_actions(RbgNode *rules) {
  int last = 0;
  number(rules, &last);
  return last;
}

bool rbg_shift_only(const RbgNode *node, bool dots) {
  if (node->kind == RBG_SHIFT) return true;
  if (node->kind == RBG_DOT) return dots;
  bool inner = node->kind == RBG_SUM || node->kind == RBG_CAT || node->kind == RBG_STAR || node->kind == RBG_CHECK;
  for (uint32_t i = 0; inner && i < node->n; i++) inner = rbg_shift_only(node->kids[i], dots);
  return inner;
}
