// Emission with interning of constants.
#include "rules/builder.h"

#include "rules/fold.h"
#include "rules/operand_names.h"

void builder_init(Builder *builder, Arena *arena, int region_bits) {
  *builder = (Builder){.arena = arena, .region_bits = region_bits};
  map_init(&builder->region_numbers, arena);
  map_init(&builder->array_numbers, arena);
  VEC_PUSH(&builder->code, 0);  // Ref 0 means absent
  VEC_PUSH(&builder->locs, (SrcLoc){0});
}

void builder_finish(Builder *builder, Program *program) {
  Arena *arena = builder->arena;
  *program = (Program){
      .code = VEC_TO_ARENA(&builder->code, arena),
      .n = (uint32_t)builder->code.n,
      .region_bits = builder->region_bits,
      .region_words = bits_words(builder->region_bits),
      .regions = VEC_TO_ARENA(&builder->regions, arena),
      .n_regions = (int)builder->regions.n,
      .arrays = VEC_TO_ARENA(&builder->arrays, arena),
      .n_arrays = (int)builder->arrays.n,
      .strings = VEC_TO_ARENA(&builder->strings, arena),
      .n_strings = (int)builder->strings.n,
      .locs = VEC_TO_ARENA(&builder->locs, arena),
  };
  VEC_FREE(&builder->code);
  VEC_FREE(&builder->locs);
  VEC_FREE(&builder->regions);
  VEC_FREE(&builder->arrays);
  VEC_FREE(&builder->strings);
}

static const Ins *ins_at(const Builder *builder, Ref ref) {
  return (const Ins *)(const void *)(builder->code.at + ref);
}

Op builder_op(const Builder *builder, Ref ref) { return (Op)ins_at(builder, ref)->op; }

bool builder_is_const(const Builder *builder, Ref ref, int32_t *value) {
  if (!ref || builder_op(builder, ref) != OP_CONST) return false;
  *value = ins_at(builder, ref)->a[A_CONST_VALUE];
  return true;
}

// Any instruction will do in the place of those that are left out.
static Ref leave_out(Builder *builder) {
  if (!builder->too_large) builder->too_large_at = builder->loc;
  builder->too_large = true;
  return 1;
}

Ref builder_emit(Builder *builder, Op op, int n, const int32_t *operands) {
  if (builder->most && builder->code.n > builder->most) return leave_out(builder);
  Ref folded = fold_emit(builder, op, n, operands);
  if (folded) return folded;
  if (n > UINT16_MAX) {
    n = UINT16_MAX;
    builder->too_long = true;
    builder->too_long_at = builder->loc;
  }
  Ref ref = (Ref)builder->code.n;
  Ins head = {.op = (uint16_t)op, .n = (uint16_t)n};
  uint32_t word;
  memcpy(&word, &head, sizeof word);
  VEC_PUSH(&builder->code, word);
  VEC_PUSH(&builder->locs, builder->loc);
  for (int i = 0; i < n; i++) {
    VEC_PUSH(&builder->code, (uint32_t)operands[i]);
    VEC_PUSH(&builder->locs, (SrcLoc){0});
  }
  return ref;
}

Ref builder_const(Builder *builder, int32_t value) { return builder_emit(builder, OP_CONST, 1, &value); }

int builder_region(Builder *builder, const Word *set) {
  Str content = {(const char *)set, (size_t)bits_words(builder->region_bits) * sizeof(Word)};
  uintptr_t known = (uintptr_t)map_get(&builder->region_numbers, content);
  if (known) return (int)known - 1;
  const Word *copy = arena_copy(builder->arena, set, content.n);
  VEC_PUSH(&builder->regions, copy);
  map_put(&builder->region_numbers, (Str){(const char *)copy, content.n}, (void *)(uintptr_t)builder->regions.n);
  return (int)builder->regions.n - 1;
}

int builder_array(Builder *builder, const int32_t *items, int n) {
  Str content = {(const char *)items, (size_t)n * sizeof *items};
  uintptr_t known = (uintptr_t)map_get(&builder->array_numbers, content);
  if (known) return (int)known - 1;
  const int32_t *copy = arena_copy(builder->arena, items, content.n);
  VEC_PUSH(&builder->arrays, (RulesArray){copy, n});
  map_put(&builder->array_numbers, (Str){(const char *)copy, content.n}, (void *)(uintptr_t)builder->arrays.n);
  return (int)builder->arrays.n - 1;
}

int builder_string(Builder *builder, Str text) {
  for (size_t i = 0; i < builder->strings.n; i++) {
    if (str_is(text, builder->strings.at[i])) return (int)i;
  }
  VEC_PUSH(&builder->strings, arena_text(builder->arena, text));
  return (int)builder->strings.n - 1;
}
