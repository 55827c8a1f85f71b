// Stacks: levels from the bottom to the top of every site, laid out as in the interpreter's block. The sets of owned
// sites have every site where an owner has a piece on some level.
#include "emit/emit_internal.h"

// ---- where levels are ---------------------------------------------------------------------------

// On large boards few sites have pieces at a time: rows of levels are kept for these alone.
void emit_find_stack_rows(Emitter *e) {
  enum { ALL_MOST = 64 << 10, ROWS_MOST = 24 << 10 };  // bytes
  size_t sites = 0, each = (size_t)e->layout.stack_height * e->layout.level.bytes;
  if (!e->tall || e->layout.dice) return;
  for (int t = 0; t < SITE_TYPES; t++) sites += emit_kept(e, (SiteType)t) ? (size_t)emit_sites(e, (SiteType)t) : 0;
  if (sites * each > ALL_MOST) e->stack_rows = (int)MIN(MAX(ROWS_MOST / each, 16), 255);
}

void emit_tall_fields(Emitter *e, Text *out, int t) {
  int n = emit_sites(e, (SiteType)t);
  text_printf(out, "  u8 height%d[%d];\n", t, n);
  if (e->stack_rows)
    text_printf(out, "  u8 row%d[%d], row_last%d, row_taken%d[%d];  // row of a site, 0: none\n", t, n, t, t,
                e->stack_rows);
  else text_printf(out, "  L level%d[%d][%u];\n", t, n, e->layout.stack_height);
}

// At the end of the state, where copies leave out what was never used.
void emit_row_fields(Emitter *e, Text *out) {
  for (int t = 0; t < SITE_TYPES && e->stack_rows; t++) {
    if (emit_kept(e, (SiteType)t)) text_printf(out, "  L rows%d[%d][%u];\n", t, e->stack_rows, e->layout.stack_height);
  }
}

void emit_copy_rows(Emitter *e, Text *out) {
  const char *first = NULL;
  for (int t = SITE_TYPES - 1; t >= 0; t--) first = emit_kept(e, (SiteType)t) ? emit_text(e, "rows%d", t) : first;
  text_printf(
      out, "static void try_state(S *to, const S *from) {\n  __builtin_memcpy(to, from, __builtin_offsetof(S, %s));\n",
      first);
  for (int t = 0; t < SITE_TYPES; t++) {
    if (emit_kept(e, (SiteType)t))
      text_printf(
          out, "  __builtin_memcpy(to->rows%d, from->rows%d, (u64)(from->row_last%d + 1) * sizeof from->rows%d[0]);\n",
          t, t, t, t);
  }
  if (e->stack_list) text_puts(out, "  __builtin_memcpy(to->roll, from->roll, (u64)from->n_roll * sizeof(E));\n");
  text_puts(out, "}\n");
}

void emit_tall_types(Emitter *e, Text *out) {
  const FieldWidths *width = &e->layout.width;
  text_printf(out,
              "typedef struct __attribute__((packed)) L { %s what; u8 who;%s%s%s } L;  // a level\n"
              "#define LEVELS(s, t, i) %s\nstatic const u8 OWNS[] = {",
              emit_type_of_width(width->what), e->layout.level.rotation ? " u8 rotation;" : "",
              e->layout.level.state ? emit_text(e, " %s state;", emit_type_of_width(width->state)) : "",
              e->layout.level.value ? emit_text(e, " %s value;", emit_type_of_width(width->value)) : "",
              e->stack_rows ? "((s)->rows##t[(s)->row##t[i]])" : "((s)->level##t[i])");
  for (int c = 0; c < e->game->n_components; c++) text_printf(out, "%s%d", c ? ", " : "", emit_owner(e, c));
  text_puts(out, "};\n");
}

// What a piece leaves behind on a level may be there without pieces.
static bool leaves_something(const Emitter *e) {
  return (e->game->flags & (GAME_STATE | GAME_ROTATION | GAME_VALUE)) != 0;
}

// Rows are given out by number, lowest first. A site has one as long as it has pieces or something was left behind.
static void row_helpers(Emitter *e, Text *out, int t) {
  if (!e->stack_rows) return;
  text_printf(
      out,
      "static int want_row%d(S *s, int i) {\n  if (s->row%d[i]) return 1;\n  int k = 1;\n  while (k <= "
      "s->row_last%d && s->row_taken%d[k]) k++;\n  if (k == %d) { exceed(); return 0; }\n  if (k > s->row_last%d) "
      "{\n    __builtin_memset(s->rows%d[k], 0, sizeof s->rows%d[k]);\n    s->row_last%d = (u8)k;\n  }\n  "
      "s->row_taken%d[k] = 1;\n  s->row%d[i] = (u8)k;\n  return 1;\n}\n",
      t, t, t, t, e->stack_rows, t, t, t, t, t, t);
  const char *left =
      "  const u8 *at = (const u8 *)LEVELS(s, %d, i);\n  for (u32 k = 0; k < sizeof LEVELS(s, %d, i); k++) "
      "if (at[k]) return;\n";
  text_printf(out,
              "static void leave_row%d(S *s, int i) {\n%s  s->row_taken%d[s->row%d[i]] = 0;\n  s->row%d[i] = 0;\n}\n",
              t, leaves_something(e) ? emit_text(e, left, t, t) : "", t, t, t);
}

// What a function that puts a piece on a site begins with, and one that empties it ends with.
static const char *with_row(Emitter *e, const char *format, int t) {
  return e->stack_rows ? emit_text(e, format, t) : "";
}

typedef struct LevelField {
  const char *name;
  bool kept;
} LevelField;

static void ask_helpers(Emitter *e, Text *out, int t) {
  const LevelLayout *level = &e->layout.level;
  const LevelField fields[] = {
      {"what", true}, {"who", true}, {"rotation", level->rotation}, {"state", level->state}, {"value", level->value}};
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
    if (!fields[f].kept) text_printf(out, "#define %s_on%d(s, i, l) 0\n", fields[f].name, t);
    else
      text_printf(
          out,
          "INLINE int %s_on%d(const S *s, int i, int l) {\n  const int h = s->height%d[i];\n  if (l < 0) l = h - "
          "1;\n  return (u32)l < (u32)h ? LEVELS(s, %d, i)[l].%s : 0;\n}\n",
          fields[f].name, t, t, t, fields[f].name);
  }
  text_printf(out,
              "INLINE L *top%d(S *s, int i) { return &LEVELS(s, %d, i)[s->height%d[i] ? s->height%d[i] - 1 : 0]; }\n",
              t, t, t, t);
}

static void set_helpers(Emitter *e, Text *out, int t) {
  text_printf(out,
              "static void refresh%d(S *s, int i) {\n  u32 owners = 0;\n  for (int l = 0; l < s->height%d[i]; l++) if "
              "(LEVELS(s, %d, i)[l].what) owners |= 1u << LEVELS(s, %d, i)[l].who;\n",
              t, t, t, t);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1)
      text_printf(out, "  if (owners >> %d & 1) r_add(&s->own%d_%d, i); else r_drop(&s->own%d_%d, i);\n", p, t, p, t,
                  p);
  }
  text_printf(out, "  if (s->height%d[i]) r_drop(&s->empty%d, i); else r_add(&s->empty%d, i);\n}\n", t, t, t);
}

static void stack_helpers(Emitter *e, Text *out, int t) {
  // On boards without bounds cells open around what comes on top, and never close.
  bool opens = e->layout.playable && t == SITE_CELL;
  const char *want = with_row(e, "  if (!want_row%d(s, i)) return;\n", t);
  text_printf(
      out,
      "static void insert%d(S *s, int i, int l, L piece) {\n  const int h = s->height%d[i], on_top = l < 0;\n"
      "  if (h >= %u) { exceed(); return; }\n  if (l < 0) l = h;\n  if (l > h) return;\n%s%s%s"
      "  for (int k = h; k > l; k--) LEVELS(s, %d, i)[k] = LEVELS(s, %d, i)[k - 1];\n  LEVELS(s, %d, i)[l] = piece;\n"
      "  s->height%d[i] = (u8)(h + 1);\n  refresh%d(s, i);\n  (void)on_top;\n%s}\n",
      t, t, e->layout.stack_height, emit_level_states(e) ? "  if (piece.state < 0) piece.state = 0;\n" : "",
      emit_level_values(e) ? "  if (piece.value < 0) piece.value = 0;\n" : "", want, t, t, t, t, t,
      opens ? "  if (on_top) piece_came(s, i);\n" : "");
  text_printf(
      out,
      "static void push%d(S *s, int i, int what) {\n  const int h = s->height%d[i];\n  if (h >= %u) { "
      "exceed(); return; }\n%s"
      "  LEVELS(s, %d, i)[h].what = (u16)what;\n  LEVELS(s, %d, i)[h].who = OWNS[what];\n  s->height%d[i] = (u8)(h + "
      "1);\n  refresh%d(s, i);\n%s}\n",
      t, t, e->layout.stack_height, want, t, t, t, t, opens ? "  piece_came(s, i);\n" : "");
  text_printf(
      out,
      "static void remove%d(S *s, int i, int l) {\n  const int h = s->height%d[i], nothing = l < 0;\n  if (!h) "
      "return;\n  if (l < 0 || l >= h) l = h - 1;\n"
      "  for (; l < h - 1; l++) LEVELS(s, %d, i)[l] = LEVELS(s, %d, i)[l + 1];\n  if (nothing) LEVELS(s, %d, i)[h - 1] "
      "= "
      "(L){0};\n  LEVELS(s, %d, i)[h - 1].what = 0;\n  LEVELS(s, %d, i)[h - 1].who = 0;\n  s->height%d[i] = (u8)(h - "
      "1);\n%s  refresh%d(s, i);\n}\n",
      t, t, t, t, t, t, t, t, with_row(e, "  if (h == 1) leave_row%d(s, i);\n", t), t);
  text_printf(
      out,
      "static void clear%d(S *s, int i) {\n%s  for (int l = 0; l < %u; l++) LEVELS(s, %d, i)[l] = (L){0};\n  "
      "s->height%d[i] = 0;\n%s  refresh%d(s, i);\n}\n",
      t,
      emit_keeps_hidden(e, (SiteType)t)
          ? emit_text(e, "  __builtin_memset(s->hidden%d[i], 0, s->height%d[i] * sizeof s->hidden%d[i][0]);\n", t, t, t)
          : "",
      e->layout.stack_height, t, t, with_row(e, "  leave_row%d(s, i);\n", t), t);
}

// What the list of pieces does meanwhile; nothing where there is none.
static const char *with_stack_list(Emitter *e, int t, const char *format) {
  return e->stack_list ? emit_text(e, format, t) : "";
}

// Pieces that come, go and change where they are.
static void place_helpers(Emitter *e, Text *out, int t) {
  const char *state = emit_level_states(e) ? ", .state = state_of(state)" : "";
  if (e->stack_list)
    text_printf(out,
                "#define LEAVES%d(what, i, l) roll_leave_level(s, what, %s, i, l)\n#define COMES%d(what, i, l) "
                "roll_add(s, what, %s, i, l)\n",
                t, emit_type_of(e, t, "i"), t, emit_type_of(e, t, "i"));
  text_printf(out,
              "static void discard%d(S *s, int i, int l) {\n%s  remove%d(s, i, l);\n%s}\n"
              "INLINE void take%d(S *s, int i) { discard%d(s, i, -1); }\n",
              t, with_stack_list(e, t, "  const int what = what_on%d(s, i, l);\n"), t,
              e->stack_list ? emit_text(e, "  LEAVES%d(what, i, l >= 0 ? l : s->height%d[i]);\n", t, t) : "", t, t);
  text_printf(out,
              "static void add%d(S *s, int i, int what, int state) {\n%s  if (state >= 0) insert%d(s, i, -1, (L){.what "
              "= (u16)what, .who = OWNS[what]%s}); else push%d(s, i, what);\n%s}\n",
              t, with_stack_list(e, t, "  const int l = s->height%d[i];\n"), t, state, t,
              with_stack_list(e, t, "  COMES%d(what, i, l);\n"));
  text_printf(out,
              "static void add_at%d(S *s, int i, int at, int what, int state) {\n%s  insert%d(s, i, at, (L){.what = "
              "(u16)what, .who = OWNS[what]%s});\n}\n",
              t,
              e->stack_list
                  ? emit_text(e,
                              "  for (int l = s->height%d[i] - 1; l >= at; l--) {\n    const int above = "
                              "what_on%d(s, i, l);\n    roll_leave(s, above, %s, i, l);\n    COMES%d(above, i, l "
                              "+ 1);\n  }\n  COMES%d(what, i, at);\n",
                              t, t, emit_type_of(e, t, "i"), t, t)
                  : "",
              t, state);
  text_printf(out,
              "static void promote%d(S *s, int i, int what) {\n%s  remove%d(s, i, -1);\n%s  push%d(s, i, what);\n%s}\n",
              t, with_stack_list(e, t, "  const int old = what_on%d(s, i, -1);\n"), t,
              e->stack_list
                  ? emit_text(e, "  const int l = s->height%d[i];\n  if (l && OWNS[old]) LEAVES%d(old, i, l);\n", t, t)
                  : "",
              t, with_stack_list(e, t, "  if (OWNS[what]) COMES%d(what, i, l);\n"));
}

static void move_one_helpers(Emitter *e, Text *out, int t) {
  const char *moved = e->layout.on_track ? "  track_moved(s, what, from, to, 1);\n" : "";
  const char *rolled = e->stack_list
                           ? emit_text(e,
                                       "  COMES%d(what, to, s->height%d[to] - 1);\n  LEAVES%d(what, from, l >= "
                                       "0 ? l : s->height%d[from]);\n",
                                       t, t, t, t)
                           : "";
  text_printf(
      out,
      "static void move%d(S *s, int from, int to) {\n  if (from == to) return;\n  const int what = what_on%d(s, "
      "from, -1), l = -1;\n  (void)l;\n  remove%d(s, from, -1);\n  push%d(s, to, what);\n%s%s}\n",
      t, t, t, t, rolled, moved);
  text_printf(
      out,
      "static void move_level%d(S *s, int from, int l, int to) {\n  if (from == to) return;\n  if (l < 0) { "
      "move%d(s, from, to); return; }\n  L piece = {0};\n"
      "  if (l < s->height%d[from]) piece = LEVELS(s, %d, from)[l];\n  const int what = piece.what;\n  piece.who = "
      "OWNS[what];\n  remove%d(s, from, l);\n  insert%d(s, to, -1, piece);\n%s%s}\n",
      t, t, t, t, t, t, rolled, moved);
  // Each of those above leaves the list and comes back one level higher.
  const char *slips = e->stack_list
                          ? emit_text(e,
                                      "  if (l >= 0) {\n    for (int k = s->height%d[to] - 1; k >= under; k--) {\n "
                                      "     const int above = what_on%d(s, to, k);\n      LEAVES%d(above, to, k);\n  "
                                      "    COMES%d(above, to, k + 1);\n    }\n    COMES%d(what, to, under);\n    if "
                                      "(OWNS[what]) LEAVES%d(what, from, l);\n  }\n",
                                      t, t, t, t, t, t)
                          : "";
  text_printf(
      out,
      "static void move_under%d(S *s, int from, int l, int to, int under) {\n  if (from == to) return;\n  const "
      "int what = what_on%d(s, from, l);\n  remove%d(s, from, l);\n%s"
      "  insert%d(s, to, under, (L){.what = (u16)what, .who = OWNS[what]});\n%s}\n",
      t, t, t, slips, t, e->stack_list ? emit_text(e, "  if (l < 0) {\n%s  }\n", rolled) : "");
}

// A piece goes, and comes back where it was.
static void copy_helper(Emitter *e, Text *out, int t) {
  const char *comes = with_stack_list(e, t, "  COMES%d(what, from, place);\n");
  text_printf(
      out,
      "static void copy_level%d(S *s, int from, int to, int l) {\n  move_level%d(s, from, l, to);\n  const int what = "
      "what_on%d(s, to, -1), who = who_on%d(s, to, -1), top = l < 0 || s->height%d[to] == l, place = top ? "
      "s->height%d[from] : l;\n  (void)place;\n  if (top) push%d(s, from, what); else insert%d(s, from, l, "
      "(L){.what = (u16)what, .who = (u8)who});\n%s}\n",
      t, t, t, t, t, t, t, t, comes);
}

static void move_many_helpers(Emitter *e, Text *out, int t) {
  const char *whole =
      e->stack_list
          ? emit_text(e,
                      "  for (int l = 0; l < h; l++) {\n    const int what = what_on%d(s, from, l);\n    if "
                      "(OWNS[what]) roll_leave(s, what, %s, from, -1);\n  }\n  for (int l = s->height%d[to] > h ? "
                      "s->height%d[to] - h : 0; l < s->height%d[to]; l++) {\n    const int what = what_on%d(s, to, "
                      "l);\n    if (OWNS[what]) COMES%d(what, to, l);\n  }\n",
                      t, emit_type_of(e, t, "from"), t, t, t, t, t)
          : "";
  text_printf(
      out,
      "static void move_stack%d(S *s, int from, int to, int under) {\n  if (from == to) return;\n  const int h = "
      "s->height%d[from];\n  for (int l = 0; l < h; l++) {\n    const L piece = LEVELS(s, %d, from)[l];\n"
      "    if (under < 0) insert%d(s, to, -1, piece); else insert%d(s, to, under, (L){.what = piece.what, .who = "
      "piece.who});\n  }\n%s  clear%d(s, from);\n}\n",
      t, t, t, t, t, whole, t);
  text_printf(
      out,
      "static void move_top%d(S *s, int from, int to, int n) {\n  const int first = s->height%d[from] - n;\n  L "
      "pieces[%u];\n  if (first < 0 || n > %u || !what_on%d(s, from, -1)) return;\n"
      "  for (int l = 0; l < n; l++) pieces[l] = LEVELS(s, %d, from)[first + l];\n  for (int l = n - 1; l >= 0; l--) "
      "{\n%s    remove%d(s, from, -1);\n  }\n  for (int l = 0; l < n; l++) {\n    insert%d(s, to, -1, pieces[l]);\n%s  "
      "}\n}\n",
      t, t, e->layout.stack_height, e->layout.stack_height, t, t,
      with_stack_list(e, t, "    LEAVES%d(pieces[l].what, from, first + l);\n"), t, t,
      e->stack_list ? emit_text(e, "    COMES%d(pieces[l].what, to, s->height%d[to] - 1);\n", t, t) : "");
}

// How many pieces of a stack leave at the end of a sequence.
static void later_helper(Emitter *e, Text *out, int t) {
  if (!(e->uses & USE_TO_REMOVE) || t != (int)e->game->site_type) return;
  text_printf(out,
              "static int took_later(S *s, int i) {\n  const int n = s->later[i], h = s->height%d[i];\n  s->later[i] = "
              "0;\n  return n < h ? n : h;\n}\n",
              t);
}

static void change_helpers(Emitter *e, Text *out, int t) {
  const LevelLayout *level = &e->layout.level;
  enum { STATE = 1 };  // the one whose numbers may be too large
  const LevelField fields[] = {
      {"rotation", level->rotation}, [STATE] = {"state", level->state}, {"value", level->value}};
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
    const char *name = fields[f].name;
    if (!fields[f].kept) text_printf(out, "#define put_%s%d(s, i, l, v) ((void)0)\n", name, t);
    else
      text_printf(
          out,
          "INLINE void put_%s%d(S *s, int i, int l, int v) {\n  const int h = s->height%d[i];\n  if (l < 0) l = h "
          "- 1;\n%s  if (v != -1 && (u32)l < (u32)h) LEVELS(s, %d, i)[l].%s = (%s)v;\n}\n",
          name, t, t, f == STATE ? "  if (v != -1) (void)state_of(v);\n" : "", t, name,
          emit_text(e, "__typeof__(LEVELS(s, %d, i)[l].%s)", t, name));
  }
}

void emit_tall_helpers(Emitter *e, Text *out, int t) {
  row_helpers(e, out, t);
  ask_helpers(e, out, t);
  set_helpers(e, out, t);
  stack_helpers(e, out, t);
  place_helpers(e, out, t);
  move_one_helpers(e, out, t);
  copy_helper(e, out, t);
  move_many_helpers(e, out, t);
  later_helper(e, out, t);
  change_helpers(e, out, t);
}

void emit_hash_levels(Emitter *e, Text *out, int t) {
  text_printf(out, "  h = fold(h, s->height%d, sizeof s->height%d);\n", t, t);
  if (e->stack_rows)
    text_printf(
        out,
        "  for (int i = 0; i < %d; i++) {\n    if (s->row%d[i]) h = fold(fold_word(h, (u64)i), LEVELS(s, %d, i), "
        "sizeof LEVELS(s, %d, i));\n  }\n",
        emit_sites(e, (SiteType)t), t, t, t);
  else text_printf(out, "  h = fold(h, s->level%d, sizeof s->level%d);\n", t, t);
}

// Levels of the sites that have rows.
static void copy_rows(Emitter *e, Text *load, Text *store, int t, uint32_t levels, int first, int end) {
  uint32_t each = e->layout.stack_height * e->layout.level.bytes;
  const char *block = emit_text(e, "b + %u + %u * (u32)i", levels, each);
  text_printf(load, "  for (int i = %d; i < %d; i++) {\n    int used = s->height%d[i];\n", first, end, t);
  if (leaves_something(e))
    text_printf(load, "    for (u32 k = 0; k < %u && !used; k++) used = (%s)[k];\n", each, block);
  text_printf(load, "    if (used && want_row%d(s, i)) __builtin_memcpy(LEVELS(s, %d, i), %s, %u);\n  }\n", t, t, block,
              each);
  text_printf(
      store,
      "  for (int i = %d; i < %d; i++) {\n    if (s->row%d[i]) __builtin_memcpy(%s, LEVELS(s, %d, i), %u); else "
      "__builtin_memset(%s, 0, %u);\n  }\n",
      first, end, t, block, t, each, block, each);
}

void emit_tall_copy(Emitter *e, Text *load, Text *store, int t, const SiteLayout *at, int first, int end) {
  uint32_t each = e->layout.stack_height * e->layout.level.bytes, from = at->levels + each * (uint32_t)first;
  unsigned height = at->height + (uint32_t)first, n = (unsigned)(end - first);
  text_printf(load, "  __builtin_memcpy(s->height%d + %d, b + %u, %u);\n", t, first, height, n);
  text_printf(store, "  __builtin_memcpy(b + %u, s->height%d + %d, %u);\n", height, t, first, n);
  if (e->stack_rows) {
    copy_rows(e, load, store, t, at->levels, first, end);
    return;
  }
  text_printf(load, "  __builtin_memcpy(s->level%d[%d], b + %u, %uull);\n", t, first, from, each * n);
  text_printf(store, "  __builtin_memcpy(b + %u, s->level%d[%d], %uull);\n", from, t, first, each * n);
}

// ---- sets of sites ------------------------------------------------------------------------------

static const char *kind_test(Emitter *e, const RulesArray *pieces, const Code *what, const char *kind) {
  if (what) return emit_text(e, "%s == %s", kind, what->text);
  if (!pieces) return "1";
  const char *test = "0";
  for (int i = 0; i < pieces->n; i++) test = emit_text(e, "%s || %s == %d", test, kind, pieces->at[i]);
  return emit_text(e, "(%s)", test);
}

// The sites of a region where one of the players has a piece of the kinds on some level, and perhaps the top.
const char *emit_tall_occupied(Emitter *e, SiteType type, const char *region, Code players, const RulesArray *pieces,
                               const Code *what, bool top) {
  const char *out = emit_name(e, "r"), *found = emit_name(e, "c"), *l = emit_name(e, "l");
  emit_line(e, "R %s = NONE;", out);
  const char *site = emit_for_sites(e, region, type);
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "for (int %s = 0; %s < %s->height%d[%s] && !%s; %s++)", l, l, e->at.s, type, site, found, l);
  emit_line(e, "const L *at = &LEVELS(%s, %d, %s)[%s];", e->at.s, type, site, l);
  emit_line(e, "%s = (%s >> at->who & 1) && %s;", found, players.text, kind_test(e, pieces, what, "at->what"));
  emit_close(e);
  if (top) emit_line(e, "%s &= %s >> who_on%d(%s, %s, -1) & 1;", found, players.text, type, e->at.s, site);
  emit_line(e, "if (%s) r_add(&%s, %s);", found, out, site);
  emit_close(e);
  return out;
}

// Pieces level by level; a site where several of the players have some is looked at for each of them.
Code emit_tall_count(Emitter *e, const Ins *in, SiteType type, Code players, bool boards) {
  const int32_t *a = in->a;
  const RulesArray *pieces = a[A_COUNT_PIECES_PIECES] >= 0 ? &e->program->arrays[a[A_COUNT_PIECES_PIECES]] : NULL;
  const char *sum = emit_name(e, "i"), *l = emit_name(e, "l");
  const char *in_region = a[A_COUNT_PIECES_IN] ? emit_region_bind(e, a[A_COUNT_PIECES_IN]) : NULL;
  Context old = e->at;
  emit_line(e, "int %s = 0;", sum);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || (players.known && !(players.value >> p & 1))) continue;
    const char *sites =
        e->game->piece_lists ? emit_listed_sites(e, type, code_const(e, 1 << p), NULL) : emit_owned(e, type, p);
    if (!players.known) sites = emit_text(e, "(%s & r_if(%s >> %d & 1))", sites, players.text, p);
    if (boards) sites = emit_text(e, "(%s & %s)", sites, emit_board_mask(e, type));
    if (in_region) sites = emit_text(e, "(%s & %s)", sites, in_region);
    const char *site = emit_for_sites(e, sites, type);
    emit_open(e, "for (int %s = 0; %s < %s->height%d[%s]; %s++)", l, l, e->at.s, type, site, l);
    emit_line(e, "if (!(%s >> LEVELS(%s, %d, %s)[%s].who & 1) || !(%s)) continue;", players.text, e->at.s, type, site,
              l, kind_test(e, pieces, NULL, emit_text(e, "LEVELS(%s, %d, %s)[%s].what", e->at.s, type, site, l)));
    e->at.slot[SLOT_SITE] = code_site(e, site, type);
    e->at.slot[SLOT_LEVEL] = code_of(l, 0, 255);
    if (a[A_COUNT_PIECES_IF]) emit_line(e, "if (!(%s)) continue;", emit_cond(e, a[A_COUNT_PIECES_IF]));
    emit_line(e, "%s++;", sum);
    e->at = old;
    emit_close(e);
    emit_close(e);
  }
  return code_of(a[A_COUNT_PIECES_ANY] ? emit_text(e, "(%s > 0)", sum) : sum, 0, INT32_MAX);
}
