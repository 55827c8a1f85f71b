// The search through an automaton: depth first over (state, vertex), puts and assignments made in place and taken back
// on return. Visited pairs are remembered from one modifier to the next only, and only in states where paths can
// meet; that ends loops and makes every sequence of steps appear once.
//
// The last edge of a state is followed without recursion, and a step onto a vertex is only made when the piece there
// passes the edge's guard: most tests end without a call.
#include "state/walk.h"

#include "base/mem.h"

struct Walker {
  const WalkState *states;
  const WalkEdge *edges;
  const int32_t *tables, *actions, *bounds;
  const WalkTerm *terms;
  int32_t start, meetings, vertices;

  Exec *x;
  uint16_t *what;  // piece of each vertex
  int32_t *tally;  // NULL: nobody asks
  int32_t *scores, *vars;
  int32_t players;

  WalkSplit split;
  bool first;      // stop at the first move
  bool splitting;  // on a player's own path: not in a check, not the keeper
  bool failed;
  int depth;
  uint32_t stamp, stamps;  // of the visited pairs in use, and the last one given out
  int level;               // modifiers on the path
  uint32_t *seen[WALK_MODIFIERS_MAX];
  int n_path;
  WalkStep path[WALK_MODIFIERS_MAX + 1];
};

static bool visit(Walker *w, int32_t state, int32_t vertex);

// ---- making and freeing

static const int32_t *array(const Exec *x, int32_t number) { return x->program->arrays[number].at; }

static Walker *walker_new(Exec *x) {
  Walker *w = mem_alloc_zero(sizeof *w);
  const Ins *in = program_ins(x->program, x->game->automaton);
  w->x = x;
  w->states = (const WalkState *)(const void *)array(x, in->a[0]);
  w->edges = (const WalkEdge *)(const void *)array(x, in->a[1]);
  w->tables = array(x, in->a[2]);
  w->terms = (const WalkTerm *)(const void *)array(x, in->a[3]);
  w->actions = array(x, in->a[4]);
  w->bounds = array(x, in->a[5]);
  w->start = in->a[6];
  w->meetings = in->a[7];
  w->vertices = x->game->sites[SITE_VERTEX];
  w->what = STATE_AT(x, uint16_t, SITE_LAYOUT(x, SITE_VERTEX)->what);
  w->tally = x->layout->tally ? STATE_AT(x, int32_t, x->layout->tally) : NULL;
  w->scores = STATE_AT(x, int32_t, x->layout->score);
  w->vars = STATE_AT(x, int32_t, x->layout->vars);
  w->players = x->game->players;
  return w;
}

static Walker *walker_of(Exec *x) {
  if (!x->walker) x->walker = walker_new(x);
  return x->walker;
}

void walker_free(Walker *w) {
  if (!w) return;
  for (int i = 0; i < WALK_MODIFIERS_MAX; i++) mem_free(w->seen[i]);
  mem_free(w);
}

// ---- formulas

static int32_t *value_at(const Walker *w, int32_t number) {
  return number < w->players ? &w->scores[number + 1] : &w->vars[number - w->players];
}

// Wraps around instead of overflowing; dividing by zero gives a number that no value can take.
static int64_t combine(WalkTermKind kind, int64_t a, int64_t b) {
  switch (kind) {
    case WALK_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case WALK_SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
    case WALK_MULTIPLY: return (int64_t)((uint64_t)a * (uint64_t)b);
    case WALK_DIVIDE:
      if (b == -1) return (int64_t)(0 - (uint64_t)a);
      return b ? a / b : INT64_MIN;
    case WALK_EQ: return a == b;
    case WALK_NE: return a != b;
    case WALK_LT: return a < b;
    case WALK_LE: return a <= b;
    case WALK_GT: return a > b;
    case WALK_GE: return a >= b;
    case WALK_END:
    case WALK_LITERAL:
    case WALK_VALUE:
    case WALK_TALLY: break;
  }
  return 0;
}

static int64_t formula(const Walker *w, int32_t at) {
  int64_t stack[WALK_TERMS_MAX];
  int n = 0;
  for (const WalkTerm *term = w->terms + at; term->kind != WALK_END; term++) {
    if (term->kind == WALK_LITERAL) {
      stack[n++] = term->n;
    } else if (term->kind == WALK_VALUE) {
      stack[n++] = *value_at(w, term->n);
    } else if (term->kind == WALK_TALLY) {
      stack[n++] = w->tally[term->n];
    } else {
      n--;
      stack[n - 1] = combine((WalkTermKind)term->kind, stack[n - 1], stack[n]);
    }
  }
  return stack[0];
}

// ---- visited pairs

// Whether the pair was met since the last modifier; from now on it was.
static bool seen_before(Walker *w, int32_t meeting, int32_t vertex) {
  uint32_t **seen = &w->seen[w->level];
  if (UNLIKELY(!*seen)) *seen = mem_alloc_zero((size_t)w->meetings * (size_t)w->vertices * sizeof **seen);
  uint32_t *at = *seen + (size_t)meeting * (size_t)w->vertices + (size_t)vertex;
  bool before = *at == w->stamp;
  *at = w->stamp;
  return before;
}

static bool too_much(Walker *w, const char *what) {
  exec_fault(w->x, what);
  w->failed = true;
  return true;
}

// Goes on with no pair visited, as after every modifier.
static bool visit_afresh(Walker *w, int32_t state, int32_t vertex) {
  if (w->level + 1 == WALK_MODIFIERS_MAX)
    return too_much(w, "a move has too many modifiers: a loop over modifiers never ends");
  uint32_t outer = w->stamp;
  w->level++;
  w->stamp = ++w->stamps;
  bool found = visit(w, state, vertex);
  w->level--;
  w->stamp = outer;
  return found;
}

// ---- finding moves

static Action step_action(WalkStep step) {
  Action action = action_make(ACT_STEP);
  action.type_to = SITE_VERTEX;
  action.to = (int16_t)step.vertex;
  action.value = step.action;
  return action;
}

static void push_move(Walker *w) {
  Action action = step_action(w->path[0]);
  action.flags = ACTION_DECISION;
  move_push(w->x, action, w->path[0].vertex, w->path[w->n_path - 1].vertex);
  for (int i = 1; i < w->n_path; i++) move_add_action(w->x, step_action(w->path[i]));
}

// The path with one more step is a move. True ends the search.
static bool finish_move(Walker *w, int32_t action, int32_t vertex) {
  w->path[w->n_path++] = (WalkStep){action, vertex};
  if (w->first) return true;
  push_move(w);
  w->n_path--;
  return false;
}

// A modifier has been performed: the end of a semimove, or one more step of the path.
static bool after_modifier(Walker *w, const WalkEdge *edge, int32_t vertex) {
  if (!edge->action) return visit_afresh(w, edge->target, vertex);
  if (w->splitting && w->split == WALK_MODIFIERS) return finish_move(w, edge->action, vertex);
  w->path[w->n_path++] = (WalkStep){edge->action, vertex};
  if (visit_afresh(w, edge->target, vertex)) return true;
  w->n_path--;
  return false;
}

static void put(Walker *w, int32_t vertex, int32_t piece) {
  if (w->tally) {
    w->tally[w->what[vertex]]--;
    w->tally[piece]++;
  }
  w->what[vertex] = (uint16_t)piece;
}

static bool walk_put(Walker *w, const WalkEdge *edge, int32_t vertex) {
  int32_t old = w->what[vertex];
  put(w, vertex, edge->a);
  bool found = after_modifier(w, edge, vertex);
  put(w, vertex, old);
  return found;
}

static bool walk_assign(Walker *w, const WalkEdge *edge, int32_t vertex) {
  int64_t value = formula(w, edge->a);
  if (value < 0 || value > w->bounds[edge->b]) return false;
  int32_t *at = value_at(w, edge->b), old = *at;
  *at = (int32_t)value;
  bool found = after_modifier(w, edge, vertex);
  *at = old;
  return found;
}

static bool check_holds(Walker *w, const WalkEdge *edge, int32_t vertex) {
  bool splitting = w->splitting;
  w->splitting = false;
  bool found = visit_afresh(w, edge->a, vertex);
  w->splitting = splitting;
  return found != (bool)edge->b;
}

static inline bool in_set(const Walker *w, int32_t set, int32_t piece) {
  return (uint32_t)w->tables[set + (piece >> 5)] >> (piece & 31) & 1;
}

static inline bool passes(const Walker *w, const WalkEdge *edge, int32_t vertex) {
  return edge->guard < 0 || in_set(w, edge->guard, w->what[vertex]);
}

static bool visit_all(Walker *w, const WalkEdge *edge, const int32_t *at, const int32_t *end) {
  for (; at < end; at++) {
    if (passes(w, edge, *at) && visit(w, edge->target, *at)) return true;
  }
  return false;
}

// Follows an edge that leads to several vertices, changes something or ends the move.
static bool branch(Walker *w, const WalkEdge *edge, int32_t vertex) {
  const int32_t *tables = w->tables;
  switch ((WalkKind)edge->kind) {
    case WALK_ANY: return visit_all(w, edge, tables + edge->a, tables + edge->a + edge->b);
    case WALK_MANY: {
      const int32_t *starts = tables + edge->a + vertex;
      return visit_all(w, edge, tables + starts[0], tables + starts[1]);
    }
    case WALK_PUT: return walk_put(w, edge, vertex);
    case WALK_ASSIGN: return walk_assign(w, edge, vertex);
    case WALK_SWITCH:
      return edge->action ? finish_move(w, edge->action, vertex) : visit_afresh(w, edge->target, vertex);
    case WALK_DOT: return finish_move(w, -edge->target, vertex);
    case WALK_EMPTY:
    case WALK_STEP:
    case WALK_ON:
    case WALK_COMPARE:
    case WALK_CHECK: break;
  }
  return false;
}

// Where an edge without a choice leads: the same or another vertex, -1 when it cannot be passed, -2 when it is not
// of that sort.
static inline int32_t pass(Walker *w, const WalkEdge *edge, int32_t vertex) {
  switch ((WalkKind)edge->kind) {
    case WALK_EMPTY: return passes(w, edge, vertex) ? vertex : -1;
    case WALK_STEP: {
      int32_t to = w->tables[edge->a + vertex];
      return to >= 0 && passes(w, edge, to) ? to : -1;
    }
    case WALK_ON: return in_set(w, edge->a, w->what[vertex]) ? vertex : -1;
    case WALK_COMPARE: return formula(w, edge->a) ? vertex : -1;
    case WALK_CHECK: return check_holds(w, edge, vertex) ? vertex : -1;
    case WALK_DOT: return w->splitting && w->split != WALK_WHOLE ? -2 : vertex;
    case WALK_ANY:
    case WALK_MANY:
    case WALK_PUT:
    case WALK_ASSIGN:
    case WALK_SWITCH: return -2;
  }
  return -1;
}

static inline bool follow(Walker *w, const WalkEdge *edge, int32_t vertex) {
  int32_t to = pass(w, edge, vertex);
  if (to >= 0) return visit(w, edge->target, to);
  return to == -2 && branch(w, edge, vertex);
}

// All but the last edge of a state.
static bool follow_all(Walker *w, const WalkEdge *edge, const WalkEdge *last, int32_t vertex) {
  if (w->depth == WALK_DEPTH_MAX) return too_much(w, "a path through the rules is too long");
  w->depth++;
  bool found = false;
  while (!found && edge < last) found = follow(w, edge++, vertex);
  w->depth--;
  return found;
}

// Explores a pair; true ends the search: a check succeeded, the first move was found, or a limit was met.
static bool visit(Walker *w, int32_t state, int32_t vertex) {
  while (!w->failed) {
    const WalkState *at = &w->states[state];
    if (at->accepts) return true;
    if (at->meeting >= 0 && seen_before(w, at->meeting, vertex)) return false;
    const WalkEdge *edge = w->edges + at[0].first, *last = w->edges + at[1].first - 1;
    if (edge > last) return false;
    if (edge < last && follow_all(w, edge, last, vertex)) return true;
    int32_t to = pass(w, last, vertex);
    if (to < 0) return to == -2 && branch(w, last, vertex);
    state = last->target;
    vertex = to;
  }
  return true;
}

// ---- searches

static void forget_stamps(Walker *w) {
  size_t size = (size_t)w->meetings * (size_t)w->vertices * sizeof **w->seen;
  for (int i = 0; i < WALK_MODIFIERS_MAX; i++) {
    if (w->seen[i]) memset(w->seen[i], 0, size);
  }
  w->stamps = 0;
}

static void search(Walker *w, WalkSplit split, bool first) {
  const WalkPlace *place = walk_place(w->x);
  w->split = split;
  w->first = first;
  w->splitting = split != WALK_WHOLE && place->player != 0;
  w->failed = w->x->fault != NULL;
  w->level = w->depth = w->n_path = 0;
  if (w->stamps > UINT32_MAX / 2) forget_stamps(w);
  w->stamp = ++w->stamps;
  visit(w, place->state, place->vertex);
}

void walk_list(Exec *x, WalkSplit split) {
  if (walk_place(x)->player) search(walker_of(x), split, false);
}

int walk_first(Exec *x, const WalkStep **steps) {
  Walker *w = walker_of(x);
  search(w, WALK_WHOLE, true);
  *steps = w->path;
  return w->failed ? 0 : w->n_path;
}

const WalkEdge *walk_edge(Exec *x, int32_t action) {
  Walker *w = walker_of(x);
  return w->edges + w->actions[action];
}

int64_t walk_formula(Exec *x, int32_t at) { return formula(walker_of(x), at); }

bool walk_leads_inside(Exec *x, int32_t action) { return action <= 0 || walk_edge(x, action)->kind != WALK_SWITCH; }
