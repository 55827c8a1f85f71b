// Hexagons divided into quadrilaterals, in six or three equal sections (as for three-player chess).
#include "board/board_internal.h"

#include <math.h>

static PolyPoint between(double t, PolyPoint a, PolyPoint b) {
  return (PolyPoint){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static PolyPoint turned(double theta, PolyPoint p) {
  return (PolyPoint){p.x * cos(theta) - p.y * sin(theta), p.y * cos(theta) + p.x * sin(theta)};
}

static int vertex_at(Graph *graph, PolyPoint p) { return graph_vertex_at(graph, p.x, p.y, 0); }

// The four sides' ends of one row of a section, from r0 to r1 along it.
typedef struct Strip {
  PolyPoint near0, near1, far0, far1;
} Strip;

static void add_sixth_row(Graph *graph, const Strip *strip, int layers, bool last) {
  for (int column = 0; column < layers && !graph->full; column++) {
    double c0 = column / (double)layers, c1 = (column + 1) / (double)layers;
    int a = vertex_at(graph, between(c0, strip->near0, strip->far0));
    int b = vertex_at(graph, between(c1, strip->near0, strip->far0));
    int c = vertex_at(graph, between(c1, strip->near1, strip->far1));
    graph_edge_between(graph, a, b);
    graph_edge_between(graph, b, c);
    if (last) graph_edge_between(graph, c, vertex_at(graph, between(c0, strip->near1, strip->far1)));
  }
}

// A section is the kite between the middle, a corner, and the middles of the two sides at that corner.
static void six_sections(Graph *graph, int layers) {
  PolyPoint middle = {0, 0}, side = {0, layers * sqrt(3) / 2}, corner = {layers / 2.0, layers * sqrt(3) / 2};
  PolyPoint next = {layers, 0};
  PolyPoint next_side = {(corner.x + next.x) / 2, (corner.y + next.y) / 2};
  for (int turn = 0; turn < 6; turn++) {
    double theta = turn * M_PI / 3;
    for (int row = 0; row < layers; row++) {
      double r0 = row / (double)layers, r1 = (row + 1) / (double)layers;
      Strip strip = {turned(theta, between(r0, middle, next_side)), turned(theta, between(r1, middle, next_side)),
                     turned(theta, between(r0, side, corner)), turned(theta, between(r1, side, corner))};
      add_sixth_row(graph, &strip, layers, row == layers - 1);
    }
  }
}

static void add_quad(Graph *graph, PolyPoint a, PolyPoint b, PolyPoint c, PolyPoint d) {
  int va = vertex_at(graph, a), vb = vertex_at(graph, b), vc = vertex_at(graph, c), vd = vertex_at(graph, d);
  graph_edge_between(graph, va, vb);
  graph_edge_between(graph, vc, vd);
  graph_edge_between(graph, va, vc);
  graph_edge_between(graph, vb, vd);
}

static PolyPoint mirrored(PolyPoint p) { return (PolyPoint){-p.x, p.y}; }

// The lower third: a section and its mirror image, with a gap left to its neighbours.
static void lower_third(Graph *section, int layers) {
  double height = layers * sqrt(3) / 2, ratio = layers / (layers + 0.5);
  PolyPoint middle = {0, 0}, corner = {-layers / 2.0, -height}, next = {-layers, 0}, side = {0, -height};
  PolyPoint inner = between(ratio, side, middle), outer = between(ratio / 2, corner, next);
  for (int row = 0; row < layers; row++) {
    double r0 = row / (double)layers, r1 = (row + 1) / (double)layers;
    Strip strip = {between(r0, corner, side), between(r1, corner, side), between(r0, outer, inner),
                   between(r1, outer, inner)};
    for (int column = 0; column < layers && !section->full; column++) {
      double c0 = column / (double)layers, c1 = (column + 1) / (double)layers;
      PolyPoint a = between(c0, strip.near0, strip.far0), b = between(c1, strip.near0, strip.far0);
      PolyPoint c = between(c0, strip.near1, strip.far1), d = between(c1, strip.near1, strip.far1);
      add_quad(section, a, b, c, d);
      add_quad(section, mirrored(a), mirrored(b), mirrored(c), mirrored(d));
    }
  }
}

// Adds a copy of the section and turns the section by a third.
static void place_third(Graph *graph, Graph *section) {
  int first = graph->vertex_count;
  double theta = 2 * M_PI / 3;
  for (int v = 0; v < section->vertex_count; v++) {
    GraphPoint *p = &section->vertices[v].at;
    graph_add_vertex(graph, p->x, p->y, 0);
    PolyPoint q = turned(theta, (PolyPoint){p->x, p->y});
    p->x = q.x, p->y = q.y;
  }
  for (int e = 0; e < section->edge_count; e++) {
    graph_add_edge(graph, first + section->edges[e].a, first + section->edges[e].b);
  }
}

static void three_sections(Graph *graph, int layers) {
  Graph section;
  graph_init(&section, graph->arena);
  lower_third(&section, layers);
  for (int turn = 0; turn < 3; turn++) place_third(graph, &section);
  int n = section.vertex_count, left = 4 * layers, right = left + 2, tip = layers * (2 * layers + 3);
  for (int turn = 0; turn < 3; turn++) graph_edge_between(graph, turn * n + tip, (turn + 1) % 3 * n + tip);
  for (int turn = 0; turn < 3; turn++) graph_edge_between(graph, turn * n + right, (turn + 1) % 3 * n + left);
}

static bool build_quadhex(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int layers = 0;
  bool thirds = false;
  args_begin(&args, build, call);
  args_need_dim(&args, &layers);
  args_named_bool(&args, "thirds", &thirds);
  if (!args_end(&args)) return false;
  if (thirds) three_sections(graph, layers);
  else six_sections(graph, layers);
  graph_make_faces(graph, true);
  graph_set_kind(graph, BASIS_QUADHEX, SHAPE_HEXAGON);
  graph_reorder(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "quadhex", "layers [thirds:bool]",
     "A hexagon of quadrilaterals in six sections, or in three with seams between them.", build_quadhex},
};
BOARD_FAMILY(quadhex);
