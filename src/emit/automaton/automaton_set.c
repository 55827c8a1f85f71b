// Checks for all vertices at once: the set of vertices where a check succeeds, worked out backwards from where it
// accepts. A step is a shift of the set, once for each difference of vertex numbers it can make; a loop is repeated
// until its sets do not grow any more. Checks with modifiers, or on boards whose steps make many differences, are made
// vertex by vertex.
#include "emit/automaton/automaton_search.h"

#include <stdlib.h>

enum {
  DELTAS_MAX = 8,  // differences of one table
  COST_MAX = 700,  // words worked out, loops counted five times
};

typedef struct Deltas {
  int n, at[DELTAS_MAX];
} Deltas;

static bool add_delta(Deltas *d, int delta) {
  for (int i = 0; i < d->n; i++) {
    if (d->at[i] == delta) return true;
  }
  if (d->n == DELTAS_MAX) return false;
  d->at[d->n++] = delta;
  return true;
}

// The differences between where the edge leads and where it comes from; false when there are too many.
static bool find_deltas(const Auto *a, const AutoEdge *edge, Deltas *d) {
  d->n = 0;
  for (int v = 0; v < a->vertices; v++) {
    int32_t one;
    int n;
    const int32_t *to = auto_targets(a, edge, v, &one, &n);
    for (int i = 0; i < n; i++) {
      if (!add_delta(d, to[i] - v)) return false;
    }
  }
  return true;
}

static bool leads_by(const Auto *a, const AutoEdge *edge, int v, int delta) {
  int32_t one;
  int n;
  const int32_t *to = auto_targets(a, edge, v, &one, &n);
  for (int i = 0; i < n; i++) {
    if (to[i] - v == delta) return true;
  }
  return false;
}

// ---- which checks

typedef struct Reach {
  const Auto *a;
  bool *seen;
  VEC(int) stack;
  int cost;
  bool possible;
} Reach;

static void reach(Reach *r, int state) {
  if (r->seen[state]) return;
  r->seen[state] = true;
  VEC_PUSH(&r->stack, state);
}

static void reach_edge(Reach *r, const AutoEdge *edge, bool in_loop) {
  Deltas d = {.n = 1};
  if (auto_modifies(edge)) r->possible = false;
  if (edge->kind == WALK_STEP || edge->kind == WALK_MANY) r->possible &= find_deltas(r->a, edge, &d);
  r->cost += d.n * r->a->words * (in_loop ? 5 : 1);
  if (edge->kind == WALK_CHECK) reach(r, r->a->states[edge->a].same_check);
  reach(r, edge->target);
}

// Whether a state goes on round its loop by a step to one vertex.
static bool steps_round(const Auto *a, int state) {
  for (int i = 0; i < a->states[state].n; i++) {
    const AutoEdge *edge = &a->edges[a->states[state].first + i];
    if (edge->kind == WALK_STEP && a->whole.loop[edge->target] == a->whole.loop[state]) return true;
  }
  return false;
}

// A loop that slides over the commonest piece: faster along rays, one vertex at a time.
static bool slides_far(const Auto *a, int state) {
  if (!a->whole.in_loop[state] || a->whole.loop_size[a->whole.loop[state]] > 2) return false;
  for (int i = 0; i < a->states[state].n; i++) {
    const AutoEdge *edge = &a->edges[a->states[state].first + i];
    bool round = a->whole.loop[edge->target] == a->whole.loop[state];
    bool over = edge->kind == WALK_STEP || edge->kind == WALK_ON;
    bool on = round && over && edge->allow >> a->commonest & 1;
    if (on && (edge->kind == WALK_STEP || steps_round(a, edge->target))) return true;
  }
  return false;
}

static bool find_possible(const Auto *a, int start) {
  Reach r = {.a = a, .seen = mem_alloc_zero((size_t)a->n_states), .possible = true};
  reach(&r, start);
  while (r.stack.n && r.possible && r.cost <= COST_MAX) {
    int s = VEC_POP(&r.stack);
    const AutoState *at = &a->states[s];
    if (slides_far(a, s)) r.possible = false;
    for (int i = 0; i < at->n; i++) reach_edge(&r, &a->edges[at->first + i], a->whole.in_loop[s]);
  }
  VEC_FREE(&r.stack);
  mem_free(r.seen);
  return r.possible && r.cost <= COST_MAX;
}

enum { UNKNOWN, POSSIBLE, IMPOSSIBLE };

bool auto_set_possible(AutoUnit *u, int start) {
  uint8_t *known = &u->set_possible[start];
  if (*known == UNKNOWN) *known = find_possible(u->a, start) ? POSSIBLE : IMPOSSIBLE;
  return *known == POSSIBLE;
}

bool auto_check_is_global(const Auto *a, int start) {
  for (int s = start, n = 0; n < 8; n++) {
    const AutoState *at = &a->states[s];
    if (at->n != 1 || at->accepts) return false;
    const AutoEdge *edge = &a->edges[at->first];
    if (edge->kind == WALK_ANY) return true;
    if (edge->kind != WALK_EMPTY || edge->allow != a->all) return false;
    s = edge->target;
  }
  return false;
}

bool auto_check_floods(const Auto *a, int start) {
  for (int i = 0; i < a->states[start].n; i++) {
    const AutoEdge *edge = &a->edges[a->states[start].first + i];
    bool round = edge->kind == WALK_MANY && a->whole.loop[edge->target] == a->whole.loop[start];
    if (round && edge->allow >> a->commonest & 1) return true;
  }
  return false;
}

void auto_ask_set(AutoUnit *u, int start) {
  u->sets = true;
  if (u->set_asked[start]) return;
  u->set_asked[start] = true;
  VEC_PUSH(&u->sets_left, start);
}

// ---- writing them

typedef struct SetWriter {
  AutoUnit *u;
  Text *out;
  bool *member;  // by state: of this check
  int start;
  bool keeps;  // the answer is kept
} SetWriter;

static int mask_table(AutoUnit *u, const AutoEdge *edge, int delta) {
  const Auto *a = u->a;
  text_printf(&u->tables, "static const u64 X%d[] = {", u->masks);
  for (int k = 0; k < a->words; k++) {
    uint64_t set = 0;
    for (int v = 64 * k; v < a->vertices && v < 64 * (k + 1); v++) {
      if (leads_by(a, edge, v, delta)) set |= (uint64_t)1 << v % 64;
    }
    text_printf(&u->tables, "0x%llxull,", (unsigned long long)set);
  }
  text_puts(&u->tables, "};\n");
  return u->masks++;
}

// p: the vertices the edge may arrive on.
static void write_arrivals(SetWriter *s, const AutoEdge *edge) {
  const Auto *a = s->u->a;
  if (a->states[edge->target].accepts) text_puts(s->out, "    Set p = all();\n");
  else text_printf(s->out, "    Set p = s%d;\n", edge->target);
  if (edge->allow == a->all) return;
  const char *before = "    for (int w = 0; w < WORDS; w++) p.w[w] &= ";
  for (int k = 0; k < a->kinds; k++) {
    if (!(edge->allow >> k & 1)) continue;
    text_printf(s->out, "%sc->kind[%d][w]", before, k);
    before = " | ";
  }
  text_puts(s->out, edge->allow ? ";\n" : "    p = none();\n");
}

static void write_shifts(SetWriter *s, const AutoEdge *edge) {
  Deltas d;
  if (!find_deltas(s->u->a, edge, &d)) return;
  for (int i = 0; i < d.n; i++) {
    int mask = mask_table(s->u, edge, d.at[i]), by = abs(d.at[i]);
    text_printf(s->out, "    t = join(t, %s(p, %d, X%d));\n", d.at[i] >= 0 ? "down" : "up", by, mask);
  }
}

static void write_edge(SetWriter *s, const AutoEdge *edge) {
  const Auto *a = s->u->a;
  text_puts(s->out, "   {\n");
  write_arrivals(s, edge);
  switch (edge->kind) {
    case WALK_STEP:
    case WALK_MANY: write_shifts(s, edge); break;
    case WALK_ANY: text_printf(s->out, "    if (meets(p.w, A%d)) t = all();\n", auto_set_table(s->u, edge)); break;
    case WALK_CHECK: {
      int start = a->states[edge->a].same_check;
      auto_ask_set(s->u, start);
      text_printf(s->out, "    t = join(t, %s(p, B%d(c, -1)));\n", edge->b ? "without" : "both", start);
      break;
    }
    case WALK_COMPARE:
      text_puts(s->out, "    if (");
      auto_formula(a, edge->a, s->out);
      text_puts(s->out, ") t = join(t, p);\n");
      break;
    case WALK_EMPTY:
    case WALK_ON:
    case WALK_DOT:
    case WALK_PUT:
    case WALK_ASSIGN:
    case WALK_SWITCH: text_puts(s->out, "    t = join(t, p);\n"); break;
  }
  text_puts(s->out, "   }\n");
}

static void write_state(SetWriter *s, int state, bool loops) {
  const AutoState *at = &s->u->a->states[state];
  text_puts(s->out, "  {\n    Set t = none();\n");
  for (int i = 0; i < at->n; i++) write_edge(s, &s->u->a->edges[at->first + i]);
  if (loops) text_printf(s->out, "    more |= differ(s%d, t);\n", state);
  text_printf(s->out, "    s%d = t;\n  }\n", state);
}

static void find_members(SetWriter *s, int start) {
  const Auto *a = s->u->a;
  VEC(int) stack = {0};
  VEC_PUSH(&stack, start);
  s->member[start] = true;
  while (stack.n) {
    const AutoState *at = &a->states[VEC_POP(&stack)];
    for (int i = 0; i < at->n; i++) {
      int to = a->edges[at->first + i].target;
      if (s->member[to] || a->states[to].accepts) continue;
      s->member[to] = true;
      VEC_PUSH(&stack, to);
    }
  }
  VEC_FREE(&stack);
}

// The only edge of a state that stays in its loop, or NULL.
static const AutoEdge *way_round(const Auto *a, int state) {
  const AutoEdge *found = NULL;
  for (int i = 0; i < a->states[state].n; i++) {
    const AutoEdge *edge = &a->edges[a->states[state].first + i];
    if (a->whole.loop[edge->target] != a->whole.loop[state]) continue;
    if (found) return NULL;
    found = edge;
  }
  return found;
}

enum { WAY_MAX = 4 };

// The states of a loop with one way round, in that order from `first` on; how many, 0: there are more ways.
static int find_way(const Auto *a, int first, const AutoEdge **edges, int *states) {
  int n = 0, state = first;
  do {
    const AutoEdge *edge = n < WAY_MAX ? way_round(a, state) : NULL;
    if (!edge || edge->kind == WALK_ANY) return 0;
    states[n] = state;
    edges[n++] = edge;
    state = edge->target;
  } while (state != first);
  return n;
}

// What the other edges of a state give, as its first set.
static void write_exits(SetWriter *s, int state, const AutoEdge *round) {
  const AutoState *at = &s->u->a->states[state];
  text_puts(s->out, "  {\n    Set t = none();\n");
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &s->u->a->edges[at->first + i];
    if (edge != round) write_edge(s, edge);
  }
  text_printf(s->out, "    s%d = t;\n  }\n", state);
}

// One way round: only what is new goes round again, backwards.
static bool write_one_way(SetWriter *s, int first) {
  const AutoEdge *edges[WAY_MAX];
  int states[WAY_MAX], n = find_way(s->u->a, first, edges, states);
  if (!n) return false;
  for (int i = 0; i < n; i++) write_exits(s, states[i], edges[i]);
  text_printf(s->out, "  for (Set d = s%d;;) {\n", states[0]);
  for (int i = n - 1; i >= 0; i--) {
    text_printf(s->out, "  {\n    Set t = none();\n    const Set s%d = d;\n", edges[i]->target);
    write_edge(s, edges[i]);
    text_puts(s->out, "    d = t;\n  }\n");
    if (i) text_printf(s->out, "  s%d = join(s%d, d);\n  d = s%d;\n", states[i], states[i], states[i]);
  }
  text_printf(s->out, "  d = without(d, s%d);\n  s%d = join(s%d, d);\n  if (!differ(d, none())) break;\n  }\n",
              states[0], states[0], states[0]);
  return true;
}

static void write_loop(SetWriter *s, int loop) {
  const Auto *a = s->u->a;
  int first = 0;
  while (!s->member[first] || a->whole.loop[first] != loop) first++;
  if (write_one_way(s, first)) return;
  text_puts(s->out, "  for (int more = 1; more;) {\n  more = 0;\n");
  for (int state = 0; state < a->n_states; state++) {
    if (s->member[state] && a->whole.loop[state] == loop) write_state(s, state, true);
  }
  text_puts(s->out, "  }\n");
}

// Loops are numbered with the last ones first.
static void write_in_order(SetWriter *s) {
  const Auto *a = s->u->a;
  int loops = 0;
  for (int state = 0; state < a->n_states; state++) loops = MAX(loops, a->whole.loop[state] + 1);
  int *one_of = mem_alloc_zero((size_t)loops * sizeof *one_of);
  for (int state = 0; state < a->n_states; state++) {
    if (s->member[state]) one_of[a->whole.loop[state]] = state + 1;
  }
  for (int loop = 0; loop < loops; loop++) {
    if (!one_of[loop]) continue;
    int state = one_of[loop] - 1;
    if (a->whole.in_loop[state]) write_loop(s, loop);
    else write_state(s, state, false);
  }
  mem_free(one_of);
}

// A check that begins with a choice among certain pieces fails at once where there are none.
static void write_early_end(SetWriter *s, int start) {
  const Auto *a = s->u->a;
  const AutoEdge *edge = &a->edges[a->states[start].first];
  if (a->states[start].n != 1 || edge->kind != WALK_ANY || edge->allow == a->all) return;
  text_printf(s->out, "  u64 there = 0;\n  for (int w = 0; w < WORDS; w++) there |= A%d[w] & (0",
              auto_set_table(s->u, edge));
  for (int k = 0; k < a->kinds; k++) {
    if (edge->allow >> k & 1) text_printf(s->out, " | c->kind[%d][w]", k);
  }
  text_puts(s->out, ");\n  if (!there) return none();\n");
}

// Whether the answer depends on the board alone: then it is kept until a piece is put.
static bool by_board_alone(const SetWriter *s) {
  const Auto *a = s->u->a;
  for (int state = 0; state < a->n_states; state++) {
    for (int i = 0; s->member[state] && i < a->states[state].n; i++) {
      WalkKind kind = a->edges[a->states[state].first + i].kind;
      if (kind == WALK_COMPARE || kind == WALK_CHECK) return false;
    }
  }
  return true;
}

static void write_set_check(AutoUnit *u, int start) {
  SetWriter s = {u, &u->code, mem_alloc_zero((size_t)u->a->n_states), start};
  find_members(&s, start);
  text_printf(&u->protos, "static Set B%d(C *c, int asked);\n", start);
  text_printf(s.out,
              "\n// Whoever asks for one vertex alone needs no more than the answer for that.\nstatic Set B%d(C *c, "
              "int asked) {\n  (void)c, (void)asked;\n",
              start);
  if (u->a->states[start].accepts) {
    text_puts(s.out, "  return all();\n}\n");
  } else {
    write_early_end(&s, start);
    int kept = by_board_alone(&s) ? u->kept_sets++ : -1;
    if (kept >= 0)
      text_printf(s.out,
                  "  Kept *kept = &c->kept[%d];\n  if (kept->board == c->board && (kept->whole || (asked >= 0 && "
                  "has(kept->set, asked)))) return kept->set;\n  int whole = 1;\n",
                  kept);
    s.keeps = kept >= 0;
    for (int state = 0; state < u->a->n_states; state++) {
      if (s.member[state]) text_printf(s.out, "  Set s%d = none();\n", state);
    }
    write_in_order(&s);
    if (kept >= 0) text_printf(s.out, "  kept->board = c->board, kept->whole = whole, kept->set = s%d;\n", start);
    text_printf(s.out, "  return s%d;\n}\n", start);
  }
  mem_free(s.member);
}

void auto_write_sets(AutoUnit *u) {
  while (u->sets_left.n) write_set_check(u, VEC_POP(&u->sets_left));
}
