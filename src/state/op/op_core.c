// Arithmetic, logic, slots and control.
#include "state/run/op_functions.h"

int32_t op_CONST(Position *x, const Ins *in) { return (void)x, in->a[A_CONST_VALUE]; }

static int32_t wrap(int64_t value) { return (int32_t)(uint32_t)(uint64_t)value; }

int32_t op_ADD(Position *x, const Ins *in) {
  return wrap((int64_t)x_int(x, in->a[A_ADD_A]) + x_int(x, in->a[A_ADD_B]));
}
int32_t op_SUB(Position *x, const Ins *in) {
  return wrap((int64_t)x_int(x, in->a[A_SUB_A]) - x_int(x, in->a[A_SUB_B]));
}
int32_t op_MUL(Position *x, const Ins *in) {
  return wrap((int64_t)x_int(x, in->a[A_MUL_A]) * x_int(x, in->a[A_MUL_B]));
}
int32_t op_EQ(Position *x, const Ins *in) { return x_int(x, in->a[A_EQ_A]) == x_int(x, in->a[A_EQ_B]); }
int32_t op_NE(Position *x, const Ins *in) { return x_int(x, in->a[A_NE_A]) != x_int(x, in->a[A_NE_B]); }
int32_t op_LT(Position *x, const Ins *in) { return x_int(x, in->a[A_LT_A]) < x_int(x, in->a[A_LT_B]); }
int32_t op_LE(Position *x, const Ins *in) { return x_int(x, in->a[A_LE_A]) <= x_int(x, in->a[A_LE_B]); }

int32_t op_DIV(Position *x, const Ins *in) {
  int64_t a = x_int(x, in->a[A_DIV_A]), b = x_int(x, in->a[A_DIV_B]);
  return b ? wrap(a / b) : 0;
}

int32_t op_MOD(Position *x, const Ins *in) {
  int64_t a = x_int(x, in->a[A_MOD_A]), b = x_int(x, in->a[A_MOD_B]);
  return b ? wrap(a % b) : 0;
}

// Powers of -1, 0 and 1, and negative ones: fractions, cut down to a whole number, as large as can be for 0.
static int32_t small_power(int64_t base, int32_t n) {
  if (base == 1 || base == -1) return n % 2 ? (int32_t)base : 1;
  if (base == 0 && n != 0) return n < 0 ? INT32_MAX : 0;
  return n == 0;
}

int32_t op_POW(Position *x, const Ins *in) {
  int64_t base = x_int(x, in->a[A_POW_A]), result = 1;
  int32_t n = x_int(x, in->a[A_POW_B]);
  if (n <= 0 || (base >= -1 && base <= 1)) return small_power(base, n);
  for (; n > 0 && result <= INT32_MAX && result >= INT32_MIN; n--) result *= base;
  return wrap(MAX(MIN(result, INT32_MAX), INT32_MIN));
}

int32_t op_ABS(Position *x, const Ins *in) {
  int64_t a = x_int(x, in->a[A_ABS_A]);
  return wrap(a < 0 ? -a : a);
}

int32_t op_MIN(Position *x, const Ins *in) {
  int32_t least = x_int(x, in->a[A_MIN_ITEMS]);
  for (int i = 1; i < in->n; i++) {
    int32_t item = x_int(x, in->a[i]);
    least = MIN(least, item);
  }
  return least;
}

int32_t op_MAX(Position *x, const Ins *in) {
  int32_t most = x_int(x, in->a[A_MAX_ITEMS]);
  for (int i = 1; i < in->n; i++) {
    int32_t item = x_int(x, in->a[i]);
    most = MAX(most, item);
  }
  return most;
}

int32_t op_NOT(Position *x, const Ins *in) { return !x_int(x, in->a[A_NOT_A]); }
int32_t op_XOR(Position *x, const Ins *in) { return !x_int(x, in->a[A_XOR_A]) != !x_int(x, in->a[A_XOR_B]); }

int32_t op_AND(Position *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (!x_int(x, in->a[i])) return 0;
  }
  return 1;
}

int32_t op_OR(Position *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (x_int(x, in->a[i])) return 1;
  }
  return 0;
}

int32_t op_IF_INT(Position *x, const Ins *in) {
  return x_int(x, in->a[A_IF_INT_COND]) ? x_int(x, in->a[A_IF_INT_THEN]) : x_int_or(x, in->a[A_IF_INT_ELSE], 0);
}

int32_t op_SLOT(Position *x, const Ins *in) { return x->slots[in->a[A_SLOT_SLOT]]; }

const Word *op_IF_REGION(Position *x, const Ins *in) {
  if (x_int(x, in->a[A_IF_REGION_COND])) return x_region(x, in->a[A_IF_REGION_THEN]);
  return in->a[A_IF_REGION_ELSE] ? x_region(x, in->a[A_IF_REGION_ELSE]) : position_region(x);
}

Ints op_IF_INTS(Position *x, const Ins *in) {
  if (x_int(x, in->a[A_IF_INTS_COND])) return x_ints(x, in->a[A_IF_INTS_THEN]);
  return in->a[A_IF_INTS_ELSE] ? x_ints(x, in->a[A_IF_INTS_ELSE]) : (Ints){0};
}

Dirs op_IF_DIRS(Position *x, const Ins *in) {
  return x_dirs(x, in->a[x_int(x, in->a[A_IF_DIRS_COND]) ? A_IF_DIRS_THEN : A_IF_DIRS_ELSE]);
}

Ints op_INTS_CONST(Position *x, const Ins *in) {
  const RulesArray *array = &x->program->arrays[in->a[A_INTS_CONST_ARRAY]];
  return (Ints){array->at, array->n};
}

Ints op_INTS_LIST(Position *x, const Ins *in) {
  int32_t *items = position_scratch(x, in->n * sizeof *items);
  for (int i = 0; i < in->n; i++) items[i] = x_int(x, in->a[i]);
  return (Ints){items, in->n};
}

Ints op_INTS_OF_REGION(Position *x, const Ins *in) {
  const Word *region = x_region(x, in->a[A_INTS_OF_REGION_REGION]);
  int32_t *items = position_scratch(x, (size_t)bits_count(region, x->words) * sizeof *items);
  int n = 0;
  FOR_BITS(site, region, x->words) items[n++] = site;
  return (Ints){items, n};
}

Dirs op_DIRS_CONST(Position *x, const Ins *in) {
  return (Dirs){x->array_bytes[in->a[A_DIRS_CONST_ARRAY]], x->program->arrays[in->a[A_DIRS_CONST_ARRAY]].n};
}

double op_FLOAT_CONST(Position *x, const Ins *in) {
  static_assert(A_FLOAT_CONST_LOW == 0 && A_FLOAT_CONST_HIGH == 1, "the two halves side by side");
  double value;
  memcpy(&value, in->a, sizeof value);
  return (void)x, value;
}

double op_FLOAT_OF_INT(Position *x, const Ins *in) { return (float)x_int(x, in->a[A_FLOAT_OF_INT_A]); }

// ---- statements ----------------------------------------------------------------------------------

void op_NOTHING(Position *x, const Ins *in) { (void)x, (void)in; }

void op_SEQ(Position *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) x_moves(x, in->a[i]);
}

void op_IF_MOVES(Position *x, const Ins *in) {
  if (x_int(x, in->a[A_IF_MOVES_COND])) x_moves(x, in->a[A_IF_MOVES_THEN]);
  else if (in->a[A_IF_MOVES_ELSE]) x_moves(x, in->a[A_IF_MOVES_ELSE]);
}

void op_FIRST_OF(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  for (int i = 0; i < in->n && x->moves.n == mark; i++) x_moves(x, in->a[i]);
}

void op_WITH_THEN(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_WITH_THEN_BODY]);
  moves_add_then(x, mark, (Ref)in->a[A_WITH_THEN_THEN]);
}

// The sites are copied: start rules change the state, where some regions lie, as they go.
void op_FOR_SITES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Word *region = position_region(x);
  bits_copy(region, x_region(x, in->a[A_FOR_SITES_REGION]), x->words);
  ScratchMark inner = position_mark(x);
  int32_t *slot = &x->slots[in->a[A_FOR_SITES_SLOT]], old = *slot;
  FOR_BITS(site, region, x->words) {
    *slot = site;
    x_moves(x, in->a[A_FOR_SITES_BODY]);
    position_release(x, inner);
  }
  *slot = old;
  position_release(x, scratch);
}

void op_FOR_INTS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_FOR_INTS_VALUES]);
  int32_t *slot = &x->slots[in->a[A_FOR_INTS_SLOT]], old = *slot;
  for (int i = 0; i < values.n; i++) {
    *slot = values.at[i];
    x_moves(x, in->a[A_FOR_INTS_BODY]);
  }
  *slot = old;
  position_release(x, scratch);
}

void op_FOR_RANGE(Position *x, const Ins *in) {
  int32_t low = x_int(x, in->a[A_FOR_RANGE_LOW]), high = x_int(x, in->a[A_FOR_RANGE_HIGH]);
  int32_t *slot = &x->slots[in->a[A_FOR_RANGE_SLOT]], old = *slot;
  for (int64_t v = low; v <= high && !x->fault; v++) {
    *slot = (int32_t)v;
    x_moves(x, in->a[A_FOR_RANGE_BODY]);
  }
  *slot = old;
}

void op_SET_SLOT(Position *x, const Ins *in) {
  int32_t value = x_int(x, in->a[A_SET_SLOT_VALUE]);
  if (value < 0) return;
  int32_t *slot = &x->slots[in->a[A_SET_SLOT_SLOT]], old = *slot;
  *slot = value;
  x_moves(x, in->a[A_SET_SLOT_BODY]);
  *slot = old;
}

static int32_t combine(int op, int32_t a, int32_t b) {
  if (op == OP_ADD) return wrap((int64_t)a + b);
  if (op == OP_MUL) return wrap((int64_t)a * b);
  return op == OP_MIN ? MIN(a, b) : MAX(a, b);
}

int32_t op_FOLD(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_FOLD_VALUES]);
  int32_t result = values.n ? values.at[0] : in->a[A_FOLD_NONE];
  for (int i = 1; i < values.n; i++) result = combine(in->a[A_FOLD_OP], result, values.at[i]);
  position_release(x, scratch);
  return result;
}
