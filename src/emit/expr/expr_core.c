// Arithmetic, logic, slots and lists of ints.
#include "emit/emit_internal.h"

static Code op_const(Emitter *e, const Ins *in) { return code_const(e, in->a[A_CONST_VALUE]); }

static Code op_slot(Emitter *e, const Ins *in) { return e->at.slot[in->a[A_SLOT_SLOT]]; }

static int32_t wrap(int64_t value) { return (int32_t)(uint32_t)(uint64_t)value; }

static int32_t clamp(int64_t value) { return (int32_t)MAX(MIN(value, INT32_MAX), INT32_MIN); }

static Code op_add(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_ADD_A]), b = emit_int(e, in->a[A_ADD_B]);
  bool minus = in->op == OP_SUB;
  if (a.known && b.known) return code_const(e, wrap(minus ? (int64_t)a.value - b.value : (int64_t)a.value + b.value));
  int64_t min = minus ? (int64_t)a.min - b.max : (int64_t)a.min + b.min,
          max = minus ? (int64_t)a.max - b.min : (int64_t)a.max + b.max;
  if (min < INT32_MIN || max > INT32_MAX)
    return code_of(emit_text(e, "(int)((u32)(%s) %s (u32)(%s))", a.text, minus ? "-" : "+", b.text), INT32_MIN,
                   INT32_MAX);
  return code_of(emit_text(e, "(%s %s %s)", a.text, minus ? "-" : "+", b.text), (int32_t)min, (int32_t)max);
}

static Code op_mul(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_MUL_A]), b = emit_int(e, in->a[A_MUL_B]);
  if (a.known && b.known) return code_const(e, wrap((int64_t)a.value * b.value));
  if (a.min >= 0 && b.min >= 0)
    return code_of(emit_text(e, "(int)((u32)(%s) * (u32)(%s))", a.text, b.text),
                   (int64_t)a.max * b.max <= INT32_MAX ? 0 : INT32_MIN, clamp((int64_t)a.max * b.max));
  return code_of(emit_text(e, "(int)((u32)(%s) * (u32)(%s))", a.text, b.text), INT32_MIN, INT32_MAX);
}

static Code op_div(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_DIV_A]), b = emit_int(e, in->a[A_DIV_B]);
  bool mod = in->op == OP_MOD;
  if (a.known && b.known)
    return code_const(e, !b.value ? 0 : wrap(mod ? (int64_t)a.value % b.value : (int64_t)a.value / b.value));
  if (b.known && b.value > 0) {
    int32_t min = mod ? (a.min >= 0 ? 0 : 1 - b.value) : a.min / b.value, max = mod ? b.value - 1 : a.max / b.value;
    if (a.min >= 0) return code_of(emit_text(e, "(int)((u32)(%s) %s %du)", a.text, mod ? "%" : "/", b.value), min, max);
    return code_of(emit_text(e, "((%s) %s %d)", a.text, mod ? "%" : "/", b.value), min, max);
  }
  b = emit_bind(e, b);
  return code_of(emit_text(e, "(%s ? (int)((i64)(%s) %s %s) : 0)", b.text, a.text, mod ? "%" : "/", b.text), INT32_MIN,
                 INT32_MAX);
}

static_assert(A_EQ_A == A_NE_A && A_EQ_A == A_LT_A && A_EQ_A == A_LE_A && A_EQ_B == A_NE_B && A_EQ_B == A_LT_B &&
                  A_EQ_B == A_LE_B && A_ADD_A == A_SUB_A && A_ADD_B == A_SUB_B && A_DIV_A == A_MOD_A &&
                  A_DIV_B == A_MOD_B,
              "one function serves several ops");

static Code op_compare(Emitter *e, const Ins *in) {
  const Ins *low = emit_ins(e, in->a[A_LT_A]), *high = emit_ins(e, in->a[A_LT_B]);
  if (in->op == OP_LT && low->op == OP_CONST && low->a[A_CONST_VALUE] == 0 && high->op == OP_LIBERTIES)
    return emit_has_liberty(e, high);
  Code a = emit_int(e, in->a[A_EQ_A]), b = emit_int(e, in->a[A_EQ_B]);
  static const char *const signs[] = {"==", "!=", "<", "<="};
  int sign = in->op - OP_EQ;
  if (a.known && b.known) {
    bool holds = sign == 0   ? a.value == b.value
                 : sign == 1 ? a.value != b.value
                 : sign == 2 ? a.value < b.value
                             : a.value <= b.value;
    return code_const(e, holds);
  }
  if (sign <= 1 && (a.max < b.min || b.max < a.min)) return code_const(e, sign == 1);
  if (sign == 2 && a.max < b.min) return code_const(e, 1);
  if (sign == 2 && a.min >= b.max) return code_const(e, 0);
  if (sign == 3 && a.max <= b.min) return code_const(e, 1);
  if (sign == 3 && a.min > b.max) return code_const(e, 0);
  return code_of(emit_text(e, "(%s %s %s)", a.text, signs[sign], b.text), 0, 1);
}

static Code op_pow(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_POW_A]), b = emit_int(e, in->a[A_POW_B]);
  if (!emit_find_table(e, "power")) {
    emit_note_table(e, "power", "power");
    text_puts(
        &e->tables,
        "static int power(i64 base, int n) {\n  if (base == 1 || base == -1) return n % 2 ? (int)base : 1;\n"
        "  if (base == 0 && n) return n < 0 ? 2147483647 : 0;\n  if (n <= 0) return n == 0;\n  i64 result = 1;\n"
        "  for (; n > 0 && result <= 2147483647ll && result >= "
        "-2147483648ll; n--) result *= base;\n"
        "  return result > 2147483647ll ? 2147483647 : result < -2147483648ll ? -2147483647 - 1 : (int)result;\n}\n");
  }
  return code_of(emit_text(e, "power(%s, %s)", a.text, b.text), INT32_MIN, INT32_MAX);
}

static Code op_abs(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_ABS_A]);
  if (a.known) return code_const(e, a.value < 0 ? wrap(-(int64_t)a.value) : a.value);
  a = emit_bind(e, a);
  return code_of(emit_text(e, "(%s < 0 ? (int)-(u32)%s : %s)", a.text, a.text, a.text), INT32_MIN, INT32_MAX);
}

static Code op_extreme(Emitter *e, const Ins *in) {
  bool least = in->op == OP_MIN;
  Code best = emit_bind(e, emit_int(e, in->a[A_MIN_ITEMS]));
  for (int i = 1; i < in->n; i++) {
    Code item = emit_bind(e, emit_int(e, in->a[i]));
    if (best.known && item.known) {
      best = code_const(e, least ? MIN(best.value, item.value) : MAX(best.value, item.value));
      continue;
    }
    Code next =
        code_of(emit_text(e, "(%s %s %s ? %s : %s)", best.text, least ? "<" : ">", item.text, best.text, item.text),
                least ? MIN(best.min, item.min) : MAX(best.min, item.min),
                least ? MIN(best.max, item.max) : MAX(best.max, item.max));
    best = emit_bind(e, next);
  }
  return best;
}

static Code op_not(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_NOT_A]);
  return a.known ? code_const(e, !a.value) : code_of(emit_text(e, "!%s", a.text), 0, 1);
}

static Code op_xor(Emitter *e, const Ins *in) {
  Code a = emit_int(e, in->a[A_XOR_A]), b = emit_int(e, in->a[A_XOR_B]);
  if (a.known && b.known) return code_const(e, !a.value != !b.value);
  return code_of(emit_text(e, "(!(%s) != !(%s))", a.text, b.text), 0, 1);
}

// Items are evaluated until the first that decides. One that needs statements is put into an if.
static Code op_and(Emitter *e, const Ins *in) {
  bool all = in->op == OP_AND;
  const char *sum = NULL;
  for (int i = 0; i < in->n && !e->why; i++) {
    Text inner = {0}, *outer = e->out;
    e->out = &inner;
    e->indent++;
    Code item = emit_int(e, in->a[i]);
    e->indent--;
    e->out = outer;
    const char *statements = inner.n ? arena_text(e->arena, text_str(&inner)) : "";
    bool needs = inner.n > 0;
    text_free(&inner);
    if (item.known && !item.value == !all) continue;
    if (item.known && !sum) return code_const(e, !all);
    if (!needs) {
      sum = sum ? emit_text(e, "%s %s %s", sum, all ? "&&" : "||", item.text) : item.text;
      if (item.known) break;
      continue;
    }
    const char *name = emit_name(e, "c");
    emit_line(e, "int %s = %s%s%s;", name, sum ? "(" : "", sum ? sum : all ? "1" : "0", sum ? ")" : "");
    emit_line(e, "if (%s%s) {", all ? "" : "!", name);
    text_puts(e->out, statements);
    emit_line(e, "  %s = !!(%s);", name, item.text);
    emit_line(e, "}");
    sum = name;
  }
  if (!sum) return code_const(e, all);
  return code_of(emit_text(e, "(%s)", sum), 0, 1);
}

// One branch: its statements and its value.
static Code branch(Emitter *e, int32_t ref, Text *statements) {
  Text *outer = e->out;
  e->out = statements;
  e->indent++;
  Code code = ref ? emit_int(e, ref) : code_const(e, 0);
  e->indent--;
  e->out = outer;
  return code;
}

static Code op_if(Emitter *e, const Ins *in) {
  Code cond = emit_int(e, in->a[A_IF_INT_COND]);
  if (cond.known) return emit_int_or(e, in->a[cond.value ? A_IF_INT_THEN : A_IF_INT_ELSE], 0);
  Text yes = {0}, no = {0};
  Code a = branch(e, in->a[A_IF_INT_THEN], &yes), b = branch(e, in->a[A_IF_INT_ELSE], &no);
  Code result = code_of(NULL, MIN(a.min, b.min), MAX(a.max, b.max));
  if (!yes.n && !no.n) {
    result.text = emit_text(e, "(%s ? %s : %s)", cond.text, a.text, b.text);
  } else {
    result.text = emit_name(e, "i");
    emit_line(e, "int %s;", result.text);
    emit_line(e, "if (%s) {", cond.text);
    text_add(e->out, text_str(&yes));
    emit_line(e, "  %s = %s;", result.text, a.text);
    emit_line(e, "} else {");
    text_add(e->out, text_str(&no));
    emit_line(e, "  %s = %s;", result.text, b.text);
    emit_line(e, "}");
  }
  text_free(&yes);
  text_free(&no);
  return result;
}

bool emit_ints(Emitter *e, int32_t ref, IntList *list) {
  const Ins *in = emit_ins(e, ref);
  list->n = 0;
  if (in->op == OP_INTS_CONST) {
    const RulesArray *array = &e->program->arrays[in->a[A_INTS_CONST_ARRAY]];
    if (array->n > EMIT_INTS_MAX) return false;
    for (int i = 0; i < array->n; i++) list->at[list->n++] = code_const(e, array->at[i]);
    return true;
  }
  if (in->op == OP_INTS_LIST) {
    if (in->n > EMIT_INTS_MAX) return false;
    for (int i = 0; i < in->n; i++) list->at[list->n++] = emit_bind(e, emit_int(e, in->a[i]));
    return true;
  }
  if (in->op == OP_PIECES_OWNED) {
    Code player = emit_int(e, in->a[A_PIECES_OWNED_PLAYER]);
    for (int c = 1; c < e->game->n_components && player.known; c++) {
      if (e->game->components[c].owner != player.value) continue;
      if (list->n == EMIT_INTS_MAX) return false;
      list->at[list->n++] = code_const(e, c);
    }
    return player.known;
  }
  if (in->op == OP_OWN_KINDS) {
    Code player = emit_int(e, in->a[A_OWN_KINDS_PLAYER]);
    const RulesArray *pieces = &e->program->arrays[in->a[A_OWN_KINDS_PIECES]],
                     *starts = &e->program->arrays[in->a[A_OWN_KINDS_STARTS]];
    if (!player.known) return false;
    if (starts->n > EMIT_INTS_MAX) return false;
    for (int i = 0; i < starts->n; i++) {
      int end = i + 1 < starts->n ? starts->at[i + 1] : pieces->n;
      for (int k = starts->at[i]; k < end; k++) {
        if (e->game->components[pieces->at[k]].owner != player.value) continue;
        list->at[list->n++] = code_const(e, pieces->at[k]);
        break;
      }
    }
    return true;
  }
  if (in->op == OP_IF_INTS) {
    Code cond = emit_int(e, in->a[A_IF_INTS_COND]);
    int32_t chosen = cond.known ? in->a[cond.value ? A_IF_INTS_THEN : A_IF_INTS_ELSE] : 0;
    if (cond.known && !chosen) return true;
    return chosen && emit_ints(e, chosen, list);
  }
  return false;
}

// A list whose length is found while playing.
static Code fold_loop(Emitter *e, const Ins *in) {
  Context old = e->at;
  const char *sum = emit_name(e, "i"), *any = emit_name(e, "c"), *value, *next;
  int op = in->a[A_FOLD_OP];
  emit_line(e, "int %s = %d, %s = 0;", sum, in->a[A_FOLD_NONE], any);
  int blocks = emit_open_ints(e, in->a[A_FOLD_VALUES], &value);
  if (op == OP_ADD || op == OP_MUL)
    next = emit_text(e, "(int)((u32)(%s) %s (u32)(%s))", sum, op == OP_ADD ? "+" : "*", value);
  else next = emit_text(e, "(%s %s %s ? %s : %s)", sum, op == OP_MIN ? "<" : ">", value, sum, value);
  emit_line(e, "%s = %s ? %s : %s;", sum, any, next, value);
  emit_line(e, "%s = 1;", any);
  emit_close_ints(e, blocks);
  e->at = old;
  return code_of(sum, INT32_MIN, INT32_MAX);
}

static Code op_fold(Emitter *e, const Ins *in) {
  IntList list;
  if (!emit_ints(e, in->a[A_FOLD_VALUES], &list)) return fold_loop(e, in);
  if (!list.n) return code_const(e, in->a[A_FOLD_NONE]);
  Code sum = list.at[0];
  for (int i = 1; i < list.n; i++) {
    Code item = list.at[i];
    int op = in->a[A_FOLD_OP];
    if (sum.known && item.known) {
      sum = code_const(e, op == OP_ADD   ? wrap((int64_t)sum.value + item.value)
                          : op == OP_MUL ? wrap((int64_t)sum.value * item.value)
                          : op == OP_MIN ? MIN(sum.value, item.value)
                                         : MAX(sum.value, item.value));
      continue;
    }
    const char *text =
        op == OP_ADD || op == OP_MUL
            ? emit_text(e, "(int)((u32)(%s) %s (u32)(%s))", sum.text, op == OP_ADD ? "+" : "*", item.text)
            : emit_text(e, "(%s %s %s ? %s : %s)", sum.text, op == OP_MIN ? "<" : ">", item.text, sum.text, item.text);
    sum = emit_bind(e, code_of(text, op == OP_MIN || op == OP_MAX ? MIN(sum.min, item.min) : INT32_MIN,
                               op == OP_MIN || op == OP_MAX ? MAX(sum.max, item.max) : INT32_MAX));
  }
  return sum;
}

static Code op_in_ints(Emitter *e, const Ins *in) {
  Code value = emit_bind(e, emit_int(e, in->a[A_IS_IN_INTS_VALUE]));
  IntList list;
  if (emit_ins(e, in->a[A_IS_IN_INTS_VALUES])->op == OP_INTS_OF_REGION) {
    const char *region =
        emit_region_place(e, emit_region(e, emit_ins(e, in->a[A_IS_IN_INTS_VALUES])->a[A_INTS_OF_REGION_REGION]));
    return code_of(emit_text(e, "((u32)(%s) < %du && r_has(%s, %s))", value.text, e->bits, region, value.text), 0, 1);
  }
  const Ins *values = emit_ins(e, in->a[A_IS_IN_INTS_VALUES]);
  if (values->op == OP_INTS_REMEMBERED) {
    if (!e->layout.memory) return code_const(e, 0);
    e->uses |= USE_MEMORY;
    return code_of(emit_text(e, "memory_has(%s, %d, %s)", e->at.s, values->a[A_INTS_REMEMBERED_MEMORY], value.text), 0,
                   1);
  }
  if (!emit_ints(e, in->a[A_IS_IN_INTS_VALUES], &list)) {
    Context old = e->at;
    const char *found = emit_name(e, "c"), *item;
    emit_line(e, "int %s = 0;", found);
    int blocks = emit_open_ints(e, in->a[A_IS_IN_INTS_VALUES], &item);
    emit_line(e, "%s |= %s == %s;", found, item, value.text);
    emit_close_ints(e, blocks);
    e->at = old;
    return code_of(found, 0, 1);
  }
  const char *sum = NULL;
  for (int i = 0; i < list.n; i++) {
    if (value.known && list.at[i].known) {
      if (value.value == list.at[i].value) return code_const(e, 1);
      continue;
    }
    sum = sum ? emit_text(e, "%s || %s == %s", sum, value.text, list.at[i].text)
              : emit_text(e, "%s == %s", value.text, list.at[i].text);
  }
  return sum ? code_of(emit_text(e, "(%s)", sum), 0, 1) : code_const(e, 0);
}

static Code op_ints_size(Emitter *e, const Ins *in) {
  const Ins *values = emit_ins(e, in->a[A_INTS_SIZE_VALUES]);
  if (values->op == OP_INTS_OF_REGION)
    return code_of(emit_text(e, "r_count(%s)", emit_region(e, values->a[A_INTS_OF_REGION_REGION])), 0, e->bits);
  if (values->op == OP_INTS_REMEMBERED) {
    if (!e->layout.memory) return code_const(e, 0);
    e->uses |= USE_MEMORY;
    return code_of(emit_text(e, "%s->memory_n[%d]", e->at.s, values->a[A_INTS_REMEMBERED_MEMORY]), 0, STATE_LIST_MAX);
  }
  IntList list;
  if (emit_ints(e, in->a[A_INTS_SIZE_VALUES], &list)) return code_const(e, list.n);
  Context old = e->at;
  const char *n = emit_name(e, "i"), *item;
  emit_line(e, "int %s = 0;", n);
  int blocks = emit_open_ints(e, in->a[A_INTS_SIZE_VALUES], &item);
  emit_line(e, "%s++;", n);
  emit_close_ints(e, blocks);
  e->at = old;
  return code_of(n, 0, INT32_MAX);
}

static int32_t pairs_last(const RulesArray *pairs) {
  int32_t last = 0;
  for (int i = 0; i + 1 < pairs->n; i += 2) last = MAX(last, pairs->at[i]);
  return last;
}

// The entries of a map whose keys are small numbers, by key; the first of a key counts, others stand for themselves.
static const char *map_table(Emitter *e, const RulesArray *pairs) {
  int n = pairs_last(pairs) + 1;
  int32_t *table = arena_alloc(e->arena, (size_t)n * sizeof *table);
  for (int i = 0; i < n; i++) table[i] = i;
  for (int i = pairs->n / 2 * 2 - 2; i >= 0; i -= 2) table[pairs->at[i]] = pairs->at[i + 1];
  return emit_int_table(e, table, n);
}

static bool map_as_table(const RulesArray *pairs, int32_t *min, int32_t *max) {
  int32_t least = *min, most = *max;
  for (int i = 0; i + 1 < pairs->n; i += 2) {
    if (pairs->at[i] < 0 || pairs->at[i] > 1024) return false;
    least = MIN(least, pairs->at[i + 1]);
    most = MAX(most, pairs->at[i + 1]);
  }
  *min = least;
  *max = most;
  return pairs->n >= 8;
}

static Code op_map_entry(Emitter *e, const Ins *in) {
  Code key = emit_bind(e, emit_int(e, in->a[A_MAP_ENTRY_KEY]));
  const RulesArray *pairs = &e->program->arrays[in->a[A_MAP_ENTRY_PAIRS]];
  if (key.known) {
    for (int i = 0; i + 1 < pairs->n; i += 2) {
      if (pairs->at[i] == key.value) return code_const(e, pairs->at[i + 1]);
    }
    return key;
  }
  const char *name = emit_name(e, "i");
  int32_t min = key.min, max = key.max;
  if (map_as_table(pairs, &min, &max)) {
    emit_line(e, "const int %s = (u32)%s <= %du ? %s[%s] : %s;", name, key.text, pairs_last(pairs), map_table(e, pairs),
              key.text, key.text);
    return code_of(name, min, max);
  }
  emit_line(e, "int %s = %s;", name, key.text);
  emit_open(e, "switch (%s)", key.text);
  for (int i = 0; i + 1 < pairs->n; i += 2) {
    bool again = false;
    for (int k = 0; k < i; k += 2) again |= pairs->at[k] == pairs->at[i];
    min = MIN(min, pairs->at[i + 1]);
    max = MAX(max, pairs->at[i + 1]);
    if (!again) emit_line(e, "case %d: %s = %d; break;", pairs->at[i], name, pairs->at[i + 1]);
  }
  emit_close(e);
  return code_of(name, min, max);
}

// ---- the same as sets ---------------------------------------------------------------------------

static const char *set_logic(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  const char *sum = NULL;
  for (int i = 0; i < in->n; i++) {
    const char *item = emit_set(e, in->a[i], slot, type);
    if (!item) return NULL;
    sum = sum ? emit_text(e, "(%s %s %s)", sum, in->op == OP_AND ? "&" : "|", item) : item;
  }
  return sum ? sum : in->op == OP_AND ? "ALL" : "NONE";
}

static const char *set_not(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  const char *item = emit_set(e, in->a[A_NOT_A], slot, type);
  return item ? emit_text(e, "~%s", item) : NULL;
}

static const char *set_if(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  if (!in->a[A_IF_INT_ELSE]) return NULL;
  const char *cond = emit_set(e, in->a[A_IF_INT_COND], slot, type);
  if (!cond) return NULL;
  cond = emit_region_value(e, cond);  // it is written twice
  const char *yes = emit_set(e, in->a[A_IF_INT_THEN], slot, type),
             *no = yes ? emit_set(e, in->a[A_IF_INT_ELSE], slot, type) : NULL;
  return no ? emit_text(e, "((%s & %s) | (~%s & %s))", cond, yes, cond, no) : NULL;
}

// The slot itself against a value; what stands there against a constant.
static const char *set_equal(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  for (int side = 0; side < 2; side++) {
    const Ins *a = emit_ins(e, in->a[side ? A_EQ_B : A_EQ_A]);
    int32_t other = in->a[side ? A_EQ_A : A_EQ_B];
    if (emit_reads_slot(e, other, slot)) continue;
    const char *set = NULL;
    if (a->op == OP_SLOT) {
      Code value = emit_bind(e, emit_int(e, other));
      set = code_on_board(e, value, type) ? emit_text(e, "r_bit(%s)", value.text)
                                          : emit_text(e, "r_maybe(%s)", value.text);
    } else if (a->op == OP_WHO && !a->a[A_WHO_LEVEL] && emit_ins(e, a->a[A_WHO_SITE])->op == OP_SLOT &&
               !emit_stacking(e)) {
      Code who = emit_int(e, other);
      if (who.known && who.value > 0 && !e->merged) set = emit_of_who(e, emit_type(e, a->a[A_WHO_TYPE]), who.value);
    }
    if (a->op == OP_WHAT && !a->a[A_WHAT_LEVEL] && emit_type(e, a->a[A_WHAT_TYPE]) == type && emit_kept(e, type) &&
        emit_ins(e, a->a[A_WHAT_SITE])->op == OP_SLOT && !emit_stacking(e) && !e->layout.sites[type].count &&
        !e->layout.sites[type].puzzle) {
      Code what = emit_int(e, other);
      if (what.known && !what.value) set = emit_text(e, "%s->empty%d", e->at.s, type);
    }
    if (a->op == OP_STATE && !a->a[A_STATE_LEVEL] && emit_type(e, a->a[A_STATE_TYPE]) == type &&
        emit_ins(e, a->a[A_STATE_SITE])->op == OP_SLOT) {
      Code state = emit_int(e, other);
      if (state.known) set = emit_state_set(e, type, state.value);
    }
    if (set) return in->op == OP_EQ ? set : emit_text(e, "~%s", set);
  }
  return NULL;
}

static const char *set_less(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  return (void)type, emit_stack_room(e, in, slot);
}

const EmitRow emit_core_rows[] = {
    {OP_CONST, .as_int = op_const},
    {OP_SLOT, .as_int = op_slot},
    {OP_ADD, .as_int = op_add},
    {OP_SUB, .as_int = op_add},
    {OP_MUL, .as_int = op_mul},
    {OP_DIV, .as_int = op_div},
    {OP_MOD, .as_int = op_div},
    {OP_EQ, .as_int = op_compare, .as_set = set_equal},
    {OP_NE, .as_int = op_compare, .as_set = set_equal},
    {OP_LT, .as_int = op_compare, .as_set = set_less},
    {OP_LE, .as_int = op_compare},
    {OP_POW, .as_int = op_pow},
    {OP_ABS, .as_int = op_abs},
    {OP_MIN, .as_int = op_extreme},
    {OP_MAX, .as_int = op_extreme},
    {OP_NOT, .as_int = op_not, .as_set = set_not},
    {OP_XOR, .as_int = op_xor},
    {OP_AND, .as_int = op_and, .as_set = set_logic},
    {OP_OR, .as_int = op_and, .as_set = set_logic},
    {OP_IF_INT, .as_int = op_if, .as_set = set_if},
    {OP_FOLD, .as_int = op_fold},
    {OP_IS_IN_INTS, .as_int = op_in_ints},
    {OP_INTS_SIZE, .as_int = op_ints_size},
    {OP_MAP_ENTRY, .as_int = op_map_entry},
    {0},
};
