// Modifiers that nothing can notice before the move ends: while moves are listed they need not be performed.
//
// A put is blind if, from any vertex, nothing that may still happen in the move looks at the piece there. An assignment
// is blind if no formula that may still be worked out reads the value. Both are found by going forward through the
// automaton, conditions ignored: for a put over (state, vertex) pairs, with a limit on the work.
#include "emit/automaton/automaton_internal.h"

static const int64_t work_max = 60 * 1000 * 1000;  // edges looked at for all puts of a game

typedef struct Pair {
  int state, vertex;
} Pair;

typedef struct Search {
  const Auto *a;
  uint32_t *reached;  // by pair: the number of the last search that came there
  uint32_t number;
  int64_t work;
  VEC(Pair) stack;
} Search;

static void reach(Search *s, int state, int vertex) {
  uint32_t *at = &s->reached[(size_t)state * (size_t)s->a->vertices + (size_t)vertex];
  if (*at == s->number) return;
  *at = s->number;
  VEC_PUSH(&s->stack, (Pair){state, vertex});
}

// Whether an edge, taken at a vertex, looks at the piece of vertex `here`; reaches what comes behind it.
static bool looks_at(Search *s, const AutoEdge *edge, int vertex, int here) {
  const Auto *a = s->a;
  if (edge->kind == WALK_ON && vertex == here) return true;
  bool formula = edge->kind == WALK_COMPARE || edge->kind == WALK_ASSIGN;
  if (formula && auto_formula_reads(a, edge->a, WALK_TALLY, -1)) return true;
  if (edge->kind == WALK_CHECK) reach(s, edge->a, vertex);
  int32_t one;
  int n;
  const int32_t *targets = auto_targets(a, edge, vertex, &one, &n);
  bool moves = edge->kind == WALK_EMPTY || edge->kind == WALK_STEP || edge->kind == WALK_ANY || edge->kind == WALK_MANY;
  for (int i = 0; i < n; i++) {
    if (moves && targets[i] == here && edge->allow != a->all) return true;
    reach(s, edge->target, targets[i]);
  }
  s->work += n + 1;
  return false;
}

static bool put_is_noticed(Search *s, const AutoEdge *put, int here) {
  s->number++;
  s->stack.n = 0;
  reach(s, put->target, here);
  while (s->stack.n) {
    Pair at = VEC_POP(&s->stack);
    const AutoState *state = &s->a->states[at.state];
    for (int i = 0; i < state->n; i++) {
      const AutoEdge *edge = &s->a->edges[state->first + i];
      if (edge->kind == WALK_SWITCH && edge->action) continue;
      if (looks_at(s, edge, at.vertex, here)) return true;
    }
  }
  return false;
}

static bool put_is_blind(Search *s, const AutoEdge *put) {
  for (int v = 0; v < s->a->vertices; v++) {
    if (s->work > work_max || put_is_noticed(s, put, v)) return false;
  }
  return true;
}

static bool reads(const Auto *a, const AutoEdge *edge, int value) {
  bool formula = edge->kind == WALK_COMPARE || edge->kind == WALK_ASSIGN;
  return formula && auto_formula_reads(a, edge->a, WALK_VALUE, value);
}

static void go(Search *s, bool *seen, int state) {
  if (!seen[state]) VEC_PUSH(&s->stack, (Pair){state, 0});
  seen[state] = true;
}

static bool assignment_is_blind(Search *s, bool *seen, const AutoEdge *assign) {
  const Auto *a = s->a;
  memset(seen, 0, (size_t)a->n_states);
  s->stack.n = 0;
  go(s, seen, assign->target);
  while (s->stack.n) {
    const AutoState *state = &a->states[VEC_POP(&s->stack).state];
    for (int i = 0; i < state->n; i++) {
      const AutoEdge *edge = &a->edges[state->first + i];
      if (edge->kind == WALK_SWITCH && edge->action) continue;
      if (reads(a, edge, assign->b)) return false;
      if (edge->kind == WALK_CHECK) go(s, seen, edge->a);
      go(s, seen, edge->target);
    }
  }
  return true;
}

void auto_find_blind(Auto *a) {
  Arena scratch = {0};
  Search s = {.a = a, .reached = ARENA_ARRAY(&scratch, uint32_t, (int64_t)a->n_states * a->vertices)};
  bool *seen = ARENA_ARRAY(&scratch, bool, a->n_states);
  for (int e = 0; e < a->n_edges; e++) {
    AutoEdge *edge = &a->edges[e];
    if (edge->kind == WALK_PUT) edge->blind = put_is_blind(&s, edge);
    if (edge->kind == WALK_ASSIGN) edge->blind = assignment_is_blind(&s, seen, edge);
  }
  VEC_FREE(&s.stack);
  arena_free(&scratch);
}
