// Splitting edges where they cross or where a vertex lies on them.
#include "board/board_internal.h"

#include <math.h>

enum { SPLITS_MAX = 2000, EDGES_MAX = 20000 };
static const double PARALLEL = 1e-7;
static const double END_MARGIN = 0.01;  // of an edge's length: a crossing nearer to an end is none
static const double TOUCH_MARGIN = 0.001;

typedef struct Segment {
  GraphPoint a, b;
} Segment;

static Segment segment_of(const Graph *graph, int e) {
  return (Segment){graph->vertices[graph->edges[e].a].at, graph->vertices[graph->edges[e].b].at};
}

static bool inside_margins(double t) { return t > END_MARGIN && t < 1 - END_MARGIN; }

static bool crossing_point(Segment p, Segment q, GraphPoint *at) {
  double px = p.b.x - p.a.x, py = p.b.y - p.a.y, qx = q.b.x - q.a.x, qy = q.b.y - q.a.y;
  double ox = q.a.x - p.a.x, oy = q.a.y - p.a.y;
  double det = qx * py - qy * px;
  if (fabs(det) < PARALLEL) return false;
  double inverse = 1.0 / det;
  double s = (qx * oy - qy * ox) * inverse, t = (px * oy - py * ox) * inverse;
  if (!inside_margins(s) || !inside_margins(t)) return false;
  *at = (GraphPoint){p.a.x + s * px, p.a.y + s * py, 0};
  return true;
}

// What the search for crossings has done: edge e was compared with all edges made before tested[e].
typedef struct Search {
  Graph *graph;
  int *made;    // serial number of each edge, ascending
  int *tested;  // by edge
  int serial;
} Search;

static int edge_pivot(const Graph *graph, int e) {
  int b = graph->vertices[graph->edges[e].b].pivot, a = graph->vertices[graph->edges[e].a].pivot;
  return b >= 0 ? b : a;
}

static int first_pivot(const Graph *graph, int e) {
  int b = graph->vertices[graph->edges[e].b].pivot, a = graph->vertices[graph->edges[e].a].pivot;
  return a >= 0 ? a : b;
}

// The pivot for the vertex where ea and eb cross: that of ea, or of the first edge after ea, up to eb.
static int crossing_pivot(const Graph *graph, int ea, int eb) {
  int pivot = edge_pivot(graph, ea);
  for (int e = ea + 1; e <= eb && pivot < 0; e++) pivot = first_pivot(graph, e);
  return pivot;
}

// Edges keep their order when one of n goes, and new ones come last.
static void search_drop(Search *search, int e, int n) {
  int after = n - e - 1;
  memmove(&search->made[e], &search->made[e + 1], (size_t)after * sizeof(int));
  memmove(&search->tested[e], &search->tested[e + 1], (size_t)after * sizeof(int));
}

// Removes edges a and b, which may be the same.
static void remove_edges(Graph *graph, int a, int b) {
  Arena scratch = {0};
  Word *edges = ARENA_ARRAY(&scratch, Word, bits_words(graph->edge_count + 1));
  bit_set(edges, a);
  bit_set(edges, b);
  graph_remove(graph, (GraphMarks){.edges = edges});
  arena_free(&scratch);
}

static void search_add(Search *search, int a, int b) {
  int before = search->graph->edge_count, e = graph_edge_between(search->graph, a, b);
  if (e < before) return;
  search->made[e] = search->serial++;
  search->tested[e] = 0;
}

static void split_pair(Search *search, int ea, int eb, GraphPoint at) {
  Graph *graph = search->graph;
  GraphEdge a = graph->edges[ea], b = graph->edges[eb];
  int pivot = crossing_pivot(graph, ea, eb);
  int v = graph_add_vertex(graph, at.x, at.y, 0);
  if (v < 0) return;
  if (pivot >= 0) graph->vertices[v].pivot = pivot;
  search_drop(search, eb, graph->edge_count);
  search_drop(search, ea, graph->edge_count - 1);
  remove_edges(graph, ea, eb);
  search_add(search, a.a, v);
  search_add(search, v, a.b);
  search_add(search, b.a, v);
  search_add(search, v, b.b);
}

// The first edge after ea that it was not compared with.
static int first_untested(const Search *search, int ea) {
  int e = search->graph->edge_count;
  while (e > ea + 1 && search->made[e - 1] >= search->tested[ea]) e--;
  return e;
}

// Splits the first pair that crosses, in order of numbers.
static bool split_first(Search *search) {
  Graph *graph = search->graph;
  for (int ea = 0; ea < graph->edge_count; ea++) {
    if (search->tested[ea] == search->serial) continue;
    Segment segment = segment_of(graph, ea);
    for (int eb = first_untested(search, ea); eb < graph->edge_count; eb++) {
      GraphPoint at;
      if (!crossing_point(segment, segment_of(graph, eb), &at)) continue;
      split_pair(search, ea, eb, at);
      return true;
    }
    search->tested[ea] = search->serial;
  }
  return false;
}

static bool split_crossings(Build *build, const Recipe *call, Graph *graph) {
  Search search = {.graph = graph,
                   .made = ARENA_ARRAY(build->arena, int, GRAPH_ELEMENTS_MAX),
                   .tested = ARENA_ARRAY(build->arena, int, GRAPH_ELEMENTS_MAX)};
  for (int e = 0; e < graph->edge_count; e++) search.made[e] = search.serial++;
  for (int splits = 0; !graph->full && split_first(&search); splits++) {
    if (splits == SPLITS_MAX) return build_error(build, call, "more than %d edges cross", SPLITS_MAX);
  }
  return true;
}

static double distance(GraphPoint a, GraphPoint b) {
  double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  return sqrt(dx * dx + dy * dy + dz * dz);
}

static double distance_to_segment(GraphPoint p, Segment s) {
  double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, dz = s.b.z - s.a.z;
  double ox = s.a.x - p.x, oy = s.a.y - p.y, oz = s.a.z - p.z;
  double length = dx * dx + dy * dy + dz * dz;
  if (length < PARALLEL) return distance(p, s.a);
  double t = -(ox * dx + oy * dy + oz * dz) / length;
  if (t <= 0) return distance(p, s.a);
  if (t >= 1) return distance(p, s.b);
  double x = ox + t * dx, y = oy + t * dy, z = oz + t * dz;
  return sqrt(x * x + y * y + z * z);
}

static bool touches(GraphPoint p, Segment s) {
  bool beside = p.x < MIN(s.a.x, s.b.x) - TOUCH_MARGIN || p.x > MAX(s.a.x, s.b.x) + TOUCH_MARGIN ||
                p.y < MIN(s.a.y, s.b.y) - TOUCH_MARGIN || p.y > MAX(s.a.y, s.b.y) + TOUCH_MARGIN;
  return !beside && distance(p, s.a) >= TOUCH_MARGIN && distance(p, s.b) >= TOUCH_MARGIN &&
         distance_to_segment(p, s) <= TOUCH_MARGIN;
}

// Splits the edge with this number at every vertex on it. Each split takes away whatever edge has the
// number by then, as the boards in use were made. Returns how many splits there were.
static int split_edge(Graph *graph, int e) {
  GraphEdge edge = graph->edges[e];
  Segment segment = segment_of(graph, e);
  int pivot = edge_pivot(graph, e), splits = 0;
  for (int v = 0; v < graph->vertex_count && splits <= SPLITS_MAX; v++) {
    if (v == edge.a || v == edge.b || !touches(graph->vertices[v].at, segment)) continue;
    if (pivot >= 0) graph->vertices[v].pivot = pivot;
    if (e < graph->edge_count) remove_edges(graph, e, e);
    graph_edge_between(graph, edge.a, v);
    graph_edge_between(graph, v, edge.b);
    splits++;
  }
  return splits;
}

// Edges before a split one stay as they are and touch nothing, so the search goes on at the same number.
static bool split_touching(Build *build, const Recipe *call, Graph *graph) {
  int splits = 0;
  for (int e = 0; e < graph->edge_count && !graph->full;) {
    int more = split_edge(graph, e);
    splits += more;
    if (splits > SPLITS_MAX) return build_error(build, call, "more than %d edges touch", SPLITS_MAX);
    if (!more) e++;
  }
  return true;
}

bool graph_split_crossings(Build *build, const Recipe *call, Graph *graph) {
  if (graph->edge_count > EDGES_MAX) {
    return build_error(build, call, "edges are split where they cross in graphs of at most %d edges", EDGES_MAX);
  }
  graph_clear_faces(graph);
  if (!split_crossings(build, call, graph) || !split_touching(build, call, graph)) return false;
  graph_make_faces(graph, true);
  graph->basis = BASIS_NONE;
  return true;
}

static bool build_split(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  return args_end(&args) && graph_split_crossings(build, call, graph);
}

static const BoardRow ROWS[] = {
    {ROW_OPERATOR, "splitCrossings", "graph",
     "Puts a vertex wherever edges cross, and splits edges at vertices on them.", build_split},
};
BOARD_FAMILY(split);
