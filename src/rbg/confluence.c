// Where paths meet. Visited (state, vertex) pairs are forgotten after every modifier, so a state needs a visited
// check only if some pair can be reached twice from one starting point: the start, the place after a modifier or
// dot, or the start of a pattern, at any vertex. Found by searching automaton x board with conditions ignored.
#include "rbg/edge_targets.h"

#include "base/vec.h"

static const int64_t work_max = 200 * 1000 * 1000;  // edges looked at; beyond that every state is checked

typedef struct Pair {
  int state, vertex;
} Pair;

typedef struct Meeting {
  const RbgAutomaton *nfa;
  const RbgBoard *board;
  uint32_t *reached;   // per pair: the number of the last root that reached it
  uint32_t *expanded;  // per edge to anywhere: the number of the last root that went along it
  uint32_t root;
  bool *meets;
  int64_t work;
  VEC(Pair) stack;
} Meeting;

static void reach(Meeting *m, int state, int vertex) {
  uint32_t *at = &m->reached[(size_t)state * (size_t)m->board->n + (size_t)vertex];
  if (*at == m->root) {
    m->meets[state] = true;
    return;
  }
  *at = m->root;
  VEC_PUSH(&m->stack, (Pair){state, vertex});
}

// An edge to anywhere leads to the same vertices each time: the second time all of them meet.
static bool anywhere_again(Meeting *m, int e) {
  const RbgEdge *edge = &m->nfa->edges[e];
  if (edge->kind != RBG_EDGE_TABLE || m->nfa->tables[edge->index].kind != RBG_TABLE_ANY) return false;
  bool again = m->expanded[e] == m->root;
  if (again) m->meets[edge->target] = true;
  m->expanded[e] = m->root;
  return again;
}

static void search_from(Meeting *m, int state, int vertex) {
  m->root++;
  reach(m, state, vertex);
  while (m->stack.n) {
    Pair at = VEC_POP(&m->stack);
    for (int e = m->nfa->first[at.state]; e < m->nfa->first[at.state + 1]; e++) {
      const RbgEdge *edge = &m->nfa->edges[e];
      m->work++;
      if (rbg_edge_modifies(edge) || anywhere_again(m, e)) continue;
      int one, n;
      const int *targets = rbg_edge_targets(m->nfa, m->board, edge, at.vertex, &one, &n);
      for (int i = 0; i < n; i++) reach(m, edge->target, targets[i]);
      m->work += n;
    }
  }
}

static void find_roots(const RbgAutomaton *nfa, bool *roots) {
  roots[nfa->start] = true;
  for (int e = 0; e < nfa->n_edges; e++) {
    if (rbg_edge_modifies(&nfa->edges[e]) || nfa->edges[e].kind == RBG_EDGE_DOT) roots[nfa->edges[e].target] = true;
  }
  for (int i = 0; i < nfa->n_patterns; i++) {
    if (nfa->patterns[i].start >= 0) roots[nfa->patterns[i].start] = true;
  }
}

enum { PAIRS_MAX = 64 << 20 };

const bool *rbg_find_meets(Arena *arena, Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa) {
  Meeting m = {.nfa = nfa, .board = &game->board, .meets = ARENA_ARRAY(arena, bool, nfa->n_states)};
  bool *roots = ARENA_ARRAY(scratch, bool, nfa->n_states);
  find_roots(nfa, roots);
  int64_t pairs = (int64_t)nfa->n_states * game->board.n;
  if (pairs > PAIRS_MAX) m.work = work_max;
  m.expanded = ARENA_ARRAY(scratch, uint32_t, nfa->n_edges);
  if (pairs <= PAIRS_MAX) m.reached = ARENA_ARRAY(scratch, uint32_t, pairs);
  for (int s = 0; s < nfa->n_states; s++) {
    int starts = roots[s] ? rbg_starts(nfa, &game->board, s) : 0;
    for (int v = 0; v < starts && m.work < work_max; v++) search_from(&m, s, v);
  }
  if (m.work >= work_max) memset(m.meets, true, (size_t)nfa->n_states);
  VEC_FREE(&m.stack);
  return m.meets;
}
