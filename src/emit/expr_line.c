// Lines of any kind, followed site by site as the interpreter does: of several kinds of pieces, with gaps, under
// conditions, or only as far as they are seen from above. Plain lines are in expr_shape.c.
#include "emit/emit_internal.h"

typedef struct LineWanted {
  const Ins *in;
  SiteType type;
  Code length, exact, contiguous, kinds;
  bool opposites, visible;
  const char *wanted;  // an array with a mark for each kind, or NULL: those like the piece on the pivot
} LineWanted;

// For every site its lines: the sites one way and the other, each ended by a number past the last site.
static const char *full_lines(Emitter *e, SiteType type, Dir dir, bool opposites) {
  const char *key = emit_text(e, "full lines %d %d %d", type, dir, opposites), *made = emit_find_table(e, key);
  if (made) return made;
  int n = emit_board_sites(e, type);
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  VEC(int32_t) all = {0};
  for (int site = 0; site < n; site++) {
    size_t count = all.n;
    starts[site] = (int32_t)count;
    VEC_PUSH(&all, 0);
    Radials radials = topo_radials(e->game->board, type, site, dir);
    for (int r = 0; r < radials.n; r++) {
      if (!radials.distinct[r]) continue;
      int32_t ids[2] = {radials.ids[r], opposites ? radials.opposites[r] : -1};
      all.at[count]++;
      for (int side = 0; side < 2; side++) {
        SiteList line = ids[side] >= 0 ? topo_radial(e->game->board, type, ids[side]) : (SiteList){0};
        for (int i = 1; i < line.n; i++) VEC_PUSH(&all, line.at[i]);
        VEC_PUSH(&all, e->bits);
      }
    }
  }
  const char *lines = emit_int_table(e, all.at, (int)all.n), *at = emit_int_table(e, starts, n);
  made = emit_text(e, "LINES_%s", lines);
  text_printf(&e->tables, "#define %s(site) (%s + %s[site])\ntypedef __typeof__(%s[0]) %s_type;\n", made, lines, at,
              lines, made);
  VEC_FREE(&all);
  emit_note_table(e, key, made);
  return made;
}

// ---- what is seen from above ----------------------------------------------------------------------

// The sites that lie right above each one.
static const char *covers_table(Emitter *e, SiteType type) {
  const char *key = emit_text(e, "covers %d", type), *made = emit_find_table(e, key);
  if (made) return made;
  const TopoSites *sites = &e->game->board->sites[type];
  size_t words = (size_t)e->program->region_words;
  Word *all = arena_zero(e->arena, (size_t)MAX(sites->n, 1) * words * sizeof *all);
  for (int site = 0; site < sites->n; site++) {
    for (int other = site + 1; other < sites->n; other++) {
      if (sites->x[other] == sites->x[site] && sites->y[other] == sites->y[site])
        bit_set(all + (size_t)site * words, other);
    }
  }
  made = emit_region_table(e, all, sites->n);
  emit_note_table(e, key, made);
  return made;
}

const char *emit_covered(Emitter *e, SiteType type, const char *site) {
  return emit_text(e, "r_any(%s[%s] & ~%s->empty%d)", covers_table(e, type), site, e->at.s, type);
}

const char *emit_link_hidden(Emitter *e, SiteType type, const char *a, const char *b) {
  DirList dirs = {.at = {DIR_UPWARD}, .n = 1, .known = true};
  const char *up = emit_steps(e, type, &dirs, NULL), *both = emit_name(e, "r");
  emit_line(e, "const R %s = %s[%s] & %s[%s];", both, up, a, up, b);
  return emit_text(e, "(r_any(%s) && !r_any(%s & %s->empty%d))", both, both, e->at.s, type);
}

// ---- lines --------------------------------------------------------------------------------------

static const char *is_wanted(Emitter *e, const LineWanted *w, const char *what, const char *pivot) {
  return w->wanted ? emit_text(e, "%s[%s]", w->wanted, what) : emit_text(e, "%s == %s", what, pivot);
}

// The kinds a line is made of, as an array of marks.
static const char *wanted_kinds(Emitter *e, int32_t whats) {
  Context old = e->at;
  const char *marks = emit_name(e, "a"), *value;
  emit_line(e, "u8 %s[%d] = {0};", marks, e->game->n_components + 1);
  int blocks = emit_open_ints(e, whats, &value);
  emit_line(e, "if ((u32)(%s) < %du) %s[%s] = 1;", value, e->game->n_components, marks, value);
  emit_close_ints(e, blocks);
  e->at = old;
  return marks;
}

// One site of a line: what goes before the statement says whether it counts.
static void follow_site(Emitter *e, const LineWanted *w, const char *q, const char *back, const char *pivot_what) {
  const int32_t *a = w->in->a;
  Context old = e->at;
  Code site = code_of(emit_name(e, "at"), 0, emit_board_sites(e, w->type) - 1);
  const char *what = emit_name(e, "i");
  emit_line(e, "const int %s = *%s;", site.text, q);
  emit_line(e, "const int %s = %s;", what, emit_what(e, w->type, site));
  e->at.slot[SLOT_TO] = site;
  if (w->visible) emit_line(e, "if (%s) { stopped = 1; continue; }", emit_covered(e, w->type, site.text));
  const char *hidden = w->visible ? emit_link_hidden(e, w->type, "last", site.text) : "0";
  const char *cond = emit_cond(e, a[A_LINE_IF]);
  emit_open(e, "if (%s && %s && !(!%s && %s))", is_wanted(e, w, what, pivot_what), cond, back, hidden);
  emit_line(e, "last = %s; count++; seen |= 1ull << %s;", site.text, what);
  emit_line(e, "done = !%s && count == %s && %s <= __builtin_popcountll(seen);", w->exact.text, w->length.text,
            w->kinds.text);
  emit_close(e);
  emit_line(e, "else if (%s) stopped = 1;", w->contiguous.text);
  e->at = old;
}

static void lines_through(Emitter *e, const LineWanted *w, const char *pivot, const char *what, const char *found) {
  const char *table = full_lines(e, w->type, (Dir)w->in->a[A_LINE_DIR], w->opposites), *q = emit_name(e, "q"),
             *left = emit_name(e, "i"), *back = emit_name(e, "k");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, pivot);
  emit_open(e, "for (int %s = *%s++; %s > 0 && %s <= 0; %s--)", left, q, left, found, left);
  emit_line(e, "int count = 1, done = 0;");
  emit_line(e, "u64 seen = 1ull << %s;", what);
  emit_open(e, "for (int %s = 0; %s < 2; %s++, %s++)", back, back, back, q);
  emit_line(e, "int last = %s, stopped = 0;", pivot);
  emit_line(e, "(void)last;");
  emit_open(e, "for (; *%s != %d; %s++)", q, e->bits, q);
  emit_line(e, "if (done || stopped) continue;");
  follow_site(e, w, q, back, what);
  emit_close(e);
  emit_close(e);
  emit_line(e, "if (done || (count == %s && %s <= __builtin_popcountll(seen))) %s = 1;", w->length.text, w->kinds.text,
            found);
  emit_close(e);
}

// One pivot: found becomes 1 where there is a line, -1 where there is none through any.
static void try_pivot(Emitter *e, const LineWanted *w, const char *at, const char *found) {
  int n = emit_board_sites(e, w->type == SITE_EDGE ? SITE_VERTEX : w->type), sites = emit_board_sites(e, w->type);
  Code pivot = code_of(at, 0, MIN(n, sites) - 1);
  emit_line(e, "if (%s) continue;", found);
  emit_line(e, "if (%s >= %d) { %s = -1; continue; }", at, MIN(n, sites), found);
  e->at.slot[SLOT_TO] = pivot;
  if (w->in->a[A_LINE_IF]) emit_line(e, "if (!(%s)) { %s = -1; continue; }", emit_cond(e, w->in->a[A_LINE_IF]), found);
  if (w->visible) emit_line(e, "if (%s) continue;", emit_covered(e, w->type, at));
  const char *what = emit_name(e, "i");
  emit_line(e, "const int %s = %s;", what, emit_what(e, w->type, pivot));
  emit_open(e, "if (%s)", is_wanted(e, w, what, what));
  lines_through(e, w, at, what, found);
  emit_close(e);
}

Code emit_general_line(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Context old = e->at;
  LineWanted w = {.in = in, .type = emit_type(e, a[A_LINE_TYPE])};
  Code opposites = emit_int_or(e, a[A_LINE_OPPOSITES], 1), visible = emit_int_or(e, a[A_LINE_VISIBLE], 0);
  if (!opposites.known || !visible.known || !emit_kept(e, w.type) || e->stack_bound || e->game->n_components > 64)
    emit_fail(e, "LINE with conditions");
  if (e->why) return code_const(e, 0);
  w.visible = visible.value;
  w.opposites = opposites.value;
  w.length = emit_bind(e, emit_int(e, a[A_LINE_LENGTH]));
  w.exact = emit_bind(e, emit_int_or(e, a[A_LINE_EXACT], 0));
  w.contiguous = emit_bind(e, emit_int_or(e, a[A_LINE_CONTIGUOUS], 1));
  w.kinds = emit_bind(e, emit_int_or(e, a[A_LINE_KINDS], 1));
  const char *found = emit_name(e, "f"), *pivots = emit_region_bind(e, a[A_LINE_PIVOTS]);
  if (a[A_LINE_WHATS]) w.wanted = wanted_kinds(e, a[A_LINE_WHATS]);
  emit_line(e, "int %s = 0;", found);
  const char *at = emit_for_sites(e, pivots, w.type);
  e->at.in_loop = true;
  try_pivot(e, &w, at, found);
  emit_close(e);
  e->at = old;
  return code_of(emit_text(e, "(%s > 0)", found), 0, 1);
}
