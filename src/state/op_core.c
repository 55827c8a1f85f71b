// Arithmetic, logic, slots and control.
#include "state/ops.h"

int32_t op_CONST(Exec *x, const Ins *in) { return (void)x, in->a[0]; }

static int32_t wrap(int64_t value) { return (int32_t)(uint32_t)(uint64_t)value; }

int32_t op_ADD(Exec *x, const Ins *in) { return wrap((int64_t)x_int(x, in->a[0]) + x_int(x, in->a[1])); }
int32_t op_SUB(Exec *x, const Ins *in) { return wrap((int64_t)x_int(x, in->a[0]) - x_int(x, in->a[1])); }
int32_t op_MUL(Exec *x, const Ins *in) { return wrap((int64_t)x_int(x, in->a[0]) * x_int(x, in->a[1])); }
int32_t op_EQ(Exec *x, const Ins *in) { return x_int(x, in->a[0]) == x_int(x, in->a[1]); }
int32_t op_NE(Exec *x, const Ins *in) { return x_int(x, in->a[0]) != x_int(x, in->a[1]); }
int32_t op_LT(Exec *x, const Ins *in) { return x_int(x, in->a[0]) < x_int(x, in->a[1]); }
int32_t op_LE(Exec *x, const Ins *in) { return x_int(x, in->a[0]) <= x_int(x, in->a[1]); }

int32_t op_DIV(Exec *x, const Ins *in) {
  int64_t a = x_int(x, in->a[0]), b = x_int(x, in->a[1]);
  return b ? wrap(a / b) : 0;
}

int32_t op_MOD(Exec *x, const Ins *in) {
  int64_t a = x_int(x, in->a[0]), b = x_int(x, in->a[1]);
  return b ? wrap(a % b) : 0;
}

// A negative power is a fraction, cut down to a whole number: 0 unless the base is 1 or -1, and as large as can be for
// 0.
static int32_t inverse_power(int64_t base, int32_t n) {
  if (base == 0) return INT32_MAX;
  if (base == 1 || base == -1) return n % 2 ? (int32_t)base : 1;
  return 0;
}

int32_t op_POW(Exec *x, const Ins *in) {
  int64_t base = x_int(x, in->a[0]), result = 1;
  int32_t n = x_int(x, in->a[1]);
  if (n < 0) return inverse_power(base, n);
  for (; n > 0 && result <= INT32_MAX && result >= INT32_MIN; n--) result *= base;
  return wrap(MAX(MIN(result, INT32_MAX), INT32_MIN));
}

int32_t op_ABS(Exec *x, const Ins *in) {
  int64_t a = x_int(x, in->a[0]);
  return wrap(a < 0 ? -a : a);
}

int32_t op_MIN(Exec *x, const Ins *in) {
  int32_t least = x_int(x, in->a[0]);
  for (int i = 1; i < in->n; i++) {
    int32_t item = x_int(x, in->a[i]);
    least = MIN(least, item);
  }
  return least;
}

int32_t op_MAX(Exec *x, const Ins *in) {
  int32_t most = x_int(x, in->a[0]);
  for (int i = 1; i < in->n; i++) {
    int32_t item = x_int(x, in->a[i]);
    most = MAX(most, item);
  }
  return most;
}

int32_t op_NOT(Exec *x, const Ins *in) { return !x_int(x, in->a[0]); }
int32_t op_XOR(Exec *x, const Ins *in) { return !x_int(x, in->a[0]) != !x_int(x, in->a[1]); }

int32_t op_AND(Exec *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (!x_int(x, in->a[i])) return 0;
  }
  return 1;
}

int32_t op_OR(Exec *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (x_int(x, in->a[i])) return 1;
  }
  return 0;
}

int32_t op_IF_INT(Exec *x, const Ins *in) { return x_int(x, in->a[0]) ? x_int(x, in->a[1]) : x_int_or(x, in->a[2], 0); }

int32_t op_SLOT(Exec *x, const Ins *in) { return x->slots[in->a[0]]; }

const Word *op_IF_REGION(Exec *x, const Ins *in) {
  if (x_int(x, in->a[0])) return x_region(x, in->a[1]);
  return in->a[2] ? x_region(x, in->a[2]) : exec_region(x);
}

Ints op_IF_INTS(Exec *x, const Ins *in) {
  if (x_int(x, in->a[0])) return x_ints(x, in->a[1]);
  return in->a[2] ? x_ints(x, in->a[2]) : (Ints){0};
}

Dirs op_IF_DIRS(Exec *x, const Ins *in) { return x_dirs(x, in->a[x_int(x, in->a[0]) ? 1 : 2]); }

Ints op_INTS_CONST(Exec *x, const Ins *in) {
  const RulesArray *array = &x->program->arrays[in->a[0]];
  return (Ints){array->at, array->n};
}

Ints op_INTS_LIST(Exec *x, const Ins *in) {
  int32_t *items = exec_scratch(x, in->n * sizeof *items);
  for (int i = 0; i < in->n; i++) items[i] = x_int(x, in->a[i]);
  return (Ints){items, in->n};
}

Ints op_INTS_OF_REGION(Exec *x, const Ins *in) {
  const Word *region = x_region(x, in->a[0]);
  int32_t *items = exec_scratch(x, (size_t)bits_count(region, x->words) * sizeof *items);
  int n = 0;
  FOR_BITS(site, region, x->words) items[n++] = site;
  return (Ints){items, n};
}

Dirs op_DIRS_CONST(Exec *x, const Ins *in) { return (Dirs){x->array_bytes[in->a[0]], x->program->arrays[in->a[0]].n}; }

double op_FLOAT_CONST(Exec *x, const Ins *in) {
  double value;
  memcpy(&value, in->a, sizeof value);
  return (void)x, value;
}

double op_FLOAT_OF_INT(Exec *x, const Ins *in) { return x_int(x, in->a[0]); }

// ---- statements ----------------------------------------------------------------------------------

void op_NOTHING(Exec *x, const Ins *in) { (void)x, (void)in; }

void op_SEQ(Exec *x, const Ins *in) {
  for (int i = 0; i < in->n; i++) x_moves(x, in->a[i]);
}

void op_IF_MOVES(Exec *x, const Ins *in) {
  if (x_int(x, in->a[0])) x_moves(x, in->a[1]);
  else if (in->a[2]) x_moves(x, in->a[2]);
}

void op_FIRST_OF(Exec *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  for (int i = 0; i < in->n && x->moves.n == mark; i++) x_moves(x, in->a[i]);
}

void op_WITH_THEN(Exec *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[0]);
  moves_add_then(x, mark, (Ref)in->a[1]);
}

void op_FOR_SITES(Exec *x, const Ins *in) {
  ScratchMark scratch = exec_mark(x);
  const Word *region = x_region(x, in->a[1]);
  ScratchMark inner = exec_mark(x);
  int32_t *slot = &x->slots[in->a[0]], old = *slot;
  FOR_BITS(site, region, x->words) {
    *slot = site;
    x_moves(x, in->a[2]);
    exec_release(x, inner);
  }
  *slot = old;
  exec_release(x, scratch);
}

void op_FOR_INTS(Exec *x, const Ins *in) {
  ScratchMark scratch = exec_mark(x);
  Ints values = x_ints(x, in->a[1]);
  int32_t *slot = &x->slots[in->a[0]], old = *slot;
  for (int i = 0; i < values.n; i++) {
    *slot = values.at[i];
    x_moves(x, in->a[2]);
  }
  *slot = old;
  exec_release(x, scratch);
}

void op_FOR_RANGE(Exec *x, const Ins *in) {
  int32_t low = x_int(x, in->a[1]), high = x_int(x, in->a[2]);
  int32_t *slot = &x->slots[in->a[0]], old = *slot;
  for (int32_t v = low; v <= high && !x->fault; v++) {
    *slot = v;
    x_moves(x, in->a[3]);
  }
  *slot = old;
}

void op_SET_SLOT(Exec *x, const Ins *in) {
  int32_t value = x_int(x, in->a[1]);
  if (value < 0) return;
  int32_t *slot = &x->slots[in->a[0]], old = *slot;
  *slot = value;
  x_moves(x, in->a[2]);
  *slot = old;
}

static int32_t combine(int op, int32_t a, int32_t b) {
  if (op == OP_ADD) return wrap((int64_t)a + b);
  if (op == OP_MUL) return wrap((int64_t)a * b);
  return op == OP_MIN ? MIN(a, b) : MAX(a, b);
}

int32_t op_FOLD(Exec *x, const Ins *in) {
  ScratchMark scratch = exec_mark(x);
  Ints values = x_ints(x, in->a[2]);
  int32_t result = values.n ? values.at[0] : in->a[1];
  for (int i = 1; i < values.n; i++) result = combine(in->a[0], result, values.at[i]);
  exec_release(x, scratch);
  return result;
}
