// Short stacks: games in which pieces are only put on top of stacks that the rules keep below a height, on a board that
// is one line. Every player's pieces are then one word: a site has as many bits as a stack has levels, and one that
// stays empty, so that lines in all three directions are shifts.
#include "emit/emit_internal.h"

#include "rules/effects.h"

#include <stdlib.h>

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
  if (e->program->region_bits > 64) return;  // moves are drawn from one word
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

// The places that a stack has on these sites, with the one that stays empty or without it.
static uint64_t places_of(const Emitter *e, uint64_t sites, int levels) {
  uint64_t all = 0;
  for (int site = 0; site < emit_board_sites(e, e->game->site_type); site++) {
    if (sites >> site & 1) all |= (((uint64_t)1 << levels) - 1) << site * (e->stack_bound + 1);
  }
  return all;
}

// A move is drawn from the places themselves: which of them are next follows from the pieces by one addition, and the
// piece that comes there is the bit that was drawn.
const char *emit_stack_places(Emitter *e, const char *set) {
  if (!e->stack_bound || strncmp(set, "(0x", 3) != 0) return NULL;
  char *end = NULL;
  uint64_t sites = strtoull(set + 1, &end, 16);
  if (strcmp(end, "ull & s->room)") != 0) return NULL;
  return emit_text(e, "(stack_next(s) & 0x%llxull)", (unsigned long long)places_of(e, sites, e->stack_bound));
}

void emit_stack_fields(Emitter *e, Text *out) {
  if (!e->stack_bound) return;
  text_puts(out, "  R room;\n");
  if (e->stack_newest) text_puts(out, "  u64 newest;\n");
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) text_printf(out, "  u64 levels_%d;\n", p);
  }
}

// Several words at once, for lines in several directions.
static void vector_helpers(Text *out) {
  text_puts(out,
            "typedef u64 V4 __attribute__((vector_size(32)));\nINLINE int any_of(V4 v) {\n#ifdef __AVX__\n  typedef "
            "long long I4 __attribute__((vector_size(32)));\n  return !__builtin_ia32_ptestz256((I4)v, "
            "(I4)v);\n#else\n  return (v[0] | v[1] | v[2] | v[3]) != 0;\n#endif\n}\n");
}

void emit_stack_helpers(Emitter *e, Text *out) {
  if (!e->stack_bound) return;
  int t = e->game->site_type, step = e->stack_bound + 1;
  uint64_t lowest = places_of(e, ~(uint64_t)0, 1), all = places_of(e, ~(uint64_t)0, e->stack_bound);
  vector_helpers(out);
  text_puts(out, "#define stacked(s) (");
  const char *separator = "";
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(out, "%s(s)->levels_%d", separator, p);
    separator = " | ";
  }
  text_printf(out,
              ")\n// The lowest place without a piece of every stack; of full ones that is the one that stays empty.\n"
              "#define stack_next(s) (stacked(s) + 0x%llxull)\n#define stack_column(i) (0x%llxull << (i) * %d)\n"
              "#define stack_height(s, i) __builtin_popcountll(stacked(s) & stack_column(i))\n"
              "INLINE u64 stack_top(const S *s, int i) { return (stack_next(s) & stack_column(i)) >> 1 & stacked(s); "
              "}\n"
              "INLINE int stack_place(const S *s, int i) {\n  const u64 next = stack_next(s) & stack_column(i) & "
              "0x%llxull;\n  if (!next) exceed();\n  return next ? __builtin_ctzll(next) : i * %d;\n}\n",
              (unsigned long long)lowest, (unsigned long long)places_of(e, 1, step), step, (unsigned long long)all,
              step);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(out,
                "INLINE void stack_%d(S *s, int i, int place) {\n  const u64 at = 1ull << place;\n  s->levels_%d |= "
                "at;\n%s  r_add(&s->own%d_%d, i);\n  r_drop(&s->empty%d, i);\n  if (at & 0x%llxull) "
                "r_drop(&s->room, i);\n}\n",
                p, p, e->stack_newest ? "  s->newest = at;\n" : "", t, p, t,
                (unsigned long long)(lowest << (e->stack_bound - 1)));
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
              "  s->room = NONE;\n  for (int i = 0; i < %d; i++) {\n    const int height = b[%u + i];\n    if "
              "(height < %d) r_add(&s->room, i);\n    if (height > %d) exceed();\n"
              "    for (int l = 0; l < height && l < %d; l++) {\n      const int what = b[%u + %u * i + %u * l];\n",
              n, at->height, e->stack_bound, e->stack_bound, e->stack_bound, at->levels, each, bytes);
  text_printf(store,
              "  for (int i = 0; i < %d; i++) {\n    const int height = stack_height(s, i);\n    b[%u + i] = "
              "(u8)height;\n    for (int l = 0; l < height; l++) {\n      int what = 0;\n",
              n, at->height);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(load, "      if (what == %d) s->levels_%d |= 1ull << (i * %d + l);\n", e->only_kind[p], p, step);
    text_printf(store, "      if (s->levels_%d >> (i * %d + l) & 1) what = %d;\n", p, step, e->only_kind[p]);
  }
  text_puts(load, "    }\n  }\n");
  if (e->stack_newest) text_printf(load, "  if ((u32)more[1] < %du) s->newest = stack_top(s, more[1]);\n", n);
  text_printf(store,
              "      b[%u + %u * i + %u * l] = (u8)what;\n      b[%u + %u * i + %u * l] = OWNER[what];\n    }\n  }\n",
              at->levels, each, bytes, at->levels + e->layout.level.who, each, bytes);
}

// ---- rows ---------------------------------------------------------------------------------------

// Whether the piece on top of the site asked for is the one that was put last: there is one placement in all the rules,
// and it is all that they do with pieces. After a pass there is no last site.
static bool is_newest(const Emitter *e, int32_t site) {
  return emit_ins(e, site)->op == OP_LAST_TO && e->one_add && !e->together;
}

// Lines through a place: along the board, upwards, and both ways aslant, in all directions at once. Of a player's
// pieces those are left with which a line begins, and a line through the place begins in it or before it.
static void find_lines(Emitter *e, int length, const char *found) {
  int step = e->stack_bound + 1, have = 1;
  bool along = length <= emit_board_sites(e, e->game->site_type);  // otherwise only upwards; no shift is too long
  if (along) {
    emit_line(e, "const V4 by = {1, %d, %d, %d};", step - 1, step, step + 1);
    emit_line(e, "V4 lines = {own, own, own, own}, starts = {top, top, top, top};");
  } else {
    emit_line(e, "const u64 by = 1;");
    emit_line(e, "u64 lines = own, starts = top;");
  }
  for (int more; have < length; have += more) {
    more = MIN(have, length - have);
    emit_line(e, "lines &= lines >> %d * by;", more);
    emit_line(e, "starts |= starts >> %d * by;", more);
  }
  emit_line(e, "%s = %s;", found, along ? "any_of(lines & starts)" : "(lines & starts) != 0");
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
  if (length.value > MAX(emit_board_sites(e, e->game->site_type), e->stack_bound)) return code_const(e, 0);
  const char *found = emit_name(e, "f"), *s = e->at.s;
  bool newest = is_newest(e, a[A_STACK_LINE_AT]);
  e->stack_newest |= newest;
  emit_line(e, "int %s = 0;", found);
  if (newest) emit_open(e, "if (%s >= 0)", at.text);
  else emit_open(e, "if ((u32)(%s) < %du)", at.text, emit_board_sites(e, e->game->site_type));
  emit_line(e, "const u64 top = %s;",
            newest ? emit_text(e, "%s->newest", s) : emit_text(e, "stack_top(%s, %s)", s, at.text));
  emit_line(e, "const u64 own =");
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) emit_line(e, "    %s->levels_%d & top ? %s->levels_%d :", s, p, s, p);
  }
  emit_line(e, "    0;");
  find_lines(e, length.value, found);
  emit_close(e);
  return code_of(found, 0, 1);
}

const EmitRow emit_stack_rows[] = {
    {OP_STACK_LINE, .as_int = op_stack_line},
    {0},
};
