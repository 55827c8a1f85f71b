// Rings, paths and cycles of pieces: functions of the unit that search for them as the interpreter does.
#include "emit/emit_internal.h"

#include "board/graph.h"

// ---- lists of sites by site -----------------------------------------------------------------------

typedef SiteList SitesNear(const Topology *board, SiteType type, Site site);

static SiteList adjacent(const Topology *board, SiteType type, Site site) {
  return topo_neighbours(board, type, RELATION_ADJACENT, site);
}

static SiteList edges_of(const Topology *board, SiteType type, Site site) {
  return topo_incident(board, type, site, SITE_EDGE);
}

// A table of the sites near each one, in order: a macro of that name gives the first, another with _END the end.
static const char *near_table(Emitter *e, SiteType type, SitesNear *sites, const char *name) {
  const char *key = emit_text(e, "%s %d", name, type), *made = emit_find_table(e, key);
  if (made) return made;
  int n = emit_board_sites(e, type);
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  VEC(int32_t) all = {0};
  for (int site = 0; site < n; site++) {
    SiteList near = sites(e->game->board, type, site);
    starts[site] = (int32_t)all.n;
    for (int i = 0; i < near.n; i++) VEC_PUSH(&all, near.at[i]);
  }
  starts[n] = (int32_t)all.n;
  if (!all.n) VEC_PUSH(&all, 0);
  const char *list = emit_int_table(e, all.at, (int)all.n), *start = emit_int_table(e, starts, n + 1);
  VEC_FREE(&all);
  made = emit_text(e, "%s%d", name, type);
  text_printf(&e->tables, "#define %s(k) %s[k]\n#define %s_FROM(i) %s[i]\n#define %s_END(i) %s[(i) + 1]\n", made, list,
              made, start, made, start);
  emit_note_table(e, key, made);
  return made;
}

// Functions that say what stands on a site and who owns it, for those below.
static void ask_functions(Emitter *e, SiteType type) {
  const char *key = emit_text(e, "asked sites %d", type);
  if (emit_find_table(e, key)) return;
  emit_note_table(e, key, key);
  const char *s = e->at.s;
  e->at.s = "s";
  Code site = code_of("i", 0, emit_board_sites(e, type) - 1);
  text_printf(&e->prototypes, "INLINE int asked_what%d(const S *s, int i) { return %s; }\n", type,
              emit_what(e, type, site));
  text_printf(&e->prototypes, "INLINE int asked_who%d(const S *s, int i) { return %s; }\n", type,
              emit_who(e, type, site));
  e->at.s = s;
}

static bool const_dirs(Emitter *e, int32_t ref, DirList *list) {
  const Ins *in = emit_ins(e, ref);
  if (in->op != OP_DIRS_CONST) {
    emit_fail(e, "LOOP by %s", op_info[in->op].name);
    return false;
  }
  const RulesArray *array = &e->program->arrays[in->a[A_DIRS_CONST_ARRAY]];
  *list = (DirList){.known = true};
  for (int i = 0; i < array->n && list->n < DIRS; i++) list->at[list->n++] = (uint8_t)array->at[i];
  return true;
}

// ---- rings --------------------------------------------------------------------------------------

// The function that looks for a ring through a site; its ground and border are written where they are wanted.
static const char *ring_function(Emitter *e, SiteType type, const DirList *around, const DirList *ways) {
  const char *rays = emit_rays(e, type, around), *steps = emit_steps(e, type, around, NULL),
             *on = emit_steps(e, type, ways, NULL), *near = near_table(e, type, adjacent, "ADJACENT");
  const char *key = emit_text(e, "ring %s %s", rays, on), *name = emit_find_table(e, key);
  if (name) return name;
  name = emit_name(e, "ring_");
  emit_note_table(e, key, name);
  ask_functions(e, type);
  const char *outer = emit_region_sites(e, topo_group(e->game->board, type, GROUP_OUTER));
  int n = emit_board_sites(e, type);
  const char *loop = e->words == 1 ? "for (u64 r = %s; r; r &= r - 1) { const int at = __builtin_ctzll(r);"
                                   : "for (int w = 0; w < NW; w++) for (u64 r = %s[w]; r; r &= r - 1) { const int at = "
                                     "w * 64 + __builtin_ctzll(r);";
  text_printf(&e->prototypes,
              "// The ground around a site, when it is enclosed by pieces of a kind.\n"
              "static int flood_%s(const S *s, int origin, int what, int any, u32 inside, R *out) {\n"
              "  const R outer = %s;\n  R ground = r_bit(origin);\n  int stack[%d], n = 0;\n  stack[n++] = origin;\n"
              "  while (n > 0) {\n    const %s_type *q = %s(stack[--n]);\n    for (int rays = *q++, len; rays > 0; "
              "rays--, q += len) {\n      len = *q++;\n      for (int k = 0; k < len; k++) {\n        const int at = "
              "q[k];\n        if (r_has(ground, at)) continue;\n        if (asked_what%d(s, at) == what) break;\n"
              "        if (r_has(outer, at)) return 0;\n        if (!any && !(inside >> asked_who%d(s, at) & 1)) "
              "continue;\n        r_add(&ground, at);\n        stack[n++] = at;\n      }\n    }\n  }\n  *out = "
              "ground;\n  return 1;\n}\n",
              name, outer, MAX(n, 1), rays, rays, type, type);
  text_printf(&e->prototypes,
              "// A ring of one colour through a site. any: whatever may be inside, otherwise these owners.\n"
              "static int %s(const S *s, int from, int colour, int any, u32 inside, R *ground, R *border) {\n"
              "  const R outer = %s;\n  const int what = asked_what%d(s, from);\n  if (what <= 0) return 0;\n"
              "  for (int k = %s_FROM(from); k < %s_END(from); k++) {\n    const int origin = %s(k);\n"
              "    if (r_has(outer, origin) || (!any && !(inside >> asked_who%d(s, origin) & 1))) continue;\n"
              "    if (!flood_%s(s, origin, what, any, inside, ground)) continue;\n    R edge = NONE;\n    ",
              name, outer, type, near, near, near, type, name);
  text_printf(&e->prototypes, loop, "(*ground)");
  text_printf(&e->prototypes,
              " edge |= %s[at]; }\n    edge &= ~*ground;\n    *border = edge;\n    R same = NONE;\n    "
              "int good = 1, joined = 0;\n    ",
              steps);
  text_printf(&e->prototypes, loop, "edge");
  text_printf(
      &e->prototypes,
      "\n      if (asked_who%d(s, at) != colour) good = 0;\n      if (asked_what%d(s, at) == what) r_add(&same, "
      "at);\n    }\n    if (!good) continue;\n    ",
      type, type);
  text_printf(&e->prototypes, loop, "same");
  text_printf(&e->prototypes, " joined |= r_any(%s[at] & same); }\n    if (joined) return 1;\n  }\n  return 0;\n}\n",
              on);
  return name;
}

static_assert(A_LOOP_TYPE == A_LOOP_SITES_TYPE && A_LOOP_AT == A_LOOP_SITES_AT &&
                  A_LOOP_COLOUR == A_LOOP_SITES_COLOUR && A_LOOP_INSIDE == A_LOOP_SITES_INSIDE &&
                  A_LOOP_AROUND == A_LOOP_SITES_AROUND && A_LOOP_WAYS == A_LOOP_SITES_WAYS,
              "find_ring serves both");

// Whether there is a ring, as a variable; ground and border are named too.
static const char *find_ring(Emitter *e, const Ins *in, const char **ground, const char **border) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_LOOP_TYPE]);
  DirList around, ways;
  if (e->stack_bound || !emit_kept(e, type)) emit_fail(e, "LOOP on stacks");
  if (!const_dirs(e, a[A_LOOP_AROUND], &around) || !const_dirs(e, a[A_LOOP_WAYS], &ways) || e->why) return "0";
  Code at = emit_bind(e, emit_int(e, a[A_LOOP_AT])), colour = emit_bind(e, emit_int(e, a[A_LOOP_COLOUR]));
  const char *name = ring_function(e, type, &around, &ways), *inside = emit_name(e, "i"), *any = emit_name(e, "i"),
             *found = emit_name(e, "f");
  *ground = emit_name(e, "r");
  *border = emit_name(e, "r");
  emit_line(e, "u32 %s = 0; int %s = 1;", inside, any);
  if (a[A_LOOP_INSIDE]) {
    const char *value;
    Context old = e->at;
    int blocks = emit_open_ints(e, a[A_LOOP_INSIDE], &value);
    emit_line(e, "%s = 0;", any);
    emit_line(e, "if ((u32)(%s) < 32u) %s |= 1u << (%s);", value, inside, value);
    emit_close_ints(e, blocks);
    e->at = old;
  }
  emit_line(e, "R %s = NONE, %s = NONE;", *ground, *border);
  emit_line(e, "const int %s = (u32)(%s) < %du && %s(%s, %s, %s, %s, %s, &%s, &%s);", found, at.text,
            emit_board_sites(e, type), name, e->at.s, at.text, colour.text, any, inside, *ground, *border);
  return found;
}

static Code op_loop(Emitter *e, const Ins *in) {
  const char *ground, *border, *found = find_ring(e, in, &ground, &border);
  return code_of(found, 0, 1);
}

static const char *op_loop_sites(Emitter *e, const Ins *in) {
  const char *ground, *border, *found = find_ring(e, in, &ground, &border);
  if (e->why) return "NONE";
  Code inside = emit_int_or(e, in->a[A_LOOP_SITES_ENCLOSED], 0);
  return emit_region_value(e, emit_text(e, "(%s ? %s ? %s : %s : NONE)", found, inside.text, ground, border));
}

// ---- paths of edges -----------------------------------------------------------------------------

static void edge_ends(Emitter *e) {
  if (emit_find_table(e, "edge ends")) return;
  emit_note_table(e, "edge ends", "edge ends");
  int n = emit_board_sites(e, SITE_EDGE);
  int32_t *ends = arena_zero(e->arena, (2 * (size_t)n + 1) * sizeof *ends);
  for (int i = 0; i < n; i++) {
    ends[2 * i] = e->game->board->graph->edges[i].a;
    ends[2 * i + 1] = e->game->board->graph->edges[i].b;
  }
  const char *table = emit_int_table(e, ends, 2 * n + 1);
  text_printf(
      &e->tables,
      "#define END_A(e) %s[2 * (e)]\n#define END_B(e) %s[2 * (e) + 1]\n#define OTHER_END(e, v) (END_A(e) == (v) "
      "? END_B(e) : END_A(e))\n",
      table, table);
}

static const char open_edges[] =
    "static int arm_of_edges(const S *s, int who, int through, int v, int by) {\n  for (int length = 0;; length++) {\n"
    "    int next = -1;\n    for (int k = EDGES1_FROM(v); k < EDGES1_END(v); k++) {\n      const int e = EDGES1(k);\n"
    "      if (e == by || asked_who2(s, e) != who) continue;\n      if (next >= 0 || e == through) return -1;\n"
    "      next = e;\n    }\n    if (next < 0) return length;\n    v = OTHER_END(next, v);\n    by = next;\n  }\n}\n"
    "static int open_path2(const S *s, int at, int who, int min, int max) {\n"
    "  const int one = arm_of_edges(s, who, at, END_A(at), at), other = arm_of_edges(s, who, at, END_B(at), at);\n"
    "  if (one < 0 || other < 0) return 0;\n  const int length = one + other + 1;\n"
    "  return min == max ? length == min : max > min && length <= max;\n}\n";

// What hangs together with the start in two ways, and a cycle through the edge by the numbers of vertices.
static const char closed_edges[] =
    "typedef struct EdgeSearch { int who, edge, start, end, n; int depth[VERTICES], low[VERTICES], stack[VERTICES]; "
    "u8 part[VERTICES]; } EdgeSearch;\n"
    "static void search_edges(const S *s, EdgeSearch *g, int v, int parent, int depth) {\n"
    "  g->depth[v] = g->low[v] = depth;\n  const int mark = g->n;\n  g->stack[g->n++] = v;\n"
    "  for (int k = EDGES1_FROM(v); k < EDGES1_END(v); k++) {\n    const int e = EDGES1(k), next = OTHER_END(e, v);\n"
    "    if (next == parent || asked_who2(s, e) != g->who) continue;\n    if (!g->depth[next]) {\n"
    "      search_edges(s, g, next, v, depth + 1);\n      if (g->low[next] < g->low[v]) g->low[v] = g->low[next];\n"
    "    } else if (g->depth[next] < g->low[v]) g->low[v] = g->depth[next];\n  }\n  if (g->low[v] != depth) return;\n"
    "  for (int i = mark; i < g->n && v == g->start; i++) g->part[g->stack[i]] = 1;\n  g->n = mark;\n}\n"
    "static int cycle_of_edges(const S *s, const EdgeSearch *g) {\n  u8 waiting[VERTICES] = {0}, done[VERTICES] = "
    "{0};\n  int steps[VERTICES] = {0}, u = g->start;\n  steps[g->start] = 1;\n  waiting[u] = 1;\n"
    "  while (u < VERTICES && u != g->end) {\n    waiting[u] = 0;\n    if (!done[u]) {\n      done[u] = 1;\n"
    "      for (int k = EDGES1_FROM(u); k < EDGES1_END(u); k++) {\n        const int e = EDGES1(k), v = OTHER_END(e, "
    "u);\n        if (e == g->edge || asked_who2(s, e) != g->who || (steps[v] && steps[v] <= steps[u] + 1)) continue;\n"
    "        steps[v] = steps[u] + 1;\n        waiting[v] = 1;\n      }\n    }\n"
    "    for (u = 0; u < VERTICES && !waiting[u]; u++) {}\n  }\n  return steps[g->end];\n}\n"
    "static int closed_path2(const S *s, int at, int who, int min, int max) {\n  EdgeSearch g = {.who = who, .edge = "
    "at, .start = END_A(at), .end = END_B(at)};\n  search_edges(s, &g, g.start, -1, 1);\n  int vertices = 0, edges = "
    "0;\n  for (int v = 0; v < VERTICES && g.part[g.end]; v++) vertices += g.part[v];\n"
    "  for (int e = 0; e < EDGES && vertices; e++) edges += asked_who2(s, e) == who && g.part[END_A(e)] && "
    "g.part[END_B(e)];\n  if (min == max && vertices == edges && vertices == min) return 1;\n"
    "  if (min != max && max > 2 && vertices <= max && vertices == edges && vertices > 2) return 1;\n"
    "  if (edges <= vertices) return 0;\n  const int length = cycle_of_edges(s, &g);\n"
    "  return (min == max && length == min) || (max > 2 && length <= max);\n}\n";

static void edge_functions(Emitter *e) {
  if (emit_find_table(e, "paths of edges")) return;
  emit_note_table(e, "paths of edges", "paths of edges");
  static_assert(SITE_VERTEX == 1 && SITE_EDGE == 2, "names in the texts above");
  ask_functions(e, SITE_EDGE);
  edge_ends(e);
  near_table(e, SITE_VERTEX, edges_of, "EDGES");
  text_printf(&e->prototypes, "enum { VERTICES = %d, EDGES = %d };\n", emit_board_sites(e, SITE_VERTEX),
              emit_board_sites(e, SITE_EDGE));
  text_puts(&e->prototypes, open_edges);
  text_puts(&e->prototypes, closed_edges);
}

// ---- paths of cells and vertices ------------------------------------------------------------------

// @ stands for the type of sites.
static const char *const site_paths[] = {
    "typedef struct Paths@ { const S *s; int at, who, min, max, n; int depth[SITES@], low[SITES@], stack[SITES@], "
    "visits[SITES@], number[SITES@]; u8 pending[SITES@]; } Paths@;\n"
    "INLINE int owned@(const Paths@ *p, int i) { return asked_who@(p->s, i) == p->who; }\n"
    "static int owned_around@(const Paths@ *p, int i) { int n = 0; for (int k = ADJACENT@_FROM(i); k < "
    "ADJACENT@_END(i); k++) n += owned@(p, ADJACENT@(k)); return n; }\n"
    "static int owned_near@(const Paths@ *p, int site, int i) { for (int k = ADJACENT@_FROM(site); k < "
    "ADJACENT@_END(site); k++) if (owned@(p, ADJACENT@(k)) && i-- == 0) return ADJACENT@(k); return -1; }\n",
    "static void search@(Paths@ *p, int site, int parent, int depth) {\n  p->depth[site] = p->low[site] = depth;\n"
    "  const int mark = p->n;\n  p->stack[p->n++] = site;\n  p->pending[site] = 1;\n"
    "  for (int k = ADJACENT@_FROM(site); k < ADJACENT@_END(site); k++) {\n    const int next = ADJACENT@(k);\n"
    "    if (next == parent || !owned@(p, next)) continue;\n    if (!p->depth[next]) {\n"
    "      search@(p, next, site, depth + 1);\n      if (p->low[next] < p->low[site]) p->low[site] = p->low[next];\n"
    "    } else if (p->pending[next] && p->depth[next] < p->low[site]) p->low[site] = p->depth[next];\n  }\n"
    "  if (depth > 1 && p->low[site] == depth) while (p->n > mark) p->pending[p->stack[--p->n]] = 0;\n}\n"
    "static int part_with@(Paths@ *p, int other) { search@(p, p->at, -1, 1); return p->pending[other] ? p->n : 0; }\n",
    "static int wander@(Paths@ *p, int site, int parent, int number) {\n  if (++p->visits[site] > ALLOWED@(site)) "
    "return "
    "number;\n  if (!p->number[site]) p->number[site] = number;\n  number = p->number[site];\n"
    "  for (int k = ADJACENT@_FROM(site); k < ADJACENT@_END(site) && site != p->at; k++) {\n    const int next = "
    "ADJACENT@(k);\n    const int goes = @ == 0 ? next != parent : number == 1 && next != p->at;\n"
    "    if (goes && owned@(p, next)) wander@(p, next, site, number + 1);\n  }\n  return number + 1;\n}\n"
    "static int has_cycle@(Paths@ *p, int min, int max) {\n  for (int k = ADJACENT@_FROM(p->at); k < "
    "ADJACENT@_END(p->at); k++) {\n    if (!owned@(p, ADJACENT@(k))) continue;\n    const int length = wander@(p, "
    "ADJACENT@(k), -1, 1);\n    if (length > 2 && length >= min && length <= max) return 1;\n  }\n  return 0;\n}\n",
    "static int closed_path@(const S *s, int at, int who, int min, int max) {\n  Paths@ all = {.s = s, .at = at, .who "
    "= "
    "who, .min = min, .max = max}, *p = &all;\n  const int other = owned_near@(p, at, 0);\n  if (other < 0) return 0;\n"
    "  const int part = part_with@(p, other);\n  if (min == max) return part == min || (part > min && has_cycle@(p, "
    "min, "
    "min));\n  if (@ == 0 ? max == 0 : max < min) return 0;\n  if (part > 2 && part <= max) return 1;\n"
    "  return part > max && has_cycle@(p, -2147483647 - 1, max);\n}\n",
    "static i64 arm@(const Paths@ *p, int site, int parent, i64 n) {\n  for (i64 end = 2 * (i64)p->min; n != end && n "
    "<= "
    "2 * (i64)REGION_BITS@; n++) {\n    const int owned = owned_around@(p, site);\n    if (owned > 2) return "
    "INFINITY@;\n    int next = -1;\n    for (int i = 0; i < owned && next < 0; i++) {\n      next = owned_near@(p, "
    "site, "
    "i);\n      if (next == parent || next == p->at) next = -1;\n    }\n    if (next < 0) return n;\n    parent = "
    "site;\n"
    "    site = next;\n  }\n  return n;\n}\n"
    "static int has_length@(const Paths@ *p) {\n  const int owned = owned_around@(p, p->at);\n  const i64 min = "
    "p->min;\n"
    "  if (owned == 1) return arm@(p, p->at, -1, 0) + 1 == min;\n  if (owned != 2) return 0;\n"
    "  const int one = owned_near@(p, p->at, 0), other = owned_near@(p, p->at, 1);\n"
    "  return min == 0 || arm@(p, one, -1, 1) + arm@(p, other, one, 1) + 1 == min;\n}\n",
    "static int open_path@(const S *s, int at, int who, int min, int max) {\n  Paths@ all = {.s = s, .at = at, .who = "
    "who, .min = min, .max = max}, *p = &all;\n  const int other = owned_near@(p, at, 0);\n"
    "  if (other < 0 && (@ == 0 ? min == 1 && max == 1 : min == 1 || max == 1)) return 1;\n"
    "  if (part_with@(p, other > 0 ? other : 0)) return 0;\n  if (@ == 0 ? max > 0 : max > min) return 1;\n"
    "  return (@ == 0 || min == max) && has_length@(p);\n}\n",
};

// Sites are left alone once they were visited as often as the vertex of the same number has neighbours.
static const char *visits_allowed(Emitter *e, SiteType type) {
  const Topology *board = e->game->board;
  int n = emit_board_sites(e, type);
  int32_t *allowed = arena_zero(e->arena, ((size_t)n + 1) * sizeof *allowed);
  for (int i = 0; i < n && i < topo_count(board, SITE_VERTEX); i++)
    allowed[i] = topo_neighbours(board, SITE_VERTEX, RELATION_ADJACENT, i).n;
  return emit_int_table(e, allowed, n + 1);
}

// A text in which @ becomes the number of the type.
static void put_for_type(Text *out, const char *text, SiteType type) {
  for (const char *c = text; *c; c++) {
    if (*c == '@') text_printf(out, "%d", (int)type);
    else text_add(out, (Str){c, 1});
  }
}

static void site_functions(Emitter *e, SiteType type) {
  const char *key = emit_text(e, "paths of sites %d", type);
  if (emit_find_table(e, key)) return;
  emit_note_table(e, key, key);
  ask_functions(e, type);
  near_table(e, type, adjacent, "ADJACENT");
  text_printf(
      &e->prototypes, "enum { SITES%d = %d, REGION_BITS%d = %d, INFINITY%d = %d };\n#define ALLOWED%d(i) %s[i]\n", type,
      emit_board_sites(e, type), type, e->program->region_bits, type, GAME_INFINITY, type, visits_allowed(e, type));
  for (size_t i = 0; i < COUNT_OF(site_paths); i++) put_for_type(&e->prototypes, site_paths[i], type);
}

static Code op_path(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_PATH_TYPE]);
  Code at = emit_bind(e, emit_int(e, a[A_PATH_AT])), who = emit_bind(e, emit_int(e, a[A_PATH_PLAYER])),
       min = emit_bind(e, emit_int(e, a[A_PATH_MIN])), max = emit_bind(e, emit_int(e, a[A_PATH_MAX])),
       closed = emit_bind(e, emit_int_or(e, a[A_PATH_CLOSED], 0));
  if (e->stack_bound || !emit_kept(e, type)) emit_fail(e, "PATH on stacks");
  if (e->why) return code_const(e, 0);
  if (type == SITE_EDGE) edge_functions(e);
  else site_functions(e, type);
  const char *args = emit_text(e, "%d(%s, %s, %s, %s, %s)", type, e->at.s, at.text, who.text, min.text, max.text);
  return code_of(emit_text(e, "((u32)(%s) < %du && (%s ? closed_path%s : open_path%s))", at.text,
                           emit_board_sites(e, type), closed.text, args, args),
                 0, 1);
}

const EmitRow emit_ring_rows[] = {
    {OP_LOOP, .as_int = op_loop},
    {OP_LOOP_SITES, .as_region = op_loop_sites},
    {OP_PATH, .as_int = op_path},
    {0},
};
