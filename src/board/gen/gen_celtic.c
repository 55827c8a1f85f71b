// Knotwork boards: squares standing on a corner, closed off by curves along the outside.
#include "board/board_internal.h"
#include "board/outline.h"
#include "board/topo/angle.h"

#include <math.h>

static const double QUARTER = 0.25 * M_PI;
static const double FLAT = 0.1 * M_PI;

typedef struct Outside {
  int *at;  // vertices clockwise from the leftmost
  int n;
} Outside;

static int leftmost(const Graph *graph) {
  int best = 0;
  for (int v = 1; v < graph->vertex_count; v++) {
    if (graph->vertices[v].at.x < graph->vertices[best].at.x) best = v;
  }
  return best;
}

static Outside follow_outside(Build *build, const Graph *graph) {
  Outside outside;
  outside.n = graph_outline(graph, build->arena, leftmost(graph), &outside.at);
  return outside;
}

static int around(const Outside *outside, int i) { return outside->at[(i + outside->n) % outside->n]; }

// How far the outline turns at its i-th vertex; positive to the left.
static double turn_at(const Graph *graph, const Outside *outside, int i) {
  GraphPoint a = graph->vertices[around(outside, i - 1)].at, b = graph->vertices[around(outside, i)].at;
  GraphPoint c = graph->vertices[around(outside, i + 1)].at;
  double vx = b.x - a.x, vy = b.y - a.y, ux = c.x - b.x, uy = c.y - b.y;
  return angle_atan2(ux * -vy + uy * vx, ux * vx + uy * vy);
}

// Curves start at inward corners, and at every second vertex of a straight run.
static Word *curve_starts(Build *build, const Graph *graph, const Outside *outside) {
  Word *starts = ARENA_ARRAY(build->arena, Word, bits_words(outside->n + 1));
  int flat = 0;
  for (int i = 0; i < outside->n; i++) {
    double turn = turn_at(graph, outside, i);
    if (turn > QUARTER) {
      bit_set(starts, i);
      flat = 0;
    } else if (fabs(turn) < FLAT && ++flat % 2 == 0) {
      bit_set(starts, i);
    }
  }
  return starts;
}

static PolyPoint vector(PolyPoint from, PolyPoint to) { return (PolyPoint){to.x - from.x, to.y - from.y}; }

static PolyPoint sized(PolyPoint v, double size) {
  double length = sqrt(v.x * v.x + v.y * v.y);
  if (length < 1e-7) return (PolyPoint){v.x * size, v.y * size};
  return (PolyPoint){v.x / length * size, v.y / length * size};
}

static PolyPoint place(const Graph *graph, int v) {
  return (PolyPoint){graph->vertices[v].at.x, graph->vertices[v].at.y};
}

// Bridges a notch from c to e around its corner d.
static void bridge_notch(Graph *graph, int c, int d, int e) {
  PolyPoint a = sized(vector(place(graph, d), place(graph, e)), 1.25);
  PolyPoint b = sized(vector(place(graph, d), place(graph, c)), 1.25);
  graph_bend_edge(graph, graph_add_edge(graph, c, e), a.x, a.y, b.x, b.y);
  graph_add_face(graph, (int[]){d, c, e}, 3);
}

// A loop outside the edge from c to d, its tip at a new vertex.
static void add_loop(Graph *graph, int b, int c, int d, bool flat) {
  PolyPoint out = vector(place(graph, b), place(graph, c)), pc = place(graph, c), pd = place(graph, d);
  if (flat) {
    PolyPoint along = vector(pc, pd);
    out = (PolyPoint){along.y, -along.x};
  }
  PolyPoint middle = {(pc.x + pd.x) / 2, (pc.y + pd.y) / 2};
  PolyPoint focus = {middle.x + 0.5 * out.x, middle.y + 0.5 * out.y};
  int tip = graph_add_vertex(graph, middle.x + 0.9 * out.x, middle.y + 0.9 * out.y, 0);
  PolyPoint from = sized(out, 1.333), to_c = sized(vector(focus, pc), 1), to_d = sized(vector(focus, pd), 1);
  graph_bend_edge(graph, graph_add_edge(graph, c, tip), from.x, from.y, to_c.x, to_c.y);
  graph_bend_edge(graph, graph_add_edge(graph, tip, d), to_d.x, to_d.y, from.x, from.y);
  graph_add_face(graph, (int[]){c, tip, d}, 3);
}

static void close_off(Build *build, Graph *graph) {
  Outside outside = follow_outside(build, graph);
  Word *starts = curve_starts(build, graph, &outside);
  int words = bits_words(outside.n);
  FOR_BITS(i, starts, words) {
    int b = around(&outside, i - 1), c = around(&outside, i), d = around(&outside, i + 1);
    if (turn_at(graph, &outside, i + 1) < -QUARTER) bridge_notch(graph, c, d, around(&outside, i + 2));
    else add_loop(graph, b, c, d, fabs(turn_at(graph, &outside, i)) < FLAT);
    if (graph->full) return;
  }
}

typedef struct CelticPlan {
  LatticeRange range;
  Polygon polygon;  // none: the whole range
  GraphShape shape;
} CelticPlan;

static void add_squares(const CelticPlan *plan, Graph *graph) {
  double half = 1 / sqrt(2), step = 2 * half;
  const PolyPoint corners[] = {{half, 0}, {0, half}, {-half, 0}, {0, -half}};
  for (int row = plan->range.row0; row <= plan->range.row1; row++) {
    for (int column = plan->range.column0; column <= plan->range.column1 && !graph->full; column++) {
      double x = column * step, y = row * step;
      if (plan->polygon.n && !polygon_contains(&plan->polygon, x, y)) continue;
      for (int i = 0; i < 4; i++) graph_vertex_at(graph, x + corners[i].x, y + corners[i].y, 0);
    }
  }
}

static bool read_celtic(Build *build, const Recipe *call, CelticPlan *plan) {
  double step = 2 / sqrt(2);
  const PolyPoint steps[] = {{step, 0}, {0, step}, {-step, 0}, {0, -step}};
  Args args;
  Outline outline;
  int rows = 0, columns = 0;
  *plan = (CelticPlan){.shape = SHAPE_NONE};
  args_begin(&args, build, call);
  if (args_outline(&args, &outline)) {
    if (!args_end(&args)) return false;
    plan->polygon = outline.polygon;
    if (outline.sides.n) plan->polygon = polygon_from_sides(build->arena, outline.sides.at, outline.sides.n, steps, 4);
    polygon_inflate(build->arena, &plan->polygon, 0.1);
    return lattice_range(build, outline.at, &plan->polygon, 1, &plan->range);
  }
  args_need_dim(&args, &rows);
  bool rectangle = args_dim(&args, &columns);
  plan->range = (LatticeRange){.row1 = rows - 1, .column1 = (rectangle ? columns : rows) - 1};
  plan->shape = rectangle ? SHAPE_RECTANGLE : SHAPE_SQUARE;
  return args_end(&args);
}

static bool build_celtic(Build *build, const Recipe *call, Graph *graph) {
  CelticPlan plan;
  if (!read_celtic(build, call, &plan)) return false;
  add_squares(&plan, graph);
  if (!graph->vertex_count) return build_error(build, call, "no square fits into the outline");
  graph_join_unit(graph, 0.05);
  graph_make_faces(graph, true);
  if (!graph->full) close_off(build, graph);
  graph_set_kind(graph, BASIS_CELTIC, plan.shape);
  graph_reorder(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "celtic", "((poly ..) | {sides}) | rows [columns]",
     "Squares standing on a corner, with rounded loops along the outside.", build_celtic},
};
BOARD_FAMILY(celtic);
