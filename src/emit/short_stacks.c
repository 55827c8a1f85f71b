// Short stacks: games in which pieces are only put on top of stacks that the rules keep below a height, on a board that
// is one line. Every player's pieces are then one word: a site has as many bits as a stack has levels, and one that
// stays empty, so that lines in all three directions are shifts.
#include "emit/emit_internal.h"

#include "rules/effects.h"

static bool is_count_of(const Emitter *e, int32_t ref, Slot slot) {
  const Ins *in = emit_ins(e, ref);
  if (in->op != OP_COUNT_AT) return false;
  const Ins *site = emit_ins(e, in->a[A_COUNT_AT_SITE]);
  return site->op == OP_SLOT && site->a[A_SLOT_SLOT] == (int32_t)slot;
}

// The height below which a placement keeps its stacks, 0: none is said.
static int height_below(const Emitter *e, const Ins *add) {
  const Ins *region = emit_ins(e, add->a[A_ADD_PIECE_REGION]);
  if (add->a[A_ADD_PIECE_LEVEL] || add->a[A_ADD_PIECE_COUNT] || add->a[A_ADD_PIECE_STATE] || add->a[A_ADD_PIECE_EFFECT])
    return 0;
  bool where = region->op == OP_SITES_WHERE;
  if (!where && !add->a[A_ADD_PIECE_IF]) return 0;
  const Ins *cond = emit_ins(e, where ? region->a[A_SITES_WHERE_IF] : add->a[A_ADD_PIECE_IF]);
  if (cond->op != OP_LT || !is_count_of(e, cond->a[A_LT_A], where ? SLOT_SITE : SLOT_TO)) return 0;
  const Ins *most = emit_ins(e, cond->a[A_LT_B]);
  return most->op == OP_CONST ? most->a[A_CONST_VALUE] : 0;
}

// Whether the board is one line of sites in the order of their numbers.
static bool is_one_line(const Emitter *e, SiteType type) {
  const Topology *board = e->game->board;
  int n = topo_count(board, type);
  for (int site = 0; site < n; site++) {
    Radials radials = topo_radials(board, type, site, DIR_ADJACENT);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(board, type, radials.ids[r]);
      for (int i = 1; i < line.n; i++) {
        if (line.at[i] - line.at[i - 1] != line.at[1] - site || (line.at[1] - site != 1 && line.at[1] - site != -1))
          return false;
      }
    }
  }
  return n > 1;
}

void emit_find_stacks(Emitter *e, const uint8_t *ops) {
  SiteType type = e->game->site_type;
  if (!emit_stacking(e) || e->has_what || e->game->n_containers > 1 || !is_one_line(e, type)) return;
  for (int op = 0; op < OPS; op++) {
    if (ops[op] && op != OP_ADD_PIECE && (op_info[op].writes & PART_SITES)) return;
  }
  int bound = 0;
  for (int i = 0; i < e->game->n_phases; i++) {
    const Ins *play = e->game->phases[i].play ? emit_ins(e, (int32_t)e->game->phases[i].play) : NULL;
    if (!play || play->op != OP_ADD_PIECE || !height_below(e, play)) return;
    bound = MAX(bound, height_below(e, play));
  }
  if (bound > 0 && bound < (int)e->layout.stack_height && (bound + 1) * emit_board_sites(e, type) <= 64)
    e->stack_bound = bound;
}

// The sites that have room, as the placement asks for them.
const char *emit_stack_room(Emitter *e, const Ins *in, Slot slot) {
  const Ins *most = emit_ins(e, in->a[A_LT_B]);
  bool room = e->stack_bound && is_count_of(e, in->a[A_LT_A], slot) && most->op == OP_CONST &&
              most->a[A_CONST_VALUE] == e->stack_bound;
  return room ? emit_text(e, "%s->room", e->at.s) : NULL;
}

void emit_stack_fields(Emitter *e, Text *out) {
  if (!e->stack_bound) return;
  text_printf(out, "  R room;\n  u8 height[%d];\n", emit_board_sites(e, e->game->site_type));
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) text_printf(out, "  u64 levels_%d;\n", p);
  }
}

void emit_stack_helpers(Emitter *e, Text *out) {
  int t = e->game->site_type;
  for (int p = 0; p <= e->game->players + 1 && e->stack_bound; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(out,
                "INLINE void stack_%d(S *s, int i) {\n  const int h = s->height[i]++;\n  s->levels_%d |= 1ull << (i * "
                "%d + h);\n"
                "  r_add(&s->own%d_%d, i);\n  r_drop(&s->empty%d, i);\n  if (h + 1 == %d) r_drop(&s->room, i);\n}\n",
                p, p, e->stack_bound + 1, t, p, t, e->stack_bound);
  }
}

void emit_stack_copy(Emitter *e, Text *load, Text *store) {
  if (!e->stack_bound) return;
  SiteType t = e->game->site_type;
  const SiteLayout *at = &e->layout.sites[t];
  int n = emit_board_sites(e, t), step = e->stack_bound + 1;
  uint32_t bytes = e->layout.level.bytes, each = e->layout.stack_height * bytes;
  if (e->layout.width.what > 1) emit_fail(e, "stacks of more than 256 kinds of pieces");
  text_printf(load,
              "  s->room = NONE;\n  for (int i = 0; i < %d; i++) {\n    s->height[i] = b[%u + i];\n    if "
              "(s->height[i] < %d) r_add(&s->room, i);\n"
              "    for (int l = 0; l < s->height[i] && l < %d; l++) {\n      const int what = b[%u + %u * i + %u * "
              "l];\n",
              n, at->height, e->stack_bound, e->stack_bound, at->levels, each, bytes);
  text_printf(store,
              "  for (int i = 0; i < %d; i++) {\n    b[%u + i] = s->height[i];\n    for (int l = 0; l < s->height[i]; "
              "l++) {\n      int what = 0;\n",
              n, at->height);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(load, "      if (what == %d) s->levels_%d |= 1ull << (i * %d + l);\n", e->only_kind[p], p, step);
    text_printf(store, "      if (s->levels_%d >> (i * %d + l) & 1) what = %d;\n", p, step, e->only_kind[p]);
  }
  text_puts(load, "    }\n  }\n");
  text_printf(store,
              "      b[%u + %u * i + %u * l] = (u8)what;\n      b[%u + %u * i + %u * l] = OWNER[what];\n    }\n  }\n",
              at->levels, each, bytes, at->levels + e->layout.level.who, each, bytes);
}

// ---- rows ---------------------------------------------------------------------------------------

// Lines through the top of a stack: along the board, upwards, and both ways aslant. For every place of a piece the
// places where such a line may begin are a table.
static const char *starts_table(Emitter *e, int shift, int length) {
  int bits = (e->stack_bound + 1) * emit_board_sites(e, e->game->site_type);
  const char *key = emit_text(e, "line starts %d %d", shift, length), *name = emit_find_table(e, key);
  if (name) return name;
  name = emit_text(e, "T%d", ++e->n_tables);
  text_printf(&e->tables, "static const u64 %s[%d] = {", name, bits);
  for (int at = 0; at < bits; at++) {
    uint64_t mask = 0;
    for (int k = 0; k < length; k++) {
      if (at - k * shift >= 0) mask |= (uint64_t)1 << (at - k * shift);
    }
    text_printf(&e->tables, "0x%llxull, ", (unsigned long long)mask);
  }
  text_puts(&e->tables, "};\n");
  emit_note_table(e, key, name);
  return name;
}

static Code op_stack_line(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  if (e->tall) return emit_stack_line(e, in);
  Code length = emit_int(e, a[A_STACK_LINE_LENGTH]), levels = emit_int_or(e, a[A_STACK_LINE_LEVELS], 0),
       exact = emit_int_or(e, a[A_STACK_LINE_EXACT], 0);
  bool plain = e->stack_bound && length.known && length.value > 1 && levels.known && levels.value && exact.known &&
               !exact.value && !a[A_STACK_LINE_WHATS] && !a[A_STACK_LINE_IF] && !a[A_STACK_LINE_TOP] &&
               a[A_STACK_LINE_DIR] == DIR_ADJACENT;
  if (!plain) emit_fail(e, "STACK_LINE");
  Code at = emit_bind(e, emit_int(e, a[A_STACK_LINE_AT]));
  if (e->why) return code_const(e, 0);
  int step = e->stack_bound + 1, shifts[] = {1, step - 1, step, step + 1};
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "if ((u32)(%s) < %du && %s->height[%s])", at.text, emit_board_sites(e, e->game->site_type), e->at.s,
            at.text);
  emit_line(e, "const int top = %s * %d + %s->height[%s] - 1;", at.text, step, e->at.s, at.text);
  emit_line(e, "const u64 own =");
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) emit_line(e, "    %s->levels_%d >> top & 1 ? %s->levels_%d :", e->at.s, p, e->at.s, p);
  }
  emit_line(e, "    0;");
  emit_line(e, "u64 lines = 0;");
  for (int i = 0; i < 4; i++) {
    const char *run = "own";
    for (int k = 1; k < length.value; k++) run = emit_text(e, "%s & own >> %d", run, k * shifts[i]);
    emit_line(e, "lines |= %s & %s[top];", run, starts_table(e, shifts[i], length.value));
  }
  emit_line(e, "%s = lines != 0;", found);
  emit_close(e);
  return code_of(found, 0, 1);
}

const EmitRow emit_stack_rows[] = {
    {OP_STACK_LINE, .as_int = op_stack_line},
    {0},
};
