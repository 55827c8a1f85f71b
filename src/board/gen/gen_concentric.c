// Concentric boards: rings of cells or vertices around a point, nested polygons, and targets.
#include "board/board_internal.h"

#include <math.h>
#include <stdlib.h>

enum { RINGS_MAX = 200 };

// A place on a ring.
typedef struct Sample {
  double x, y, theta;
} Sample;

typedef struct Ring {
  Sample *at;
  int n;
} Ring;

typedef struct Circle {
  Build *build;
  Graph *graph;
  IntList cells;  // per ring, from the middle; a negative number of vertices leaves out the ring's edges
  bool stagger;   // every second ring is turned by half a cell
} Circle;

static const double TOP = M_PI / 2;

static double ring_turn(const Circle *circle, int ring, int n) {
  return circle->stagger && ring % 2 == 1 ? 2 * M_PI / n / 2 : 0;
}

static double step_angle(const Circle *circle, int ring, int n, int step) {
  return TOP + ring_turn(circle, ring, n) - 2 * M_PI * step / n;
}

static int sample_order(const void *a, const void *b) {
  const Sample *x = a, *y = b;
  return (x->theta > y->theta) - (x->theta < y->theta);
}

// Sorts by angle and drops samples too near to the one before.
static void tidy_ring(Ring *ring, double apart) {
  qsort(ring->at, (size_t)ring->n, sizeof *ring->at, sample_order);
  for (int i = ring->n - 1; i > 0; i--) {
    double dx = ring->at[i - 1].x - ring->at[i].x, dy = ring->at[i - 1].y - ring->at[i].y;
    if (sqrt(dx * dx + dy * dy) >= apart) continue;
    memmove(&ring->at[i], &ring->at[i + 1], (size_t)(ring->n - i - 1) * sizeof *ring->at);
    ring->n--;
  }
}

static PolyPoint unit_vector(double x, double y) {
  double size = sqrt(x * x + y * y);
  return size < 1e-7 ? (PolyPoint){x, y} : (PolyPoint){x / size, y / size};
}

// Curved edges between neighbours on a ring; tangents point along the neighbours' chords.
static void join_ring(Graph *graph, const Ring *ring) {
  int n = ring->n;
  for (int i = 0; i < n && n >= 2; i++) {
    Sample before = ring->at[(i - 1 + n) % n], a = ring->at[i], b = ring->at[(i + 1) % n],
           after = ring->at[(i + 2) % n];
    int va = graph_vertex_at(graph, a.x, a.y, 0), vb = graph_vertex_at(graph, b.x, b.y, 0);
    if (va == vb || graph_find_edge(graph, va, vb) >= 0) continue;
    PolyPoint ta = unit_vector(b.x - before.x, b.y - before.y), tb = unit_vector(a.x - after.x, a.y - after.y);
    graph_bend_edge(graph, graph_add_edge(graph, va, vb), ta.x, ta.y, tb.x, tb.y);
  }
}

static void add_samples(Graph *graph, const Ring *rings, int n) {
  for (int ring = 0; ring < n; ring++) {
    for (int i = 0; i < rings[ring].n; i++) graph_vertex_at(graph, rings[ring].at[i].x, rings[ring].at[i].y, 0);
  }
}

static void turn_around(Graph *graph, int pivot) {
  for (int v = 0; v < graph->vertex_count; v++) graph->vertices[v].pivot = pivot;
}

static double wrapped(double theta) {
  while (theta < -M_PI) theta += 2 * M_PI;
  while (theta > M_PI) theta -= 2 * M_PI;
  return theta;
}

// Cells: ring r lies between radius r - 1/2 and r + 1/2; each radial line ends on the circles inside and
// outside it.
static void sample_cells(const Circle *circle, Ring *rings) {
  for (int ring = 0; ring < circle->cells.n; ring++) {
    int n = abs(circle->cells.at[ring]);
    double inner = fmax(0, ring - 0.5), outer = ring + 0.5;
    for (int step = 0; step < n && n >= 2; step++) {
      double theta = wrapped(step_angle(circle, ring, n, step));
      double c = cos(theta), s = sin(theta);
      rings[ring].at[rings[ring].n++] = (Sample){inner * c, inner * s, theta};
      rings[ring + 1].at[rings[ring + 1].n++] = (Sample){outer * c, outer * s, theta};
    }
  }
}

static void join_spokes(const Circle *circle, int ring) {
  Graph *graph = circle->graph;
  int n = abs(circle->cells.at[ring]);
  double inner = fmax(0, ring - 0.5), outer = ring + 0.5;
  for (int step = 0; step < n && n >= 2 && !graph->full; step++) {
    double theta = step_angle(circle, ring, n, step);
    int a = graph_vertex_at(graph, inner * cos(theta), inner * sin(theta), 0);
    int b = graph_vertex_at(graph, outer * cos(theta), outer * sin(theta), 0);
    if (a != b) graph_edge_between(graph, a, b);
  }
}

static Ring *new_rings(const Circle *circle, int n) {
  int most = 0;
  for (int i = 0; i < circle->cells.n; i++) most = MAX(most, abs(circle->cells.at[i]));
  Ring *rings = ARENA_ARRAY(circle->build->arena, Ring, n);
  for (int i = 0; i < n; i++) rings[i].at = ARENA_ARRAY(circle->build->arena, Sample, 2 * most + 1);
  return rings;
}

static void circle_of_cells(const Circle *circle) {
  Graph *graph = circle->graph;
  int n = circle->cells.n + 1, pivot = graph_add_vertex(graph, 0, 0, 0);
  Ring *rings = new_rings(circle, n);
  sample_cells(circle, rings);
  for (int ring = 0; ring < n; ring++) tidy_ring(&rings[ring], 0.001);
  add_samples(graph, rings, n);
  for (int ring = 0; ring < n; ring++) join_ring(graph, &rings[ring]);
  for (int ring = 0; ring < circle->cells.n; ring++) join_spokes(circle, ring);
  turn_around(graph, pivot);
  graph_make_faces(graph, true);
}

// Vertices: ring r has radius r. Without a vertex in the middle each vertex turns around the next one
// inwards.
static void sample_vertices(const Circle *circle, Ring *rings) {
  for (int ring = 0; ring < circle->cells.n; ring++) {
    int n = abs(circle->cells.at[ring]);
    for (int step = 0; step < n; step++) {
      double theta = step_angle(circle, ring, n, step);
      rings[ring].at[rings[ring].n++] = (Sample){ring * cos(theta), ring * sin(theta), theta};
    }
  }
}

static void join_outwards(Graph *graph, Sample sample, int ring, bool pivots) {
  int a = graph_find_vertex(graph, sample.x, sample.y, 0);
  double ratio = (ring + 1) / (double)ring;
  int b = graph_find_vertex(graph, sample.x * ratio, sample.y * ratio, 0);
  if (a < 0 || b < 0) return;
  graph_edge_between(graph, a, b);
  if (pivots) graph->vertices[b].pivot = a;
}

static void join_middle(Graph *graph, const Ring *rings) {
  for (int i = 0; i < rings[0].n; i++) {
    int a = graph_find_vertex(graph, rings[0].at[i].x, rings[0].at[i].y, 0);
    for (int k = 0; k < rings[1].n; k++) {
      int b = graph_find_vertex(graph, rings[1].at[k].x, rings[1].at[k].y, 0);
      if (a >= 0 && b >= 0) graph_edge_between(graph, a, b);
    }
  }
}

static void join_vertex_rings(const Circle *circle, const Ring *rings) {
  Graph *graph = circle->graph;
  for (int ring = 1; ring < circle->cells.n; ring++) {
    if (circle->cells.at[ring] >= 2) join_ring(graph, &rings[ring]);
  }
  join_middle(graph, rings);
  for (int ring = 1; ring + 1 < circle->cells.n; ring++) {
    for (int i = 0; i < rings[ring].n; i++) join_outwards(graph, rings[ring].at[i], ring, circle->cells.at[0] == 0);
  }
  if (circle->cells.at[0] != 0) turn_around(graph, graph_find_vertex(graph, 0, 0, 0));
}

// An inmost ring of several vertices is no middle: an empty one is put inside it.
static IntList with_middle(const Circle *circle) {
  IntList cells = circle->cells;
  if (abs(cells.at[0]) <= 1) return cells;
  IntList more = {.at = ARENA_ARRAY(circle->build->arena, int, cells.n + 1), .n = cells.n + 1};
  memcpy(more.at + 1, cells.at, (size_t)cells.n * sizeof *cells.at);
  return more;
}

static bool circle_of_vertices(Circle *circle, const Recipe *call) {
  Graph *graph = circle->graph;
  if (circle->cells.n == 1) {
    if (circle->cells.at[0] < 3) return build_error(circle->build, call, "a ring needs at least three vertices");
    regular_polygon(graph, circle->cells.at[0], 1);
    graph_reorder(graph);
    return true;
  }
  circle->cells = with_middle(circle);
  Ring *rings = new_rings(circle, circle->cells.n);
  sample_vertices(circle, rings);
  for (int ring = 1; ring < circle->cells.n; ring++) tidy_ring(&rings[ring], 0.1);
  add_samples(graph, rings, circle->cells.n);
  if (!graph->full) join_vertex_rings(circle, rings);
  return true;
}

static bool build_circle(Circle *circle, const Recipe *call) {
  if (circle->cells.n < 1 || circle->cells.n > RINGS_MAX) {
    return build_error(circle->build, call, "a concentric board has 1 to %d rings", RINGS_MAX);
  }
  for (int i = 0; i < circle->cells.n; i++) {
    if (abs(circle->cells.at[i]) > BOARD_DIM_MAX) {
      return build_error(circle->build, call, "a ring has more than %d cells", BOARD_DIM_MAX);
    }
  }
  if (circle->build->use != USE_CELL) return circle_of_vertices(circle, call);
  circle_of_cells(circle);
  return true;
}

typedef struct Nest {
  int sides, rings;
  bool midpoints, join_midpoints, join_corners;
} Nest;

static GraphShape nest_shape(int sides) {
  return sides == 3 ? SHAPE_TRIANGLE : sides == 4 ? SHAPE_SQUARE : sides == 6 ? SHAPE_HEXAGON : SHAPE_REGULAR;
}

static void nest_ring(const Nest *nest, int ring, Graph *graph) {
  double arc = 2 * M_PI / nest->sides, start = M_PI / 2 + (nest->sides % 2 == 0 ? arc / 2 : 0);
  double radius = 1 + ring * (nest->sides == 3 ? 2 : 1);
  int first = graph->vertex_count;
  for (int side = 0; side < nest->sides; side++) {
    double xa = radius * cos(start + arc * side), ya = radius * sin(start + arc * side);
    double xb = radius * cos(start + arc * (side + 1)), yb = radius * sin(start + arc * (side + 1));
    graph_vertex_at(graph, xa, ya, 0);
    if (nest->midpoints) graph_vertex_at(graph, (xa + xb) / 2.0, (ya + yb) / 2.0, 0);
  }
  for (int v = first; v < graph->vertex_count; v++) {
    graph_add_edge(graph, v, v + 1 < graph->vertex_count ? v + 1 : first);
  }
}

// Without midpoints, joining them joins each corner after the first of its ring to the next ring, and the
// last to the ring after that.
static void nest_joins(const Nest *nest, Graph *graph) {
  int per_side = nest->midpoints ? 2 : 1, per_ring = nest->sides * per_side;
  for (int ring = 0; ring + 1 < nest->rings; ring++) {
    for (int side = 0; side < nest->sides; side++) {
      int corner = ring * per_ring + side * per_side;
      if (nest->join_corners) graph_add_edge(graph, corner, corner + per_ring);
      if (nest->join_midpoints) graph_add_edge(graph, corner + 1, corner + 1 + per_ring);
    }
  }
}

static bool build_nest(Build *build, const Recipe *call, const Nest *nest, Graph *graph) {
  if (nest->sides < 3) return build_error(build, call, "a concentric board needs at least three sides");
  for (int ring = 0; ring < nest->rings && !graph->full; ring++) nest_ring(nest, ring, graph);
  if ((nest->midpoints && nest->join_midpoints) || nest->join_corners) nest_joins(nest, graph);
  graph_set_kind(graph, BASIS_CONCENTRIC, nest_shape(nest->sides));
  graph_reorder(graph);
  if (build->use == USE_CELL) graph_make_faces(graph, true);
  return true;
}

// A target: each ring is one cell, drawn as an octagon, its centre below those inside it.
static bool build_target(Build *build, const Recipe *call, int rings, Graph *graph) {
  enum { CORNERS = 8 };
  if (build->use != USE_CELL) return build_error(build, call, "a target is played on its cells");
  for (int ring = 0; ring < rings; ring++) {
    int first = graph->vertex_count;
    for (int i = 0; i < CORNERS; i++) {
      double theta = M_PI / 2 + 2 * M_PI / CORNERS * i;
      graph_vertex_at(graph, (ring + 1) * cos(theta), (ring + 1) * sin(theta), 0);
    }
    for (int i = 0; i < CORNERS && !graph->full; i++) {
      int a = first + i, b = first + (i + 1) % CORNERS;
      PolyPoint ta = unit_vector(graph->vertices[a].at.x, graph->vertices[a].at.y);
      PolyPoint tb = unit_vector(graph->vertices[b].at.x, graph->vertices[b].at.y);
      graph_bend_edge(graph, graph_add_edge(graph, a, b), -ta.y, ta.x, tb.y, -tb.x);
    }
  }
  graph_make_faces(graph, true);
  for (int f = 0; f < graph->face_count; f++) graph->faces[f].at = (GraphPoint){0, f == 0 ? 0 : -f - 0.5, 0};
  return true;
}

typedef struct ConcentricPlan {
  Str shape;
  const Recipe *cells;
  int sides, rings, steps;
  bool stagger;
  Nest nest;
} ConcentricPlan;

static bool read_plan(Build *build, const Recipe *call, ConcentricPlan *plan) {
  Args args;
  *plan = (ConcentricPlan){.nest = {.midpoints = true, .join_midpoints = true}};
  args_begin(&args, build, call);
  if (!args_word(&args, &plan->shape)) plan->cells = args_list(&args);
  args_named_dim(&args, "sides", &plan->sides);
  args_named_dim(&args, "rings", &plan->rings);
  args_named_dim(&args, "steps", &plan->steps);
  args_named_bool(&args, "midpoints", &plan->nest.midpoints);
  args_named_bool(&args, "joinMidpoints", &plan->nest.join_midpoints);
  args_named_bool(&args, "joinCorners", &plan->nest.join_corners);
  args_named_bool(&args, "stagger", &plan->stagger);
  return args_end(&args);
}

static int sides_of(Str shape) {
  return str_is(shape, "Triangle") ? 3 : str_is(shape, "Square") ? 4 : str_is(shape, "Hexagon") ? 6 : 0;
}

static IntList equal_rings(Build *build, int rings, int steps) {
  IntList cells = {.at = ARENA_ARRAY(build->arena, int, rings + 1), .n = rings};
  for (int i = 0; i < rings; i++) cells.at[i] = steps;
  return cells;
}

static bool build_concentric(Build *build, const Recipe *call, Graph *graph) {
  ConcentricPlan plan;
  if (!read_plan(build, call, &plan)) return false;
  Circle circle = {.build = build, .graph = graph, .stagger = plan.stagger};
  if (plan.cells) return value_ints(build, plan.cells, &circle.cells) && build_circle(&circle, call);
  plan.nest.sides = plan.sides ? plan.sides : sides_of(plan.shape);
  plan.nest.rings = plan.rings;
  if (!plan.rings) return build_error(build, call, "a concentric board needs a number of rings");
  if (plan.nest.sides) return build_nest(build, call, &plan.nest, graph);
  if (!str_is(plan.shape, "Target")) return build_error(build, call, "the rings have no shape, sides or cells");
  if (!plan.steps) return build_target(build, call, plan.rings, graph);
  circle.cells = equal_rings(build, plan.rings, plan.steps);
  circle.stagger = false;
  return build_circle(&circle, call);
}

// The board of merels games: nested squares joined at the middle of their sides.
static bool build_morris(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Nest nest = {.sides = 4, .midpoints = true, .join_midpoints = true};
  args_begin(&args, build, call);
  args_need_dim(&args, &nest.rings);
  args_named_bool(&args, "joinCorners", &nest.join_corners);
  return args_end(&args) && build_nest(build, call, &nest, graph);
}

static bool build_wheel(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int spokes = 0, rings = 1;
  args_begin(&args, build, call);
  args_need_dim(&args, &spokes);
  args_dim(&args, &rings);
  if (!args_end(&args)) return false;
  if (spokes < 3) return build_error(build, call, "a wheel needs at least three spokes");
  Circle circle = {.build = build, .graph = graph, .cells = equal_rings(build, rings + 1, spokes)};
  circle.cells.at[0] = 1;
  return build_circle(&circle, call);
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "concentric",
     "(shape | sides:number | {cells}) [rings:number] [steps:number] [midpoints:bool] [joinMidpoints:bool] "
     "[joinCorners:bool] [stagger:bool]",
     "Rings around a point: circles cut into cells, or nested polygons.", build_concentric},
    {ROW_SHAPE, "concentric Triangle", "rings:number", "Nested triangles.", NULL},
    {ROW_SHAPE, "concentric Square", "rings:number", "Nested squares, as in merels.", NULL},
    {ROW_SHAPE, "concentric Hexagon", "rings:number", "Nested hexagons.", NULL},
    {ROW_SHAPE, "concentric Target", "rings:number [steps:number]", "Circles, each a single cell or cut into steps.",
     NULL},
    {ROW_GENERATOR, "morris", "rings [joinCorners:bool]",
     "Nested squares joined at the middle of their sides, and at their corners if wanted.", build_morris},
    {ROW_GENERATOR, "wheel", "spokes [rings]", "A hub with spokes, and rings that cross them.", build_wheel},
};
BOARD_FAMILY(concentric);
