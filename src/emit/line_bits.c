// Lines of one player's pieces through a site, on boards where pieces only ever come: every line of the board has a
// word of bits for each player, which placements keep. The lines of each axis are an array of their own, so that the
// compiler knows words of different axes to be different ones and need not read again what it has just written.
//
// To find a line, what is around the site on every axis is shifted into one word of 64 bits, a lane for each axis with
// the site in its middle, and the runs of all lanes are found at once.
#include "emit/emit_internal.h"

enum { AXES_MAX = 6, LINE_BITS = 32 };

typedef struct BoardLine {
  int32_t sites[LINE_BITS];
  int n, axis, row;
} BoardLine;

typedef VEC(BoardLine) BoardLines;

// The lines through each site.
typedef struct LinesAt {
  int32_t line[AXES_MAX];
  int n;
} LinesAt;

// ---- the lines of a board -----------------------------------------------------------------------

static void line_join(BoardLine *line, SiteList back, Site site, SiteList ahead) {
  line->n = 0;
  for (int i = back.n - 1; i >= 1; i--) line->sites[line->n++] = back.at[i];
  line->sites[line->n++] = site;
  for (int i = 1; i < ahead.n; i++) line->sites[line->n++] = ahead.at[i];
}

static bool same_line(const BoardLine *a, const BoardLine *b) {
  bool forward = a->n == b->n, backward = forward;
  for (int i = 0; i < a->n && (forward || backward); i++) {
    forward = forward && a->sites[i] == b->sites[i];
    backward = backward && a->sites[i] == b->sites[b->n - 1 - i];
  }
  return forward || backward;
}

static int find_line(const BoardLines *lines, const BoardLine *line) {
  for (size_t l = 0; l < lines->n; l++) {
    if (same_line(&lines->at[l], line)) return (int)l;
  }
  return -1;
}

static int place_of(const BoardLine *line, int site) {
  int place = 0;
  while (place < line->n && line->sites[place] != site) place++;
  return place;
}

// The lines through one site join the list; false where there are too many, or one is too long.
static bool find_lines_at(Emitter *e, SiteType type, Dir dir, Site site, BoardLines *lines, LinesAt *at) {
  const Topology *board = e->game->board;
  Radials radials = topo_radials(board, type, site, dir);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    SiteList ahead = topo_radial(board, type, radials.ids[r]);
    SiteList back = radials.opposites[r] >= 0 ? topo_radial(board, type, radials.opposites[r]) : (SiteList){0};
    int length = ahead.n + MAX(back.n - 1, 0);
    if (length < 2) continue;
    if (length > LINE_BITS || at->n == AXES_MAX) return false;
    BoardLine line = {.axis = -1};
    line_join(&line, back, site, ahead);
    int found = find_line(lines, &line);
    if (found < 0) VEC_PUSH(lines, line);
    at->line[at->n++] = found < 0 ? (int32_t)lines->n - 1 : found;
  }
  return true;
}

// Every site of a line must have it among its own.
static bool sites_agree(const BoardLines *lines, const LinesAt *at) {
  for (size_t l = 0; l < lines->n; l++) {
    for (int i = 0; i < lines->at[l].n; i++) {
      const LinesAt *here = &at[lines->at[l].sites[i]];
      bool has = false;
      for (int a = 0; a < here->n; a++) has |= here->line[a] == (int32_t)l;
      if (!has) return false;
    }
  }
  return lines->n > 0;
}

// The first axis that no line crossing this one is on.
static int free_axis(const BoardLines *lines, const LinesAt *at, const BoardLine *line) {
  uint32_t taken = 0;
  for (int i = 0; i < line->n; i++) {
    const LinesAt *here = &at[line->sites[i]];
    for (int a = 0; a < here->n; a++) {
      int axis = lines->at[here->line[a]].axis;
      if (axis >= 0) taken |= 1u << axis;
    }
  }
  return __builtin_ctz(~taken);
}

// Gives every line an axis and a row of its array, long lines first, as these cross most others; false: too many axes.
static bool give_axes(Emitter *e, BoardLines *lines, const LinesAt *at) {
  int rows[AXES_MAX] = {0};
  e->line_axes = e->line_lines = 0;
  for (int length = LINE_BITS; length >= 2; length--) {
    for (size_t l = 0; l < lines->n; l++) {
      BoardLine *line = &lines->at[l];
      if (line->n != length) continue;
      line->axis = free_axis(lines, at, line);
      if (line->axis >= AXES_MAX) return false;
      line->row = rows[line->axis]++;
      e->line_axes = MAX(e->line_axes, line->axis + 1);
      e->line_lines = MAX(e->line_lines, rows[line->axis] + 1);  // the last one is for sites without a line
    }
  }
  return true;
}

// ---- tables -------------------------------------------------------------------------------------

static void table_of(Emitter *e, const BoardLines *lines, const LinesAt *at, int site, bool places) {
  text_puts(&e->tables, "{");
  for (int axis = 0; axis < e->line_axes; axis++) {
    int value = places ? 0 : e->line_lines - 1;
    for (int a = 0; a < at[site].n; a++) {
      const BoardLine *line = &lines->at[at[site].line[a]];
      if (line->axis == axis) value = places ? place_of(line, site) : line->row;
    }
    text_printf(&e->tables, "%s%d", axis ? ", " : "", value);
  }
  text_puts(&e->tables, "}");
}

static void write_lines(Emitter *e, const BoardLines *lines, const LinesAt *at, int n) {
  text_printf(&e->tables,
              "// The lines through each site: the row of each in the array of its axis, and the place on it.\n"
              "enum { AXES = %d, LINE_LANE = %d, LINE_PAD = %d };\n"
              "static const struct { %s line[AXES], place[AXES]; } LINES_AT[%d] = {\n",
              e->line_axes, 64 / e->line_axes, e->line_pad, e->line_lines <= 256 ? "u8" : "u16", n);
  for (int site = 0; site < n; site++) {
    text_puts(&e->tables, "{");
    table_of(e, lines, at, site, false);
    text_puts(&e->tables, ", ");
    table_of(e, lines, at, site, true);
    text_puts(&e->tables, site % 4 == 3 ? "},\n" : "}, ");
  }
  text_puts(&e->tables, "};\n");
}

// Finds the lines of the board and writes where they are; false where there are none that all their sites agree on.
static bool keep_lines(Emitter *e, SiteType type, Dir dir) {
  int n = emit_board_sites(e, type);
  LinesAt *at = arena_zero(e->arena, (size_t)n * sizeof *at);
  BoardLines lines = {0};
  bool good = true;
  for (int site = 0; site < n && good; site++) good = find_lines_at(e, type, dir, site, &lines, &at[site]);
  good = good && sites_agree(&lines, at) && give_axes(e, &lines, at);
  if (good) {
    e->line_dir = dir;
    e->line_type = type;
    e->line_pad = (64 / e->line_axes - 1) / 2;  // sites on each side that a lane has room for
    e->line_wide = false;
    for (size_t l = 0; l < lines.n; l++) e->line_wide |= lines.at[l].n + e->line_pad > 32;
    write_lines(e, &lines, at, n);
  } else {
    e->line_axes = 0;
  }
  VEC_FREE(&lines);
  return good;
}

const char *emit_line_word(const Emitter *e) { return e->line_wide ? "u64" : "u32"; }

const char *emit_follow_lines(Emitter *e, int player) {
  return emit_text(e,
                   "\n#pragma GCC unroll 6\n  for (int a = 0; a < AXES; a++) s->lines_%d[a][LINES_AT[i].line[a]] |= "
                   "(%s)1 << (LINES_AT[i].place[a] + LINE_PAD);\n ",
                   player, emit_line_word(e));
}

// ---- questions ----------------------------------------------------------------------------------

// Runs of so many in all lanes: bits where they begin.
static const char *runs_of(Emitter *e, Text *out, int length) {
  const char *runs = "around";
  for (int have = 1; have < length;) {
    int step = MIN(have, length - have);
    const char *next = emit_text(e, "run%d", have + step);
    text_printf(out, " const u64 %s = %s & %s >> %d;", next, runs, runs, step);
    runs = next;
    have += step;
  }
  return runs;
}

// Statements that set a variable to whether the player has a line of so many through the site.
static void test_lanes(Emitter *e, Text *out, const char *s, int player, const char *site, int length, bool exact,
                       const char *found) {
  int lane = 64 / e->line_axes;
  uint64_t starts = 0;
  for (int a = 0; a < e->line_axes; a++) starts |= ((1ull << length) - 1) << (lane * a + e->line_pad - length + 1);
  text_printf(out,
              " u64 around = 0;\n#pragma GCC unroll 6\n  for (int a = 0; a < AXES; a++) around |= "
              "(u64)(%s->lines_%d[a][LINES_AT[%s].line[a]] >> LINES_AT[%s].place[a] & %u) << LINE_LANE * a;\n ",
              s, player, site, site, (2u << 2 * e->line_pad) - 1);
  const char *runs = runs_of(e, out, length);
  if (exact) text_printf(out, " const u64 ends = around << 1 | around >> %d;", length);
  text_printf(out, " %s = (%s%s & 0x%llxull) != 0;\n", found, runs, exact ? " & ~ends" : "",
              (unsigned long long)starts);
}

// The same one axis after the other, for lines that are longer than a lane has room for.
static void test_axes(Text *out, const char *s, int player, const char *site, int length, bool exact,
                      const char *found) {
  text_printf(
      out,
      "\n  for (int a = 0; a < AXES; a++) {\n    const u64 bits = %s->lines_%d[a][LINES_AT[%s].line[a]] >> "
      "LINE_PAD;\n    const int place = LINES_AT[%s].place[a];\n    const int count = __builtin_ctzll(~(bits >> "
      "place)) + __builtin_clzll(~(bits << (63 - place))) - 1;\n    %s |= count %s %d;\n  }\n",
      s, player, site, site, found, exact ? "==" : ">=", length);
}

static void test_line(Emitter *e, Text *out, const char *s, int player, const char *site, int length, bool exact,
                      const char *found) {
  if (length <= e->line_pad + !exact) test_lanes(e, out, s, player, site, length, exact, found);
  else test_axes(out, s, player, site, length, exact, found);
}

// A function that asks for a line of whoever is on the site, but for one player.
static const char *line_of_others(Emitter *e, SiteType type, int but, int length, bool exact) {
  const char *key = emit_text(e, "line of others %d %d %d", but, length, exact), *made = emit_find_table(e, key);
  if (made) return made;
  const char *name = emit_name(e, "line_of_owner_");
  Text text = {0};
  text_printf(&text, "static __attribute__((noinline%s)) int %s(const S *s, int i) {\n  int found = 0;\n",
              but ? ", cold" : "", name);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || p == but) continue;
    text_printf(&text, "  if (r_has(s->own%d_%d, i)) {", type, p);
    test_line(e, &text, "s", p, "i", length, exact, "found");
    text_puts(&text, "  }\n");
  }
  text_puts(&text, "  return found;\n}\n");
  text_add(&e->functions, text_str(&text));
  text_free(&text);
  emit_note_table(e, key, name);
  return name;
}

// The line of the mover is found on the spot: it is nearly always asked for after a placement.
const char *emit_line_by_bits(Emitter *e, SiteType type, Dir dir, Code site, int length, bool exact) {
  if (!e->only_adds || e->has_what || length < 2 || emit_board_sites(e, type) < 10) return NULL;
  if (e->line_axes && (e->line_dir != dir || e->line_type != type)) return NULL;
  if (!e->line_axes && !keep_lines(e, type, dir)) return NULL;
  Code mover = e->at.mover;
  int own = mover.min == mover.max && mover.min > 0 && (e->owners >> mover.min & 1) ? mover.min : 0;
  const char *found = emit_name(e, "f"), *others = line_of_others(e, type, own, length, exact);
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "if ((u32)(%s) < %du)", site.text, emit_board_sites(e, type));
  if (own) {
    Text text = {0};
    emit_open(e, "if (__builtin_expect(r_has(%s, %s), 1))", emit_owned(e, type, own), site.text);
    test_line(e, &text, e->at.s, own, site.text, length, exact, found);
    emit_line(e, "%s", arena_text(e->arena, text_str(&text)));
    text_free(&text);
    emit_close(e);
  }
  emit_line(e, "%s%s = %s(%s, %s);", own ? "else " : "", found, others, e->at.s, site.text);
  emit_close(e);
  return found;
}
