// Shapes: lines, connections and groups of pieces.
#include "emit/internal.h"

typedef VEC(int32_t) IntVec;

static Code op_stacking(Emitter *e, const Ins *in) { return (void)in, code_const(e, emit_stacking(e)); }

// ---- lines --------------------------------------------------------------------------------------

// For every site: the lines through it as pairs of radials, each cut after so many sites and ended by an entry past the
// last site, which no piece stands on.
static const char *line_table(Emitter *e, SiteType type, Dir dir, int length, bool opposites) {
  const char *key = emit_text(e, "lines %d %d %d %d", type, dir, length, opposites), *made = emit_find_table(e, key);
  if (made) return made;
  int n = emit_board_sites(e, type);
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  IntVec all = {0};
  for (int site = 0; site < n; site++) {
    starts[site] = (int32_t)all.n;
    size_t count = all.n;
    VEC_PUSH(&all, 0);
    Radials radials = topo_radials(e->game->board, type, site, dir);
    for (int r = 0; r < radials.n; r++) {
      if (!radials.distinct[r]) continue;
      int32_t ids[2] = {radials.ids[r], opposites ? radials.opposites[r] : -1};
      int sites = 1;
      for (int side = 0; side < 2; side++)
        sites += ids[side] >= 0 ? topo_radial(e->game->board, type, ids[side]).n - 1 : 0;
      if (sites < length) continue;  // too short for a line
      all.at[count]++;
      for (int side = 0; side < 2; side++) {
        SiteList line = ids[side] >= 0 ? topo_radial(e->game->board, type, ids[side]) : (SiteList){0};
        for (int i = 1; i < line.n && i <= length; i++) VEC_PUSH(&all, line.at[i]);
        VEC_PUSH(&all, e->bits);
      }
    }
  }
  const char *lines = emit_int_table(e, all.at, (int)all.n), *at = emit_int_table(e, starts, n);
  const char *name = emit_text(e, "LINES_%s", lines);
  text_printf(&e->tables, "#define %s(site) (%s + %s[site])\ntypedef __typeof__(%s[0]) %s_type;\n", name, lines, at,
              lines, name);
  VEC_FREE(&all);
  emit_note_table(e, key, name);
  return name;
}

// The pieces a line through the site is made of: those like the one there, or of the given kinds, as a region.
static const char *line_pieces(Emitter *e, const Ins *in, SiteType type, Code site) {
  if (in->a[A_LINE_WHATS]) {
    IntList whats;
    if (!emit_ints(e, in->a[A_LINE_WHATS], &whats)) {
      emit_fail(e, "LINE of %s", op_info[emit_ins(e, in->a[A_LINE_WHATS])->op].name);
      return "NONE";
    }
    const char *sum = "NONE";
    for (int i = 0; i < whats.n; i++) {
      if (!whats.at[i].known || e->kinds_of[emit_owner(e, whats.at[i].value)] != 1) {
        emit_fail(e, "LINE of some kinds of a player's pieces");
        return "NONE";
      }
      sum = emit_text(e, "(%s | %s)", sum, emit_owned(e, type, emit_owner(e, whats.at[i].value)));
    }
    return sum;
  }
  const char *out = emit_name(e, "r");
  if (e->has_what) {
    emit_line(e, "const R %s = same_kind%d(%s, %s);", out, type, e->at.s, site.text);
    e->uses |= USE_LINES;
    return out;
  }
  emit_line(e, "const R %s =", out);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1)
      emit_line(e, "    r_has(%s, %s) ? %s :", emit_owned(e, type, p), site.text, emit_owned(e, type, p));
  }
  emit_line(e, "    NONE;");
  return out;
}

static Code op_line(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_LINE_TYPE]);
  const Ins *pivots = emit_ins(e, in->a[A_LINE_PIVOTS]);
  const Ins *list = pivots->op == OP_REGION_OF_INTS ? emit_ins(e, pivots->a[A_REGION_OF_INTS_VALUES]) : NULL;
  Code length = emit_int(e, in->a[A_LINE_LENGTH]), exact = emit_int_or(e, in->a[A_LINE_EXACT], 0);
  Code contiguous = emit_int_or(e, in->a[A_LINE_CONTIGUOUS], 1), opposites = emit_int_or(e, in->a[A_LINE_OPPOSITES], 1);
  bool simple = list && list->op == OP_INTS_LIST && list->n == 1 && length.known && exact.known && contiguous.known &&
                contiguous.value && opposites.known && !in->a[A_LINE_IF] && !in->a[A_LINE_KINDS] &&
                !in->a[A_LINE_VISIBLE] && type != SITE_EDGE && emit_kept(e, type) && length.value > 0;
  if (!simple) emit_fail(e, "LINE with conditions");
  if (e->why) return code_const(e, 0);
  if (length.value == 1) emit_fail(e, "LINE of one");
  Code site = emit_bind(e, emit_int(e, list->a[A_INTS_LIST_ITEMS]));
  const char *table = line_table(e, type, (Dir)in->a[A_LINE_DIR], length.value, opposites.value);
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  int n = emit_board_sites(e, type);
  if (site.min < 0 || site.max >= n) emit_open(e, "if ((u32)(%s) < %du)", site.text, n);
  else emit_open(e, "%s", "");
  const char *own = line_pieces(e, in, type, site), *q = emit_name(e, "q"), *left = emit_name(e, "i");
  if (in->a[A_LINE_WHATS]) {
    own = emit_region_value(e, own);
    emit_open(e, "if (r_has(%s, %s))", own, site.text);
  }
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, site.text);
  emit_open(e, "for (int %s = *%s++; %s > 0 && !%s; %s--)", left, q, left, found, left);
  emit_line(e, "int count = 1;");
  emit_line(e, "for (; r_has_end(%s, *%s); %s++) count++;", own, q, q);
  emit_line(e, "while (*%s++ != %d) {}", q, e->bits);
  emit_line(e, "for (; r_has_end(%s, *%s); %s++) count++;", own, q, q);
  emit_line(e, "while (*%s++ != %d) {}", q, e->bits);
  emit_line(e, "%s = count %s %d;", found, exact.value ? "==" : ">=", length.value);
  emit_close(e);
  if (in->a[A_LINE_WHATS]) emit_close(e);
  emit_close(e);
  return code_of(found, 0, 1);
}

// ---- groups -------------------------------------------------------------------------------------

typedef struct StepsWanted {
  SiteType type;
  const char *name;
} StepsWanted;

static void steps_name(Emitter *e, const DirList *dirs, void *self) {
  StepsWanted *want = self;
  want->name = emit_steps(e, want->type, dirs, NULL);
}

// The step table of directions that do not depend on a piece.
static const char *fixed_steps(Emitter *e, SiteType type, int32_t dirs) {
  StepsWanted want = {type, NULL};
  const Ins *in = emit_ins(e, dirs);
  if (in->op != OP_DIRS_CONST) emit_fail(e, "groups by %s", op_info[in->op].name);
  else emit_with_dirs(e, dirs, code_const(e, 0), steps_name, &want);
  return want.name ? want.name : "T0";
}

static Code op_connected(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_CONNECTED_TYPE]);
  Code at = emit_bind(e, emit_int(e, in->a[A_CONNECTED_AT]));
  Code player = in->a[A_CONNECTED_PLAYER] ? emit_int(e, in->a[A_CONNECTED_PLAYER]) : code_const(e, GAME_OFF);
  if (emit_stacking(e)) emit_fail(e, "stacks");
  if (!player.known || !emit_kept(e, type)) emit_fail(e, "CONNECTED of a player found while playing");
  const char *steps = fixed_steps(e, type, in->a[A_CONNECTED_DIRS]);
  const char *regions[32];
  int n = 0;
  for (int i = A_CONNECTED_REGIONS; i < in->n && n < 32; i++) regions[n++] = emit_region_bind(e, in->a[i]);
  for (int i = 0; i < e->game->n_regions && in->a[A_CONNECTED_PLAYER] && n < 32; i++) {
    const GameRegion *region = &e->game->regions[i];
    if (region->owner != player.value) continue;
    if (region->sites) regions[n++] = emit_region_const(e, region->sites);
    else emit_fail(e, "CONNECTED to regions that change");
  }
  Code needed = emit_int_or(e, in->a[A_CONNECTED_NEEDED], n);
  if (!needed.known || needed.value <= 0) emit_fail(e, "CONNECTED to no region");
  if (e->why) return code_const(e, 0);
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "if ((u32)(%s) < %du)", at.text, emit_board_sites(e, type));
  at.min = 0;
  at.max = emit_board_sites(e, type) - 1;
  const char *group = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", group);
  for (int p = 1; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    const char *own = emit_owned(e, type, p);
    bool grows = player.value == GAME_OFF || player.value == p;
    if (grows) emit_line(e, "if (r_has(%s, %s)) %s = group_of(%s, %s, %s);", own, at.text, group, own, at.text, steps);
    else emit_line(e, "if (r_has(%s, %s)) %s = r_bit(%s);", own, at.text, group, at.text);
  }
  e->uses |= USE_GROUP;
  emit_line(e, "int touched = 0;");
  for (int i = 0; i < n; i++) emit_line(e, "touched += r_any(%s & %s);", group, regions[i]);
  emit_line(e, "%s = touched >= %d;", found, needed.value);
  emit_close(e);
  return code_of(found, 0, 1);
}

const EmitRow emit_shape_rows[] = {
    {OP_STACKING, .as_int = op_stacking},
    {OP_LINE, .as_int = op_line},
    {OP_CONNECTED, .as_int = op_connected},
    {0},
};
