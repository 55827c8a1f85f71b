// Shapes: lines, connections and groups of pieces.
#include "emit/emit_internal.h"

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

// What a line through the site is made of: pieces like the one there, empty sites if it is empty, or pieces of the
// given kinds, as a region.
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
  return emit_same_pieces(e, type, site.text);
}

// ---- lines through one site ---------------------------------------------------------------------

// On very small boards: for every site the sets of pieces with a line through it, as a table of bits.
static const char *line_by_table(Emitter *e, SiteType type, Dir dir, Code site, int length, bool exact) {
  enum { SITES_MAX = 10 };
  int n = emit_board_sites(e, type);
  if (n > SITES_MAX || e->has_what || e->words != 1 || emit_sites(e, type) != n) return NULL;
  const char *key = emit_text(e, "line sets %d %d %d %d", type, dir, length, exact), *name = emit_find_table(e, key);
  if (!name) {
    int32_t *table = arena_zero(e->arena, ((size_t)n << n) * sizeof *table);
    for (int at = 0; at < n; at++) {
      for (int set = 0; set < 1 << n; set++) {
        Radials radials = topo_radials(e->game->board, type, at, dir);
        for (int r = 0; r < radials.n && (set >> at & 1); r++) {
          if (!radials.distinct[r]) continue;
          int count = 1;
          int32_t ids[2] = {radials.ids[r], radials.opposites[r]};
          for (int side = 0; side < 2; side++) {
            SiteList line = ids[side] >= 0 ? topo_radial(e->game->board, type, ids[side]) : (SiteList){0};
            for (int i = 1; i < line.n && (set >> line.at[i] & 1); i++) count++;
          }
          if (exact ? count == length : count >= length) table[((size_t)at << n) + (size_t)set] = 1;
        }
      }
    }
    name = emit_int_table(e, table, n << n);
    emit_note_table(e, key, name);
  }
  const char *own = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    const char *mine = emit_owned(e, type, p);
    own = own ? emit_text(e, "%s | (r_has(%s, %s) ? %s : 0)", own, mine, site.text, mine)
              : emit_text(e, "(r_has(%s, %s) ? %s : 0)", mine, site.text, mine);
  }
  return emit_text(e, "((u32)(%s) < %du && %s[(u32)%s << %d | (u32)(%s)])", site.text, n, name, site.text, n, own);
}

// The sites of a set where a condition holds for TO.
static const char *pieces_where(Emitter *e, const char *own, int32_t cond, SiteType type) {
  const char *set = emit_set(e, cond, SLOT_TO, type), *out = emit_name(e, "r");
  if (set) return emit_text(e, "(%s & %s)", own, set);
  Context old = e->at;
  emit_line(e, "R %s = NONE;", out);
  const char *site = emit_for_sites(e, emit_text(e, "(%s & %s)", own, emit_board_mask(e, type)), type);
  e->at.slot[SLOT_TO] = code_of(site, 0, emit_board_sites(e, type) - 1);
  emit_line(e, "if (%s) r_add(&%s, %s);", emit_cond(e, cond), out, site);
  emit_close(e);
  e->at = old;
  return out;
}

// Whether the line is surely one of pieces.
static bool pivot_stands(Emitter *e, const Ins *in) {
  const Ins *pivots = emit_ins(e, in->a[A_LINE_PIVOTS]);
  const Ins *list = pivots->op == OP_REGION_OF_INTS ? emit_ins(e, pivots->a[A_REGION_OF_INTS_VALUES]) : NULL;
  bool single = list && list->op == OP_INTS_LIST && list->n == 1;
  return e->last_stands && single && emit_ins(e, list->a[A_INTS_LIST_ITEMS])->op == OP_LAST_TO;
}

// A line through one site.
static Code line_at(Emitter *e, const Ins *in, SiteType type, Code site, int length, bool exact, bool opposites) {
  bool plain = opposites && !in->a[A_LINE_WHATS] && !in->a[A_LINE_IF] && pivot_stands(e, in);
  bool some = in->a[A_LINE_WHATS] || in->a[A_LINE_IF];  // of the pieces: the first one has to be among them
  const char *bits = plain ? emit_line_by_bits(e, type, (Dir)in->a[A_LINE_DIR], site, length, exact) : NULL;
  if (!bits && plain) bits = line_by_table(e, type, (Dir)in->a[A_LINE_DIR], site, length, exact);
  if (bits) return code_of(bits, 0, 1);
  const char *table = line_table(e, type, (Dir)in->a[A_LINE_DIR], length, opposites);
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  int n = emit_board_sites(e, type);
  if (site.min < 0 || site.max >= n) emit_open(e, "if ((u32)(%s) < %du)", site.text, n);
  else emit_open(e, "%s", "");
  const char *own = line_pieces(e, in, type, site), *q = emit_name(e, "q"), *left = emit_name(e, "i");
  if (in->a[A_LINE_IF]) own = pieces_where(e, own, in->a[A_LINE_IF], type);
  if (some) {
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
  emit_line(e, "%s = count %s %d;", found, exact ? "==" : ">=", length);
  emit_close(e);
  if (some) emit_close(e);
  emit_close(e);
  return code_of(found, 0, 1);
}

// Through sites of which the rules of line_at hold.
static Code plain_line(Emitter *e, const Ins *in, SiteType type, int length, bool exact, bool opposites) {
  const Ins *pivots = emit_ins(e, in->a[A_LINE_PIVOTS]);
  const Ins *list = pivots->op == OP_REGION_OF_INTS ? emit_ins(e, pivots->a[A_REGION_OF_INTS_VALUES]) : NULL;
  bool single = list && list->op == OP_INTS_LIST && list->n == 1;
  if (single) {
    Code site = emit_bind(e, emit_int(e, list->a[A_INTS_LIST_ITEMS]));
    return line_at(e, in, type, site, length, exact, opposites);
  }
  Context old = e->at;
  const char *any = emit_name(e, "f"), *region = emit_region(e, in->a[A_LINE_PIVOTS]);
  emit_line(e, "int %s = 0;", any);
  const char *at = emit_for_sites(e, emit_text(e, "(%s & %s)", region, emit_board_mask(e, type)), type);
  emit_open(e, "if (!%s)", any);
  e->at.in_loop = true;
  Code found = line_at(e, in, type, code_of(at, 0, emit_board_sites(e, type) - 1), length, exact, opposites);
  emit_line(e, "%s = %s;", any, found.text);
  emit_close(e);
  emit_close(e);
  e->at = old;
  return code_of(any, 0, 1);
}

// Whether line_pieces can say which pieces are meant as a set.
static bool whole_players(Emitter *e, const Ins *in) {
  IntList whats;
  if (!in->a[A_LINE_WHATS]) return true;
  if (!emit_ints(e, in->a[A_LINE_WHATS], &whats)) return false;
  for (int i = 0; i < whats.n; i++) {
    if (!whats.at[i].known || whats.at[i].value < 1 || e->kinds_of[emit_owner(e, whats.at[i].value)] != 1) return false;
  }
  return true;
}

static Code op_line(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_LINE_TYPE]);
  const Ins *pivots = emit_ins(e, in->a[A_LINE_PIVOTS]);
  const Ins *list = pivots->op == OP_REGION_OF_INTS ? emit_ins(e, pivots->a[A_REGION_OF_INTS_VALUES]) : NULL;
  Code length = emit_int(e, in->a[A_LINE_LENGTH]), exact = emit_int_or(e, in->a[A_LINE_EXACT], 0);
  Code contiguous = emit_int_or(e, in->a[A_LINE_CONTIGUOUS], 1), opposites = emit_int_or(e, in->a[A_LINE_OPPOSITES], 1);
  bool single = list && list->op == OP_INTS_LIST && list->n == 1;
  bool simple = (single || !in->a[A_LINE_IF]) && length.known && exact.known && contiguous.known && contiguous.value &&
                opposites.known && !in->a[A_LINE_KINDS] && !in->a[A_LINE_VISIBLE] && type != SITE_EDGE &&
                emit_kept(e, type) && length.value > 1 && !e->tall && !e->puzzle && whole_players(e, in);
  if (e->why) return code_const(e, 0);
  if (!simple) return emit_general_line(e, in);
  return plain_line(e, in, type, length.value, exact.value, opposites.value);
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

// Groups kept by union-find, each with the regions it touches, where pieces only ever come. Returns an expression, or
// NULL where this cannot be done.
static const char *connected_by_links(Emitter *e, const Ins *in, SiteType type, Code at, Player player, int needed) {
  const Ins *last = emit_ins(e, in->a[A_CONNECTED_AT]);
  const Ins *dirs = emit_ins(e, in->a[A_CONNECTED_DIRS]);
  if (!e->only_adds || e->has_what || last->op != OP_LAST_TO || player < 1 || in->n > A_CONNECTED_REGIONS ||
      dirs->op != OP_DIRS_CONST)
    return NULL;
  if (e->links && (e->link_type != type || e->link_dirs != dirs->a[A_DIRS_CONST_ARRAY])) return NULL;
  int n = emit_board_sites(e, type), regions = 0;
  for (int i = 0; i < e->game->n_regions; i++) regions += e->game->regions[i].owner >= 1;
  if (regions > 8) return NULL;
  if (!e->links) {
    int32_t *touches = arena_zero(e->arena, (size_t)n * sizeof *touches);
    int bit = 0;
    for (int i = 0; i < e->game->n_regions; i++) {
      if (e->game->regions[i].owner < 1) continue;
      if (!e->game->regions[i].sites) return NULL;
      for (int site = 0; site < n; site++) touches[site] |= (int)bit_get(e->game->regions[i].sites, site) << bit;
      bit++;
    }
    const RulesArray *array = &e->program->arrays[dirs->a[A_DIRS_CONST_ARRAY]];
    VEC(int32_t) near = {0};
    int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
    for (int site = 0; site < n; site++) {
      starts[site] = (int32_t)near.n;
      for (int d = 0; d < array->n; d++) {
        SiteList list = topo_step_list(e->game->board, type, site, (Dir)array->at[d]);
        for (int i = 0; i < list.n; i++) VEC_PUSH(&near, list.at[i]);
      }
    }
    starts[n] = (int32_t)near.n;
    const char *list = emit_int_table(e, near.at, (int)near.n), *start = emit_int_table(e, starts, n + 1),
               *touch = emit_int_table(e, touches, n);
    VEC_FREE(&near);
    text_printf(&e->tables, "#define NEAR %s\n#define NEAR_FROM(i) %s[i]\n#define TOUCHES(i) %s[i]\n", list, start,
                touch);
    e->links = n;
    e->link_type = type;
    e->link_dirs = dirs->a[A_DIRS_CONST_ARRAY];
  }
  uint32_t wanted = 0;
  int bit = 0;
  for (int i = 0; i < e->game->n_regions; i++) {
    if (e->game->regions[i].owner < 1) continue;
    if (e->game->regions[i].owner == player) wanted |= 1u << bit;
    bit++;
  }
  return emit_text(e, "((u32)(%s) < %du && r_has(%s, %s) && __builtin_popcount(touched_by(%s, %s) & %uu) >= %d)",
                   at.text, n, emit_owned(e, type, player), at.text, e->at.s, at.text, wanted, needed);
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
  // Pieces of others count by their own site only: where the mover's own are asked for, its group is kept.
  const char *kept = player.known && player.value == e->at.mover.value && e->at.mover.known
                         ? connected_by_links(e, in, type, at, player.value, needed.value)
                         : NULL;
  if (kept) return code_of(kept, 0, 1);
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
