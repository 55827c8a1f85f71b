// A tree of instances: what asks for more hangs below what asks for less, and is skipped with it. Each new instance
// goes below the deepest one that generalises it (section 6 of the paper, the second baseline).
#include "feature/evaluate/evaluator.h"

#include "base/mem.h"

#include <stdlib.h>

typedef struct TreeNode {
  int32_t bit;
  uint32_t first, n;  // conditions beyond those of the parent
  int32_t end;        // number of the node after the last one below it
} TreeNode;

typedef struct Tree {
  int n;
  TreeNode *nodes;  // in preorder
  ShapeCondition *conditions;
} Tree;

typedef struct Planting {
  const Shape *shape;
  int *order;   // instances, shortest first
  int *parent;  // by instance, -1 for roots
  int *depth;
  Tree *tree;
  uint32_t conditions;
} Planting;

static bool contains(const Shape *shape, const ShapeInstance *in, ShapeCondition c) {
  for (uint32_t i = 0; i < in->n; i++) {
    const ShapeCondition *other = &shape->conditions[in->first + i];
    if (other->slot == c.slot && other->literal == c.literal) return true;
  }
  return false;
}

static bool generalises(const Shape *shape, const ShapeInstance *a, const ShapeInstance *b) {
  if (a->n > b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!contains(shape, b, shape->conditions[a->first + i])) return false;
  }
  return true;
}

static void find_parents(Planting *p) {
  for (int i = 0; i < p->shape->n; i++) {
    int at = p->order[i];
    p->parent[at] = -1;
    p->depth[at] = 0;
    for (int k = 0; k < i; k++) {
      int other = p->order[k];
      if (p->depth[other] < p->depth[at] ||
          !generalises(p->shape, &p->shape->instances[other], &p->shape->instances[at])) {
        continue;
      }
      p->parent[at] = other;
      p->depth[at] = p->depth[other] + 1;
    }
  }
}

static void plant(Planting *p, int at) {
  const Shape *shape = p->shape;
  const ShapeInstance *in = &shape->instances[at];
  int number = p->tree->n++;
  TreeNode *node = &p->tree->nodes[number];
  *node = (TreeNode){.bit = in->bit, .first = p->conditions};
  for (uint32_t i = 0; i < in->n; i++) {
    ShapeCondition c = shape->conditions[in->first + i];
    if (p->parent[at] >= 0 && contains(shape, &shape->instances[p->parent[at]], c)) continue;
    p->tree->conditions[p->conditions++] = c;
    node->n++;
  }
  for (int i = 0; i < shape->n; i++) {
    if (p->parent[p->order[i]] == at) plant(p, p->order[i]);
  }
  p->tree->nodes[number].end = p->tree->n;
}

// Few conditions first; a stable order.
static void sort_by_length(const Shape *shape, int *order) {
  uint32_t longest = 0;
  int n = 0;
  for (int i = 0; i < shape->n; i++) longest = MAX(longest, shape->instances[i].n);
  for (uint32_t length = 0; length <= longest; length++) {
    for (int i = 0; i < shape->n; i++) {
      if (shape->instances[i].n == length) order[n++] = i;
    }
  }
}

static void compile(FeatureEval *eval, Shape *shape) {
  if (shape->compiled) return;
  Arena *arena = &eval->bank->arena;
  Tree *tree = ARENA_NEW(arena, Tree);
  int *numbers = mem_alloc(sizeof(int) * 3 * (size_t)shape->n);
  Planting p = {.shape = shape, .order = numbers, .parent = numbers + shape->n, .depth = numbers + 2 * shape->n};
  tree->nodes = ARENA_ARRAY(arena, TreeNode, shape->n);
  tree->conditions = ARENA_ARRAY(arena, ShapeCondition, shape->n_conditions);
  p.tree = tree;
  sort_by_length(shape, p.order);
  find_parents(&p);
  for (int i = 0; i < shape->n; i++) {
    if (p.parent[p.order[i]] < 0) plant(&p, p.order[i]);
  }
  mem_free(numbers);
  shape->compiled = tree;
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  const Tree *tree = group->shape->compiled;
  const SiteClasses *table = &eval->classes;
  for (int i = 0; i < tree->n;) {
    const TreeNode *node = &tree->nodes[i];
    const ShapeCondition *c = tree->conditions + node->first, *end = c + node->n;
    while (c < end && literal_holds(table, classes[group->sites[c->slot]], c->literal)) c++;
    if (c == end) bit_set(out, node->bit);
    i = c == end ? i + 1 : node->end;
  }
}

const EvaluatorRow evaluator_tree = {
    .name = "tree",
    .doc = "tests what asks for less before what asks for more",
    .all_at_once = true,
    .compile = compile,
    .group = group_active,
};
