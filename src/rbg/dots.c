// Judging dots by searching automaton x board with conditions ignored, from every place where a semimove of a player
// can begin: after a switch to a player, after a modifier, and (for the question of choice) after a dot.
#include "rbg/dots.h"

#include "base/vec.h"
#include "rbg/edge_targets.h"

static const int64_t work_max = 100 * 1000 * 1000;  // edges looked at; beyond that dots are illegal, and none is forced

// Dots crossed on a path, latest first. NULL is none.
typedef struct Crossing Crossing;
struct Crossing {
  int dot, vertex, length;
  const Crossing *before;
};

typedef struct Place {
  int state, vertex;
  const Crossing *crossed;
} Place;

typedef struct Judge {
  Arena *scratch;
  const RbgAutomaton *nfa;
  const RbgBoard *board;
  bool *marked;              // per dot: the answer
  bool *in_move;             // states met in players' moves
  uint32_t *reached;         // per pair: the number of the last root that reached it
  const Crossing **crossed;  // per pair: how it was reached
  uint32_t root;
  int64_t work;
  VEC(Place) stack;
} Judge;

// A player's move begins behind a switch to him and goes on up to the next switch.
static void find_player_states(Judge *j) {
  const RbgAutomaton *nfa = j->nfa;
  VEC(int) stack = {0};
  for (int e = 0; e < nfa->n_edges; e++) {
    bool begins = nfa->edges[e].kind == RBG_EDGE_SWITCH && nfa->edges[e].node->action && nfa->edges[e].node->index;
    if (begins) VEC_PUSH(&stack, nfa->edges[e].target);
  }
  while (stack.n) {
    int state = VEC_POP(&stack);
    if (j->in_move[state]) continue;
    j->in_move[state] = true;
    for (int e = nfa->first[state]; e < nfa->first[state + 1]; e++) {
      if (nfa->edges[e].kind != RBG_EDGE_SWITCH) VEC_PUSH(&stack, nfa->edges[e].target);
    }
  }
  VEC_FREE(&stack);
}

static void judge_begin(Judge *j, Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool *marked) {
  *j = (Judge){.scratch = scratch, .nfa = nfa, .board = &game->board, .marked = marked};
  size_t pairs = (size_t)nfa->n_states * (size_t)game->board.n;
  j->in_move = ARENA_ARRAY(scratch, bool, nfa->n_states);
  j->reached = ARENA_ARRAY(scratch, uint32_t, pairs);
  j->crossed = ARENA_ARRAY(scratch, const Crossing *, pairs);
  find_player_states(j);
}

static size_t pair(const Judge *j, int state, int vertex) {
  return (size_t)state * (size_t)j->board->n + (size_t)vertex;
}

// ---- illegal dots

static bool contains(Judge *j, const Crossing *list, const Crossing *item) {
  for (; list; list = list->before, j->work++) {
    if (list->dot == item->dot && list->vertex == item->vertex) return true;
  }
  return false;
}

static bool same(Judge *j, const Crossing *a, const Crossing *b) {
  for (; a != b && a && b; a = a->before, b = b->before, j->work++) {
    if (a->dot != b->dot || a->vertex != b->vertex) return false;
  }
  return a == b;
}

// What two paths crossed before they parted is in both.
static const Crossing *parting(const Crossing *a, const Crossing *b) {
  while (a != b && a && b) {
    int more = a->length - b->length;
    if (more >= 0) a = a->before;
    if (more <= 0) b = b->before;
  }
  return a == b ? a : NULL;
}

static void mark_missing(Judge *j, const Crossing *list, const Crossing *other, const Crossing *parted) {
  for (; list != parted; list = list->before, j->work++) {
    if (!contains(j, other, list)) j->marked[list->dot] = true;
  }
}

enum { CROSSINGS_MAX = 1000 };  // on one path; more come from a loop

static void meet(Judge *j, int state, int vertex, const Crossing *crossed) {
  size_t p = pair(j, state, vertex);
  if (j->reached[p] != j->root) {
    j->reached[p] = j->root;
    j->crossed[p] = crossed;
    VEC_PUSH(&j->stack, (Place){state, vertex, crossed});
  } else if (!same(j, j->crossed[p], crossed)) {
    const Crossing *parted = parting(j->crossed[p], crossed);
    mark_missing(j, j->crossed[p], crossed, parted);
    mark_missing(j, crossed, j->crossed[p], parted);
  }
}

static const Crossing *cross(Judge *j, const RbgEdge *edge, Place at) {
  if (edge->kind != RBG_EDGE_DOT) return at.crossed;
  Crossing *crossing = ARENA_NEW(j->scratch, Crossing);
  int length = at.crossed ? at.crossed->length + 1 : 1;
  *crossing = (Crossing){edge->node->index, at.vertex, length, at.crossed};
  if (length > CROSSINGS_MAX) j->marked[crossing->dot] = true;
  return crossing;
}

static void compare_paths(Judge *j, int state, int vertex) {
  ArenaMark mark = arena_mark(j->scratch);
  j->root++;
  meet(j, state, vertex, NULL);
  while (j->stack.n && j->work < work_max) {
    Place at = VEC_POP(&j->stack);
    for (int e = j->nfa->first[at.state]; e < j->nfa->first[at.state + 1]; e++) {
      const RbgEdge *edge = &j->nfa->edges[e];
      if (rbg_edge_modifies(edge)) continue;
      const Crossing *crossed = cross(j, edge, at);
      int one, n;
      const int *targets = rbg_edge_targets(j->nfa, j->board, edge, at.vertex, &one, &n);
      for (int i = 0; i < n; i++) meet(j, edge->target, targets[i], crossed);
      j->work += n + 1;
    }
  }
  arena_rewind(j->scratch, mark);
}

// Places where the modifiers made so far cannot be told apart any more: behind switches and modifiers.
static void find_roots(const Judge *j, bool *roots) {
  for (int s = 0; s < j->nfa->n_states; s++) {
    for (int e = j->nfa->first[s]; e < j->nfa->first[s + 1]; e++) {
      const RbgEdge *edge = &j->nfa->edges[e];
      bool begins = edge->kind == RBG_EDGE_SWITCH && edge->node->action && edge->node->index;
      bool goes_on = j->in_move[s] && rbg_edge_modifies(edge) && edge->kind != RBG_EDGE_SWITCH;
      if (begins || goes_on) roots[edge->target] = true;
    }
  }
}

static void judge_end(Judge *j) { VEC_FREE(&j->stack); }

int64_t rbg_mark_illegal(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool *marked) {
  Judge j;
  judge_begin(&j, scratch, game, nfa, marked);
  bool *roots = ARENA_ARRAY(scratch, bool, nfa->n_states);
  find_roots(&j, roots);
  for (int s = 0; s < nfa->n_states; s++) {
    int starts = roots[s] ? rbg_starts(nfa, j.board, s) : 0;
    for (int v = 0; v < starts && j.work < work_max; v++) compare_paths(&j, s, v);
  }
  for (int e = 0; j.work >= work_max && e < nfa->n_edges; e++) {
    if (nfa->edges[e].kind == RBG_EDGE_DOT) marked[nfa->edges[e].node->index] = true;
  }
  judge_end(&j);
  return j.work;
}

void rbg_mark_unused(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool *marked) {
  Judge j;
  judge_begin(&j, scratch, game, nfa, marked);
  for (int s = 0; s < nfa->n_states; s++) {
    for (int e = nfa->first[s]; e < nfa->first[s + 1]; e++) {
      if (nfa->edges[e].kind == RBG_EDGE_DOT) marked[nfa->edges[e].node->index] = !j.in_move[s];
    }
  }
  judge_end(&j);
}

// ---- dots without choice

// The split points reached from one root: how many, and the dots among them.
typedef struct Ends {
  int n;
  bool modifier;  // an off or assignment is among them
  VEC(int) dots;
} Ends;

static void reach(Judge *j, int state, int vertex) {
  size_t p = pair(j, state, vertex);
  if (j->reached[p] == j->root) return;
  j->reached[p] = j->root;
  VEC_PUSH(&j->stack, (Place){state, vertex, NULL});
}

static void note_end(Ends *ends, const RbgEdge *edge) {
  ends->n++;
  if (edge->kind == RBG_EDGE_DOT) VEC_PUSH(&ends->dots, edge->node->index);
  else if (edge->kind != RBG_EDGE_SWITCH) ends->modifier = true;
}

static void find_ends(Judge *j, int state, int vertex, Ends *ends) {
  ends->n = 0;
  ends->modifier = false;
  VEC_CLEAR(&ends->dots);
  j->root++;
  reach(j, state, vertex);
  while (j->stack.n) {
    Place at = VEC_POP(&j->stack);
    for (int e = j->nfa->first[at.state]; e < j->nfa->first[at.state + 1]; e++) {
      const RbgEdge *edge = &j->nfa->edges[e];
      j->work++;
      if (rbg_edge_modifies(edge) || edge->kind == RBG_EDGE_DOT) {
        note_end(ends, edge);
        continue;
      }
      int one, n;
      const int *targets = rbg_edge_targets(j->nfa, j->board, edge, at.vertex, &one, &n);
      for (int i = 0; i < n; i++) reach(j, edge->target, targets[i]);
      j->work += n;
    }
  }
}

// Takes the mark off every dot that competes with another split point, or is not a real end of its root.
static void judge_left(Judge *j, const Ends *ends, bool split_here) {
  bool alone = ends->n == 1 && split_here;
  for (size_t i = 0; !alone && i < ends->dots.n; i++) j->marked[ends->dots.at[i]] = false;
}

static void mark_left(Judge *j, bool mod) {
  Ends ends = {0};
  for (int e = 0; e < j->nfa->n_edges; e++) {
    const RbgEdge *edge = &j->nfa->edges[e];
    bool dot = edge->kind == RBG_EDGE_DOT, player = edge->kind == RBG_EDGE_SWITCH && edge->node->index;
    if (!j->in_move[edge->target] || !(dot || player || (rbg_edge_modifies(edge) && edge->kind != RBG_EDGE_SWITCH)))
      continue;
    int starts = rbg_starts(j->nfa, j->board, edge->target);
    for (int v = 0; v < starts && j->work < work_max; v++) {
      find_ends(j, edge->target, v, &ends);
      judge_left(j, &ends, dot || player || mod);
    }
  }
  VEC_FREE(&ends.dots);
}

static void mark_right(Judge *j, bool mod) {
  Ends ends = {0};
  for (int e = 0; e < j->nfa->n_edges; e++) {
    const RbgEdge *edge = &j->nfa->edges[e];
    if (edge->kind != RBG_EDGE_DOT) continue;
    int starts = rbg_starts(j->nfa, j->board, edge->target);
    for (int v = 0; v < starts && j->work < work_max; v++) {
      find_ends(j, edge->target, v, &ends);
      if (ends.n > 1 || (ends.modifier && !mod)) j->marked[edge->node->index] = false;
    }
  }
  VEC_FREE(&ends.dots);
}

void rbg_mark_forced(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool mod, RbgSide side,
                     bool *marked) {
  Judge j;
  judge_begin(&j, scratch, game, nfa, marked);
  for (int e = 0; e < nfa->n_edges; e++) {
    if (nfa->edges[e].kind == RBG_EDGE_DOT) marked[nfa->edges[e].node->index] = true;
  }
  if (side == RBG_LEFT) mark_left(&j, mod);
  else mark_right(&j, mod);
  for (int e = 0; j.work >= work_max && e < nfa->n_edges; e++) {
    if (nfa->edges[e].kind == RBG_EDGE_DOT) marked[nfa->edges[e].node->index] = false;
  }
  judge_end(&j);
}
