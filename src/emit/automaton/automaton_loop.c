// Loops between states: a C loop where there is one way round, otherwise a depth-first search with a stack.
//
// An item of the stack is what remains to be done: a state to visit or an edge to take at a vertex, or a modifier to
// take back. Items are pushed in reverse, so that things happen in the order of the edges; where the order does not
// matter, edges that leave the loop come first. A modifier pushes the item that takes it back below all that follows
// from it.
#include "emit/automaton/automaton_search.h"

static const AutoGraph *graph_of(const Writer *w) { return w->mode == AUTO_PARTS ? &w->u->a->parts : &w->u->a->whole; }

static bool in_same_loop(const Writer *w, const AutoEdge *edge, int loop) {
  const AutoGraph *graph = graph_of(w);
  return auto_goes_on(w->u->a, edge, graph->split) && graph->loop[edge->target] == loop;
}

// ---- one way round

static bool leads_to_one(const AutoEdge *edge) {
  return edge->kind == WALK_EMPTY || edge->kind == WALK_ON || edge->kind == WALK_STEP || edge->kind == WALK_COMPARE ||
         edge->kind == WALK_CHECK || edge->kind == WALK_DOT;
}

// The only edge of a state that stays in the loop, or -1.
static int way_round(const Writer *w, int state, int loop) {
  const AutoState *at = &w->u->a->states[state];
  int found = -1;
  for (int i = 0; i < at->n; i++) {
    if (!in_same_loop(w, &w->u->a->edges[at->first + i], loop)) continue;
    if (found >= 0) return -1;
    found = at->first + i;
  }
  return found;
}

enum { WAY_MAX = 8 };

bool auto_simple_loop(const Writer *w, int state) {
  const AutoGraph *graph = graph_of(w);
  const Auto *a = w->u->a;
  if (!graph->in_loop[state] || graph->loop_size[graph->loop[state]] > WAY_MAX) return false;
  int at = state;
  do {
    int e = way_round(w, at, graph->loop[state]);
    if (e < 0 || !leads_to_one(&a->edges[e])) return false;
    bool last = e == a->states[at].first + a->states[at].n - 1;
    if (w->mode == AUTO_FIRST && !last) return false;
    at = a->edges[e].target;
  } while (at != state);
  return true;
}

bool auto_entered_once(const Writer *w, int state) { return graph_of(w)->entries[state] <= 2; }

// Goes on round the loop, with the vertex in the same variable, or leaves it.
static void write_way(Writer *w, const AutoEdge *edge, int var) {
  char test[100];
  if (w->loop_stack && edge->kind == WALK_CHECK) auto_line(w, "c->sp = sp;");
  if (edge->kind == WALK_STEP) auto_line(w, "v%d = T%d[v%d];", var, auto_step_table(w->u, edge), var);
  auto_piece_test(w, edge->allow, var, test, sizeof test);
  if (edge->allow != w->u->a->all || edge->kind == WALK_STEP) auto_line(w, "if (!(%s)) break;", test);
  if (edge->kind == WALK_CHECK) {
    int start = w->u->a->states[edge->a].same_check;
    auto_line(w, "if (%s%c%d(c, seen + %d, v%d)) break;", edge->b ? "" : "!", auto_begin(w->u, AUTO_CHECK, start),
              start, w->level + 1, var);
  }
  if (edge->kind == WALK_COMPARE) {
    Text formula = {0};
    auto_formula(w->u->a, edge->a, &formula);
    text_repeat(w->out, ' ', (size_t)w->indent * 2);
    text_printf(w->out, "if (!%s) break;\n", formula.p);
    text_free(&formula);
  }
}

static void write_loop_state(Writer *w, int state, int var, int loop) {
  const AutoState *at = &w->u->a->states[state];
  char test[120];
  if (at->accepts) auto_stop(w);
  int meeting = auto_meeting(w, state);
  if (meeting >= 0) {
    auto_meeting_test(w, meeting, var, test, sizeof test);
    auto_line(w, "if (%s) break;", test);
    auto_meeting_mark(w, meeting, var);
  }
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (!in_same_loop(w, edge, loop)) auto_edge(w, edge, var, -1);
  }
}

void auto_write_simple_loop(Writer *w, int state, int var) {
  int loop = graph_of(w)->loop[state], at = state, to = w->vars++;
  bool root = w->at_root;
  w->at_root = false;
  w->depth++;
  auto_open(w, "for (int v%d = v%d;;)", to, var);
  do {
    const AutoEdge *edge = &w->u->a->edges[way_round(w, at, loop)];
    write_loop_state(w, at, to, loop);
    write_way(w, edge, to);
    at = edge->target;
  } while (at != state);
  auto_close(w);
  w->depth--;
  w->at_root = root;
}

// Most checks of a group are answered at its first vertex: the ways out of the loop there are tried before anything is
// set up.
void auto_write_ways_out(Writer *w, int state) {
  const AutoState *at = &w->u->a->states[state];
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    bool leads_out = !in_same_loop(w, edge, graph_of(w)->loop[state]);
    if (leads_out && w->u->a->states[edge->target].accepts) auto_edge(w, edge, 0, -1);
  }
}

// ---- with a stack

typedef struct Loop {
  Writer *w;
  int loop;
  bool undoes;  // some modifier is taken back
} Loop;

static bool is_ordered(const Writer *w) { return w->mode == AUTO_FIRST; }

static bool in_loop(const Loop *l, const AutoEdge *edge) { return in_same_loop(l->w, edge, l->loop); }

static bool performs(const Loop *l, const AutoEdge *edge) {
  return edge->kind != WALK_SWITCH && (!edge->blind || l->w->mode == AUTO_FIRST);
}

// Items: what, then a value to restore, then the vertex.
static void push(Writer *w, const char *what, int number, const char *vertex) {
  auto_line(w, "st[sp++] = (u64)%s%d << 48 | (u64)%s;", what, number, vertex);
}

static void write_undo_item(Loop *l, const AutoEdge *edge, int e) {
  Writer *w = l->w;
  if (edge->kind == WALK_PUT && performs(l, edge)) {
    auto_line(w, "st[sp++] = (u64)UNDO%d << 48 | (u64)c->what[v0] << 16 | (u64)v0;", e);
    auto_line(w, "put(c, v0, c->what[v0], %d);", edge->a);
  } else if (edge->kind == WALK_ASSIGN && performs(l, edge)) {
    auto_line(w, "st[sp++] = (u64)UNDO%d << 48 | (u64)(u32)c->value[%d] << 16 | (u64)v0;", e, edge->b);
    auto_line(w, "c->value[%d] = (int)x;", edge->b);
  } else {
    push(w, "UNDO", e, "v0");
  }
}

static bool keeps_path(const Loop *l, const AutoEdge *edge) {
  return edge->action && (l->w->mode == AUTO_LIST || l->w->mode == AUTO_PARTS);
}

// A modifier inside the loop.
static void write_modifier(Loop *l, const AutoEdge *edge, int e) {
  Writer *w = l->w;
  if (edge->kind == WALK_ASSIGN) {
    Text formula = {0};
    auto_formula(w->u->a, edge->a, &formula);
    auto_line(w, "const i64 x = %s;", formula.p);
    auto_line(w, "if (x < 0 || x > %d) goto pop;", w->u->a->bounds[edge->b]);
    text_free(&formula);
  }
  auto_line(w, "if (seen >= c->seen + LEVELS) { c->fault = 1; goto unwind; }");
  write_undo_item(l, edge, e);
  if (keeps_path(l, edge)) auto_line(w, "c->path[n++] = 0x%xu << 16 | v0;", edge->action);
  auto_line(w, "seen++;");
  auto_clear_meetings(w, edge->target);
  auto_line(w, "goto s%d;", edge->target);
}

// Short rows: every vertex is pushed, and stays if it passes. Which do is hard to foretell.
static void write_push_row(Loop *l, const AutoEdge *edge) {
  Writer *w = l->w;
  char test[100], met[120] = "0";
  int to = w->vars++, row = auto_row_length(w->u->a, edge), meeting = auto_meeting(w, edge->target);
  auto_piece_test(w, edge->allow, to, test, sizeof test);
  if (meeting >= 0) auto_meeting_test(w, meeting, to, met, sizeof met);
  auto_open(w, "for (int i = %d; i >= 0; i--)", row - 1);
  auto_line(w, "const int v%d = N%d[v0][i];", to, auto_row_table(w->u, edge));
  auto_line(w, "st[sp] = (u64)AT%d << 48 | (u64)v%d;", edge->target, to);
  auto_line(w, "sp += (int)(%s) & !(%s);", test, met);
  auto_close(w);
  auto_line(w, "goto pop;");
}

static void write_push_targets(Loop *l, const AutoEdge *edge) {
  Writer *w = l->w;
  const Auto *a = w->u->a;
  char test[100];
  int to = w->vars++;
  auto_piece_test(w, edge->allow, to, test, sizeof test);
  if (edge->kind == WALK_MANY) {
    int table = auto_list_table(w->u, edge);
    auto_open(w, "for (u32 i = R%d[v0 + 1]; i-- > R%d[v0];)", table, table);
    auto_line(w, "const int v%d = M%d[i];", to, table);
  } else {
    auto_open(w, "for (int v%d = %d; v%d-- > 0;)", to, a->vertices, to);
    auto_line(w, "if (!(A%d[v%d >> 6] >> (v%d & 63) & 1)) continue;", auto_set_table(w->u, edge), to, to);
  }
  int meeting = auto_meeting(w, edge->target);
  char met[120] = "0";
  if (meeting >= 0) auto_meeting_test(w, meeting, to, met, sizeof met);
  if (edge->allow != a->all) auto_line(w, "if (!(%s)) continue;", test);
  if (meeting >= 0) auto_line(w, "if (%s) continue;", met);
  auto_line(w, "if (sp >= STACK) { c->fault = 1; goto unwind; }");
  char name[24];
  snprintf(name, sizeof name, "v%d", to);
  push(w, "AT", edge->target, name);
  auto_close(w);
  auto_line(w, "goto pop;");
}

// Takes an edge that stays in the loop; afterwards the code has gone elsewhere.
static void write_inner_edge(Loop *l, const AutoEdge *edge, int e) {
  Writer *w = l->w;
  if (auto_modifies(edge)) {
    write_modifier(l, edge, e);
  } else if (edge->kind == WALK_MANY && auto_row_length(w->u->a, edge)) {
    write_push_row(l, edge);
  } else if (edge->kind == WALK_MANY || edge->kind == WALK_ANY) {
    write_push_targets(l, edge);
  } else {
    auto_open(w, "for (;;)");
    write_way(w, edge, 0);
    auto_line(w, "goto s%d;", edge->target);
    auto_close(w);
    auto_line(w, "goto pop;");
  }
}

static void write_outer_edge(Loop *l, const AutoEdge *edge) {
  auto_line(l->w, "c->sp = sp;");
  auto_edge(l->w, edge, 0, -1);
}

static int first_inner(const Loop *l, const AutoState *at) {
  for (int i = 0; i < at->n; i++) {
    if (in_loop(l, &l->w->u->a->edges[at->first + i])) return i;
  }
  return at->n;
}

static void write_ordered(Loop *l, const AutoState *at) {
  const AutoEdge *edges = l->w->u->a->edges;
  int first = first_inner(l, at);
  for (int i = 0; i < first; i++) write_outer_edge(l, &edges[at->first + i]);
  for (int i = at->n - 1; i > first; i--) push(l->w, "EDGE", at->first + i, "v0");
  if (first == at->n) auto_line(l->w, "goto pop;");
  else write_inner_edge(l, &edges[at->first + first], at->first + first);
}

static void write_any_order(Loop *l, const AutoState *at) {
  const AutoEdge *edges = l->w->u->a->edges;
  int first = first_inner(l, at);
  for (int i = 0; i < at->n; i++) {
    if (!in_loop(l, &edges[at->first + i])) write_outer_edge(l, &edges[at->first + i]);
  }
  for (int i = at->n - 1; i > first; i--) {
    if (in_loop(l, &edges[at->first + i])) push(l->w, "EDGE", at->first + i, "v0");
  }
  if (first == at->n) auto_line(l->w, "goto pop;");
  else write_inner_edge(l, &edges[at->first + first], at->first + first);
}

static void write_state(Loop *l, int state) {
  Writer *w = l->w;
  const AutoState *at = &w->u->a->states[state];
  char test[120];
  auto_line(w, "s%d: {", state);
  w->indent++;
  auto_line(w, "if (sp >= STACK - %d) { c->fault = 1; goto unwind; }", at->n + 10);
  if (at->accepts) auto_stop(w);
  int meeting = auto_meeting(w, state);
  if (meeting >= 0) {
    auto_meeting_test(w, meeting, 0, test, sizeof test);
    auto_line(w, "if (%s) goto pop;", test);
    auto_meeting_mark(w, meeting, 0);
  }
  if (is_ordered(w)) write_ordered(l, at);
  else write_any_order(l, at);
  auto_close(w);
}

static bool is_pushed(const Loop *l, const AutoState *at, int i) {
  int first = first_inner(l, at);
  if (i <= first) return false;
  return is_ordered(l->w) || in_loop(l, &l->w->u->a->edges[at->first + i]);
}

static void write_edge_label(Loop *l, const AutoState *at, int i) {
  const AutoEdge *edge = &l->w->u->a->edges[at->first + i];
  auto_line(l->w, "e%d: {", at->first + i);
  l->w->indent++;
  if (in_loop(l, edge)) {
    write_inner_edge(l, edge, at->first + i);
  } else {
    write_outer_edge(l, edge);
    auto_line(l->w, "goto pop;");
  }
  auto_close(l->w);
}

static void write_take_back(Loop *l, const AutoEdge *edge) {
  Writer *w = l->w;
  if (edge->kind == WALK_PUT && performs(l, edge)) auto_line(w, "put(c, v0, %d, (int)(it >> 16 & 255));", edge->a);
  if (edge->kind == WALK_ASSIGN && performs(l, edge)) auto_line(w, "c->value[%d] = (int)(u32)(it >> 16);", edge->b);
}

// Calls a function for every state of the loop, or every edge.
#define FOR_LOOP_STATES(l, s)                      \
  for (int s = 0; s < (l)->w->u->a->n_states; s++) \
    if (graph_of((l)->w)->loop[s] == (l)->loop)

static void write_names(Loop *l) {
  Writer *w = l->w;
  const Auto *a = w->u->a;
  int n = 0;
  text_puts(w->out, "  enum {");
  FOR_LOOP_STATES(l, s) {
    text_printf(w->out, "AT%d = %d, ", s, n++);
    for (int i = 0; i < a->states[s].n; i++) {
      int e = a->states[s].first + i;
      if (is_pushed(l, &a->states[s], i)) text_printf(w->out, "EDGE%d = %d, ", e, n++);
      if (auto_modifies(&a->edges[e]) && in_loop(l, &a->edges[e])) text_printf(w->out, "UNDO%d = %d, ", e, n++);
    }
  }
  text_puts(w->out, "};\n");
}

static void write_pop(Loop *l) {
  Writer *w = l->w;
  const Auto *a = w->u->a;
  const char *result = w->mode == AUTO_COUNT ? "r" : w->mode == AUTO_PARTS ? "" : "0";
  auto_line(w, "pop:");
  auto_line(w, "if (sp == base) { c->sp = base; return %s; }", result);
  auto_line(w, "it = st[--sp];");
  auto_line(w, "v0 = (int)(it & 65535);");
  auto_open(w, "switch (it >> 48)");
  FOR_LOOP_STATES(l, s) {
    auto_line(w, "case AT%d: goto s%d;", s, s);
    for (int i = 0; i < a->states[s].n; i++) {
      int e = a->states[s].first + i;
      if (is_pushed(l, &a->states[s], i)) auto_line(w, "case EDGE%d: goto e%d;", e, e);
      if (!auto_modifies(&a->edges[e]) || !in_loop(l, &a->edges[e])) continue;
      auto_line(w, "case UNDO%d:", e);
      write_take_back(l, &a->edges[e]);
      auto_line(w, "seen--;");
      if (keeps_path(l, &a->edges[e])) auto_line(w, "n--;");
      auto_line(w, "goto pop;");
    }
  }
  auto_close(w);
}

static void write_unwind(Loop *l) {
  Writer *w = l->w;
  const Auto *a = w->u->a;
  const char *result = w->mode == AUTO_COUNT ? "r" : w->mode == AUTO_PARTS ? "" : "1";
  auto_line(w, "unwind:");
  if (w->mode != AUTO_FIRST) {
    auto_open(w, "while (sp > base)");
    auto_line(w, "it = st[--sp];");
    auto_line(w, "v0 = (int)(it & 65535);");
    auto_open(w, "switch (it >> 48)");
    FOR_LOOP_STATES(l, s) {
      for (int i = 0; i < a->states[s].n; i++) {
        int e = a->states[s].first + i;
        if (!auto_modifies(&a->edges[e]) || !in_loop(l, &a->edges[e]) || !performs(l, &a->edges[e])) continue;
        auto_line(w, "case UNDO%d:", e);
        write_take_back(l, &a->edges[e]);
        auto_line(w, "break;");
      }
    }
    auto_close(w);
    auto_close(w);
  }
  auto_line(w, "c->sp = base;");
  auto_line(w, "return %s;", result);
}

void auto_write_loop(Writer *w, int state) {
  Loop l = {.w = w, .loop = graph_of(w)->loop[state]};
  const Auto *a = w->u->a;
  w->loop_stack = true;
  w->at_root = false;
  write_names(&l);
  auto_line(w, "u64 *const st = c->stack, it;");
  auto_line(w, "int sp = c->sp;");
  auto_line(w, "const int base = sp;");
  auto_line(w, "goto s%d;", state);
  FOR_LOOP_STATES(&l, s) {
    write_state(&l, s);
    for (int i = 0; i < a->states[s].n; i++) {
      if (is_pushed(&l, &a->states[s], i)) write_edge_label(&l, &a->states[s], i);
    }
  }
  write_pop(&l);
  write_unwind(&l);
}
