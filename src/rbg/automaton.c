// From the tree to automata: one edge per action, shift-only parts as tables, and removal of empty edges.
#include "rbg/automaton.h"

#include "base/vec.h"

typedef struct From {
  int state;
  RbgEdge edge;
} From;

typedef struct Builder {
  Arena *arena;
  RbgTables *tables;  // NULL: every shift is an edge
  bool dots;
  int n_states;
  VEC(From) edges;
  VEC(bool) accepts;  // per state
  VEC(RbgPattern) patterns;
} Builder;

static int new_state(Builder *b) {
  VEC_PUSH(&b->accepts, false);
  return b->n_states++;
}

static void add(Builder *b, int from, RbgEdge edge) { VEC_PUSH(&b->edges, (From){from, edge}); }

static void build(Builder *b, const RbgNode *node, int from, int to);

static void build_star(Builder *b, const RbgNode *node, int from, int to) {
  int loop = new_state(b);
  add(b, from, (RbgEdge){.kind = RBG_EDGE_EMPTY, .target = loop});
  build(b, node->kids[0], loop, loop);
  add(b, loop, (RbgEdge){.kind = RBG_EDGE_EMPTY, .target = to});
}

static void build_check(Builder *b, const RbgNode *node, int from, int to) {
  int start = new_state(b), accept = new_state(b);
  b->accepts.at[accept] = true;
  int index = (int)b->patterns.n;
  VEC_PUSH(&b->patterns, (RbgPattern){.start = start});
  bool dots = b->dots;
  b->dots = false;  // patterns are never split
  build(b, node->kids[0], start, accept);
  b->dots = dots;
  add(b, from, (RbgEdge){.kind = RBG_EDGE_CHECK, .target = to, .index = index, .node = node});
}

// The table of a shift-only tree, or -1 if it is none, or needs none.
static int find_table(const Builder *b, const RbgNode *node) {
  if (!b->tables || node->kind == RBG_SHIFT || !rbg_shift_only(node, false)) return -1;
  return rbg_table_add(b->tables, node);
}

static void add_table(Builder *b, int table, int from, int to) {
  add(b, from, (RbgEdge){.kind = RBG_EDGE_TABLE, .target = to, .index = table});
}

// The number of shift-only kids from kid i on.
static uint32_t shift_run(const RbgNode *cat, uint32_t i) {
  uint32_t n = 0;
  while (i + n < cat->n && rbg_shift_only(cat->kids[i + n], false)) n++;
  return n;
}

// A run that has no table is not looked at again, kid by kid: what is left of it has none either.
static void build_cat(Builder *b, const RbgNode *cat, int from, int to) {
  if (!cat->n) add(b, from, (RbgEdge){.kind = RBG_EDGE_EMPTY, .target = to});
  for (uint32_t i = 0, looked = 0; i < cat->n;) {
    uint32_t run = b->tables && i >= looked ? shift_run(cat, i) : 0;
    RbgNode part = {.kind = RBG_CAT, .kids = cat->kids + i, .n = run};
    int table = run > 1 ? find_table(b, &part) : -1;
    uint32_t taken = table >= 0 ? run : 1;
    looked = MAX(looked, i + run);
    int next = i + taken == cat->n ? to : new_state(b);
    if (table >= 0) add_table(b, table, from, next);
    else build(b, cat->kids[i], from, next);
    i += taken;
    from = next;
  }
}

// Two or more shift-only alternatives are fused into one table, which is tried last.
static void build_sum(Builder *b, const RbgNode *sum, int from, int to) {
  RbgNode part = {.kind = RBG_SUM, .kids = ARENA_ARRAY(b->arena, RbgNode *, sum->n)};
  for (uint32_t i = 0; b->tables && i < sum->n; i++) {
    if (rbg_shift_only(sum->kids[i], false)) part.kids[part.n++] = sum->kids[i];
  }
  int table = part.n > 1 ? find_table(b, &part) : -1;
  for (uint32_t i = 0; i < sum->n; i++) {
    if (table < 0 || !rbg_shift_only(sum->kids[i], false)) build(b, sum->kids[i], from, to);
  }
  if (table >= 0) add_table(b, table, from, to);
}

static void build_dot(Builder *b, const RbgNode *node, int from, int to) {
  add(b, from, (RbgEdge){.kind = b->dots ? RBG_EDGE_DOT : RBG_EDGE_EMPTY, .target = to, .node = node});
}

static void build_action(Builder *b, const RbgNode *node, RbgEdgeKind kind, int from, int to) {
  add(b, from, (RbgEdge){.kind = kind, .target = to, .node = node});
}

static void build(Builder *b, const RbgNode *node, int from, int to) {
  int table = find_table(b, node);
  if (table >= 0) {
    add_table(b, table, from, to);
    return;
  }
  switch (node->kind) {
    case RBG_SUM: build_sum(b, node, from, to); break;
    case RBG_CAT: build_cat(b, node, from, to); break;
    case RBG_STAR: build_star(b, node, from, to); break;
    case RBG_CHECK: build_check(b, node, from, to); break;
    case RBG_DOT: build_dot(b, node, from, to); break;
    case RBG_SHIFT: build_action(b, node, RBG_EDGE_SHIFT, from, to); break;
    case RBG_ON: build_action(b, node, RBG_EDGE_ON, from, to); break;
    case RBG_OFF: build_action(b, node, RBG_EDGE_OFF, from, to); break;
    case RBG_ASSIGN: build_action(b, node, RBG_EDGE_ASSIGN, from, to); break;
    case RBG_COMPARE: build_action(b, node, RBG_EDGE_COMPARE, from, to); break;
    case RBG_SWITCH: build_action(b, node, RBG_EDGE_SWITCH, from, to); break;
  }
}

// ---- finishing

// Sorts the edges by state, keeping their order, and fills in the tables of the automaton.
static void finish(Builder *b, RbgAutomaton *nfa) {
  int *first = ARENA_ARRAY(b->arena, int, b->n_states + 2);
  RbgEdge *edges = ARENA_ARRAY(b->arena, RbgEdge, b->edges.n);
  for (size_t i = 0; i < b->edges.n; i++) first[b->edges.at[i].state + 2]++;
  for (int s = 0; s < b->n_states; s++) first[s + 2] += first[s + 1];
  for (size_t i = 0; i < b->edges.n; i++) edges[first[b->edges.at[i].state + 1]++] = b->edges.at[i].edge;
  nfa->n_states = b->n_states;
  nfa->n_edges = (int)b->edges.n;
  nfa->first = first;
  nfa->edges = edges;
  nfa->accepts = VEC_TO_ARENA(&b->accepts, b->arena);
  nfa->patterns = VEC_TO_ARENA(&b->patterns, b->arena);
  nfa->n_patterns = (int)b->patterns.n;
  VEC_FREE(&b->edges);
  VEC_FREE(&b->accepts);
  VEC_FREE(&b->patterns);
}

static void index_actions(Arena *arena, const RbgDescription *game, RbgAutomaton *nfa) {
  int *of_action = ARENA_ARRAY(arena, int, game->n_actions + 1);
  for (int e = 0; e < nfa->n_edges; e++) {
    const RbgNode *node = nfa->edges[e].node;
    if (node && node->action) of_action[node->action] = e;
  }
  nfa->of_action = of_action;
}

static RbgAutomaton *construct(Arena *arena, RbgTables *tables, const RbgNode *rules, bool dots) {
  Builder b = {.arena = arena, .tables = tables, .dots = dots};
  RbgAutomaton *nfa = ARENA_NEW(arena, RbgAutomaton);
  nfa->start = new_state(&b);
  build(&b, rules, nfa->start, new_state(&b));
  finish(&b, nfa);
  if (tables) nfa->tables = rbg_tables_list(tables, &nfa->n_tables);
  return nfa;
}

const RbgAutomaton *rbg_automaton_plain(Arena *arena, const RbgDescription *game, const RbgNode *rules, bool dots) {
  RbgAutomaton *nfa = construct(arena, NULL, rules, dots);
  bool *meets = ARENA_ARRAY(arena, bool, nfa->n_states);
  memset(meets, true, (size_t)nfa->n_states);
  nfa->meets = meets;
  index_actions(arena, game, nfa);
  return nfa;
}

// ---- contracting empty edges
//
// An empty edge goes away where that keeps every action on one edge only, so that two paths to the same action still
// meet: a state with nothing but an empty edge becomes its target, and a state entered only by an empty edge is merged
// into the one before it. The other empty edges stay.

typedef struct Visit {
  int state, edge;  // the next edge of the state to look at
} Visit;

typedef struct Contraction {
  const RbgAutomaton *nfa;
  VEC(Visit) stack;
  int *goal;      // the state that an old one is replaced by
  int *entries;   // how many edges lead to each old state
  int *number;    // of an old state among the kept ones, or -1
  VEC(int) kept;  // old states in order of their new numbers
} Contraction;

static bool only_empty_edge(const RbgAutomaton *nfa, int state) {
  int e = nfa->first[state];
  return nfa->first[state + 1] == e + 1 && nfa->edges[e].kind == RBG_EDGE_EMPTY && !nfa->accepts[state];
}

enum { UNKNOWN = -1 };

// Fills goal: where the chain of lone empty edges from each state ends. A loop of them ends where it was entered.
static void find_goals(Contraction *c) {
  for (int s = 0; s < c->nfa->n_states; s++) {
    int end = s;
    while (c->goal[end] == UNKNOWN && only_empty_edge(c->nfa, end)) {
      c->goal[end] = s;
      end = c->nfa->edges[c->nfa->first[end]].target;
    }
    int goal = c->goal[end] == UNKNOWN || c->goal[end] == s ? end : c->goal[end];
    for (int at = s; at != end && c->goal[at] == s; at = c->nfa->edges[c->nfa->first[at]].target) c->goal[at] = goal;
    c->goal[end] = goal;
  }
}

static int keep(Contraction *c, int old) {
  old = c->goal[old];
  if (c->number[old] < 0) {
    c->number[old] = (int)c->kept.n;
    VEC_PUSH(&c->kept, old);
  }
  return c->number[old];
}

static void count_entries(Contraction *c) {
  const RbgAutomaton *nfa = c->nfa;
  for (int e = 0; e < nfa->n_edges; e++) c->entries[c->goal[nfa->edges[e].target]]++;
  for (int i = 0; i < nfa->n_patterns; i++) c->entries[c->goal[nfa->patterns[i].start]] += 2;
  c->entries[c->goal[nfa->start]] += 2;
}

static void enter(Contraction *c, Builder *b, int old, int state) {
  if (c->nfa->accepts[old]) b->accepts.at[state] = true;
  VEC_PUSH(&c->stack, (Visit){old, c->nfa->first[old]});
}

static void copy_edge(Contraction *c, Builder *b, RbgEdge edge, int state) {
  edge.target = keep(c, edge.target);
  if (edge.kind == RBG_EDGE_CHECK) keep(c, c->nfa->patterns[edge.index].start);
  add(b, state, edge);
}

// Gives the new state the edges of the old one, and in the place of empty edges those of the states merged into it.
static void copy_state(Contraction *c, Builder *b, int old, int state) {
  enter(c, b, old, state);
  while (c->stack.n) {
    Visit *at = &VEC_LAST(&c->stack);
    if (at->edge == c->nfa->first[at->state + 1]) {
      c->stack.n--;
      continue;
    }
    RbgEdge edge = c->nfa->edges[at->edge++];
    int target = c->goal[edge.target];
    if (edge.kind == RBG_EDGE_EMPTY && c->entries[target] == 1) enter(c, b, target, state);
    else copy_edge(c, b, edge, state);
  }
}

static RbgAutomaton *contract(Arena *arena, Arena *scratch, const RbgAutomaton *nfa) {
  Builder b = {.arena = arena};
  Contraction c = {.nfa = nfa};
  c.entries = ARENA_ARRAY(scratch, int, nfa->n_states);
  c.number = ARENA_ARRAY(scratch, int, nfa->n_states);
  c.goal = ARENA_ARRAY(scratch, int, nfa->n_states);
  for (int s = 0; s < nfa->n_states; s++) c.number[s] = c.goal[s] = UNKNOWN;
  find_goals(&c);
  count_entries(&c);
  RbgAutomaton *result = arena_copy(arena, nfa, sizeof *nfa);
  result->start = keep(&c, nfa->start);
  for (int state = 0; state < (int)c.kept.n; state++) copy_state(&c, &b, c.kept.at[state], new_state(&b));
  for (int i = 0; i < nfa->n_patterns; i++) {
    VEC_PUSH(&b.patterns, (RbgPattern){.start = c.number[c.goal[nfa->patterns[i].start]]});
  }
  finish(&b, result);
  VEC_FREE(&c.stack);
  VEC_FREE(&c.kept);
  return result;
}

static RbgAutomaton *optimised(Arena *arena, Arena *scratch, const RbgDescription *game, const RbgNode *rules,
                               bool dots) {
  RbgTables *tables = rbg_tables_new(arena, scratch, &game->board);
  RbgAutomaton *nfa = contract(arena, scratch, construct(arena, tables, rules, dots));
  index_actions(arena, game, nfa);
  return nfa;
}

const RbgAutomaton *rbg_automaton_unchecked(Arena *arena, Arena *scratch, const RbgDescription *game,
                                            const RbgNode *rules, bool dots) {
  return optimised(arena, scratch, game, rules, dots);
}

const RbgAutomaton *rbg_automaton(Arena *arena, Arena *scratch, const RbgDescription *game, const RbgNode *rules,
                                  bool dots) {
  RbgAutomaton *nfa = optimised(arena, scratch, game, rules, dots);
  nfa->meets = rbg_find_meets(arena, scratch, game, nfa);
  return nfa;
}
