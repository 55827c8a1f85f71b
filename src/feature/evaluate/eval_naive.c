// Algorithm 1: every instance, every condition, one after the other.
#include "feature/evaluate/evaluator.h"

static void compile(FeatureEval *eval, Shape *shape) {
  (void)eval;
  (void)shape;
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  const Shape *shape = group->shape;
  const SiteClasses *table = &eval->classes;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    const ShapeCondition *c = shape->conditions + in->first, *end = c + in->n;
    while (c < end && literal_holds(table, classes[group->sites[c->slot]], c->literal)) c++;
    if (c == end) bit_set(out, in->bit);
  }
}

const EvaluatorRow evaluator_naive = {
    .name = "naive",
    .doc = "tests every condition of every instance",
    .all_at_once = true,
    .compile = compile,
    .group = group_active,
};
