// Large loops between states: written as code they would take compilers minutes, so that they are tables, and one
// function per mode goes through them as the code would (automaton_loop.c): a depth-first search with a stack.
//
// All edges of the automaton are rows of one table, so that the steps of moves can be made from them too. An edge that
// leaves the loop is code as elsewhere, and so are formulas and checks.
#include "emit/automaton/automaton_search.h"

enum {
  LOOP_STATES_MAX = 400,  // larger loops are tables
};

static bool is_large(const AutoUnit *u, const AutoGraph *graph, int state) {
  if (!graph->loop || !graph->in_loop[state]) return false;
  int size = graph->loop_size[graph->loop[state]];
  return size > LOOP_STATES_MAX || (u->compact && size > 1);
}

void auto_choose_machine(AutoUnit *u) {
  for (int s = 0; s < u->a->n_states; s++) u->machine |= is_large(u, &u->a->whole, s) || is_large(u, &u->a->parts, s);
}

bool auto_in_machine(const Writer *w, int state) {
  const Auto *a = w->u->a;
  return is_large(w->u, w->mode == AUTO_PARTS ? &a->parts : &a->whole, state);
}

// ---- tables

static const char *const machine_types =
    "\n// The automaton as tables: when an edge can be taken, what it does, where it leads, and the number of its\n"
    "// table, piece, formula, check or player.\n"
    "enum { STAY, STEP, ANY, MANY, PUT, ASSIGN, COMPARE, CHECK, SWITCH };\n"
    "enum { LEAVES = 1, LEAVES_PART = 2, AHEAD = 4, NOTICED = 8, NOT = 16 };\n"
    "typedef struct Edge {\n"
    "  u64 here, allow;  // pieces on the vertex, and on the one arrived at\n"
    "  u16 target, action, of;\n"
    "  u8 kind, how;\n"
    "} Edge;\n"
    "typedef struct State {\n"
    "  u16 first, n;\n"
    "  i16 met, met_in_check;  // where its set of visited vertices begins, -1: there is none\n"
    "  u32 clear;              // sets that a search which begins here has to clear\n"
    "  u32 ways;               // where the edges by piece begin\n"
    "  u8 accepts;\n"
    "} State;\n";

// Numbers given to different texts, such as rows of tables or expressions.
typedef struct Rows {
  Arena *arena;
  VEC(const char *) at;
} Rows;

static int row_of(Rows *rows, Text *text) {
  int n = (int)rows->at.n, i = 0;
  while (i < n && strcmp(rows->at.at[i], text->p)) i++;
  if (i == n) VEC_PUSH(&rows->at, arena_printf(rows->arena, "%s", text->p));
  text_free(text);
  return i;
}

typedef struct Machine {
  AutoUnit *u;
  Arena arena;
  Rows steps, sets, compares, assigns, values;
  VEC(int) lists, checks;  // by where the table begins, by state
  Text states, edges, ways, ways_from;
  int n_ways, choosing;  // states with several edges
} Machine;

static int number_of_step(Machine *m, const AutoEdge *edge) {
  const Auto *a = m->u->a;
  Text row = {0};
  for (int v = 0; v < a->vertices; v++) {
    int to = a->tables[edge->a + v];
    text_printf(&row, "%d,", to < 0 ? a->vertices : to);
  }
  text_printf(&row, "%d", a->vertices);
  return row_of(&m->steps, &row);
}

static int number_of_set(Machine *m, const AutoEdge *edge) {
  const Auto *a = m->u->a;
  Text row = {0};
  for (int w = 0; w < a->words; w++) {
    uint64_t set = 0;
    for (int i = 0; i < edge->b; i++) {
      int v = a->tables[edge->a + i];
      if (v / 64 == w) set |= (uint64_t)1 << v % 64;
    }
    text_printf(&row, "0x%llxull,", (unsigned long long)set);
  }
  return row_of(&m->sets, &row);
}

static int number_of_list(Machine *m, const AutoEdge *edge) {
  size_t i = 0;
  while (i < m->lists.n && m->lists.at[i] != edge->a) i++;
  if (i == m->lists.n) VEC_PUSH(&m->lists, edge->a);
  return (int)i;
}

static int number_of_formula(Machine *m, Rows *rows, const AutoEdge *edge) {
  Text formula = {0};
  auto_formula(m->u->a, edge->a, &formula);
  return row_of(rows, &formula);
}

static int number_of_assignment(Machine *m, const AutoEdge *edge) {
  Text formula = {0};
  auto_formula(m->u->a, edge->a, &formula);
  Text row = {0};
  text_printf(&row, "{%d, %d, %d}", edge->b, m->u->a->bounds[edge->b], row_of(&m->values, &formula));
  return row_of(&m->assigns, &row);
}

static int number_of_check(Machine *m, const AutoEdge *edge) {
  size_t i = 0;
  int start = m->u->a->states[edge->a].same_check;
  while (i < m->checks.n && m->checks.at[i] != start) i++;
  if (i == m->checks.n) VEC_PUSH(&m->checks, start);
  return (int)i;
}

typedef struct KindRow {
  const char *name;
  bool here;  // `allow` is about the vertex where the edge begins
} KindRow;

static const KindRow kind_rows[] = {
    [WALK_EMPTY] = {"STAY", true},     [WALK_STEP] = {"STEP", false},      [WALK_ANY] = {"ANY", false},
    [WALK_MANY] = {"MANY", false},     [WALK_ON] = {"STAY", true},         [WALK_PUT] = {"PUT", false},
    [WALK_ASSIGN] = {"ASSIGN", false}, [WALK_COMPARE] = {"COMPARE", true}, [WALK_CHECK] = {"CHECK", true},
    [WALK_SWITCH] = {"SWITCH", false}, [WALK_DOT] = {"STAY", true},
};

static int number_of(Machine *m, const AutoEdge *edge, bool inside) {
  switch (edge->kind) {
    case WALK_EMPTY:
    case WALK_ON:
    case WALK_DOT: return 0;
    case WALK_PUT:
    case WALK_SWITCH: return edge->a;
    case WALK_ASSIGN: return number_of_assignment(m, edge);
    case WALK_STEP: return inside ? number_of_step(m, edge) : 0;
    case WALK_ANY: return inside ? number_of_set(m, edge) : 0;
    case WALK_MANY: return inside ? number_of_list(m, edge) : 0;
    case WALK_COMPARE: return inside ? number_of_formula(m, &m->compares, edge) : 0;
    case WALK_CHECK: return inside ? number_of_check(m, edge) : 0;
  }
  return 0;
}

static bool stays_inside(const Machine *m, const AutoGraph *graph, int state, const AutoEdge *edge) {
  if (!is_large(m->u, graph, state)) return false;
  return auto_goes_on(m->u->a, edge, graph->split) && graph->loop[edge->target] == graph->loop[state];
}

// ---- rows of edges

static bool stays(const AutoEdge *edge) {
  return edge->kind == WALK_EMPTY || edge->kind == WALK_ON || edge->kind == WALK_DOT;
}

// An edge as a row: with what follows at once where there is only one way on.
typedef struct Row {
  AutoEdge edge;
  uint64_t here;      // with these pieces on the vertex where it begins it can be taken
  bool whole, parts;  // it stays inside the loop, of whole moves, of parts
} Row;

static Row plain_row(const Machine *m, int state, const AutoEdge *edge) {
  const Auto *a = m->u->a;
  return (Row){.edge = *edge,
               .here = kind_rows[edge->kind].here ? edge->allow : a->all,
               .whole = stays_inside(m, &a->whole, state, edge),
               .parts = stays_inside(m, &a->parts, state, edge)};
}

// The only way on behind a row, if it stays inside; false: there is none.
static bool only_way(const Machine *m, const Row *row, Row *next) {
  const Auto *a = m->u->a;
  const AutoState *at = &a->states[row->edge.target];
  if (!row->whole || at->n != 1 || at->accepts || at->meeting >= 0) return false;
  *next = plain_row(m, row->edge.target, &a->edges[at->first]);
  return next->whole && (!row->parts || next->parts);
}

// Takes what follows into the row; false when it is more than one row can say.
static bool take_in(const Machine *m, Row *row, const Row *next) {
  if (stays(&row->edge)) {
    row->edge = next->edge;
    row->here &= next->here;
    return true;
  }
  if (!stays(&next->edge)) return false;
  if (auto_modifies(&row->edge) && next->here != m->u->a->all) return false;
  if (kind_rows[row->edge.kind].here) row->here &= next->here;
  else if (!auto_modifies(&row->edge)) row->edge.allow &= next->here;
  row->edge.target = next->edge.target;
  return true;
}

enum { TAKEN_MAX = 8 };

static Row edge_row(const Machine *m, int state, const AutoEdge *edge) {
  Row row = plain_row(m, state, edge), next;
  for (int i = 0; i < TAKEN_MAX && only_way(m, &row, &next) && take_in(m, &row, &next); i++) {
  }
  return row;
}

static bool leads_elsewhere(const Auto *a, const AutoEdge *step) {
  for (int v = 0; v < a->vertices; v++) {
    if (a->tables[step->a + v] == v) return false;
  }
  return true;
}

// Whether a modifier is followed by one step and nothing else: whether that can be made is seen before.
static bool looks_ahead(const Machine *m, const Row *row) {
  const Auto *a = m->u->a;
  const AutoState *at = &a->states[row->edge.target];
  if (!auto_modifies(&row->edge) || !row->whole || at->n != 1 || at->accepts) return false;
  Row next = edge_row(m, row->edge.target, &a->edges[at->first]);
  bool inside = next.whole && (!row->parts || next.parts);
  return inside && next.edge.kind == WALK_STEP && next.here == a->all && leads_elsewhere(a, &next.edge);
}

static void write_edge_row(Machine *m, const Row *row) {
  const AutoEdge *edge = &row->edge;
  text_printf(&m->edges, "{0x%llxull, 0x%llxull, %d, %d, %d, %s, 0", (unsigned long long)row->here,
              (unsigned long long)edge->allow, edge->target, edge->action, number_of(m, edge, row->whole || row->parts),
              kind_rows[edge->kind].name);
  if (!row->whole) text_puts(&m->edges, " | LEAVES");
  if (!row->parts) text_puts(&m->edges, " | LEAVES_PART");
  if (looks_ahead(m, row)) text_puts(&m->edges, " | AHEAD");
  if (!edge->blind) text_puts(&m->edges, " | NOTICED");
  if (edge->kind == WALK_CHECK && edge->b) text_puts(&m->edges, " | NOT");
  text_puts(&m->edges, "},\n");
}

// The edges of a state that can be taken with each piece on the vertex, the last ones first.
static void write_ways(Machine *m, const AutoState *at, const Row *rows) {
  for (int k = 0; k < m->u->a->kinds; k++) {
    text_printf(&m->ways_from, "%d,", m->n_ways);
    for (int i = at->n - 1; i >= 0; i--) {
      if (!(rows[i].here >> k & 1)) continue;
      text_printf(&m->ways, "%d,", at->first + i);
      m->n_ways++;
    }
  }
  m->choosing++;
}

// The sets of visited vertices that a search from a state can come to before the next modifier.
static int write_clears(Machine *m, int state, Text *out) {
  Writer w = {.u = m->u, .mode = AUTO_COUNT};
  const Auto *a = m->u->a;
  int *found = mem_alloc((size_t)MAX(a->n_states, 1) * sizeof *found), n = auto_find_meetings(&w, state, found);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < a->words; k++) text_printf(out, "%d,", found[i] * a->words + k);
  }
  mem_free(found);
  return n * a->words;
}

static void write_state_rows(Machine *m, Text *clears) {
  const Auto *a = m->u->a;
  int clear = 0;
  for (int s = 0; s < a->n_states; s++) {
    const AutoState *at = &a->states[s];
    int met = at->meeting < 0 ? -1 : at->meeting * a->words;
    text_printf(&m->states, "{%d, %d, %d, %d, %d, %d, %d},\n", at->first, at->n, met, at->free_check ? -1 : met, clear,
                m->choosing * a->kinds, at->accepts);
    bool inside = is_large(m->u, &a->whole, s) || is_large(m->u, &a->parts, s);
    if (inside) clear += write_clears(m, s, clears);
    Row *rows = ARENA_ARRAY(&m->arena, Row, at->n);
    for (int i = 0; i < at->n; i++) {
      rows[i] = edge_row(m, s, &a->edges[at->first + i]);
      write_edge_row(m, &rows[i]);
    }
    if (inside && at->n > 1) write_ways(m, at, rows);
  }
  text_printf(&m->states, "{0, 0, -1, -1, %d, 0, 0}", clear);
}

static void write_rows(Text *out, const char *head, const Rows *rows) {
  text_printf(out, "static const %s = {\n", head);
  for (size_t i = 0; i < rows->at.n; i++) text_printf(out, "{%s},\n", rows->at.at[i]);
  text_puts(out, rows->at.n ? "};\n" : "{0}};\n");
}

static void write_lists(const Machine *m, Text *out) {
  const Auto *a = m->u->a;
  const char *type = a->vertices < 255 ? "u8" : "u16";
  text_printf(out, "static const u32 many_from[][VERTICES + 1] = {\n");
  int n = 0;
  Text items = {0};
  for (size_t i = 0; i < m->lists.n; i++) {
    const int32_t *rows = a->tables + m->lists.at[i];
    text_char(out, '{');
    for (int v = 0; v <= a->vertices; v++) text_printf(out, "%d,", n + rows[v] - rows[0]);
    text_puts(out, "},\n");
    for (int k = rows[0]; k < rows[a->vertices]; k++) text_printf(&items, "%d,", a->tables[k]);
    n += rows[a->vertices] - rows[0];
  }
  text_printf(out, "%s};\nstatic const %s many[] = {%s0};\n", m->lists.n ? "" : "{0}", type, items.n ? items.p : "");
  text_free(&items);
}

static void write_actions(const Auto *a, Text *out) {
  text_puts(out, "static const u16 edge_of[] = {");
  for (int i = 0; i < a->n_actions; i++) text_printf(out, "%d,", i ? a->of_action[i] : 0);
  text_puts(out, "};\n");
}

static void write_switch_over(Text *out, const char *head, const Rows *rows) {
  text_printf(out, "static inline %s {\n  switch (k) {\n", head);
  for (size_t i = 0; i < rows->at.n; i++) text_printf(out, "    case %zu: return %s;\n", i, rows->at.at[i]);
  text_puts(out, "    default: return 0;\n  }\n}\n");
}

// Checks are asked for by the state they begin in, and so call functions.
static void write_checks(Machine *m, Text *out) {
  Writer w = {.u = m->u, .mode = AUTO_COUNT, .vars = 1};
  text_puts(out, "static int check(C *c, Seen *seen, int v0, int k) {\n  switch (k) {\n");
  for (size_t i = 0; i < m->checks.n; i++) {
    char call[80];
    auto_check_call(&w, m->checks.at[i], 0, call, sizeof call);
    text_printf(out, "    case %zu: return %s;\n", i, call);
  }
  text_puts(out, "    default: return 0;\n  }\n}\n");
}

static void write_tables(Machine *m, const Text *clears) {
  const Auto *a = m->u->a;
  Text *out = &m->u->tables;
  char head[80];
  text_puts(out, machine_types);
  text_printf(out, "enum { STATES = %d, EDGES = %d };\n", a->n_states, a->n_edges);
  text_printf(out, "static const State states[] = {\n%s};\n", m->states.p);
  text_printf(out, "static const Edge edges[] = {\n%s};\n", m->edges.p);
  text_printf(out, "static const u16 ways[] = {%s0};\nstatic const u32 ways_from[] = {%s%d};\n",
              m->ways.n ? m->ways.p : "", m->ways_from.n ? m->ways_from.p : "", m->n_ways);
  text_printf(out, "static const u16 clears[] = {%s0};\n", clears->n ? clears->p : "");
  snprintf(head, sizeof head, "%s steps[][VERTICES + 1]", a->vertices < 255 ? "u8" : "u16");
  write_rows(out, head, &m->steps);
  write_rows(out, "u64 any[][WORDS]", &m->sets);
  write_lists(m, out);
  text_puts(out,
            "typedef struct Assign {\n  int value, most, formula;\n} Assign;\nstatic const Assign assigns[] = {\n");
  for (size_t i = 0; i < m->assigns.at.n; i++) text_printf(out, "%s,\n", m->assigns.at.at[i]);
  text_puts(out, "{0, 0, 0}};\n");
  write_actions(a, out);
  write_switch_over(out, "int compare(const C *c, int k)", &m->compares);
  write_switch_over(out, "i64 formula(const C *c, int k)", &m->values);
}

void auto_write_machine_tables(AutoUnit *u) {
  Machine m = {.u = u};
  Text clears = {0};
  Rows *const all[] = {&m.steps, &m.sets, &m.compares, &m.assigns, &m.values};
  for (size_t i = 0; i < COUNT_OF(all); i++) all[i]->arena = &m.arena;
  write_state_rows(&m, &clears);
  write_tables(&m, &clears);
  text_puts(&u->protos, "static int check(C *c, Seen *seen, int v0, int k);\n");
  write_checks(&m, &u->code);
  for (size_t i = 0; i < COUNT_OF(all); i++) VEC_FREE(&all[i]->at);
  VEC_FREE(&m.lists);
  VEC_FREE(&m.checks);
  text_free(&m.states);
  text_free(&m.edges);
  text_free(&m.ways);
  text_free(&m.ways_from);
  text_free(&clears);
  arena_free(&m.arena);
}

// ---- the search

// `$` is the letter of the mode. As in automaton_loop.c, an item of the stack is a state to visit, an edge to take or a
// modifier to take back. With `root`, the moves behind each first modifier are counted, and whole such branches passed
// over when the move of a number is looked for.
static const char *const machine_text =
    "{\n"
    "  u64 *const st = c->stack, it;\n"
    "  const Seen *const first = seen;\n"
    "  const Edge *e;\n"
    "  const int base = c->sp;\n"
    "  int sp = base;\n"
    "  u32 r = 0, before = 0;\n"
    "  (void)n, (void)before;\n"
    "visit:\n"
    "  if (sp >= STACK - 256) goto fault;\n"
    "  if (states[s].accepts) goto unwind;\n"
    "  const int met = CHECKS ? states[s].met_in_check : states[s].met;\n"
    "  if (met >= 0) {\n"
    "    u64 *const set = &seen->set[met + (v >> 6)], bit = 1ull << (v & 63);\n"
    "    if (*set & bit) goto pop;\n"
    "    *set |= bit;\n"
    "  }\n"
    "  if (states[s].n == 1) {\n"
    "    e = &edges[states[s].first];\n"
    "    if (!(e->here >> c->what[v] & 1)) goto pop;\n"
    "    if (e->how & AHEAD && !steps_ahead(c, e, v)) goto pop;\n"
    "    goto take;\n"
    "  }\n"
    "  const u32 *const from = &ways_from[states[s].ways + c->what[v]];\n"
    "  for (u32 i = from[0]; i < from[1]; i++) {\n"
    "    e = &edges[ways[i]];\n"
    "    u64 what = STATES + (u64)ways[i];\n"
    "    int to = v;\n"
    "    if (e->how & (PARTS ? LEAVES_PART : LEAVES)) {\n"
    "      ;\n"
    "    } else if (e->kind == STEP) {\n"
    "      to = steps[e->of][v];\n"
    "      if (!(e->allow >> c->what[to] & 1)) continue;\n"
    "      what = e->target;\n"
    "    } else if (e->kind == STAY) {\n"
    "      what = e->target;\n"
    "    } else if (e->how & AHEAD && !steps_ahead(c, e, v)) {\n"
    "      continue;\n"
    "    }\n"
    "    st[sp++] = what << 48 | (u64)to;\n"
    "  }\n"
    "  goto pop;\n"
    "take:\n"
    "  if (e->how & (PARTS ? LEAVES_PART : LEAVES)) {\n"
    "    c->sp = sp;\n"
    "    const u32 came = (u32)out_$(c, seen, v, n, (int)(e - edges));\n"
    "    if (COUNTS) r += came;\n"
    "    else if (came) goto unwind;\n"
    "    goto pop;\n"
    "  }\n"
    "  switch (e->kind) {\n"
    "    case STEP: {\n"
    "      v = steps[e->of][v];\n"
    "      if (!(e->allow >> c->what[v] & 1)) goto pop;\n"
    "      break;\n"
    "    }\n"
    "    case ANY: {\n"
    "      for (int w = WORDS; w-- > 0;) {\n"
    "        for (u64 set = any[e->of][w]; set;) {\n"
    "          const int high = 63 - __builtin_clzll(set), to = 64 * w + high;\n"
    "          set ^= 1ull << high;\n"
    "          if (!(e->allow >> c->what[to] & 1)) continue;\n"
    "          if (sp >= STACK) goto fault;\n"
    "          st[sp++] = (u64)e->target << 48 | (u64)to;\n"
    "        }\n"
    "      }\n"
    "      goto pop;\n"
    "    }\n"
    "    case MANY: {\n"
    "      for (u32 i = many_from[e->of][v + 1]; i-- > many_from[e->of][v];) {\n"
    "        const int to = many[i];\n"
    "        if (!(e->allow >> c->what[to] & 1)) continue;\n"
    "        if (sp >= STACK) goto fault;\n"
    "        st[sp++] = (u64)e->target << 48 | (u64)to;\n"
    "      }\n"
    "      goto pop;\n"
    "    }\n"
    "    case COMPARE:\n"
    "      if (!compare(c, e->of)) goto pop;\n"
    "      break;\n"
    "    case CHECK:\n"
    "      c->sp = sp;\n"
    "      if (!check(c, seen, v, e->of) != !!(e->how & NOT)) goto pop;\n"
    "      break;\n"
    "    case PUT:\n"
    "    case ASSIGN:\n"
    "    case SWITCH: {\n"
    "      const i64 x = e->kind == ASSIGN ? formula(c, assigns[e->of].formula) : 0;\n"
    "      if (e->kind == ASSIGN && (x < 0 || x > assigns[e->of].most)) goto pop;\n"
    "      if (seen >= c->seen + LEVELS) goto fault;\n"
    "      if (LISTS && root && seen == first && c->skip && c->branches < BRANCHES) {\n"
    "        const u32 behind = c->branch[c->branches++];\n"
    "        if (c->skip >= behind) {\n"
    "          c->skip -= behind;\n"
    "          goto pop;\n"
    "        }\n"
    "      }\n"
    "      if (seen == first) before = r;\n"
    "      it = (STATES + EDGES + (u64)(e - edges)) << 48 | (u64)v;\n"
    "      if (FIRSTS || e->how & NOTICED) {\n"
    "        if (e->kind == PUT) {\n"
    "          it |= (u64)c->what[v] << 16;\n"
    "          put(c, v, c->what[v], e->of);\n"
    "        } else if (e->kind == ASSIGN) {\n"
    "          it |= (u64)(u32)c->value[assigns[e->of].value] << 16;\n"
    "          c->value[assigns[e->of].value] = (int)x;\n"
    "        }\n"
    "      }\n"
    "      st[sp++] = it;\n"
    "      if ((LISTS || PARTS) && e->action) c->path[n++] = (u32)e->action << 16 | (u32)v;\n"
    "      seen++;\n"
    "      for (u32 i = states[e->target].clear; i < states[e->target + 1].clear; i++) seen->set[clears[i]] = 0;\n"
    "      break;\n"
    "    }\n"
    "    default: break;\n"
    "  }\n"
    "  s = e->target;\n"
    "  goto visit;\n"
    "pop:\n"
    "  if (sp == base) {\n"
    "    c->sp = base;\n"
    "    return COUNTS ? r : 0;\n"
    "  }\n"
    "  it = st[--sp];\n"
    "  v = (int)(it & 65535);\n"
    "  s = (int)(it >> 48);\n"
    "  if (s < STATES) goto visit;\n"
    "  if (s < STATES + EDGES) {\n"
    "    e = &edges[s - STATES];\n"
    "    goto take;\n"
    "  }\n"
    "  e = &edges[s - STATES - EDGES];\n"
    "  if (FIRSTS || e->how & NOTICED) take_back_edge(c, e, v, (int)(u32)(it >> 16));\n"
    "  if ((LISTS || PARTS) && e->action) n--;\n"
    "  seen--;\n"
    "  if (COUNTS && root && seen == first && c->branches < BRANCHES) c->branch[c->branches++] = r - before;\n"
    "  goto pop;\n"
    "fault:\n"
    "  c->fault = 1;\n"
    "unwind:\n"
    "  while (!FIRSTS && sp > base) {\n"
    "    it = st[--sp];\n"
    "    if (it >> 48 < STATES + EDGES) continue;\n"
    "    e = &edges[(it >> 48) - STATES - EDGES];\n"
    "    if (e->how & NOTICED) take_back_edge(c, e, (int)(it & 65535), (int)(u32)(it >> 16));\n"
    "  }\n"
    "  c->sp = base;\n"
    "  return COUNTS ? r : 1;\n"
    "}\n";

// What was put or assigned by an edge is what it was before.
static const char *const take_back_text =
    "\n// Whether the step behind a modifier can be made.\n"
    "static inline int steps_ahead(const C *c, const Edge *e, int v) {\n"
    "  const Edge *next = &edges[states[e->target].first];\n"
    "  return (int)(next->allow >> c->what[steps[next->of][v]] & 1);\n"
    "}\n"
    "\nstatic inline void take_back_edge(C *c, const Edge *e, int v, int old) {\n"
    "  if (e->kind == PUT) put(c, v, e->of, old & 255);\n"
    "  else if (e->kind == ASSIGN) c->value[assigns[e->of].value] = old;\n"
    "}\n";

// Steps of moves, made from the tables; they return what they replaced.
static const char *const step_text =
    "\nstatic inline int step(C *c, u32 s) {\n"
    "  const int v = (int)(s & 65535);\n"
    "  int old = 0;\n"
    "  c->vertex = v;\n"
    "  if (s >> 31) {\n"
    "    c->state = (int)(s >> 16 & 0x7fff);\n"
    "    return 0;\n"
    "  }\n"
    "  const Edge *e = &edges[edge_of[s >> 16]];\n"
    "  c->state = e->target;\n"
    "  if (e->kind == PUT) {\n"
    "    old = c->what[v];\n"
    "    put(c, v, old, e->of);\n"
    "  } else if (e->kind == ASSIGN) {\n"
    "    const i64 x = formula(c, assigns[e->of].formula);\n"
    "    old = c->value[assigns[e->of].value];\n"
    "    c->value[assigns[e->of].value] = (int)x;\n"
    "  } else {\n"
    "    c->player = e->of;\n"
    "  }\n"
    "  return old;\n"
    "}\n"
    "\n"
    "static inline void take_back(C *c, u32 s, int old) {\n"
    "  const Edge *e = &edges[edge_of[s >> 31 ? 0 : s >> 16]];\n"
    "  if (!(s >> 31)) take_back_edge(c, e, (int)(s & 65535), old);\n"
    "}\n";

void auto_write_machine_steps(AutoUnit *u) {
  text_puts(&u->code, take_back_text);
  text_puts(&u->code, step_text);
}

void auto_write_machine_step_on(AutoUnit *u) {
  text_puts(&u->code,
            "\nstatic inline int step_on(C *c, u32 s) {\n"
            "  const int old = step(c, s);\n"
            "  if (c->player < 0) list_parts(c);\n"
            "  return old;\n"
            "}\n");
}

static const char mode_flags[AUTO_MODES][8] = {"COUNTS", "LISTS", "FIRSTS", "CHECKS", "PARTS"};

void auto_write_leaving(AutoUnit *u, AutoMode mode, int loop) {
  const Auto *a = u->a;
  const AutoGraph *graph = mode == AUTO_PARTS ? &a->parts : &a->whole;
  Machine m = {.u = u};
  Text *out = &u->leaving[mode];
  Writer w = {.u = u, .out = out, .mode = mode, .indent = 3, .vars = 1, .undo_label = -1};
  w.labels = u->leaving_labels[mode];
  for (int s = 0; s < a->n_states; s++) {
    for (int i = 0; i < a->states[s].n && graph->loop[s] == loop; i++) {
      const AutoEdge *edge = &a->edges[a->states[s].first + i];
      if (stays_inside(&m, graph, s, edge) || !edge->allow) continue;
      text_printf(out, "    case %d: {\n", a->states[s].first + i);
      auto_edge(&w, edge, 0, -1);
      text_puts(out, "      break;\n    }\n");
    }
  }
  u->leaving_labels[mode] = w.labels;
}

static void write_leaving(AutoUnit *u, AutoMode mode, char letter) {
  text_printf(&u->protos, "static int out_%c(C *c, Seen *seen, int v0, int n, int e);\n", letter);
  text_printf(&u->code, "\nstatic int out_%c(C *c, Seen *seen, int v0, int n, int e) {\n", letter);
  text_printf(&u->code, "  %s(void)seen, (void)n;\n  switch (e) {\n", mode == AUTO_COUNT ? "u32 r = 0;\n  " : "");
  text_add(&u->code, text_str(&u->leaving[mode]));
  text_printf(&u->code, "    default: break;\n  }\n  return %s;\n}\n", mode == AUTO_COUNT ? "(int)r" : "0");
}

static void write_search(AutoUnit *u, AutoMode mode, char letter) {
  const char *type = mode == AUTO_COUNT ? "u32" : "int";
  text_printf(&u->protos, "static %s machine_%c(C *c, Seen *seen, int v, int n, int s, int root);\n", type, letter);
  text_printf(&u->code, "\nstatic %s machine_%c(C *c, Seen *seen, int v, int n, int s, int root) {\n  enum {", type,
              letter);
  for (int i = 0; i < AUTO_MODES; i++) text_printf(&u->code, " %s = %d,", mode_flags[i], i == (int)mode);
  text_puts(&u->code, " };\n  (void)root;\n");
  for (const char *p = machine_text + 2; *p; p++) text_char(&u->code, *p == '$' ? letter : *p);
}

void auto_write_machine(AutoUnit *u, AutoMode mode, char letter) {
  write_leaving(u, mode, letter);
  write_search(u, mode, letter);
}
