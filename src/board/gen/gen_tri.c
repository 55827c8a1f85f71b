// Boards of triangles. The lattice points are the vertices; boards played on cells get one more row.
#include "board/board_internal.h"

#include <math.h>

#define HALF_ROOT3 (1.7320508075688772 / 2.0)

static const PolyPoint ORIGIN[] = {{0, 0}};

static PolyPoint upright_at(int row, int column) { return (PolyPoint){column - 0.5 * row, HALF_ROOT3 * row}; }
static PolyPoint lying_at(int row, int column) {
  return (PolyPoint){HALF_ROOT3 * (column - row), (row + column) * 0.5};
}

static const Lattice TRIANGLES = {BASIS_TRIANGULAR, upright_at, ORIGIN, 1};
static const Lattice LYING_TRIANGLES = {BASIS_TRIANGULAR, lying_at, ORIGIN, 1};

static int with_cells(const Build *build, int size) { return size + (build->use == USE_CELL); }

// A row of vertices: the number of the first, and how many.
typedef struct Run {
  int first, n;
} Run;

static void join_run_up(Graph *graph, Run run, Run above) {
  for (int i = 0; i < run.n; i++) {
    graph_add_edge(graph, run.first + i, above.first + i);
    graph_add_edge(graph, run.first + i, above.first + i + 1);
  }
}

static void join_run_down(Graph *graph, Run run, Run below) {
  for (int i = 0; i < run.n; i++) {
    graph_add_edge(graph, run.first + i, below.first + i);
    graph_add_edge(graph, run.first + i, below.first + i + 1);
  }
}

static void build_hexagon(Build *build, int size, Graph *graph) {
  int d = with_cells(build, size), rows = 2 * d - 1;
  Run *runs = ARENA_ARRAY(build->arena, Run, rows);
  for (int row = 0; row < rows && !graph->full; row++) {
    int from = MAX(0, row - d + 1), to = MIN(rows, row + d);
    runs[row] = (Run){graph->vertex_count, to - from};
    for (int column = from; column < to; column++) {
      PolyPoint at = upright_at(row, column);
      graph_add_vertex(graph, at.x, at.y, 0);
    }
  }
  if (graph->full) return;
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i + 1 < runs[row].n; i++) graph_add_edge(graph, runs[row].first + i, runs[row].first + i + 1);
  }
  for (int row = 0; row + 1 < d; row++) join_run_up(graph, runs[row], runs[row + 1]);
  for (int row = d; row < rows; row++) join_run_down(graph, runs[row], runs[row - 1]);
  graph_make_faces(graph, false);
  graph_reorder(graph);
}

void tri_triangle(Build *build, Graph *graph, int size) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &TRIANGLES);
  int rows = with_cells(build, size);
  for (int row = 0; row < rows; row++) {
    for (int column = row; column < rows; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, SHAPE_TRIANGLE);
}

static void build_diamond(Build *build, int size, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &LYING_TRIANGLES);
  int rows = with_cells(build, size);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < rows; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, SHAPE_DIAMOND);
}

static void build_prism(Build *build, int a, int b, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &LYING_TRIANGLES);
  int rows = with_cells(build, a), side = rows + with_cells(build, b) - 1;
  for (int row = 0; row < side; row++) {
    for (int column = MAX(0, row - rows + 1); column < MIN(side, row + rows); column++) {
      stencil_stamp(&stencil, row, column);
    }
  }
  stencil_end(&stencil, SHAPE_PRISM);
}

static void build_rectangle(Build *build, int a, int b, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &TRIANGLES);
  int rows = with_cells(build, a), columns = with_cells(build, b);
  for (int row = 0; row < rows; row++) {
    for (int column = (row + 1) / 2; column < columns + row / 2; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, a == b ? SHAPE_SQUARE : SHAPE_RECTANGLE);
}

static void build_star(int size, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &TRIANGLES);
  for (int row = 0; row <= 4 * size; row++) {
    for (int column = 0; column <= 4 * size; column++) {
      if (star_contains(row, column, size)) stencil_stamp(&stencil, row, column);
    }
  }
  stencil_end(&stencil, SHAPE_STAR);
}

// Outlines of limping boards lean far beyond their bounds on the slanted lattice.
static bool build_outline(Build *build, Outline *outline, Graph *graph) {
  bool limping = outline->sides.n && lattice_sides_shape(outline->sides) == SHAPE_LIMPING;
  return lattice_custom(build, &TRIANGLES, outline, limping ? outline->sides.at[0] : 2, graph);
}

static bool build_limping(Build *build, const Recipe *call, int size, Graph *graph) {
  Outline outline = {.at = call, .sides = {.at = ARENA_ARRAY(build->arena, int, 2), .n = 2}};
  outline.sides.at[0] = size;
  outline.sides.at[1] = size + 1;
  return build_outline(build, &outline, graph);
}

static bool build_shape(Build *build, const Recipe *call, Str shape, int a, int b, Graph *graph) {
  int other = b ? b : a;
  if (str_is(shape, "Limping")) return build_limping(build, call, a, graph);
  if (str_is(shape, "Hexagon")) build_hexagon(build, a, graph);
  else if (str_is(shape, "Triangle")) tri_triangle(build, graph, a);
  else if (str_is(shape, "Diamond")) build_diamond(build, a, graph);
  else if (str_is(shape, "Prism")) build_prism(build, a, other, graph);
  else if (str_is(shape, "Star")) build_star(a, graph);
  else if (str_is(shape, "Square")) build_rectangle(build, a, a, graph);
  else if (str_is(shape, "Rectangle")) build_rectangle(build, a, other, graph);
  else return build_error(build, call->kids[0], "triangles cannot form this shape");
  return true;
}

static bool build_tri(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Outline outline;
  Str shape = STR("Triangle");
  int a = 0, b = 0;
  args_begin(&args, build, call);
  if (args_outline(&args, &outline)) return args_end(&args) && build_outline(build, &outline, graph);
  args_word(&args, &shape);
  args_need_dim(&args, &a);
  args_dim(&args, &b);
  return args_end(&args) && build_shape(build, call, shape, a, b, graph);
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "tri", "((poly ..) | {sides}) | [shape] size [size]", "Triangles in a shape or within an outline.",
     build_tri},
    {ROW_SHAPE, "tri Triangle", "side", "A triangle standing on a side.", NULL},
    {ROW_SHAPE, "tri Hexagon", "side", "Six equal sides.", NULL},
    {ROW_SHAPE, "tri Diamond", "side", "A rhombus standing on a sharp corner.", NULL},
    {ROW_SHAPE, "tri Prism", "side [side]", "A diamond drawn apart along its middle.", NULL},
    {ROW_SHAPE, "tri Star", "size", "A six-pointed star whose points have the given size.", NULL},
    {ROW_SHAPE, "tri Limping", "side", "Sides alternating between the length and one more.", NULL},
    {ROW_SHAPE, "tri Square", "rows", "Rows in brick bond, as many as columns.", NULL},
    {ROW_SHAPE, "tri Rectangle", "rows [columns]", "Rows in brick bond.", NULL},
};
BOARD_FAMILY(tri);
