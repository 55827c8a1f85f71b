// What is seen and reached from a site: along lines, by steps, below; and lists of numbers worked out while playing.
#include "emit/emit_internal.h"

#include "board/direction.h"

// ---- lists of numbers ---------------------------------------------------------------------------

static int open_results(Emitter *e, const Ins *in, const char **value) {
  if (e->plan->needs[in->a[A_INTS_RESULTS_TO]] & PART_CHANCE) emit_fail(e, "RESULTS of sites that chance decides");
  const char *from = emit_for_sites(e, emit_region(e, in->a[A_INTS_RESULTS_FROM]), e->game->site_type);
  e->at.in_loop = true;
  e->at.slot[SLOT_FROM] = code_of(from, 0, e->bits - 1);
  e->at.from_what = 0;
  const char *to = emit_for_sites(e, emit_region(e, in->a[A_INTS_RESULTS_TO]), e->game->site_type);
  e->at.slot[SLOT_TO] = code_of(to, 0, e->bits - 1);
  *value = emit_bind(e, emit_int(e, in->a[A_INTS_RESULTS_VALUE])).text;
  return 2;
}

static int open_remembered(Emitter *e, const Ins *in, const char **value) {
  int memory = in->a[A_INTS_REMEMBERED_MEMORY];
  const char *i = emit_name(e, "k");
  *value = emit_name(e, "v");
  e->uses |= USE_MEMORY;
  if (e->layout.memory) emit_open(e, "for (int %s = 0; %s < %s->memory_n[%d]; %s++)", i, i, e->at.s, memory, i);
  else emit_open(e, "for (int %s = 0; %s < 0; %s++)", i, i, i);
  if (e->layout.memory) emit_line(e, "const int %s = %s->memory[%d][%s];", *value, e->at.s, memory, i);
  else emit_line(e, "const int %s = 0;", *value);
  return 1;
}

// The pieces of a player who is found while playing.
static int open_owned(Emitter *e, const Ins *in, const char **value) {
  int last = e->game->players + 1;
  int32_t *starts = arena_alloc(e->arena, ((size_t)last + 2) * sizeof *starts);
  VEC(int32_t) pieces = {0};
  for (int p = 0; p <= last; p++) {
    starts[p] = (int32_t)pieces.n;
    for (int c = 1; c < e->game->n_components; c++) {
      if (e->game->components[c].owner == p) VEC_PUSH(&pieces, c);
    }
  }
  starts[last + 1] = (int32_t)pieces.n;
  VEC_PUSH(&pieces, 0);
  const char *player = emit_name(e, "i"), *i = emit_name(e, "k"), *from = emit_int_table(e, starts, last + 2);
  const char *owned = emit_int_table(e, pieces.at, (int)pieces.n);
  VEC_FREE(&pieces);
  emit_line(e, "const int %s = %s;", player, emit_int(e, in->a[A_PIECES_OWNED_PLAYER]).text);
  emit_open(e, "if ((u32)%s <= %du) for (int %s = %s[%s]; %s < %s[%s + 1]; %s++)", player, last, i, from, player, i,
            from, player, i);
  *value = emit_text(e, "%s[%s]", owned, i);
  e->at.in_loop = true;
  return 1;
}

int emit_open_ints(Emitter *e, int32_t ref, const char **value) {
  const Ins *in = emit_ins(e, ref);
  IntList list;
  switch (in->op) {
    case OP_INTS_RESULTS: return open_results(e, in, value);
    case OP_INTS_REMEMBERED: return open_remembered(e, in, value);
    case OP_GROUP_SIZES: return emit_open_group_sizes(e, in, value);
    case OP_INTS_OF_REGION:
      *value = emit_for_sites(e, emit_region(e, in->a[A_INTS_OF_REGION_REGION]), e->game->site_type);
      e->at.in_loop = true;
      return 1;
    default: break;
  }
  bool known = emit_ints(e, ref, &list);
  if (!known && !e->why && in->op == OP_PIECES_OWNED) return open_owned(e, in, value);
  if (!known && !e->why && emit_open_list(e, ref, value)) return 1;
  if (!known || !list.n) {
    if (!e->why) emit_fail(e, "a list by %s", op_info[in->op].name);
    *value = "0";
    return 0;
  }
  const char *items = "", *array = emit_name(e, "a"), *i = emit_name(e, "k");
  for (int k = 0; k < list.n; k++) items = emit_text(e, "%s%s%s", items, k ? ", " : "", list.at[k].text);
  emit_line(e, "const int %s[] = {%s};", array, items);
  emit_open(e, "for (int %s = 0; %s < %d; %s++)", i, i, list.n, i);
  *value = emit_text(e, "%s[%s]", array, i);
  e->at.in_loop = true;
  return 1;
}

void emit_close_ints(Emitter *e, int blocks) {
  for (; blocks > 0; blocks--) emit_close(e);
}

static Code op_ints_all(Emitter *e, const Ins *in) {
  Context old = e->at;
  const char *all = emit_name(e, "c"), *value;
  emit_line(e, "int %s = 1;", all);
  int blocks = emit_open_ints(e, in->a[A_INTS_ALL_VALUES], &value);
  e->at.slot[SLOT_VALUE] = code_of(value, INT32_MIN, INT32_MAX);
  emit_open(e, "if (%s)", all);
  emit_line(e, "%s = !!(%s);", all, emit_cond(e, in->a[A_INTS_ALL_IF]));
  emit_close(e);
  emit_close_ints(e, blocks);
  e->at = old;
  return code_of(all, 0, 1);
}

// ---- below and in line --------------------------------------------------------------------------

static Code op_flat(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_FLAT_SITE]));
  const Topology *board = e->game->board;
  size_t words = (size_t)e->program->region_words;
  int n = topo_count(board, SITE_VERTEX);
  if (!emit_kept(e, SITE_VERTEX) || e->stack_bound) emit_fail(e, "FLAT");
  if (e->why || (site.known && (site.value < 0 || site.value >= n))) return code_const(e, 0);
  const char *table = emit_find_table(e, "below");
  if (!table) {
    Word *below = arena_zero(e->arena, (size_t)MAX(n, 1) * words * sizeof *below);
    for (int i = 0; i < n; i++) {
      SiteList sites = topo_step_list(board, SITE_VERTEX, i, DIR_DOWNWARD);
      for (int k = 0; k < sites.n && board->sites[SITE_VERTEX].layer[i]; k++)
        bit_set(below + (size_t)i * words, sites.at[k]);
    }
    emit_note_table(e, "below", table = emit_region_table(e, below, n));
  }
  const char *test = emit_text(e, "!r_any(%s[%s] & %s->empty%d)", table, site.text, e->at.s, SITE_VERTEX);
  if (site.min >= 0 && site.max < n) return code_of(test, 0, 1);
  return code_of(emit_text(e, "((u32)(%s) < %du && %s)", site.text, n, test), 0, 1);
}

typedef struct Sight {
  const Ins *in;
  SiteType type;
  Code at;
  const char *out;
} Sight;

static void look_along(Emitter *e, const DirList *dirs, void *self) {
  Sight *w = self;
  SightKind kind = (SightKind)w->in->a[A_SIGHT_WHAT];
  const char *table = emit_rays(e, w->type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"),
             *k = emit_name(e, "k"), *len = emit_name(e, "len");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, w->at.text);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_line(e, "int %s = 0;", k);
  emit_line(e, "while (%s < %s && r_has(%s->empty%d, %s[%s])) %s++;", k, len, e->at.s, w->type, q, k, k);
  if (kind == SIGHT_EMPTY) emit_line(e, "for (int i = 0; i < %s; i++) r_add(&%s, %s[i]);", k, w->out, q);
  if (kind == SIGHT_FARTHEST) emit_line(e, "if (%s > 0) r_add(&%s, %s[%s - 1]);", k, w->out, q, k);
  if (kind == SIGHT_PIECE) emit_line(e, "if (%s < %s) r_add(&%s, %s[%s]);", k, len, w->out, q, k);
  emit_close(e);
}

static const char *op_sight(Emitter *e, const Ins *in) {
  Sight w = {.in = in, .type = emit_type(e, in->a[A_SIGHT_TYPE])};
  w.at = emit_bind(e, emit_int(e, in->a[A_SIGHT_AT]));
  w.out = emit_name(e, "r");
  int n = emit_board_sites(e, w.type);
  if (!emit_kept(e, w.type)) emit_fail(e, "SIGHT over sites without pieces");
  if (e->why || (w.at.known && (w.at.value < 0 || w.at.value >= n))) return "NONE";
  emit_line(e, "R %s = NONE;", w.out);
  emit_open(e, "if ((u32)(%s) < %du)", w.at.text, n);
  w.at.min = MAX(w.at.min, 0);
  w.at.max = MIN(w.at.max, n - 1);
  emit_with_dirs(e, in->a[A_SIGHT_DIRS], w.at, look_along, &w);
  emit_close(e);
  return w.out;
}

// ---- by steps -----------------------------------------------------------------------------------

// Steps of a relation from every site to every other, row by row; 0 without a way.
static const char *steps_table(Emitter *e, SiteType type, Relation relation) {
  const char *key = emit_text(e, "steps to %d %d", type, relation), *name = emit_find_table(e, key);
  if (name) return name;
  int n = emit_board_sites(e, type);
  int32_t *steps = arena_zero(e->arena, ((size_t)n * (size_t)n + 1) * sizeof *steps),
          *queue = arena_alloc(e->arena, ((size_t)n + 1) * sizeof *queue);
  for (int from = 0; from < n; from++) {
    int32_t *row = steps + (ptrdiff_t)from * n, found = 1;
    queue[0] = from;
    for (int i = 0; i < found; i++) {
      SiteList near = topo_neighbours(e->game->board, type, relation, queue[i]);
      for (int k = 0; k < near.n; k++) {
        if (near.at[k] == from || row[near.at[k]]) continue;
        row[near.at[k]] = row[queue[i]] + 1;
        queue[found++] = near.at[k];
      }
    }
  }
  emit_note_table(e, key, name = emit_int_table(e, steps, n * n));
  return name;
}

static Code op_steps_to(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_STEPS_TO_TYPE]);
  int n = emit_board_sites(e, type);
  if (type == SITE_EDGE || n > 400) emit_fail(e, "STEPS_TO on large boards");
  if (e->why) return code_const(e, 0);
  Code from = emit_bind(e, emit_int(e, in->a[A_STEPS_TO_FROM]));
  const char *table;
  if (in->a[A_STEPS_TO_TABLE] >= 0) {
    const RulesArray *given = &e->program->arrays[in->a[A_STEPS_TO_TABLE]];
    const char *key = emit_text(e, "steps given %d", in->a[A_STEPS_TO_TABLE]);
    table = emit_find_table(e, key);
    if (!table) emit_note_table(e, key, table = emit_int_table(e, given->at, given->n));
  } else {
    table = steps_table(e, type, (Relation)in->a[A_STEPS_TO_RELATION]);
  }
  const char *least = emit_name(e, "i"), *to = emit_region(e, in->a[A_STEPS_TO_TO]);
  emit_line(e, "int %s = 1000000000;", least);
  emit_open(e, "if ((u32)(%s) < %du)", from.text, n);
  const char *site = emit_for_sites(e, emit_text(e, "(%s & %s)", to, emit_board_mask(e, type)), type);
  emit_line(e, "if (%s[%s * %d + %s] < %s) %s = %s[%s * %d + %s];", table, from.text, n, site, least, least, table,
            from.text, n, site);
  emit_close(e);
  emit_close(e);
  emit_line(e, "if (%s == 1000000000) %s = 0;", least, least);
  return code_of(least, 0, n);
}

static const char *op_at_distance(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_AT_DISTANCE_TYPE]);
  int n = emit_board_sites(e, type);
  if (type == SITE_EDGE || n > 400) emit_fail(e, "AT_DISTANCE on large boards");
  if (e->why) return "NONE";
  Code from = emit_bind(e, emit_int(e, in->a[A_AT_DISTANCE_FROM])),
       min = emit_bind(e, emit_int(e, in->a[A_AT_DISTANCE_MIN])),
       max = emit_bind(e, emit_int(e, in->a[A_AT_DISTANCE_MAX]));
  const char *table = steps_table(e, type, (Relation)in->a[A_AT_DISTANCE_RELATION]), *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  emit_open(e, "if ((u32)(%s) < %du && %s >= 0)", from.text, n, min.text);
  emit_line(e, "if (%s == 0) r_add(&%s, %s);", min.text, out, from.text);
  emit_open(e, "for (int i = 0; i < %d; i++)", n);
  emit_line(e, "const int steps = %s[%s * %d + i];", table, from.text, n);
  emit_line(e, "if (steps && steps >= %s && steps <= %s) r_add(&%s, i);", min.text, max.text, out);
  emit_close(e);
  emit_close(e);
  return out;
}

// ---- patterns -----------------------------------------------------------------------------------

static Dir turned(const TopoSites *sites, Dir facing, bool left) {
  for (int i = 0; i < DIRS; i++) {
    facing = left ? dir_left(facing) : dir_right(facing);
    if (dirs_has(sites->supported[RELATION_ORTHOGONAL], facing)) break;
  }
  return facing;
}

// The sites of a walk from a site begun in one direction; the first is -1 where it leaves the board.
static void walk_sites(const Emitter *e, SiteType type, const RulesArray *walk, Site site, Dir facing, int32_t *out) {
  const TopoSites *sites = &e->game->board->sites[type];
  int n = 0;
  out[n++] = site;
  for (int i = 0; i < walk->n; i++) {
    if (walk->at[i]) {
      facing = turned(sites, facing, walk->at[i] == 1);
      continue;
    }
    SiteList near = topo_step_list(e->game->board, type, site, dir_played(facing));
    if (!near.n) {
      out[0] = -1;
      return;
    }
    out[n++] = site = near.at[near.n - 1];
  }
}

static const char *op_pattern(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_PATTERN_TYPE]);
  const RulesArray *walk = &e->program->arrays[in->a[A_PATTERN_WALK]];
  const TopoSites *sites = &e->game->board->sites[type];
  int dirs = sites->n_ordered[RELATION_ORTHOGONAL], length = 1, n = sites->n;
  for (int i = 0; i < walk->n; i++) length += !walk->at[i];
  IntList whats = {.n = 0};
  Code from = emit_bind(e, emit_int(e, in->a[A_PATTERN_FROM]));
  if (in->a[A_PATTERN_WHATS] && !emit_ints(e, in->a[A_PATTERN_WHATS], &whats)) emit_fail(e, "PATTERN of a list");
  if (!emit_kept(e, type) || e->stack_bound) emit_fail(e, "PATTERN");
  if (e->why || (in->a[A_PATTERN_WHATS] && !whats.n)) return "NONE";
  int32_t *table = arena_zero(e->arena, ((size_t)(n * dirs * length) + 1) * sizeof *table);
  for (int site = 0; site < n; site++) {
    for (int d = 0; d < dirs; d++)
      walk_sites(e, type, walk, site, sites->ordered[RELATION_ORTHOGONAL][d], table + (site * dirs + d) * length);
  }
  const char *paths = emit_int_table(e, table, n * dirs * length), *out = emit_name(e, "r"), *want = emit_name(e, "a"),
             *items = "";
  emit_line(e, "R %s = NONE;", out);
  emit_open(e, "if ((u32)(%s) < %du)", from.text, n);
  Code inside = code_of(from.text, 0, n - 1);
  for (int i = 0; i < whats.n; i++) items = emit_text(e, "%s%s%s", items, i ? ", " : "", whats.at[i].text);
  emit_line(e, "const int %s[] = {%s};", want, whats.n ? items : emit_what(e, type, inside));
  emit_open(e, "for (int d = 0; d < %d && (%d || %s[0]); d++)", dirs, whats.n, want);
  emit_line(e, "const __typeof__(%s[0]) *path = %s + (%s * %d + d) * %d;", paths, paths, from.text, dirs, length);
  emit_line(e, "int fits = path[0] >= 0;");
  emit_line(e, "for (int k = 0; k < %d && fits; k++) fits = %s == %s[k %% %d];", length,
            emit_what(e, type, code_of("path[k]", 0, n - 1)), want, MAX(whats.n, 1));
  emit_line(e, "for (int k = 0; k < %d && fits; k++) r_add(&%s, path[k]);", length, out);
  emit_close(e);
  emit_close(e);
  return out;
}

// ---- of moves -----------------------------------------------------------------------------------

static const char *op_move_sites(Emitter *e, const Ins *in) {
  Context old = e->at;
  const char *out = emit_name(e, "r");
  if (in->a[A_MOVE_SITES_WHAT] > 1) emit_fail(e, "MOVE_SITES passed over");
  emit_line(e, "R %s = NONE;", out);
  emit_open(e, "%s", "");
  e->at.sink = SINK_SITES;
  e->at.found = out;
  e->at.only = NULL;
  e->at.n_thens = 0;
  e->at.n_filters = 0;
  e->at.ends = in->a[A_MOVE_SITES_WHAT] == 1;
  emit_moves(e, in->a[A_MOVE_SITES_MOVES]);
  emit_close(e);
  e->at = old;
  return out;
}

// ---- levels -------------------------------------------------------------------------------------

static void op_for_levels(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code site = emit_bind(e, emit_int(e, in->a[A_FOR_LEVELS_SITE]));
  SiteType type = emit_type(e, in->a[A_FOR_LEVELS_TYPE]);
  const char *i = emit_name(e, "k"), *l = emit_name(e, "l"), *h = emit_name(e, "h");
  if (e->stack_bound || (!e->merged && e->game->n_containers > 1 && type != SITE_CELL)) emit_fail(e, "FOR_LEVELS");
  // The interpreter leaves LEVEL as the loop had it: moves of the same piece that other dice give begin from there.
  if (!e->at.slot[SLOT_LEVEL].known && e->at.dice.text) emit_fail(e, "FOR_LEVELS between moves of one level");
  if (e->why || !emit_kept(e, type)) return;
  const char *height = e->tall ? emit_text(e, "%s->height%d[%s]", e->at.s, type, site.text)
                               : emit_text(e, "!r_has(%s->empty%d, %s)", e->at.s, type, site.text);
  emit_line(e, "const int %s = (u32)(%s) < %du ? %s : 0;", h, site.text, emit_sites(e, type), height);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", i, i, h, i);
  emit_line(e, in->a[A_FOR_LEVELS_FROM_BOTTOM] ? "const int %s = %s; (void)%s;" : "const int %s = %s; (void)%s;", l,
            in->a[A_FOR_LEVELS_FROM_BOTTOM] ? i : emit_text(e, "%s - 1 - %s", h, i), l);
  e->at.in_loop = true;
  e->at.slot[SLOT_LEVEL] = code_of(l, 0, 255);
  emit_moves(e, in->a[A_FOR_LEVELS_BODY]);
  emit_close(e);
  e->at = old;
}

static Code op_count_levels(Emitter *e, const Ins *in) {
  Context old = e->at;
  SiteType type = emit_type(e, in->a[A_COUNT_LEVELS_TYPE]);
  if (!e->tall || (!e->merged && e->game->n_containers > 1 && type != SITE_CELL)) emit_fail(e, "COUNT_LEVELS");
  if (e->why || !emit_kept(e, type)) return code_const(e, 0);
  const char *n = emit_name(e, "i"), *i = emit_name(e, "k"), *l = emit_name(e, "l");
  const char *region = emit_region(e, in->a[A_COUNT_LEVELS_SITES]);
  emit_line(e, "int %s = 0;", n);
  const char *site = emit_for_sites(e, emit_on_type(e, region, type), type),
             *h = emit_text(e, "%s->height%d[%s]", e->at.s, type, site);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", i, i, h, i);
  emit_line(e, "const int %s = %s; (void)%s;", l,
            in->a[A_COUNT_LEVELS_FROM_TOP] ? emit_text(e, "%s - 1 - %s", h, i) : i, l);
  e->at.slot[SLOT_TO] = code_of(site, 0, emit_sites(e, type) - 1);
  e->at.slot[SLOT_LEVEL] = code_of(l, 0, 255);
  if (in->a[A_COUNT_LEVELS_STOP]) emit_line(e, "if (%s) break;", emit_cond(e, in->a[A_COUNT_LEVELS_STOP]));
  emit_line(e, "%s += !!(%s);", n, emit_cond(e, in->a[A_COUNT_LEVELS_IF]));
  emit_close(e);
  emit_close(e);
  e->at = old;
  return code_of(n, 0, INT32_MAX);
}

const EmitRow emit_look_rows[] = {
    {OP_INTS_ALL, .as_int = op_ints_all},
    {OP_FLAT, .as_int = op_flat},
    {OP_SIGHT, .as_region = op_sight},
    {OP_STEPS_TO, .as_int = op_steps_to},
    {OP_AT_DISTANCE, .as_region = op_at_distance},
    {OP_MOVE_SITES, .as_region = op_move_sites},
    {OP_PATTERN, .as_region = op_pattern},
    {OP_FOR_LEVELS, .as_moves = op_for_levels},
    {OP_COUNT_LEVELS, .as_int = op_count_levels},
    {0},
};
