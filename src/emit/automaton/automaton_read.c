// Reading the WALK instruction: states, edges, which pieces an edge can arrive on, where moves begin, equal checks.
#include "emit/automaton/automaton_internal.h"

#include "rules/operand_names.h"

static uint64_t read_set(const Auto *a, int32_t at) {
  uint64_t set = (uint32_t)a->tables[at];
  if (a->kinds > 32) set |= (uint64_t)(uint32_t)a->tables[at + 1] << 32;
  return set;
}

static void read_edges(Auto *a, const WalkEdge *from) {
  a->edges = ARENA_ARRAY(&a->arena, AutoEdge, a->n_edges);
  for (int e = 0; e < a->n_edges; e++) {
    const WalkEdge *edge = &from[e];
    a->edges[e] = (AutoEdge){(WalkKind)edge->kind, edge->target, edge->a, edge->b, edge->action, a->all, false};
    if (edge->guard >= 0) a->edges[e].allow = read_set(a, edge->guard);
    if (edge->kind == WALK_ON) a->edges[e].allow = read_set(a, edge->a);
  }
}

static void read_states(Auto *a, const WalkState *from) {
  a->states = ARENA_ARRAY(&a->arena, AutoState, a->n_states);
  for (int s = 0; s < a->n_states; s++) {
    a->states[s] = (AutoState){.first = from[s].first,
                               .n = from[s + 1].first - from[s].first,
                               .meeting = from[s].meeting,
                               .accepts = from[s].accepts,
                               .same_check = s};
  }
}

// ---- narrowing

typedef struct Entries {
  const Auto *a;
  uint64_t *pieces;  // by state: with these on the vertex there may be a way on
  bool *known;       // or being worked out: then every piece counts
} Entries;

static uint64_t state_entry(Entries *e, int state, int depth);

static uint64_t edge_entry(Entries *e, const AutoEdge *edge, int depth) {
  bool stays = edge->kind == WALK_ON || edge->kind == WALK_EMPTY;
  if (stays) return edge->allow & state_entry(e, edge->target, depth + 1);
  if (edge->kind == WALK_COMPARE || edge->kind == WALK_CHECK) return state_entry(e, edge->target, depth + 1);
  return e->a->all;
}

enum { ENTRY_DEPTH = 200 };

static uint64_t state_entry(Entries *e, int state, int depth) {
  if (e->known[state]) return e->pieces[state];
  const AutoState *at = &e->a->states[state];
  if (depth > ENTRY_DEPTH || at->accepts) return e->a->all;
  e->known[state] = true;
  e->pieces[state] = e->a->all;
  uint64_t pieces = 0;
  for (int i = 0; i < at->n; i++) pieces |= edge_entry(e, &e->a->edges[at->first + i], depth);
  return e->pieces[state] = pieces;
}

static void narrow(Auto *a) {
  Entries e = {a, ARENA_ARRAY(&a->arena, uint64_t, a->n_states), ARENA_ARRAY(&a->arena, bool, a->n_states)};
  for (int i = 0; i < a->n_edges; i++) {
    AutoEdge *edge = &a->edges[i];
    if (!auto_modifies(edge)) edge->allow &= state_entry(&e, edge->target, 0);
  }
}

// ---- roots

static void mark_roots(Auto *a) {
  a->states[a->start].keeper_root = true;
  for (int e = 0; e < a->n_edges; e++) {
    const AutoEdge *edge = &a->edges[e];
    AutoState *to = &a->states[edge->target];
    if (edge->kind == WALK_CHECK) a->states[edge->a].check_root = true;
    if (edge->kind == WALK_SWITCH && edge->action) *(edge->a ? &to->player_root : &to->keeper_root) = true;
  }
}

// Parts begin where a player's move does, and behind every part that stays inside a move.
static void mark_part_roots(Auto *a) {
  bool *seen = ARENA_ARRAY(&a->arena, bool, a->n_states);
  VEC(int) stack = {0};
  for (int s = 0; s < a->n_states; s++) {
    if (!a->states[s].player_root) continue;
    a->states[s].part_root = seen[s] = true;
    VEC_PUSH(&stack, s);
  }
  while (stack.n) {
    const AutoState *at = &a->states[VEC_POP(&stack)];
    for (int i = 0; i < at->n; i++) {
      const AutoEdge *edge = &a->edges[at->first + i];
      if ((edge->kind == WALK_SWITCH && edge->action) || !edge->allow) continue;
      if (!auto_goes_on(a, edge, true)) a->states[edge->target].part_root = true;
      if (!seen[edge->target]) VEC_PUSH(&stack, edge->target);
      seen[edge->target] = true;
    }
  }
  VEC_FREE(&stack);
}

// ---- equal checks

typedef struct Pairing {
  const Auto *a;
  int *partner;  // by state of the one check: the state of the other
  VEC(int) left;
  VEC(int) touched;
} Pairing;

static bool pair_states(Pairing *p, int one, int other) {
  if (p->partner[one] >= 0) return p->partner[one] == other;
  p->partner[one] = other;
  VEC_PUSH(&p->touched, one);
  VEC_PUSH(&p->left, one);
  return true;
}

static bool same_formula(const Auto *a, int one, int other) {
  const WalkTerm *x = a->terms + one, *y = a->terms + other;
  for (; x->kind == y->kind && x->n == y->n; x++, y++) {
    if (x->kind == WALK_END) return true;
  }
  return false;
}

static bool pair_edges(Pairing *p, const AutoEdge *x, const AutoEdge *y) {
  if (x->kind != y->kind || x->allow != y->allow || x->action || y->action) return false;
  switch (x->kind) {
    case WALK_EMPTY:
    case WALK_ON:
    case WALK_DOT: break;
    case WALK_STEP:
    case WALK_MANY:
    case WALK_PUT:
    case WALK_SWITCH:
      if (x->a != y->a) return false;
      break;
    case WALK_ANY:
      if (x->a != y->a || x->b != y->b) return false;
      break;
    case WALK_ASSIGN:
      if (x->b != y->b || !same_formula(p->a, x->a, y->a)) return false;
      break;
    case WALK_COMPARE:
      if (!same_formula(p->a, x->a, y->a)) return false;
      break;
    case WALK_CHECK:
      if (x->b != y->b || !pair_states(p, x->a, y->a)) return false;
      break;
  }
  return pair_states(p, x->target, y->target);
}

static bool same_check(Pairing *p, int one, int other) {
  bool same = pair_states(p, one, other);
  while (same && p->left.n) {
    int s = VEC_POP(&p->left);
    const AutoState *x = &p->a->states[s], *y = &p->a->states[p->partner[s]];
    same = x->n == y->n && x->accepts == y->accepts && (x->meeting < 0) == (y->meeting < 0);
    for (int i = 0; same && i < x->n; i++) same = pair_edges(p, &p->a->edges[x->first + i], &p->a->edges[y->first + i]);
  }
  for (size_t i = 0; i < p->touched.n; i++) p->partner[p->touched.at[i]] = -1;
  VEC_CLEAR(&p->touched);
  VEC_CLEAR(&p->left);
  return same;
}

static void find_same_checks(Auto *a) {
  Pairing p = {.a = a, .partner = ARENA_ARRAY(&a->arena, int, a->n_states)};
  for (int s = 0; s < a->n_states; s++) p.partner[s] = -1;
  for (int s = 0; s < a->n_states; s++) {
    if (!a->states[s].check_root) continue;
    for (int t = 0; t < s && a->states[s].same_check == s; t++) {
      bool first = a->states[t].check_root && a->states[t].same_check == t;
      if (first && same_check(&p, s, t)) a->states[s].same_check = t;
    }
  }
  VEC_FREE(&p.left);
  VEC_FREE(&p.touched);
}

// ---- the whole

const int32_t *auto_targets(const Auto *a, const AutoEdge *edge, int vertex, int32_t *one, int *n) {
  *n = 1;
  *one = vertex;
  if (edge->kind == WALK_ANY) {
    *n = edge->b;
    return a->tables + edge->a;
  }
  if (edge->kind == WALK_MANY) {
    const int32_t *list = a->tables + edge->a;
    *n = list[vertex + 1] - list[vertex];
    return a->tables + list[vertex];
  }
  if (edge->kind == WALK_STEP) {
    *one = a->tables[edge->a + vertex];
    *n = *one >= 0;
  }
  return one;
}

static bool within_limits(const Auto *a, Text *why) {
  if (a->kinds > AUTOMATON_KINDS_MAX) text_printf(why, "more than %d kinds of piece", AUTOMATON_KINDS_MAX);
  else if (a->vertices > AUTOMATON_VERTICES_MAX) text_printf(why, "more than %d vertices", AUTOMATON_VERTICES_MAX);
  else if (a->n_edges > AUTOMATON_EDGES_MAX)
    text_printf(why, "an automaton of more than %d edges", AUTOMATON_EDGES_MAX);
  else return true;
  return false;
}

static void read_sizes(Auto *a, const Ins *in) {
  const RulesArray *arrays = a->game->program.arrays;
  const size_t word = sizeof(int32_t);
  a->tables = arrays[in->a[A_WALK_TABLES]].at;
  a->bounds = arrays[in->a[A_WALK_BOUNDS]].at;
  a->terms = (const WalkTerm *)(const void *)arrays[in->a[A_WALK_TERMS]].at;
  a->of_action = arrays[in->a[A_WALK_ACTIONS]].at;
  a->n_states = (int)((size_t)arrays[in->a[A_WALK_STATES]].n * word / sizeof(WalkState)) - 1;
  a->n_edges = (int)((size_t)arrays[in->a[A_WALK_EDGES]].n * word / sizeof(WalkEdge));
  a->n_actions = arrays[in->a[A_WALK_ACTIONS]].n;
  a->n_values = arrays[in->a[A_WALK_BOUNDS]].n;
  a->start = in->a[A_WALK_START];
  a->meetings = in->a[A_WALK_MEETINGS];
  a->split = (WalkSplit)in->a[A_WALK_SPLIT];
  a->vertices = a->game->sites[SITE_VERTEX];
  a->words = (a->vertices + 63) / 64;
  a->kinds = a->game->n_components;
  a->players = a->game->players;
  a->all = a->kinds >= 64 ? UINT64_MAX : ((uint64_t)1 << a->kinds) - 1;
}

static int commonest_piece(const Auto *a) {
  const Ins *start = program_ins(&a->game->program, a->game->start);
  const RulesArray *pieces = &a->game->program.arrays[start->a[A_WALK_BEGIN_PIECES]];
  int count[AUTOMATON_KINDS_MAX + 1] = {0}, best = 0;
  for (int v = 0; v < pieces->n; v++) count[pieces->at[v]]++;
  for (int k = 1; k < a->kinds; k++) best = count[k] > count[best] ? k : best;
  return best;
}

bool auto_read(Auto *a, const Game *game, Text *why) {
  *a = (Auto){.game = game};
  const Ins *in = program_ins(&game->program, game->automaton);
  const RulesArray *arrays = game->program.arrays;
  read_sizes(a, in);
  if (!within_limits(a, why)) return false;
  a->commonest = commonest_piece(a);
  read_edges(a, (const WalkEdge *)(const void *)arrays[in->a[A_WALK_EDGES]].at);
  read_states(a, (const WalkState *)(const void *)arrays[in->a[A_WALK_STATES]].at);
  narrow(a);
  mark_roots(a);
  if (a->split != WALK_WHOLE) mark_part_roots(a);
  find_same_checks(a);
  auto_find_blind(a);
  auto_find_loops(a);
  return true;
}

void auto_free(Auto *a) { arena_free(&a->arena); }
