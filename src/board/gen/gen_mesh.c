// Irregular meshes: points joined into triangles whose circumcircles hold no other point (Delaunay's
// condition, tested triple by triple; meshes are small).
#include "board/board_internal.h"

#include "base/random.h"

#include <math.h>

enum { MESH_MAX = 100, TRIES_MAX = 1000, MESH_SEED = 1 };
static const double TINY = 1e-9;

static double turn(GraphPoint a, GraphPoint b, GraphPoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Positive when p lies inside the circle through a, b, c, which run counterclockwise.
static double inside_circle(GraphPoint a, GraphPoint b, GraphPoint c, GraphPoint p) {
  double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  return ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx);
}

static bool is_empty_triangle(const Graph *graph, int a, int b, int c) {
  GraphPoint pa = graph->vertices[a].at, pb = graph->vertices[b].at, pc = graph->vertices[c].at;
  double area = turn(pa, pb, pc);
  if (fabs(area) < TINY) return false;
  for (int v = 0; v < graph->vertex_count; v++) {
    if (v == a || v == b || v == c) continue;
    double inside = inside_circle(pa, pb, pc, graph->vertices[v].at);
    if ((area > 0 ? inside : -inside) > TINY) return false;
  }
  return true;
}

static bool crosses_an_edge(const Graph *graph, int a, int b) {
  GraphPoint pa = graph->vertices[a].at, pb = graph->vertices[b].at;
  for (int e = 0; e < graph->edge_count; e++) {
    GraphPoint pc = graph->vertices[graph->edges[e].a].at, pd = graph->vertices[graph->edges[e].b].at;
    if (turn(pa, pb, pc) * turn(pa, pb, pd) < -TINY && turn(pc, pd, pa) * turn(pc, pd, pb) < -TINY) return true;
  }
  return false;
}

// Points on one circle satisfy the condition in several ways; the first edges stand.
static void join_mesh(Graph *graph, int a, int b) {
  if (graph_find_edge(graph, a, b) < 0 && !crosses_an_edge(graph, a, b)) graph_add_edge(graph, a, b);
}

static void triangulate(Graph *graph) {
  for (int a = 0; a < graph->vertex_count; a++) {
    for (int b = a + 1; b < graph->vertex_count; b++) {
      for (int c = b + 1; c < graph->vertex_count; c++) {
        if (!is_empty_triangle(graph, a, b, c)) continue;
        join_mesh(graph, a, b);
        join_mesh(graph, b, c);
        join_mesh(graph, c, a);
      }
    }
  }
}

// The same points every time: a game's board must not change between runs.
static bool scatter(Build *build, const Recipe *call, Polygon polygon, int count, Graph *graph) {
  Random random = random_stream(MESH_SEED, (uint64_t)count);
  polygon_inflate(build->arena, &polygon, 0.1);
  PolyBounds box = polygon_bounds(&polygon);
  for (int i = 0; i < count; i++) {
    GraphPoint p;
    int tries = 0;
    do {
      p = (GraphPoint){box.x0 + random_unit(&random) * (box.x1 - box.x0),
                       box.y0 + random_unit(&random) * (box.y1 - box.y0), 0};
      if (++tries > TRIES_MAX) return build_error(build, call, "no point falls into the outline");
    } while (!polygon_contains(&polygon, p.x, p.y));
    graph_vertex_at(graph, p.x, p.y, 0);
  }
  return true;
}

static bool read_points(Build *build, const Recipe *list, Graph *graph) {
  if (list->n > MESH_MAX) return build_error(build, list, "a mesh has at most %d points", MESH_MAX);
  for (uint32_t i = 0; i < list->n; i++) {
    GraphPoint p;
    if (!value_point(build, list->kids[i], &p)) return false;
    graph_vertex_at(graph, p.x, p.y, 0);
  }
  return true;
}

// A square standing on a corner, as large as a polygon of four unit sides bent round a circle.
static Polygon default_outline(Arena *arena) {
  double radius = 4 / (2 * M_PI);
  PolyPoint corners[] = {{0, radius}, {-radius, 0}, {0, -radius}, {radius, 0}};
  return (Polygon){.at = arena_copy(arena, corners, sizeof corners), .n = 4};
}

static bool build_mesh(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int count = 0;
  Polygon outline = default_outline(build->arena);
  args_begin(&args, build, call);
  const Recipe *points = args_list(&args);
  if (!points) args_need_dim(&args, &count);
  const Recipe *polygon = points ? NULL : args_call(&args);
  if (!args_end(&args) || (polygon && !value_polygon(build, polygon, &outline))) return false;
  if (count > MESH_MAX) return build_error(build, call, "a mesh has at most %d points", MESH_MAX);
  if (points ? !read_points(build, points, graph) : !scatter(build, call, outline, count, graph)) return false;
  triangulate(graph);
  graph_make_faces(graph, true);
  graph_set_kind(graph, BASIS_MESH, SHAPE_CUSTOM);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "mesh", "{{x y}} | count [(poly ..)]",
     "Points, given or scattered over an outline, joined into triangles.", build_mesh},
};
BOARD_FAMILY(mesh);
