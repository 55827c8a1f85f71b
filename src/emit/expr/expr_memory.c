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

// ---- what players cannot see ----------------------------------------------------------------------

static Code op_is_hidden(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Code site = emit_bind(e, emit_int(e, a[A_IS_HIDDEN_SITE])), player = emit_bind(e, emit_int(e, a[A_IS_HIDDEN_PLAYER]));
  SiteType type = emit_type(e, a[A_IS_HIDDEN_TYPE]);
  if (emit_stacking(e) || e->merged || (e->game->n_containers > 1 && type != SITE_CELL))
    emit_fail(e, "hidden information of stacks");
  if (e->why || !emit_kept(e, type) || !e->layout.sites[type].hidden) return code_const(e, 0);
  return code_of(emit_text(e, "((u32)(%s) < %du && (u32)(%s - 1) < %du && (%s->hidden%d[%s][%s] & %d) != 0)", site.text,
                           emit_sites(e, type), player.text, e->game->players, e->at.s, type, site.text, player.text,
                           a[A_IS_HIDDEN_MASK]),
                 0, 1);
}

static const char *op_hidden_sites(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_HIDDEN_SITES_TYPE]);
  Code players = emit_bind(e, emit_int(e, a[A_HIDDEN_SITES_PLAYERS]));
  const char *out = emit_name(e, "r");
  if (emit_stacking(e) || e->merged) emit_fail(e, "hidden information of stacks");
  if (e->why || !emit_kept(e, type) || !e->layout.sites[type].hidden) return "NONE";
  emit_line(e, "R %s = NONE;", out);
  emit_line(
      e,
      "for (int i = 0; i < %d; i++) for (int p = 1; p <= %d; p++) if ((%s >> p & 1) && (%s->hidden%d[i][p] & %d)) "
      "r_add(&%s, i);",
      emit_board_sites(e, type), e->game->players, players.text, e->at.s, type, a[A_HIDDEN_SITES_MASK], out);
  return out;
}

const EmitRow emit_memory_rows[] = {
    {OP_IS_HIDDEN, .as_int = op_is_hidden},
    {OP_HIDDEN_SITES, .as_region = op_hidden_sites},
    {OP_INTS_ITEM, .as_int = op_item},
    {OP_INTS_COUNT, .as_int = op_count},
    {0},
};
