// Constant folding: an instruction whose operands are constants becomes a constant as it is emitted.
// Integer arithmetic, and sets of sites: what a board's regions are is known before the game begins.
#include "rules/fold.h"

#include "board/topo/topology.h"
#include "rules/operand_names.h"

static const Ins *ins_at(const Builder *builder, int32_t ref) {
  return (const Ins *)(const void *)(builder->code.at + ref);
}

// ---- numbers -------------------------------------------------------------------------------------

static bool fold_two(Op op, int32_t a, int32_t b, int32_t *result) {
  if (op == OP_ADD) *result = (int32_t)((uint32_t)a + (uint32_t)b);
  else if (op == OP_SUB) *result = (int32_t)((uint32_t)a - (uint32_t)b);
  else if (op == OP_MUL) *result = (int32_t)((uint32_t)a * (uint32_t)b);
  else if (op == OP_EQ) *result = a == b;
  else if (op == OP_NE) *result = a != b;
  else if (op == OP_LT) *result = a < b;
  else if (op == OP_LE) *result = a <= b;
  else return false;
  return true;
}

static bool fold_number(const Builder *builder, Op op, int n, const int32_t *operands, int32_t *result) {
  int32_t a, b;
  if (op == OP_NOT && n == 1 && builder_is_const(builder, (Ref)operands[A_NOT_A], &a)) {
    *result = !a;
    return true;
  }
  return n == 2 && op <= OP_LE && builder_is_const(builder, (Ref)operands[0], &a) &&
         builder_is_const(builder, (Ref)operands[1], &b) && fold_two(op, a, b, result);
}

// ---- arrays --------------------------------------------------------------------------------------

static_assert(A_INTS_CONST_ARRAY == A_DIRS_CONST_ARRAY, "array_const serves both");

static bool array_const(const Builder *builder, Op op, int32_t ref, RulesArray *array) {
  if (!ref || builder_op(builder, (Ref)ref) != op) return false;
  int32_t number = ins_at(builder, ref)->a[A_INTS_CONST_ARRAY];
  if (number < 0 || (size_t)number >= builder->arrays.n) return false;
  *array = builder->arrays.at[number];
  return true;
}

static Ref fold_list(Builder *builder, int n, const int32_t *operands) {
  int32_t value;
  for (int i = 0; i < n; i++) {
    if (!builder_is_const(builder, (Ref)operands[i], &value)) return 0;
  }
  int32_t *items = ARENA_ARRAY(builder->arena, int32_t, MAX(n, 1));
  for (int i = 0; i < n; i++) (void)builder_is_const(builder, (Ref)operands[i], &items[i]);
  return EMIT(builder, OP_INTS_CONST, builder_array(builder, items, n));
}

// ---- regions -------------------------------------------------------------------------------------

const Word *builder_region_const(const Builder *builder, Ref ref) {
  if (!ref || builder_op(builder, ref) != OP_REGION_CONST) return NULL;
  int32_t number = ins_at(builder, (int32_t)ref)->a[A_REGION_CONST_REGION];
  return number >= 0 && (size_t)number < builder->regions.n ? builder->regions.at[number] : NULL;
}

static Word *new_set(const Builder *builder) {
  return ARENA_ARRAY(builder->arena, Word, bits_words(builder->region_bits));
}

static Ref set_const(Builder *builder, const Word *set) {
  return EMIT(builder, OP_REGION_CONST, builder_region(builder, set));
}

static Ref fold_sets(Builder *builder, Op op, int n, const int32_t *operands) {
  int words = bits_words(builder->region_bits);
  for (int i = 0; i < n; i++) {
    if (!builder_region_const(builder, (Ref)operands[i])) return 0;
  }
  Word *set = new_set(builder);
  for (int i = 0; i < n; i++) {
    const Word *item = builder_region_const(builder, (Ref)operands[i]);
    if (i == 0 || op == OP_UNION) bits_or(set, item, words);
    else if (op == OP_INTERSECTION) bits_and(set, item, words);
    else bits_andnot(set, item, words);
  }
  return set_const(builder, set);
}

static Ref fold_region_of_ints(Builder *builder, const int32_t *operands) {
  RulesArray values;
  if (!array_const(builder, OP_INTS_CONST, operands[A_REGION_OF_INTS_VALUES], &values)) return 0;
  Word *set = new_set(builder);
  for (int i = 0; i < values.n; i++) {
    if (values.at[i] >= 0 && values.at[i] < builder->region_bits) bit_set(set, values.at[i]);
  }
  return set_const(builder, set);
}

static Ref fold_family(Builder *builder, const int32_t *operands) {
  int32_t index;
  if (operands[A_FAMILY_TYPE] < 0 || !builder_is_const(builder, (Ref)operands[A_FAMILY_INDEX], &index)) return 0;
  SiteList sites =
      topo_family(builder->board, (SiteType)operands[A_FAMILY_TYPE], (SiteFamily)operands[A_FAMILY_FAMILY], index);
  Word *set = new_set(builder);
  for (int i = 0; i < sites.n; i++) bit_set(set, sites.at[i]);
  return set_const(builder, set);
}

static Ref fold_expand(Builder *builder, const int32_t *operands) {
  const Word *base = builder_region_const(builder, (Ref)operands[A_EXPAND_REGION]);
  RulesArray dirs = {0};
  int32_t steps;
  if (operands[A_EXPAND_TYPE] < 0 || !base || !builder_is_const(builder, (Ref)operands[A_EXPAND_STEPS], &steps))
    return 0;
  if (operands[A_EXPAND_DIRS] && !array_const(builder, OP_DIRS_CONST, operands[A_EXPAND_DIRS], &dirs)) return 0;
  DirSet wanted = 0;
  for (int i = 0; i < dirs.n; i++) wanted |= dir_bit((Dir)dirs.at[i]);
  int words = bits_words(builder->region_bits);
  Word *set = new_set(builder);
  bits_copy(set, base, words);
  topo_expand(builder->board, (SiteType)operands[A_EXPAND_TYPE], set, new_set(builder), words, steps,
              operands[A_EXPAND_DIRS] ? &wanted : NULL);
  return set_const(builder, set);
}

Ref fold_emit(Builder *builder, Op op, int n, const int32_t *operands) {
  int32_t number;
  if (fold_number(builder, op, n, operands, &number)) return builder_const(builder, number);
  if (op == OP_INTS_LIST) return fold_list(builder, n, operands);
  if (op == OP_UNION || op == OP_INTERSECTION || op == OP_DIFFERENCE) return fold_sets(builder, op, n, operands);
  if (op == OP_REGION_OF_INTS) return fold_region_of_ints(builder, operands);
  if (builder->board && op == OP_FAMILY) return fold_family(builder, operands);
  if (builder->board && op == OP_EXPAND) return fold_expand(builder, operands);
  return 0;
}
