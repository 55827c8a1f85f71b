// Reading an automaton for choices of a vertex.
#include "rules/walk_choice.h"

#include "rules/operand_names.h"

typedef struct Automaton {
  const WalkState *states;
  const WalkEdge *edges;
  const int32_t *tables;
  int n_states, n_edges;
} Automaton;

enum { CHAIN_MAX = 64, FEW = 16 };  // states followed without a choice; vertices not worth counting

static Automaton automaton_of(const Program *program, const Ins *walk) {
  const RulesArray *states = &program->arrays[walk->a[A_WALK_STATES]], *edges = &program->arrays[walk->a[A_WALK_EDGES]];
  return (Automaton){.states = (const WalkState *)(const void *)states->at,
                     .edges = (const WalkEdge *)(const void *)edges->at,
                     .tables = program->arrays[walk->a[A_WALK_TABLES]].at,
                     .n_states = states->n * (int)sizeof(int32_t) / (int)sizeof(WalkState) - 1,
                     .n_edges = edges->n * (int)sizeof(int32_t) / (int)sizeof(WalkEdge)};
}

// The only edge of a state, or NULL.
static const WalkEdge *only_edge(const Automaton *a, int32_t state) {
  const WalkState *at = &a->states[state];
  return !at->accepts && at[1].first - at[0].first == 1 ? &a->edges[at->first] : NULL;
}

// Whether at most one way leads from a state to the end of the move.
static bool goes_one_way(const Automaton *a, int32_t state) {
  for (int n = 0; n < CHAIN_MAX; n++) {
    const WalkEdge *edge = only_edge(a, state);
    if (!edge || edge->kind == WALK_ANY || edge->kind == WALK_MANY) return false;
    if (edge->kind == WALK_SWITCH) return true;
    state = edge->target;
  }
  return false;
}

static const WalkEdge *choice_at(const Automaton *a, int32_t state) {
  for (int n = 0; n < CHAIN_MAX; n++) {
    const WalkEdge *edge = only_edge(a, state);
    if (!edge) return NULL;
    if (edge->kind == WALK_ANY) return goes_one_way(a, edge->target) ? edge : NULL;
    bool plain = (edge->kind == WALK_EMPTY || edge->kind == WALK_DOT) && edge->guard == WALK_NO_GUARD;
    if (!plain) return NULL;
    state = edge->target;
  }
  return NULL;
}

const WalkEdge *walk_choice(const Program *program, const Ins *walk, int32_t state) {
  Automaton a = automaton_of(program, walk);
  return choice_at(&a, state);
}

static bool in_guard(const Automaton *a, const WalkEdge *edge, int32_t piece) {
  return edge->guard == WALK_NO_GUARD || ((uint32_t)a->tables[edge->guard + (piece >> 5)] >> (piece & 31) & 1);
}

// Whether some modifier puts a piece on which one may choose a vertex.
static bool is_freed(const Automaton *a, const WalkEdge *choice) {
  for (int e = 0; e < a->n_edges; e++) {
    const WalkEdge *edge = &a->edges[e];
    if (edge->kind == WALK_PUT && edge->action && in_guard(a, choice, edge->a)) return true;
  }
  return false;
}

// Whether the first thing that happens to a vertex once chosen is that a piece comes there on which it cannot be
// chosen.
static bool is_filled(const Automaton *a, const WalkEdge *choice) {
  int32_t state = choice->target;
  for (int n = 0; n < CHAIN_MAX; n++) {
    const WalkEdge *edge = only_edge(a, state);
    bool moves = edge && (edge->kind == WALK_STEP || edge->kind == WALK_ANY || edge->kind == WALK_MANY);
    if (!edge || moves) return false;
    if (edge->kind == WALK_PUT) return !in_guard(a, choice, edge->a);
    state = edge->target;
  }
  return false;
}

WalkTurns walk_turns(const Program *program, const Ins *walk) {
  Automaton a = automaton_of(program, walk);
  WalkTurns turns = WALK_TURNS_FILL;
  int players = 0;
  for (int e = 0; e < a.n_edges; e++) {
    if (a.edges[e].kind != WALK_SWITCH || !a.edges[e].action || a.edges[e].a == 0) continue;
    const WalkEdge *choice = choice_at(&a, a.edges[e].target);
    if (!choice || choice->b < FEW) return choice ? WALK_TURNS_FEW : WALK_TURNS_OTHER;
    if (choice->guard == WALK_NO_GUARD || is_freed(&a, choice) || !is_filled(&a, choice)) turns = WALK_TURNS_CHOICES;
    players++;
  }
  return players ? turns : WALK_TURNS_OTHER;
}
