// Questions about the graph that a player's edges form: regular graphs and trees; and what sites cost.
#include "base/number.h"
#include "state/block/site.h"
#include "state/run/op_functions.h"

#include "board/graph.h"

typedef struct Forest {
  int vertices, edges;
  int n;           // of the player's edges
  bool cyclic;     // there is a ring of them
  int32_t *roots;  // by vertex: another of its tree, itself for one of each tree
  int32_t *degree;
  Word *own;  // the player's edges
} Forest;

static const GraphEdge *edge_at(const Position *x, Site edge) { return &x->game->board->graph->edges[edge]; }

static int32_t root_of(const Forest *f, int32_t vertex) {
  while (f->roots[vertex] != vertex) vertex = f->roots[vertex] = f->roots[f->roots[vertex]];
  return vertex;
}

static void add_edge(const Position *x, Forest *f, Site edge) {
  const GraphEdge *e = edge_at(x, edge);
  int32_t a = root_of(f, e->a), b = root_of(f, e->b);
  f->cyclic |= a == b;
  f->roots[a] = b;
  f->degree[e->a]++;
  f->degree[e->b]++;
  bit_set(f->own, edge);
  f->n++;
}

// The edges of one kind of piece. Kind 0 is that of the edge last moved to, or the first.
static Forest forest_of(Position *x, int32_t what) {
  Forest f = {.vertices = topo_count(x->game->board, SITE_VERTEX), .edges = topo_count(x->game->board, SITE_EDGE)};
  f.roots = position_scratch(x, (size_t)f.vertices * sizeof *f.roots);
  f.degree = position_scratch(x, (size_t)f.vertices * sizeof *f.degree);
  f.own = position_region(x);
  if (what == 0 && last_move_made(x)) what = MAX(site_what(x, SITE_EDGE, x->head->last.to, -1), 1);
  for (int32_t v = 0; v < f.vertices; v++) {
    f.roots[v] = v;
    f.degree[v] = 0;
  }
  for (Site e = 0; e < f.edges; e++) {
    if (site_what(x, SITE_EDGE, e, -1) == what) add_edge(x, &f, e);
  }
  position_work(x, (uint32_t)f.edges);
  return f;
}

static bool is_regular(const Forest *f, int32_t degree, int32_t parity) {
  for (int32_t v = 0; v < f->vertices && degree == 0; v++) degree = f->degree[v];
  for (int32_t v = 0; v < f->vertices; v++) {
    if (f->degree[v] != degree) return false;
  }
  return parity == 0 || degree % 2 == (parity == 1);
}

int32_t op_REGULAR_GRAPH(Position *x, const Ins *in) {
  if (!last_move_made(x)) return 0;
  ScratchMark scratch = position_mark(x);
  Forest f = forest_of(x, x_int(x, in->a[A_REGULAR_GRAPH_PLAYER]));
  bool regular = is_regular(&f, x_int_or(x, in->a[A_REGULAR_GRAPH_DEGREE], 0), in->a[A_REGULAR_GRAPH_PARITY]);
  position_release(x, scratch);
  return regular;
}

// ---- trees ---------------------------------------------------------------------------------------

static bool spans(const Forest *f) { return !f->cyclic && f->n == f->vertices - 1; }

// The edges that are not the last of a branch form a path: no vertex has more than two of them.
static bool is_caterpillar(Position *x, const Forest *f) {
  int32_t *inner = position_scratch(x, (size_t)f->vertices * sizeof *inner);
  for (int32_t v = 0; v < f->vertices; v++) inner[v] = 0;
  FOR_BITS(edge, f->own, x->words) {
    const GraphEdge *e = edge_at(x, edge);
    if (f->degree[e->a] < 2 || f->degree[e->b] < 2) continue;
    if (++inner[e->a] > 2 || ++inner[e->b] > 2) return false;
  }
  return true;
}

// A tree as it hangs on one of its vertices.
typedef struct Tree {
  Site *vertices;  // each after the one it hangs on, the deepest last
  int n;
  int *above;  // by place among them: the place of the one it hangs on
  int *size;   // likewise: how many hang on it, itself included
  int depth;
} Tree;

static void add_below(const Position *x, const Forest *f, Tree *tree, int place) {
  Site vertex = tree->vertices[place];
  SiteList edges = topo_incident(x->game->board, SITE_VERTEX, vertex, SITE_EDGE);
  for (int i = 0; i < edges.n; i++) {
    const GraphEdge *e = edge_at(x, edges.at[i]);
    Site other = (Site)(e->a == vertex ? e->b : e->a);
    if (!bit_get(f->own, edges.at[i]) || (place > 0 && other == tree->vertices[tree->above[place]])) continue;
    tree->above[tree->n] = place;
    tree->size[tree->n] = 1;
    tree->vertices[tree->n++] = other;
  }
}

static Tree tree_on(Position *x, const Forest *f, Site vertex) {
  size_t most = (size_t)f->vertices;
  Tree tree = {.n = 1};
  tree.vertices = position_scratch(x, most * sizeof *tree.vertices);
  tree.above = position_scratch(x, most * sizeof *tree.above);
  tree.size = position_scratch(x, most * sizeof *tree.size);
  tree.vertices[0] = vertex;
  tree.above[0] = 0;
  tree.size[0] = 1;
  for (int i = 0; i < tree.n; i++) add_below(x, f, &tree, i);
  for (int i = tree.n - 1; i > 0; i--) tree.size[tree.above[i]] += tree.size[i];
  for (int i = tree.n - 1; i > 0; i = tree.above[i]) tree.depth++;
  position_work(x, (uint32_t)tree.n);
  return tree;
}

// Down from its root as long as more than half of the tree hangs on the next vertex.
static Site centre_of(const Tree *tree) {
  int centre = 0;
  for (int i = 1; i < tree->n; i++) {
    if (tree->above[i] == centre && tree->size[i] > tree->n / 2) centre = i;
  }
  return tree->vertices[centre];
}

static bool are_joined(const Position *x, const Forest *f, Site a, Site b) {
  FOR_BITS(edge, f->own, x->words) {
    const GraphEdge *e = edge_at(x, edge);
    if ((e->a == a && e->b == b) || (e->a == b && e->b == a)) return true;
  }
  return false;
}

// The vertex is where the halves of its tree meet, or one of two such vertices.
static bool is_centre(Position *x, const Forest *f, Site vertex) {
  if (f->cyclic || vertex < 0 || vertex >= f->vertices) return false;
  Tree tree = tree_on(x, f, vertex);
  Site centre = centre_of(&tree);
  if (centre == vertex || (f->degree[centre] == 1 && f->degree[vertex] == 1)) return true;
  return are_joined(x, f, centre, vertex) && tree_on(x, f, centre).depth == tree.depth;
}

int32_t op_TREE(Position *x, const Ins *in) {
  if (!last_move_made(x)) return 0;
  ScratchMark scratch = position_mark(x);
  Forest f = forest_of(x, x_int(x, in->a[A_TREE_PLAYER]));
  bool holds = in->a[A_TREE_KIND] == 0   ? !f.cyclic
               : in->a[A_TREE_KIND] == 1 ? spans(&f)
               : in->a[A_TREE_KIND] == 2 ? spans(&f) && is_caterpillar(x, &f)
                                         : is_centre(x, &f, x->head->last.to);
  position_release(x, scratch);
  return holds;
}

// ---- angles --------------------------------------------------------------------------------------

static bool holds_at(Position *x, int32_t cond, Site site) {
  x->slots[SLOT_SITE] = site;
  return x_int(x, cond);
}

// Falls (0), is level (1), rises (2).
static int slope(const Position *x, SiteType type, Site a, Site b) {
  double rise = x->game->board->sites[type].y[b] - x->game->board->sites[type].y[a];
  return rise < 0 ? 0 : rise > 0 ? 2 : 1;
}

int32_t op_ANGLE(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_ANGLE_TYPE]);
  int32_t at = x_int(x, in->a[A_ANGLE_AT]), old = x->slots[SLOT_SITE], n = topo_count(x->game->board, type);
  bool found = false;
  ScratchMark scratch = position_mark(x);
  Word *second = position_region(x);
  for (Site b = 0; b < n && position_step(x); b++) {
    if (b != at && holds_at(x, in->a[A_ANGLE_SECOND], b)) bit_set(second, b);
  }
  for (Site a = 0; a < n && at >= 0 && at < n && !found && position_step(x); a++) {
    if (a == at || !holds_at(x, in->a[A_ANGLE_FIRST], a)) continue;
    if (!position_work(x, (uint32_t)(n - a))) break;
    for (Site b = a + 1; b < n && !found; b++)
      found = bit_get(second, b) && slope(x, type, a, b) == in->a[A_ANGLE_KIND];
  }
  x->slots[SLOT_SITE] = old;
  position_release(x, scratch);
  return found;
}

// ---- sums over sites -----------------------------------------------------------------------------

int32_t op_COST(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_COST_TYPE]);
  uint32_t costs = SITE_LAYOUT(x, type)->cost;
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_COST_SITES]);
  int32_t sum = 0;
  FOR_BITS(site, region, x->words) {
    if (costs && site_valid(x, type, site)) sum = wrap_add(sum, STATE_AT(x, int32_t, costs)[site]);
  }
  position_release(x, scratch);
  return sum;
}

int32_t op_LARGE_SIZE(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_LARGE_SIZE_TYPE]);
  SiteList centre = topo_group(x->game->board, type, GROUP_CENTRE);
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_LARGE_SIZE_SITES]);
  int32_t sum = 0, cells[LARGE_SITES_MAX];
  FOR_BITS(site, region, x->words) {
    int32_t what = site_what(x, site_real_type(x, type, site), site, -1);
    if (what > 0) sum += piece_is_large(x, what) && centre.n ? large_sites(x, what, centre.at[0], 0, cells) : 1;
  }
  position_release(x, scratch);
  return sum;
}
