// The search through an automaton: depth first over (state, vertex), puts and assignments made in place and taken back
// on return. Visited pairs are remembered from one modifier to the next only, and only in states where paths can
// meet; that ends loops and makes every sequence of steps appear once.
//
// The last edge of a state is followed without recursion, and a step onto a vertex is only made when the piece there
// passes the edge's guard: most tests end without a call. Guards are narrowed by what the state behind the edge asks of
// the piece in all its ways on.
#include "state/run/automaton_walk.h"

#include "base/mem.h"
#include "state/act/moves.h"

struct Walker {
  const WalkState *states;
  const WalkEdge *edges;
  const int32_t *tables, *actions, *bounds;
  const WalkTerm *terms;
  int32_t start, meetings, vertices;
  bool few_pieces;   // a set of pieces is one word
  uint32_t *allows;  // then, of each edge: the pieces with which there is a way on where it arrives
  bool *anywhere;    // of each edge: to any vertex there is

  Position *x;
  uint8_t *what;        // piece of each vertex
  int16_t *wide_what;   // the same where one byte is not enough, and `what` is NULL
  Word *kinds;          // bit set of each piece: its vertices
  int words;            // of a bit set
  uint32_t all_pieces;  // there are
  int32_t *tally;       // NULL: nobody asks
  int32_t *scores, *vars;
  int32_t players;

  WalkSplit split;
  bool first;      // stop at the first move
  bool any_order;  // and it does not matter which one that is
  bool bare;       // parts are listed as steps alone
  bool counting;   // moves are only counted
  uint64_t count;
  bool splitting;  // on a player's own path: not in a check, not the keeper
  bool failed;
  int depth;
  uint32_t stamp, stamps;  // of the visited pairs in use, and the last one given out
  int level;               // modifiers on the path
  uint32_t *seen[WALK_MODIFIERS_MAX];
  size_t seen_size;  // of all of them, in bytes
  int32_t *hints;    // of each edge to any vertex: the one to try first
  int n_path;
  WalkStep path[WALK_MODIFIERS_MAX + 1];
  Action step;          // a step that only lacks its number and vertex
  VEC(WalkStep) parts;  // stack: lists of parts as steps alone
  int64_t operands[WALK_TERMS_MAX];
};

static bool visit(Walker *w, int32_t state, int32_t vertex);

// ---- making and freeing

static const int32_t *array(const Position *x, int32_t number) { return x->program->arrays[number].at; }

static int records(const Position *x, int32_t number, size_t size) {
  return (int)((size_t)x->program->arrays[number].n * sizeof(int32_t) / size);
}

// Which edges lead to all vertices in their order: those need no list.
static void find_anywhere(Walker *w, int n_edges) {
  w->anywhere = mem_alloc_zero((size_t)n_edges * sizeof *w->anywhere);
  for (int e = 0; e < n_edges; e++) {
    const WalkEdge *edge = &w->edges[e];
    bool all = edge->kind == WALK_ANY && edge->b == w->vertices;
    for (int32_t v = 0; v < w->vertices && all; v++) all = w->tables[edge->a + v] == v;
    w->anywhere[e] = all;
  }
}

typedef struct Entries {
  const Walker *w;
  uint32_t *pieces;  // by state: with these on the vertex there may be a way on
  bool *known;       // or being worked out: then every piece counts
  int depth;         // of states that are being worked out; too many, and every piece counts as well
} Entries;

enum { ENTRY_DEPTH_MAX = 1000 };

static uint32_t entry(Entries *e, int32_t state);

// The pieces with which an edge can be passed, as far as it stays on its vertex.
static uint32_t edge_entry(Entries *e, const WalkEdge *edge) {
  const int32_t *tables = e->w->tables;
  if (edge->kind == WALK_ON) return (uint32_t)tables[edge->a] & entry(e, edge->target);
  if (edge->kind == WALK_COMPARE || edge->kind == WALK_CHECK) return entry(e, edge->target);
  if (edge->kind != WALK_EMPTY) return UINT32_MAX;
  return (edge->guard < 0 ? UINT32_MAX : (uint32_t)tables[edge->guard]) & entry(e, edge->target);
}

static uint32_t entry(Entries *e, int32_t state) {
  if (e->known[state]) return e->pieces[state];
  if (e->depth == ENTRY_DEPTH_MAX) return UINT32_MAX;
  const WalkState *at = &e->w->states[state];
  e->known[state] = true;
  e->pieces[state] = UINT32_MAX;
  if (at->accepts) return UINT32_MAX;
  uint32_t pieces = 0;
  e->depth++;
  for (int32_t i = at[0].first; i < at[1].first; i++) pieces |= edge_entry(e, &e->w->edges[i]);
  e->depth--;
  return e->pieces[state] = pieces;
}

static void find_allowed(Walker *w, int n_states, int n_edges) {
  size_t states = (size_t)n_states;
  Entries e = {.w = w, .pieces = mem_alloc_zero(states * sizeof *e.pieces), .known = mem_alloc_zero(states)};
  w->allows = mem_alloc_zero((size_t)n_edges * sizeof *w->allows);
  for (int i = 0; i < n_edges; i++) {
    const WalkEdge *edge = &w->edges[i];
    w->allows[i] = (edge->guard < 0 ? UINT32_MAX : (uint32_t)w->tables[edge->guard]) & entry(&e, edge->target);
  }
  mem_free(e.pieces);
  mem_free(e.known);
}

static Walker *walker_new(Position *x) {
  Walker *w = mem_alloc_zero(sizeof *w);
  const Ins *in = program_ins(x->program, x->game->automaton);
  w->x = x;
  w->states = (const WalkState *)(const void *)array(x, in->a[A_WALK_STATES]);
  w->edges = (const WalkEdge *)(const void *)array(x, in->a[A_WALK_EDGES]);
  w->tables = array(x, in->a[A_WALK_TABLES]);
  w->terms = (const WalkTerm *)(const void *)array(x, in->a[A_WALK_TERMS]);
  w->actions = array(x, in->a[A_WALK_ACTIONS]);
  w->bounds = array(x, in->a[A_WALK_BOUNDS]);
  w->start = in->a[A_WALK_START];
  w->meetings = in->a[A_WALK_MEETINGS];
  w->vertices = x->game->sites[SITE_VERTEX];
  uint32_t what = SITE_LAYOUT(x, SITE_VERTEX)->what;
  if (x->layout->width.what == 1) w->what = x->block + what;
  else w->wide_what = STATE_AT(x, int16_t, what);
  w->kinds = STATE_AT(x, Word, x->layout->kinds);
  w->words = x->words;
  w->tally = x->layout->tally ? STATE_AT(x, int32_t, x->layout->tally) : NULL;
  w->scores = STATE_AT(x, int32_t, x->layout->score);
  w->vars = STATE_AT(x, int32_t, x->layout->vars);
  w->players = x->game->players;
  w->few_pieces = x->game->n_components <= 32;
  w->all_pieces = (uint32_t)(((uint64_t)1 << MIN(x->game->n_components, 32)) - 1);
  w->hints = mem_alloc_zero((size_t)x->program->arrays[in->a[A_WALK_EDGES]].n * sizeof *w->hints);
  int n_states = records(x, in->a[A_WALK_STATES], sizeof(WalkState)) - 1,
      n_edges = records(x, in->a[A_WALK_EDGES], sizeof(WalkEdge));
  find_anywhere(w, n_edges);
  if (w->few_pieces) find_allowed(w, n_states, n_edges);
  w->step = action_make(ACT_STEP);
  w->step.type_to = SITE_VERTEX;
  return w;
}

static Walker *walker_of(Position *x) {
  if (!x->walker) x->walker = walker_new(x);
  return x->walker;
}

void walker_free(Walker *w) {
  if (!w) return;
  for (int i = 0; i < WALK_MODIFIERS_MAX; i++) mem_free(w->seen[i]);
  mem_free(w->hints);
  mem_free(w->anywhere);
  mem_free(w->allows);
  VEC_FREE(&w->parts);
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

static int64_t formula(Walker *w, int32_t at) {
  int64_t *stack = w->operands;
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

static_assert(WALK_MODIFIERS_MAX == 256 && WALK_DEPTH_MAX == 10000, "the messages below say so");

// ---- visited pairs

static bool too_much(Walker *w, const char *what) {
  position_fault(w->x, what);
  w->failed = true;
  return true;
}

static const size_t seen_most = (size_t)1 << 30;  // bytes for the visited pairs of all levels

static bool open_seen(Walker *w) {
  size_t size = (size_t)w->meetings * (size_t)w->vertices * sizeof(uint32_t);
  if (w->seen_size + size > seen_most) return !too_much(w, "the rules need too much memory");
  w->seen_size += size;
  w->seen[w->level] = mem_alloc_zero(size);
  return true;
}

// Whether the pair was met since the last modifier; from now on it was.
static bool seen_before(Walker *w, int32_t meeting, int32_t vertex) {
  if (UNLIKELY(!w->seen[w->level]) && !open_seen(w)) return true;
  uint32_t *at = w->seen[w->level] + (size_t)meeting * (size_t)w->vertices + (size_t)vertex;
  bool before = *at == w->stamp;
  *at = w->stamp;
  return before;
}

// A long walk stops where somebody watches the time, or at the limit of the work for one list. Four modifiers or checks
// are about as much work as one statement of other rules.
static bool may_go_on(Walker *w) {
  if (w->stamps % 4 || position_step(w->x)) return true;
  w->failed = true;
  return false;
}

// Goes on with no pair visited, as after every modifier.
static bool visit_afresh(Walker *w, int32_t state, int32_t vertex) {
  if (w->level + 1 == WALK_MODIFIERS_MAX)
    return too_much(w, "a move has more than 255 modifiers: a loop over modifiers never ends");
  if (UNLIKELY(!may_go_on(w))) return true;
  uint32_t outer = w->stamp;
  w->level++;
  w->stamp = ++w->stamps;
  bool found = visit(w, state, vertex);
  w->level--;
  w->stamp = outer;
  return found;
}

// ---- finding moves

enum { STEPS_LISTED_MOST = 1 << 23 };  // of all moves

// Steps are written where they stay: copying one just written would wait for its small fields.
static void push_move(Walker *w) {
  Position *x = w->x;
  uint32_t first = (uint32_t)x->actions.n;
  while (x->actions.n + (size_t)w->n_path > x->actions.cap) {
    x->actions.at = vec_grow(x->actions.at, &x->actions.cap, sizeof *x->actions.at);
  }
  Action *at = x->actions.at + first;
  for (int i = 0; i < w->n_path; i++) {
    at[i] = w->step;
    at[i].to = (int16_t)w->path[i].vertex;
    at[i].value = w->path[i].action;
  }
  at[0].flags = ACTION_DECISION;
  x->actions.n += (size_t)w->n_path;
  move_of_actions(x, first, w->path[0].vertex, w->path[w->n_path - 1].vertex);
}

// The path with one more step is a move. True ends the search.
static bool finish_move(Walker *w, int32_t action, int32_t vertex) {
  if (w->counting) return w->count++, false;
  if (w->bare) {
    VEC_PUSH(&w->parts, ((WalkStep){action, vertex}));
    return false;
  }
  w->path[w->n_path++] = (WalkStep){action, vertex};
  if (w->first) return true;
  if (UNLIKELY(w->x->actions.n > STEPS_LISTED_MOST)) return too_much(w, "there are too many legal moves to list");
  push_move(w);
  w->n_path--;
  return false;
}

// A modifier that ends a semimove need not be performed to list it.
static inline bool ends_semimove(const Walker *w, const WalkEdge *edge) {
  return edge->action && w->splitting && w->split == WALK_MODIFIERS;
}

// A modifier has been performed: one more step of the path, unless it is inside a check.
static bool after_modifier(Walker *w, const WalkEdge *edge, int32_t vertex) {
  if (!edge->action) return visit_afresh(w, edge->target, vertex);
  w->path[w->n_path++] = (WalkStep){edge->action, vertex};
  if (visit_afresh(w, edge->target, vertex)) return true;
  w->n_path--;
  return false;
}

static inline void flip_kind(Walker *w, int32_t piece, int32_t vertex) {
  bit_flip(w->kinds + (size_t)piece * (size_t)w->words, vertex);
}

static inline int32_t piece_on(const Walker *w, int32_t vertex) {
  return LIKELY(w->what) ? w->what[vertex] : w->wide_what[vertex];
}

static void put(Walker *w, int32_t vertex, int32_t piece) {
  int32_t old = piece_on(w, vertex);
  if (w->tally) {
    w->tally[old]--;
    w->tally[piece]++;
  }
  flip_kind(w, old, vertex);
  flip_kind(w, piece, vertex);
  if (LIKELY(w->what)) w->what[vertex] = (uint8_t)piece;
  else w->wide_what[vertex] = (int16_t)piece;
}

static bool walk_put(Walker *w, const WalkEdge *edge, int32_t vertex) {
  if (ends_semimove(w, edge)) return finish_move(w, edge->action, vertex);
  int32_t old = piece_on(w, vertex);
  put(w, vertex, edge->a);
  bool found = after_modifier(w, edge, vertex);
  put(w, vertex, old);
  return found;
}

static bool walk_assign(Walker *w, const WalkEdge *edge, int32_t vertex) {
  int64_t value = formula(w, edge->a);
  if (value < 0 || value > w->bounds[edge->b]) return false;
  if (ends_semimove(w, edge)) return finish_move(w, edge->action, vertex);
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
  if (w->few_pieces) return w->allows[edge - w->edges] >> piece_on(w, vertex) & 1;
  return edge->guard < 0 || in_set(w, edge->guard, piece_on(w, vertex));
}

// The edge that ends a move, if arriving in this state leads to that and nothing else; then nobody need go there.
static const WalkEdge *only_end(const Walker *w, int32_t state) {
  const WalkState *at = &w->states[state];
  const WalkEdge *edge = w->edges + at[0].first;
  if (at->accepts || at->meeting >= 0 || at[1].first - at[0].first != 1 || !edge->action) return NULL;
  return edge->kind == WALK_SWITCH || (edge->kind == WALK_PUT && ends_semimove(w, edge)) ? edge : NULL;
}

static inline bool arrive(Walker *w, const WalkEdge *edge, const WalkEdge *end, int32_t vertex) {
  return end ? finish_move(w, end->action, vertex) : visit(w, edge->target, vertex);
}

// Which vertices pass a guard is hard to foretell, so with few kinds of piece they are gathered without a branch first.
enum { GATHER = 64 };

static bool visit_guarded(Walker *w, const WalkEdge *edge, const int32_t *at, const int32_t *last) {
  const uint32_t set = w->allows[edge - w->edges];
  const WalkEdge *end = only_end(w, edge->target);
  while (at < last) {
    uint16_t found[GATHER];
    int n = 0;
    const int32_t *stop = last - at > GATHER ? at + GATHER : last;
    for (; at < stop; at++) {
      found[n] = (uint16_t)*at;
      n += (int)(set >> piece_on(w, *at) & 1);
    }
    for (int i = 0; i < n; i++) {
      if (arrive(w, edge, end, found[i])) return true;
    }
  }
  return false;
}

static bool visit_all(Walker *w, const WalkEdge *edge, const int32_t *at, const int32_t *last) {
  if (w->few_pieces) return visit_guarded(w, edge, at, last);
  const WalkEdge *end = only_end(w, edge->target);
  for (; at < last; at++) {
    if (passes(w, edge, *at) && arrive(w, edge, end, *at)) return true;
  }
  return false;
}

static Word standing(const Walker *w, uint32_t set, int word) {
  Word found = 0;
  for (; set; set &= set - 1) found |= w->kinds[(size_t)word_first(set) * (size_t)w->words + (size_t)word];
  return found;
}

// To every vertex whose piece passes the guard. The sets are as before whenever a visit is over.
static bool visit_anywhere(Walker *w, const WalkEdge *edge) {
  const uint32_t set = w->allows[edge - w->edges] & w->all_pieces;
  const WalkEdge *end = only_end(w, edge->target);
  for (int word = 0; word < w->words; word++) {
    for (Word left = standing(w, set, word); left; left &= left - 1) {
      int32_t vertex = WORD_BITS * word + word_first(left);
      if (!arrive(w, edge, end, vertex)) continue;
      w->hints[edge - w->edges] = vertex;
      return true;
    }
  }
  return false;
}

// Where the order does not matter, the vertex that led to a move last time is tried first: it mostly does so again.
static bool visit_any(Walker *w, const WalkEdge *edge, const int32_t *list) {
  bool by_sets = w->few_pieces && w->anywhere[edge - w->edges];
  int32_t *hint = &w->hints[edge - w->edges];
  if (w->any_order && *hint < edge->b && visit_all(w, edge, list + *hint, list + *hint + 1)) return true;
  if (by_sets) return visit_anywhere(w, edge);
  if (!w->any_order) return visit_all(w, edge, list, list + edge->b);
  for (*hint = 0; *hint < edge->b; ++*hint) {
    if (visit_all(w, edge, list + *hint, list + *hint + 1)) return true;
  }
  return false;
}

// What came of an edge: it could not be passed or all behind it was searched; the search is over; or it led, without a
// choice, to one vertex, where the walk goes on.
typedef enum Outcome { NOT_FOUND, FOUND, GO_ON } Outcome;

static inline Outcome outcome(bool found) { return found ? FOUND : NOT_FOUND; }
static inline Outcome go_on_if(bool holds) { return holds ? GO_ON : NOT_FOUND; }

static inline Outcome step(const Walker *w, const WalkEdge *edge, int32_t *vertex) {
  int32_t to = w->tables[edge->a + *vertex];
  if (to < 0 || !passes(w, edge, to)) return NOT_FOUND;
  *vertex = to;
  return GO_ON;
}

static inline Outcome follow(Walker *w, const WalkEdge *edge, int32_t *vertex) {
  const int32_t *tables = w->tables, *list = tables + edge->a;
  int32_t at = *vertex;
  switch ((WalkKind)edge->kind) {
    case WALK_EMPTY: return go_on_if(passes(w, edge, at));
    case WALK_STEP: return step(w, edge, vertex);
    case WALK_ANY: return outcome(visit_any(w, edge, list));
    case WALK_MANY: return outcome(visit_all(w, edge, tables + list[at], tables + list[at + 1]));
    case WALK_ON: return go_on_if(in_set(w, edge->a, piece_on(w, at)));
    case WALK_PUT: return outcome(walk_put(w, edge, at));
    case WALK_ASSIGN: return outcome(walk_assign(w, edge, at));
    case WALK_COMPARE: return go_on_if(formula(w, edge->a));
    case WALK_CHECK: return go_on_if(check_holds(w, edge, at));
    case WALK_SWITCH:
      if (edge->action) return outcome(finish_move(w, edge->action, at));
      return outcome(visit_afresh(w, edge->target, at));
    case WALK_DOT:
      if (w->splitting) return outcome(finish_move(w, -edge->target, at));
      return GO_ON;
  }
  return NOT_FOUND;
}

// All but the last edge of a state.
static bool follow_all(Walker *w, const WalkEdge *edge, const WalkEdge *last, int32_t vertex) {
  if (w->depth == WALK_DEPTH_MAX) return too_much(w, "a path through the rules has more than 10,000 branchings");
  w->depth++;
  bool found = false;
  for (; !found && edge < last; edge++) {
    int32_t to = vertex;
    Outcome met = follow(w, edge, &to);
    found = met == FOUND || (met == GO_ON && visit(w, edge->target, to));
  }
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
    Outcome met = follow(w, last, &vertex);
    if (met != GO_ON) return met == FOUND;
    state = last->target;
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

static void search_from(Walker *w, WalkSplit split, bool first, int32_t state, int32_t vertex) {
  w->split = split;
  w->first = first;
  w->splitting = split != WALK_WHOLE && walk_place(w->x)->player != 0;
  w->failed = w->x->fault != NULL;
  w->level = w->depth = w->n_path = 0;
  if (w->stamps > UINT32_MAX / 2) forget_stamps(w);
  w->stamp = ++w->stamps;
  visit(w, state, vertex);
}

static void search(Walker *w, WalkSplit split, bool first) {
  const WalkPlace *place = walk_place(w->x);
  search_from(w, split, first, place->state, place->vertex);
}

void walk_list_from(Position *x, int32_t state, int32_t vertex) {
  search_from(walker_of(x), WALK_WHOLE, false, state, vertex);
}

void walk_list(Position *x, WalkSplit split) {
  if (walk_place(x)->player) search(walker_of(x), split, false);
}

uint64_t walk_count(Position *x) {
  Walker *w = walker_of(x);
  w->count = 0;
  w->counting = true;
  if (walk_place(x)->player) search(w, WALK_WHOLE, false);
  w->counting = false;
  return w->count;
}

uint32_t walk_parts(Position *x, uint32_t *first) {
  Walker *w = walker_of(x);
  *first = (uint32_t)w->parts.n;
  if (!walk_place(x)->player) return 0;
  w->bare = true;
  search(w, WALK_MODIFIERS, false);
  w->bare = false;
  return (uint32_t)w->parts.n - *first;
}

WalkStep *walk_part(Position *x, uint32_t i) { return &x->walker->parts.at[i]; }

void walk_parts_drop(Position *x, uint32_t first) { x->walker->parts.n = first; }

int walk_first(Position *x, const WalkStep **steps) {
  Walker *w = walker_of(x);
  search(w, WALK_WHOLE, true);
  *steps = w->path;
  return w->failed ? 0 : w->n_path;
}

bool walk_exists(Position *x) {
  Walker *w = walker_of(x);
  w->any_order = true;
  search(w, WALK_WHOLE, true);
  w->any_order = false;
  return !w->failed && w->n_path > 0;
}

const WalkEdge *walk_edge(Position *x, int32_t action) {
  Walker *w = walker_of(x);
  return w->edges + w->actions[action];
}

int64_t walk_formula(Position *x, int32_t at) { return formula(walker_of(x), at); }

bool walk_leads_inside(Position *x, int32_t action) { return action <= 0 || walk_edge(x, action)->kind != WALK_SWITCH; }
