// Making plans.
#include "plan/plan.h"

#include "plan/statement_facts.h"

static const uint8_t *const *bytes_of_arrays(Arena *arena, const Program *program) {
  const uint8_t **lists = ARENA_ARRAY(arena, const uint8_t *, MAX(program->n_arrays, 1));
  for (int i = 0; i < program->n_arrays; i++) {
    const RulesArray *array = &program->arrays[i];
    uint8_t *bytes = arena_alloc(arena, (size_t)array->n);
    for (int j = 0; j < array->n; j++) bytes[j] = (uint8_t)array->at[j];
    lists[i] = bytes;
  }
  return lists;
}

// By Op: whether it is in the rules.
static void find_ops(const Program *program, bool *uses) {
  for (Ref ref = 1; ref < program->n;) {
    const Ins *in = program_ins(program, ref);
    uses[in->op] = true;
    ref += 1u + in->n;
  }
}

static void plan_free(LazyValue *value) {
  Plan *plan = (Plan *)(void *)value;
  arena_free(&plan->arena);
  mem_free(plan);
}

static bool meta_changes_moves(const MetaRules *meta) {
  return meta_touches_moves(meta) || meta->automove || meta->gravity;
}

static Plan *plan_make(const Game *game) {
  Plan *plan = mem_alloc_zero(sizeof *plan);
  plan->lazy.free = plan_free;
  plan->game = game;
  plan->program = &game->program;
  plan->start = lazy_new(&plan->arena);
  for (int type = 0; type < SITE_TYPES; type++) plan->walks[type] = lazy_new(&plan->arena);
  find_ops(plan->program, plan->uses);
  layout_init(&plan->layout, game, plan->uses);
  needs_find(plan);
  site_tests_find(plan);
  facts_find(plan);
  plan->moves = move_sets_find(plan, &plan->arena);
  plan->ends_wait = game_deferred_ends(game, &plan->arena, &plan->ends);
  plan->meta_moves = meta_changes_moves(&game->meta);
  plan->array_bytes = bytes_of_arrays(&plan->arena, plan->program);
  return plan;
}

const Plan *plan_of(const Game *game) {
  const LazyValue *made = lazy_get(game->plan);
  if (!made) made = lazy_offer(game->plan, &plan_make(game)->lazy);
  return (const Plan *)(const void *)made;
}
