// Spiral tracks: sites along an Archimedean spiral, evenly spaced after smoothing.
#include "board/board_internal.h"

#include <math.h>

enum { SITES_MAX = 1000 };

// Sites per turn grow like 1, 2, 4, 4, 4... times a base; the largest base that leaves sites for all turns.
static int base_number(int turns, int sites) {
  for (int base = 1; base < sites; base++) {
    int steps = base, total = 1;
    for (int ring = 1; ring < turns; ring++) {
      total += steps;
      if (total > sites) return base - 1;
      if (ring <= 2) steps *= 2;
    }
  }
  return 0;
}

static int sites_of_turns(int base, int turns) {
  int total = 1, steps = base;
  for (int ring = 1; ring <= turns + 1; ring++) {
    total += steps;
    if (ring <= 2) steps *= 2;
  }
  return total;
}

// Angles of the sites; the first is the middle.
static double *spiral_angles(Arena *arena, int turns, int sites, int base) {
  double *thetas = ARENA_ARRAY(arena, double, MAX(4 * sites, sites_of_turns(base, turns)) + 2);
  int next = 1, steps = base;
  for (int ring = 1; ring <= turns + 1; ring++) {
    double arc = M_PI * 2 / steps, theta = M_PI * 2 * ring;
    if (ring <= 2 || ring % 2 == 1) theta -= arc / 2;
    for (int step = 0; step < steps; step++, theta += arc) thetas[next++] = theta;
    if (ring <= 2) steps *= 2;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 2; i < sites; i++) thetas[i] = (thetas[i - 1] + thetas[i + 1]) / 2.0;
  }
  thetas[1] -= 0.5 * (thetas[2] - thetas[1]);
  return thetas;
}

static PolyPoint direction(GraphPoint from, GraphPoint to) {
  double x = to.x - from.x, y = to.y - from.y, size = sqrt(x * x + y * y);
  return size < 1e-7 ? (PolyPoint){x, y} : (PolyPoint){x / size, y / size};
}

static void join_along(Graph *graph) {
  int last = graph->vertex_count - 1;
  for (int v = 0; v < last; v++) {
    GraphPoint here = graph->vertices[v].at, next = graph->vertices[v + 1].at;
    PolyPoint a = direction(graph->vertices[MAX(0, v - 1)].at, next), b = direction(here, next);
    graph_bend_edge(graph, graph_add_edge(graph, v, v + 1), a.x, a.y, b.x, b.y);
  }
}

static bool build_spiral(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int turns = 0, sites = 0;
  bool clockwise = true;
  args_begin(&args, build, call);
  bool whole = args_named_dim(&args, "turns", &turns) && args_named_dim(&args, "sites", &sites);
  args_named_bool(&args, "clockwise", &clockwise);
  if (!args_end(&args)) return false;
  if (!whole) return build_error(build, call, "a spiral needs turns and sites");
  int base = base_number(turns, sites);
  if (base < 1 || sites > SITES_MAX)
    return build_error(build, call, "no spiral has %d turns and %d sites", turns, sites);
  double *thetas = spiral_angles(build->arena, turns, sites, base);
  graph_add_vertex(graph, 0, 0, 0);
  for (int i = 1; i < sites; i++) {
    double x = thetas[i] * cos(thetas[i]), y = thetas[i] * sin(thetas[i]);
    graph_add_vertex(graph, clockwise ? -x : x, y, 0);
  }
  join_along(graph);
  for (int v = 0; v < graph->vertex_count; v++) graph->vertices[v].pivot = 0;
  graph_set_kind(graph, BASIS_SPIRAL, SHAPE_SPIRAL);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "spiral", "turns:number sites:number [clockwise:bool]",
     "A track winding outwards from its first site.", build_spiral},
};
BOARD_FAMILY(spiral);
