// Making plans.
#include "plan/plan.h"

#include "plan/statement_facts.h"
#include "rules/operand.h"

static uint32_t read_ref_mask(Op op) {
  uint32_t mask = 0;
  Operand operand = {0};
  for (int i = 0; i < 32 && operand_find(&op_info[op], i, &operand); i++) {
    if (operand_is_ref(operand.kind, NULL)) mask |= 1u << i;
  }
  return mask;
}

uint32_t ref_mask(RefMasks *masks, Op op) {
  if (!masks->known[op]) {
    masks->known[op] = true;
    masks->of[op] = read_ref_mask(op);
  }
  return masks->of[op];
}

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

static void plan_free(LazyValue *value) {
  Plan *plan = (Plan *)(void *)value;
  arena_free(&plan->arena);
  mem_free(plan);
}

static Plan *plan_make(const Game *game) {
  Plan *plan = mem_alloc_zero(sizeof *plan);
  RefMasks *masks = mem_alloc_zero(sizeof *masks);
  plan->lazy.free = plan_free;
  plan->game = game;
  plan->program = &game->program;
  plan->start = lazy_new(&plan->arena);
  layout_init(&plan->layout, game);
  needs_find(plan, masks);
  site_tests_find(plan);
  facts_find(plan, masks);
  plan->array_bytes = bytes_of_arrays(&plan->arena, plan->program);
  mem_free(masks);
  return plan;
}

const Plan *plan_of(const Game *game) {
  const LazyValue *made = lazy_get(game->plan);
  if (!made) made = lazy_offer(game->plan, &plan_make(game)->lazy);
  return (const Plan *)(const void *)made;
}
