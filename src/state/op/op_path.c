// Paths and cycles of a player's edges through one of them; those of cells and vertices are in path.c.
#include "state/run/op_functions.h"
#include "state/run/path.h"

#include "board/graph.h"

typedef struct PathGraph {
  Player who;
  Site edge;               // the path goes through it...
  Site start, end;         // ...from this vertex to that
  int32_t *depth, *low;    // by vertex: how deep the search found it (0: not), the least depth it gets back to
  int32_t *parent, *next;  // likewise: from where, and the edge to look at
  Site *stack;             // vertices of the search not yet in a component
  int n_stack;
  Word *component;  // vertices joined to `start` in more than one way
} PathGraph;

static const GraphEdge *edge_at(const Position *x, Site edge) { return &x->game->board->graph->edges[edge]; }

static Site other_end(const Position *x, Site edge, Site vertex) {
  return edge_at(x, edge)->a == vertex ? edge_at(x, edge)->b : edge_at(x, edge)->a;
}

static SiteList edges_of(const Position *x, Site vertex) {
  return topo_incident(x->game->board, SITE_VERTEX, vertex, SITE_EDGE);
}

static bool is_owned(const Position *x, const PathGraph *g, Site edge) {
  return site_who(x, SITE_EDGE, edge, -1) == g->who;
}

// ---- open paths ----------------------------------------------------------------------------------

// Edges from a vertex on, away from the edge it was reached by; -1 when they branch or come back.
static int arm_length(const Position *x, const PathGraph *g, Site vertex, Site reached_by) {
  for (int length = 0;; length++) {
    Site next = SITE_OFF;
    SiteList edges = edges_of(x, vertex);
    for (int i = 0; i < edges.n; i++) {
      if (edges.at[i] == reached_by || !is_owned(x, g, edges.at[i])) continue;
      if (next != SITE_OFF || edges.at[i] == g->edge) return -1;
      next = edges.at[i];
    }
    if (next == SITE_OFF) return length;
    vertex = other_end(x, next, vertex);
    reached_by = next;
  }
}

static bool is_open_path(const Position *x, const PathGraph *g, int32_t min, int32_t max) {
  int one = arm_length(x, g, g->start, g->edge), other = arm_length(x, g, g->end, g->edge);
  if (one < 0 || other < 0) return false;
  int length = one + other + 1;
  return min == max ? length == min : max > min && length <= max;
}

// ---- cycles --------------------------------------------------------------------------------------

static void come_to(PathGraph *g, Site vertex, Site parent, int32_t depth) {
  g->depth[vertex] = g->low[vertex] = depth;
  g->parent[vertex] = parent;
  g->stack[g->n_stack++] = vertex;
}

// What is left on the stack from a vertex on hangs together in two ways.
static void take_part(PathGraph *g, Site from) {
  for (Site vertex = SITE_OFF; vertex != from;) {
    vertex = g->stack[--g->n_stack];
    if (from == g->start) bit_set(g->component, vertex);
  }
}

// Depth-first search: looks at the next edge of a vertex; returns where to go on: there, back, or SITE_OFF at the end.
static Site search_on(const Position *x, PathGraph *g, Site vertex) {
  SiteList edges = edges_of(x, vertex);
  Site parent = g->parent[vertex];
  if (g->next[vertex] == edges.n) {
    if (g->low[vertex] == g->depth[vertex]) take_part(g, vertex);
    if (parent != SITE_OFF) g->low[parent] = MIN(g->low[parent], g->low[vertex]);
    return parent;
  }
  Site edge = edges.at[g->next[vertex]++], next = other_end(x, edge, vertex);
  if (next == parent || !is_owned(x, g, edge)) return vertex;
  if (!g->depth[next]) {
    come_to(g, next, vertex, g->depth[vertex] + 1);
    return next;
  }
  g->low[vertex] = MIN(g->low[vertex], g->depth[next]);
  return vertex;
}

static int edges_within(const Position *x, const PathGraph *g) {
  int n = 0;
  for (Site e = 0; e < topo_count(x->game->board, SITE_EDGE); e++) {
    n += is_owned(x, g, e) && bit_get(g->component, edge_at(x, e)->a) && bit_get(g->component, edge_at(x, e)->b);
  }
  return n;
}

// The length of a cycle through the edge, found by visiting vertices in the order of their numbers.
static int cycle_length(Position *x, const PathGraph *g) {
  Word *waiting = position_region(x), *done = position_region(x);
  int32_t *steps = g->low;  // from start, in edges; 0 not reached
  memset(steps, 0, (size_t)topo_count(x->game->board, SITE_VERTEX) * sizeof *steps);
  steps[g->start] = 1;
  bit_set(waiting, g->start);
  for (int u = bits_next(waiting, x->words, 0); u >= 0 && u != g->end; u = bits_next(waiting, x->words, 0)) {
    bit_clear(waiting, u);
    if (bit_get(done, u)) continue;
    bit_set(done, u);
    SiteList edges = edges_of(x, u);
    for (int i = 0; i < edges.n; i++) {
      Site v = other_end(x, edges.at[i], u);
      if (edges.at[i] == g->edge || !is_owned(x, g, edges.at[i])) continue;
      if (steps[v] && steps[v] <= steps[u] + 1) continue;
      steps[v] = steps[u] + 1;
      bit_set(waiting, v);
    }
  }
  return steps[g->end];
}

static bool is_closed_path(Position *x, PathGraph *g, int32_t min, int32_t max) {
  come_to(g, g->start, SITE_OFF, 1);
  for (Site vertex = g->start; vertex != SITE_OFF;) vertex = search_on(x, g, vertex);
  int vertices = bit_get(g->component, g->end) ? bits_count(g->component, x->words) : 0;
  int edges = vertices ? edges_within(x, g) : 0;
  if (min == max && vertices == edges && vertices == min) return true;
  if (min != max && max > 2 && vertices <= max && vertices == edges && vertices > 2) return true;
  if (edges <= vertices) return false;
  int length = cycle_length(x, g);
  return (min == max && length == min) || (max > 2 && length <= max);
}

static bool path_of_edges(Position *x, const PathQuestion *q) {
  PathGraph g = {.who = q->who, .edge = q->at, .start = edge_at(x, q->at)->a, .end = edge_at(x, q->at)->b};
  if (!q->closed) return is_open_path(x, &g, q->min, q->max);
  ScratchMark scratch = position_mark(x);
  size_t n = (size_t)topo_count(x->game->board, SITE_VERTEX);
  g.depth = position_scratch(x, n * sizeof *g.depth);
  g.low = position_scratch(x, n * sizeof *g.low);
  g.parent = position_scratch(x, n * sizeof *g.parent);
  g.next = position_scratch(x, n * sizeof *g.next);
  g.stack = position_scratch(x, n * sizeof *g.stack);
  memset(g.depth, 0, n * sizeof *g.depth);
  memset(g.next, 0, n * sizeof *g.next);
  g.component = position_region(x);
  bool closed = is_closed_path(x, &g, q->min, q->max);
  position_release(x, scratch);
  return closed;
}

int32_t op_PATH(Position *x, const Ins *in) {
  PathQuestion q = {.type = x_type(x, in->a[A_PATH_TYPE]), .at = x_int(x, in->a[A_PATH_AT])};
  if (q.at < 0 || q.at >= topo_count(x->game->board, q.type)) return 0;
  q.who = x_int(x, in->a[A_PATH_PLAYER]);
  q.min = x_int(x, in->a[A_PATH_MIN]);
  q.max = x_int(x, in->a[A_PATH_MAX]);
  q.closed = x_int_or(x, in->a[A_PATH_CLOSED], 0);
  return q.type == SITE_EDGE ? path_of_edges(x, &q) : path_of_sites(x, &q);
}
