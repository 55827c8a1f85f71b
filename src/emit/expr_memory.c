// Remembered lists.
#include "emit/emit_internal.h"

static Code op_item(Emitter *e, const Ins *in) {
  const Ins *values = emit_ins(e, in->a[A_INTS_ITEM_VALUES]);
  Code index = emit_bind(e, emit_int(e, in->a[A_INTS_ITEM_INDEX]));
  if (values->op != OP_INTS_REMEMBERED) {
    emit_fail(e, "INTS_ITEM of %s", op_info[values->op].name);
    return code_const(e, GAME_OFF);
  }
  if (!e->layout.memory) return code_const(e, GAME_OFF);
  int memory = values->a[A_INTS_REMEMBERED_MEMORY];
  e->uses |= USE_MEMORY;
  return code_of(emit_text(e, "((u32)(%s) < (u32)%s->memory_n[%d] ? %s->memory[%d][%s] : -1)", index.text, e->at.s,
                           memory, e->at.s, memory, index.text),
                 INT32_MIN, INT32_MAX);
}

static Code op_count(Emitter *e, const Ins *in) {
  const Ins *values = emit_ins(e, in->a[A_INTS_COUNT_VALUES]);
  Code value = emit_bind(e, emit_int(e, in->a[A_INTS_COUNT_VALUE]));
  if (values->op != OP_INTS_REMEMBERED) {
    emit_fail(e, "INTS_COUNT of %s", op_info[values->op].name);
    return code_const(e, 0);
  }
  if (!e->layout.memory) return code_const(e, 0);
  int memory = values->a[A_INTS_REMEMBERED_MEMORY];
  const char *n = emit_name(e, "i");
  e->uses |= USE_MEMORY;
  emit_line(e, "int %s = 0;", n);
  emit_line(e, "for (int i = 0; i < %s->memory_n[%d]; i++) %s += %s->memory[%d][i] == %s;", e->at.s, memory, n, e->at.s,
            memory, value.text);
  return code_of(n, 0, STATE_LIST_MAX);
}

const EmitRow emit_memory_rows[] = {
    {OP_INTS_ITEM, .as_int = op_item},
    {OP_INTS_COUNT, .as_int = op_count},
    {0},
};
