// The plain executor. Every path of the automaton is walked depth first; modifiers are performed in place and
// undone on the way back. Visited pairs are kept per modifier on the path, so each pair is explored once between
// two modifiers: that ends loops and makes each sequence of modifiers appear once.
#include "rbg/reference.h"

#include "rbg/edge_targets.h"

static bool visit(RbgRunner *r, int state, int vertex);

RbgPosition rbg_position_new(Arena *arena, const RbgDescription *game) {
  return (RbgPosition){.board = ARENA_ARRAY(arena, int, game->board.n),
                       .values = ARENA_ARRAY(arena, int, game->variables.n),
                       .counts = ARENA_ARRAY(arena, int, game->pieces.n)};
}

void rbg_position_copy(const RbgDescription *game, RbgPosition *to, const RbgPosition *from) {
  memcpy(to->board, from->board, (size_t)game->board.n * sizeof *to->board);
  memcpy(to->values, from->values, (size_t)game->variables.n * sizeof *to->values);
  memcpy(to->counts, from->counts, (size_t)game->pieces.n * sizeof *to->counts);
  to->state = from->state;
  to->vertex = from->vertex;
  to->player = from->player;
  to->nodal = from->nodal;
}

void rbg_runner_init(RbgRunner *r, Arena *arena, const RbgDescription *game, const RbgAutomaton *nfa,
                     RbgSplitMode mode) {
  *r = (RbgRunner){.game = game, .nfa = nfa, .mode = mode, .at = rbg_position_new(arena, game)};
  r->visits_max = UINT64_MAX;
}

void rbg_runner_free(RbgRunner *r) {
  for (size_t i = 0; i < r->visited.n; i++) mem_free(r->visited.at[i]);
  VEC_FREE(&r->visited);
  VEC_FREE(&r->path);
}

void rbg_moves_free(RbgMoves *moves) {
  VEC_FREE(&moves->steps);
  VEC_FREE(&moves->ends);
}

// ---- conditions

static int64_t evaluate(const RbgPosition *at, const RbgExpr *e) {
  switch (e->kind) {
    case RBG_LITERAL: return e->value;
    case RBG_VARIABLE: return at->values[e->value];
    case RBG_COUNT: return at->counts[e->value];
    case RBG_ADD:
    case RBG_SUBTRACT:
    case RBG_MULTIPLY:
    case RBG_DIVIDE: break;
  }
  // Wrap-around instead of overflow; a result out of bounds fails its assignment anyway.
  int64_t a = evaluate(at, e->left), b = evaluate(at, e->right);
  if (e->kind == RBG_ADD) return (int64_t)((uint64_t)a + (uint64_t)b);
  if (e->kind == RBG_SUBTRACT) return (int64_t)((uint64_t)a - (uint64_t)b);
  if (e->kind == RBG_MULTIPLY) return (int64_t)((uint64_t)a * (uint64_t)b);
  return b == 0 || b == -1 ? (b ? (int64_t)(0 - (uint64_t)a) : INT64_MIN) : a / b;
}

static bool compare(const RbgPosition *at, const RbgNode *node) {
  int64_t a = evaluate(at, node->left), b = evaluate(at, node->right);
  switch (node->relation) {
    case RBG_EQ: return a == b;
    case RBG_NE: return a != b;
    case RBG_LT: return a < b;
    case RBG_LE: return a <= b;
    case RBG_GT: return a > b;
    case RBG_GE: return a >= b;
  }
  return false;
}

// ---- modifiers

static int put(RbgPosition *at, int vertex, int piece) {
  int old = at->board[vertex];
  at->counts[old]--;
  at->counts[piece]++;
  at->board[vertex] = piece;
  return old;
}

// ---- search

static bool too_much(RbgRunner *r, const char *what) {
  if (!r->error) r->error = what;
  return true;
}

// Opens a new set of visited pairs.
static void push_level(RbgRunner *r) {
  size_t pairs = (size_t)r->nfa->n_states * (size_t)r->game->board.n;
  if (r->level == r->visited.n) VEC_PUSH(&r->visited, mem_alloc_zero(pairs * sizeof(uint32_t)));
  r->level++;
}

static bool seen_before(RbgRunner *r, int state, int vertex) {
  uint32_t *at = &r->visited.at[r->level - 1][(size_t)state * (size_t)r->game->board.n + (size_t)vertex];
  bool seen = *at == r->stamp;
  *at = r->stamp;
  return seen;
}

// Walks on with fresh visited pairs, as after every modifier.
static bool search_afresh(RbgRunner *r, int state, int vertex) {
  if (r->level >= RBG_MOVE_LENGTH_MAX)
    return too_much(r, "a move has too many modifiers: a loop over modifiers never ends");
  uint32_t outer = r->stamp;
  push_level(r);
  r->stamp = ++r->stamps;
  bool found = visit(r, state, vertex);
  r->level--;
  r->stamp = outer;
  return found;
}

static bool emit(RbgRunner *r) {
  for (size_t i = 0; i < r->path.n; i++) VEC_PUSH(&r->out->steps, r->path.at[i]);
  VEC_PUSH(&r->out->ends, r->out->steps.n);
  return r->stop_at_first;
}

static bool emit_step(RbgRunner *r, int action, int vertex) {
  VEC_PUSH(&r->path, (RbgStep){action, vertex});
  bool found = emit(r);
  r->path.n--;
  return found;
}

// A modifier that has been performed: the end of a semimove, or one more step of the path.
static bool after_modifier(RbgRunner *r, const RbgEdge *edge, int vertex) {
  if (!edge->node->action) return search_afresh(r, edge->target, vertex);
  if (r->splitting && r->mode == RBG_MOD) return emit_step(r, edge->node->action, vertex);
  VEC_PUSH(&r->path, (RbgStep){edge->node->action, vertex});
  bool found = search_afresh(r, edge->target, vertex);
  r->path.n--;
  return found;
}

static bool walk_off(RbgRunner *r, const RbgEdge *edge, int vertex) {
  int old = put(&r->at, vertex, edge->node->index);
  bool found = after_modifier(r, edge, vertex);
  put(&r->at, vertex, old);
  return found;
}

static bool walk_assign(RbgRunner *r, const RbgEdge *edge, int vertex) {
  int variable = edge->node->index, old = r->at.values[variable];
  int64_t value = evaluate(&r->at, edge->node->left);
  if (value < 0 || value > r->game->bounds[variable]) return false;
  r->at.values[variable] = (int)value;
  bool found = after_modifier(r, edge, vertex);
  r->at.values[variable] = old;
  return found;
}

// Inside a pattern a switch has no meaning and is passed over.
static bool walk_switch(RbgRunner *r, const RbgEdge *edge, int vertex) {
  if (!edge->node->action) return search_afresh(r, edge->target, vertex);
  return emit_step(r, edge->node->action, vertex);
}

static bool walk_dot(RbgRunner *r, const RbgEdge *edge, int vertex) {
  if (r->splitting && r->mode != RBG_WHOLE) return emit_step(r, -edge->target, vertex);
  return visit(r, edge->target, vertex);
}

static bool check_holds(RbgRunner *r, const RbgEdge *edge, int vertex) {
  bool splitting = r->splitting;
  r->splitting = false;
  bool found = search_afresh(r, r->nfa->patterns[edge->index].start, vertex);
  r->splitting = splitting;
  return found != edge->node->negated;
}

static bool walk_shift(RbgRunner *r, const RbgEdge *edge, int vertex) {
  int one, n;
  const int *targets = rbg_edge_targets(r->nfa, &r->game->board, edge, vertex, &one, &n);
  bool found = false;
  for (int i = 0; i < n && !found; i++) found = visit(r, edge->target, targets[i]);
  return found;
}

static bool walk(RbgRunner *r, const RbgEdge *edge, int vertex) {
  switch (edge->kind) {
    case RBG_EDGE_EMPTY: return visit(r, edge->target, vertex);
    case RBG_EDGE_SHIFT:
    case RBG_EDGE_TABLE: return walk_shift(r, edge, vertex);
    case RBG_EDGE_ON: return bit_get(edge->node->pieces, r->at.board[vertex]) && visit(r, edge->target, vertex);
    case RBG_EDGE_COMPARE: return compare(&r->at, edge->node) && visit(r, edge->target, vertex);
    case RBG_EDGE_CHECK: return check_holds(r, edge, vertex) && visit(r, edge->target, vertex);
    case RBG_EDGE_OFF: return walk_off(r, edge, vertex);
    case RBG_EDGE_ASSIGN: return walk_assign(r, edge, vertex);
    case RBG_EDGE_SWITCH: return walk_switch(r, edge, vertex);
    case RBG_EDGE_DOT: return walk_dot(r, edge, vertex);
  }
  return false;
}

// Explores one pair; true ends the whole search (a pattern succeeded, the keeper found a move, or a limit was met).
static bool visit(RbgRunner *r, int state, int vertex) {
  if (r->error) return true;
  if (r->nfa->accepts[state]) return true;
  if (r->nfa->meets[state] && seen_before(r, state, vertex)) return false;
  if (++r->visits > r->visits_max) return too_much(r, "listing the moves takes too long");
  if (++r->depth > RBG_SEARCH_DEPTH_MAX) return too_much(r, "a path through the rules is too long");
  bool found = false;
  for (int e = r->nfa->first[state]; !found && e < r->nfa->first[state + 1]; e++)
    found = walk(r, &r->nfa->edges[e], vertex);
  r->depth--;
  return found;
}

// ---- play

static void forget_stamps(RbgRunner *r) {
  size_t pairs = (size_t)r->nfa->n_states * (size_t)r->game->board.n;
  for (size_t i = 0; i < r->visited.n; i++) memset(r->visited.at[i], 0, pairs * sizeof(uint32_t));
  r->stamps = 0;
}

static void search(RbgRunner *r, RbgMoves *out, bool stop_at_first) {
  r->out = out;
  r->stop_at_first = stop_at_first;
  r->splitting = r->at.player != 0;
  r->level = 0;
  r->depth = 0;
  r->visits = 0;
  if (r->stamps > UINT32_MAX / 2) forget_stamps(r);
  VEC_CLEAR(&r->path);
  search_afresh(r, r->at.state, r->at.vertex);
}

void rbg_moves(RbgRunner *r, RbgMoves *out) {
  VEC_CLEAR(&out->steps);
  VEC_CLEAR(&out->ends);
  if (!r->error && r->at.player) search(r, out, false);
}

static void perform(RbgRunner *r, RbgStep step) {
  r->at.vertex = step.vertex;
  r->at.nodal = false;
  if (step.action <= 0) {
    r->at.state = -step.action;
    return;
  }
  const RbgEdge *edge = &r->nfa->edges[r->nfa->of_action[step.action]];
  r->at.state = edge->target;
  if (edge->kind == RBG_EDGE_OFF) put(&r->at, step.vertex, edge->node->index);
  if (edge->kind == RBG_EDGE_ASSIGN) r->at.values[edge->node->index] = (int)evaluate(&r->at, edge->node->left);
  if (edge->kind != RBG_EDGE_SWITCH) return;
  r->at.player = edge->node->index;
  r->at.nodal = true;
}

void rbg_perform(RbgRunner *r, const RbgStep *steps, size_t n) {
  for (size_t i = 0; i < n; i++) perform(r, steps[i]);
}

// The keeper performs the first move he finds until a player is to act, or he has none.
static void complete(RbgRunner *r) {
  RbgMoves moves = {0};
  for (int n = 0; r->at.player == 0 && !r->error; n++) {
    if (n == RBG_KEEPER_MOVES_MAX) too_much(r, "the keeper moves without end");
    VEC_CLEAR(&moves.steps);
    VEC_CLEAR(&moves.ends);
    search(r, &moves, true);
    if (!moves.ends.n) break;
    rbg_perform(r, moves.steps.at, moves.steps.n);
  }
  rbg_moves_free(&moves);
}

void rbg_begin(RbgRunner *r) {
  const RbgDescription *game = r->game;
  r->at.state = r->nfa->start;
  r->at.vertex = r->at.player = 0;
  r->at.nodal = true;
  r->error = NULL;
  memset(r->at.values, 0, (size_t)game->variables.n * sizeof *r->at.values);
  memset(r->at.counts, 0, (size_t)game->pieces.n * sizeof *r->at.counts);
  for (int v = 0; v < game->board.n; v++) {
    r->at.board[v] = game->board.piece[v];
    r->at.counts[r->at.board[v]]++;
  }
  complete(r);
}

void rbg_apply(RbgRunner *r, const RbgStep *steps, size_t n) {
  rbg_perform(r, steps, n);
  complete(r);
}

uint64_t rbg_perft(RbgRunner *r, Arena *arena, int depth) {
  if (depth == 0) return 1;
  RbgMoves moves = {0};
  rbg_moves(r, &moves);
  uint64_t count = depth == 1 ? moves.ends.n : 0;
  ArenaMark mark = arena_mark(arena);
  RbgPosition before = rbg_position_new(arena, r->game);
  rbg_position_copy(r->game, &before, &r->at);
  for (size_t i = 0; depth > 1 && i < moves.ends.n; i++) {
    size_t from = rbg_moves_begin(&moves, i);
    rbg_apply(r, VEC_FROM(&moves.steps, from), moves.ends.at[i] - from);
    count += rbg_perft(r, arena, depth - 1);
    rbg_position_copy(r->game, &r->at, &before);
  }
  arena_rewind(arena, mark);
  rbg_moves_free(&moves);
  return count;
}
