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

// The piece on a site; -1 for open sites of a puzzle, which are part of no line.
static const char *line_what(Emitter *e, SiteType type, Code site) {
  if (!e->puzzle) return emit_what(e, type, site);
  const char *values = emit_puzzle_values(e, type, e->at.s, site.text);
  return emit_text(e, "(is_single(%s) ? value_of(%s) : -1)", values, values);
}

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
  emit_line(e, "const int %s = %s;", what, line_what(e, w->type, site));
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
  emit_line(e, "const int %s = %s;", what, line_what(e, w->type, pivot));
  if (e->puzzle) emit_line(e, "if (%s < 0) { %s = -1; continue; }", what, found);
  emit_open(e, "if (%s)", is_wanted(e, w, what, what));
  lines_through(e, w, at, what, found);
  emit_close(e);
}

Code emit_general_line(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Context old = e->at;
  LineWanted w = {.in = in, .type = emit_type(e, a[A_LINE_TYPE])};
  Code opposites = emit_int_or(e, a[A_LINE_OPPOSITES], 1), visible = emit_int_or(e, a[A_LINE_VISIBLE], 0);
  if (!opposites.known || !visible.known || !emit_kept(e, w.type) || e->stack_bound || e->game->n_components > 64 ||
      (e->puzzle && a[A_LINE_WHATS]))
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

// ---- lines of stacks ------------------------------------------------------------------------------

typedef struct StackLine {
  const Ins *in;
  SiteType type;
  Code at, length, exact, top;
  const char *lines, *wanted, *found;  // the table, a mask of kinds, the variable that says so
} StackLine;

// Pieces in a row from a place of a line on, each so many levels above the one before: a function.
static const char *climb_function(Emitter *e, SiteType type, const char *lines) {
  const char *name = emit_text(e, "climb_%s", lines), *made = emit_find_table(e, name);
  if (made) return made;
  const char *head =
      emit_text(e, "static int %s(const S *s, u64 wanted, const %s_type *q, int level, int climb)", name, lines);
  text_printf(&e->prototypes, "%s;\n", head);
  text_printf(
      &e->functions,
      "%s {\n  int n = 0;\n  for (; *q < %d; q++, level += climb, n++) {\n    if (level < 0 || s->height%d[*q] <= "
      "level || !(wanted >> LEVELS(s, %d, *q)[level].what & 1)) break;\n  }\n  return n;\n}\n",
      head, e->bits, type, type);
  emit_note_table(e, name, name);
  return name;
}

static const char *wanted_mask(Emitter *e, const StackLine *l) {
  const char *mask = emit_name(e, "mask"), *value;
  Context old = e->at;
  if (e->game->n_components > 64) emit_fail(e, "STACK_LINE of many kinds of pieces");
  if (!l->in->a[A_STACK_LINE_WHATS]) {
    emit_line(e, "const u64 %s = 1ull << what_on%d(%s, %s, -1);", mask, l->type, e->at.s, l->at.text);
    return mask;
  }
  emit_line(e, "u64 %s = 0;", mask);
  int blocks = emit_open_ints(e, l->in->a[A_STACK_LINE_WHATS], &value);
  emit_line(e, "if ((u32)(%s) < 64u) %s |= 1ull << (%s);", value, mask, value);
  emit_close_ints(e, blocks);
  e->at = old;
  return mask;
}

// Lines of single levels: piled up, level, and aslant both ways. Of those that go down along the line one side counts.
static void lines_of_levels(Emitter *e, const StackLine *l) {
  const char *climb = climb_function(e, l->type, l->lines), *at = l->at.text, *s = e->at.s, *q = emit_name(e, "q");
  emit_line(e, "const int top = %s->height%d[%s] - 1, exact = %s, length = %s;", s, l->type, at, l->exact.text,
            l->length.text);
  emit_open(e, "if (top + 1 >= length)");
  emit_line(e, "int n = 1;");
  emit_line(e, "for (int l = top - 1; n < length && (%s >> LEVELS(%s, %d, %s)[l].what & 1); l--) n++;", l->wanted, s,
            l->type, at);
  emit_line(e, "%s = n >= length;", l->found);
  emit_close(e);
  emit_line(e, "const %s_type *%s = %s(%s);", l->lines, q, l->lines, at);
  emit_open(e, "for (int k = *%s++; top >= 0 && k > 0 && !%s; k--)", q, l->found);
  emit_line(e, "const %s_type *there = %s;", l->lines, q);
  emit_line(e, "while (*%s++ < %d) {}", q, e->bits);
  emit_line(e, "const %s_type *back = %s;", l->lines, q);
  emit_line(e, "while (*%s++ < %d) {}", q, e->bits);
  emit_open(e, "for (int up = -1; up <= 1 && !%s; up++)", l->found);
  emit_line(e, "int n = %s >> what_on%d(%s, %s, -1) & 1;", l->wanted, l->type, s, at);
  emit_line(e, "if (n) n += %s(%s, %s, there, top + up, up);", climb, s, l->wanted);
  emit_line(e, "const int both = n + %s(%s, %s, back, top - up, -up);", climb, s, l->wanted);
  emit_line(e, "%s = exact ? (up >= 0 ? both : n) == length : both >= length;", l->found);
  emit_close(e);
  emit_close(e);
}

static const char *stack_fits(Emitter *e, const StackLine *l, const char *site) {
  const char *fits = emit_name(e, "f"), *s = e->at.s;
  emit_line(e, "int %s = %s && (%s >> what_on%d(%s, %s, -1) & 1);", fits, l->top.text, l->wanted, l->type, s, site);
  emit_line(e, "for (int l = 0; !(%s) && l < %s->height%d[%s]; l++) %s |= %s >> LEVELS(%s, %d, %s)[l].what & 1;",
            l->top.text, s, l->type, site, fits, l->wanted, s, l->type, site);
  return fits;
}

// Lines of stacks that have such a piece somewhere, or on top.
static void lines_of_stacks(Emitter *e, const StackLine *l) {
  const char *q = emit_name(e, "q"), *n = emit_name(e, "n"), *k = emit_name(e, "k"), *side = emit_name(e, "k"),
             *ends = emit_name(e, "c");
  Context old = e->at;
  emit_open(e, "if (%s)", stack_fits(e, l, l->at.text));
  emit_line(e, "const %s_type *%s = %s(%s);", l->lines, q, l->lines, l->at.text);
  emit_open(e, "for (int %s = *%s++; %s > 0 && !%s; %s--)", k, q, k, l->found, k);
  emit_line(e, "int %s = 1;", n);
  emit_open(e, "for (int %s = 0; %s < 2; %s++)", side, side, side);
  emit_line(e, "int %s = 0;", ends);
  emit_open(e, "for (; *%s < %d; %s++)", q, e->bits, q);
  emit_line(e, "if (%s) continue;", ends);
  e->at.in_loop = true;
  Code site = emit_bind(e, code_site(e, emit_text(e, "*%s", q), l->type));
  e->at.slot[SLOT_TO] = site;
  const char *fits = stack_fits(e, l, site.text);
  if (l->in->a[A_STACK_LINE_IF]) {
    emit_open(e, "if (%s)", fits);
    emit_line(e, "%s = !!(%s);", fits, emit_cond(e, l->in->a[A_STACK_LINE_IF]));
    emit_close(e);
  }
  emit_line(e, "if (!%s) %s = 1; else if (++%s == %s && !(%s)) %s = %s = 1;", fits, ends, n, l->length.text,
            l->exact.text, l->found, ends);
  emit_close(e);
  emit_line(e, "%s++;", q);
  emit_close(e);
  emit_line(e, "%s |= %s == %s;", l->found, n, l->length.text);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

Code emit_stack_line(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  StackLine l = {.in = in, .type = emit_type(e, a[A_STACK_LINE_TYPE]), .found = emit_name(e, "f")};
  Code levels = emit_int_or(e, a[A_STACK_LINE_LEVELS], 0);
  l.length = emit_bind(e, emit_int(e, a[A_STACK_LINE_LENGTH]));
  l.at = emit_bind(e, emit_int(e, a[A_STACK_LINE_AT]));
  l.exact = emit_bind(e, emit_int_or(e, a[A_STACK_LINE_EXACT], 0));
  l.top = emit_bind(e, emit_int_or(e, a[A_STACK_LINE_TOP], 0));
  if (!levels.known || !emit_kept(e, l.type)) emit_fail(e, "STACK_LINE");
  if (e->why) return code_const(e, 0);
  l.lines = full_lines(e, l.type, (Dir)a[A_STACK_LINE_DIR], true);
  emit_line(e, "int %s = %s >= 0 && %s == 1;", l.found, l.at.text, l.length.text);
  emit_open(e, "if (!%s && (u32)(%s) < %du)", l.found, l.at.text, emit_board_sites(e, l.type));
  l.at.min = MAX(l.at.min, 0);
  l.at.max = MIN(l.at.max, emit_board_sites(e, l.type) - 1);
  l.wanted = wanted_mask(e, &l);
  if (levels.value) lines_of_levels(e, &l);
  else lines_of_stacks(e, &l);
  emit_close(e);
  return code_of(l.found, 0, 1);
}
