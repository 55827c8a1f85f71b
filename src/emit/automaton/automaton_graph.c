// Loops between states: strongly connected components by Tarjan's algorithm, with a stack of its own.
#include "emit/automaton/automaton_internal.h"

typedef struct Visit {
  int state, edge;  // the next edge to look at
} Visit;

typedef struct Tarjan {
  const Auto *a;
  AutoGraph *graph;
  int *number, *low;
  bool *waiting;
  int numbers, loops;
  VEC(int) found;
  VEC(Visit) stack;
} Tarjan;

static void enter(Tarjan *t, int state) {
  t->number[state] = t->low[state] = ++t->numbers;
  t->waiting[state] = true;
  VEC_PUSH(&t->found, state);
  VEC_PUSH(&t->stack, (Visit){state, 0});
}

static void close_loop(Tarjan *t, int state) {
  int member, size = 0;
  do {
    member = VEC_POP(&t->found);
    t->waiting[member] = false;
    t->graph->loop[member] = t->loops;
    size++;
  } while (member != state);
  t->graph->loop_size[t->loops++] = size;
}

static void leave(Tarjan *t, int state) {
  if (t->low[state] == t->number[state]) close_loop(t, state);
  t->stack.n--;
  if (!t->stack.n) return;
  int before = VEC_LAST(&t->stack).state;
  t->low[before] = MIN(t->low[before], t->low[state]);
}

static void search(Tarjan *t, int root) {
  enter(t, root);
  while (t->stack.n) {
    Visit *at = &VEC_LAST(&t->stack);
    int state = at->state;
    const AutoState *s = &t->a->states[state];
    if (at->edge == s->n) {
      leave(t, state);
      continue;
    }
    const AutoEdge *edge = &t->a->edges[s->first + at->edge++];
    if (!auto_goes_on(t->a, edge, t->graph->split)) continue;
    if (!t->number[edge->target]) enter(t, edge->target);
    else if (t->waiting[edge->target]) t->low[state] = MIN(t->low[state], t->number[edge->target]);
  }
}

static void count_entries(const Auto *a, AutoGraph *graph) {
  for (int s = 0; s < a->n_states; s++) {
    const AutoState *at = &a->states[s];
    bool root = at->check_root || (graph->split ? at->part_root : at->player_root || at->keeper_root);
    graph->entries[s] += root;
    for (int i = 0; i < at->n; i++) {
      const AutoEdge *edge = &a->edges[at->first + i];
      if (auto_goes_on(a, edge, graph->split)) graph->entries[edge->target]++;
      if (edge->target == s && auto_goes_on(a, edge, graph->split)) graph->in_loop[s] = true;
    }
  }
}

static void fill(Auto *a, AutoGraph *graph, bool split) {
  int n = a->n_states;
  *graph = (AutoGraph){.split = split,
                       .entries = ARENA_ARRAY(&a->arena, int, n),
                       .loop = ARENA_ARRAY(&a->arena, int, n),
                       .in_loop = ARENA_ARRAY(&a->arena, bool, n),
                       .loop_size = ARENA_ARRAY(&a->arena, int, n)};
  Tarjan t = {.a = a,
              .graph = graph,
              .number = ARENA_ARRAY(&a->arena, int, n),
              .low = ARENA_ARRAY(&a->arena, int, n),
              .waiting = ARENA_ARRAY(&a->arena, bool, n)};
  for (int s = 0; s < n; s++) {
    if (!t.number[s]) search(&t, s);
  }
  count_entries(a, graph);
  for (int s = 0; s < n; s++) graph->in_loop[s] |= graph->loop_size[graph->loop[s]] > 1;
  VEC_FREE(&t.found);
  VEC_FREE(&t.stack);
}

int auto_direction(const Auto *a, const AutoEdge *edge) {
  int up = 0, down = 0;
  for (int v = 0; v < a->vertices; v++) {
    int to = a->tables[edge->a + v];
    if (to < 0) continue;
    up += to > v;
    down += to <= v;
  }
  for (int v = 0; v < a->vertices && down; v++) {
    if (a->tables[edge->a + v] == v) return 0;
  }
  return up && !down ? 1 : down && !up ? -1 : 0;
}

// ---- checks without memory
//
// A check only asks whether there is a way, so visiting a vertex twice costs time and nothing else, unless there is a
// way round. Where few choices lead to a state the visited vertices are not worth remembering.

// The direction in which every step of a loop goes; 0: none, or a loop that chooses.
static int loop_direction(const Auto *a, const AutoGraph *graph, int loop) {
  int all = 0, steps = 0;
  for (int s = 0; s < a->n_states; s++) {
    if (graph->loop[s] != loop) continue;
    for (int i = 0; i < a->states[s].n; i++) {
      const AutoEdge *edge = &a->edges[a->states[s].first + i];
      if (!auto_goes_on(a, edge, false) || graph->loop[edge->target] != loop) continue;
      if (edge->kind == WALK_ANY || edge->kind == WALK_MANY || auto_modifies(edge)) return 0;
      if (edge->kind != WALK_STEP) continue;
      int way = auto_direction(a, edge);
      if (!way || (all && way != all)) return 0;
      all = way;
      steps++;
    }
  }
  return graph->loop_size[loop] <= 2 && steps == 1 ? all : 0;
}

enum { CHOICES_MAX = 2, CHOICES_MANY = 100 };

// How many choices among vertices can lead to each state. Loops are numbered with the last ones first.
static void find_free_checks(Auto *a) {
  const AutoGraph *graph = &a->whole;
  int *choices = ARENA_ARRAY(&a->arena, int, a->n_states);
  int loops = 0;
  for (int s = 0; s < a->n_states; s++) loops = MAX(loops, graph->loop[s] + 1);
  int *order = ARENA_ARRAY(&a->arena, int, a->n_states), *at = ARENA_ARRAY(&a->arena, int, loops + 1);
  for (int s = 0; s < a->n_states; s++) at[loops - 1 - graph->loop[s] + 1]++;
  for (int l = 0; l < loops; l++) at[l + 1] += at[l];
  for (int s = 0; s < a->n_states; s++) order[at[loops - 1 - graph->loop[s]]++] = s;
  for (int k = 0; k < a->n_states; k++) {
    int s = order[k];
    if (graph->in_loop[s] && !loop_direction(a, graph, graph->loop[s])) choices[s] = CHOICES_MANY;
    a->states[s].free_check = choices[s] <= CHOICES_MAX;
    for (int i = 0; i < a->states[s].n; i++) {
      const AutoEdge *edge = &a->edges[a->states[s].first + i];
      int more = choices[s] + (edge->kind == WALK_ANY || edge->kind == WALK_MANY);
      if (auto_goes_on(a, edge, false)) choices[edge->target] = MAX(choices[edge->target], more);
    }
  }
}

void auto_find_loops(Auto *a) {
  fill(a, &a->whole, false);
  find_free_checks(a);
  if (a->split != WALK_WHOLE) fill(a, &a->parts, true);
}
