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

const char *emit_hidden(Emitter *e, SiteType type, const char *state, const char *site, const char *level) {
  const char *place = emit_text(e, "%s->hidden%d[%s]", state, type, site);
  return e->tall ? emit_text(e, "%s[%s < 0 ? 0 : %s]", place, level, level) : place;
}

static Code op_is_hidden(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Code site = emit_bind(e, emit_int(e, a[A_IS_HIDDEN_SITE])), player = emit_bind(e, emit_int(e, a[A_IS_HIDDEN_PLAYER]));
  SiteType type = emit_type(e, a[A_IS_HIDDEN_TYPE]);
  Code level = e->tall ? emit_bind(e, emit_int(e, a[A_IS_HIDDEN_LEVEL])) : code_const(e, 0);
  if (e->stack_bound || e->stack_rows) emit_fail(e, "hidden information of stacks");
  if (e->merged || (e->game->n_containers > 1 && type != SITE_CELL))
    emit_fail(e, "hidden information of hands beside a board of vertices or edges");
  if (e->why || !emit_kept(e, type) || !e->layout.sites[type].hidden) return code_const(e, 0);
  const char *there = e->tall ? emit_text(e, " && %s < %s->height%d[%s]", level.text, e->at.s, type, site.text) : "";
  return code_of(emit_text(e, "((u32)(%s) < %du && (u32)(%s - 1) < %du%s && (%s[%s] & %d) != 0)", site.text,
                           emit_sites(e, type), player.text, e->game->players, there,
                           emit_hidden(e, type, e->at.s, site.text, level.text), player.text, a[A_IS_HIDDEN_MASK]),
                 0, 1);
}

static const char *op_hidden_sites(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_HIDDEN_SITES_TYPE]);
  Code players = emit_bind(e, emit_int(e, a[A_HIDDEN_SITES_PLAYERS]));
  const char *out = emit_name(e, "r");
  if (e->stack_bound || e->stack_rows) emit_fail(e, "hidden information of stacks");
  if (e->merged) emit_fail(e, "hidden information of hands beside a board of vertices or edges");
  if (e->why || !emit_kept(e, type) || !e->layout.sites[type].hidden) return "NONE";
  emit_line(e, "R %s = NONE;", out);
  const char *there = e->tall ? emit_text(e, "%s->height%d[i] && ", e->at.s, type) : "";
  emit_line(
      e,
      "for (int i = 0; i < %d; i++) for (int p = 1; p <= %d; p++) if (%s(%s >> p & 1) && (%s[p] & %d)) r_add(&%s, i);",
      emit_board_sites(e, type), e->game->players, there, players.text, emit_hidden(e, type, e->at.s, "i", "0"),
      a[A_HIDDEN_SITES_MASK], out);
  return out;
}

const EmitRow emit_memory_rows[] = {
    {OP_IS_HIDDEN, .as_int = op_is_hidden},
    {OP_HIDDEN_SITES, .as_region = op_hidden_sites},
    {OP_INTS_ITEM, .as_int = op_item},
    {OP_INTS_COUNT, .as_int = op_count},
    {0},
};
