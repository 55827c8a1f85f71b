// Boards of hexagons.
#include "board/board_internal.h"

#include <math.h>

#define ROOT3 1.7320508075688772
#define HALF (ROOT3 / 2)

// Corners of a hexagon standing on a corner, clockwise from the top.
static const PolyPoint UPRIGHT[] = {{0, 1}, {HALF, 0.5}, {HALF, -0.5}, {0, -1}, {-HALF, -0.5}, {-HALF, 0.5}};
// The same lying on a side.
static const PolyPoint LYING[] = {{1, 0}, {0.5, HALF}, {-0.5, HALF}, {-1, 0}, {-0.5, -HALF}, {0.5, -HALF}};

static PolyPoint upright_at(int row, int column) { return (PolyPoint){ROOT3 * (column - 0.5 * row), 1.5 * row}; }
static PolyPoint lying_at(int row, int column) {
  return (PolyPoint){1.5 * (column - row), ROOT3 * (row + column) * 0.5};
}

static const Lattice HEXES = {BASIS_HEXAGONAL, upright_at, UPRIGHT, 6};
static const Lattice LYING_HEXES = {BASIS_HEXAGONAL, lying_at, LYING, 6};

// One row of corners, zigzagging from the left side of the first hexagon to the right side of the last;
// below: along the lower corners, else along the upper ones. Returns the first number.
static int zigzag(Graph *graph, int row, int column, int hexes, bool below) {
  int first = graph->vertex_count;
  double sign = below ? -1 : 1;
  for (int i = 0; i < hexes; i++) {
    PolyPoint at = upright_at(row, column + i);
    graph_add_vertex(graph, at.x - HALF, at.y + sign * 0.5, 0);
    graph_add_vertex(graph, at.x + 0.0, at.y + sign * 1.0, 0);
    if (i == hexes - 1) graph_add_vertex(graph, at.x + HALF, at.y + sign * 0.5, 0);
  }
  return first;
}

typedef struct Zigzag {
  int first, hexes;
} Zigzag;

// Joins each row of corners to the next: below the middle a valley's shoulders rise to peaks one to the
// right, the two middle rows face each other, above the middle peaks rise to shoulders one to the left.
static void join_zigzags(Graph *graph, const Zigzag *rows, int size) {
  for (int r = 0; r + 1 < 2 * size; r++) {
    bool below = r < size - 1, middle = r == size - 1;
    int start = below || middle ? 0 : 1, shift = below ? 1 : middle ? 0 : -1;
    for (int i = start; i <= 2 * rows[r].hexes; i += 2) {
      graph_add_edge(graph, rows[r].first + i, rows[r + 1].first + i + shift);
    }
  }
}

void hex_hexagon(Build *build, Graph *graph, int size) {
  Zigzag *rows = ARENA_ARRAY(build->arena, Zigzag, 2 * size);
  for (int r = 0; r < 2 * size && !graph->full; r++) {
    bool below = r < size;
    int row = below ? r : r - 1;
    rows[r].hexes = below ? size + row : 3 * size - 2 - row;
    rows[r].first = zigzag(graph, row, MAX(0, row - size + 1), rows[r].hexes, below);
  }
  if (graph->full) return;
  for (int r = 0; r < 2 * size; r++) {
    for (int i = 0; i < 2 * rows[r].hexes; i++) graph_add_edge(graph, rows[r].first + i, rows[r].first + i + 1);
  }
  join_zigzags(graph, rows, size);
  graph_make_faces(graph, false);
  graph_reorder(graph);
}

static void build_triangle(int size, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &HEXES);
  for (int row = 0; row < size; row++) {
    for (int column = row; column < size; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, SHAPE_TRIANGLE);
}

static void build_diamond(int size, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &LYING_HEXES);
  for (int row = 0; row < size; row++) {
    for (int column = 0; column < size; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, SHAPE_DIAMOND);
}

static void build_prism(int rows, int columns, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &LYING_HEXES);
  int side = rows + columns - 1;
  for (int row = 0; row < side; row++) {
    for (int column = MAX(0, row - rows + 1); column < MIN(side, row + rows); column++) {
      stencil_stamp(&stencil, row, column);
    }
  }
  stencil_end(&stencil, SHAPE_PRISM);
}

static void build_rectangle(int rows, int columns, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &HEXES);
  for (int row = 0; row < rows; row++) {
    for (int column = (row + 1) / 2; column < columns + row / 2; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_end(&stencil, rows == columns ? SHAPE_SQUARE : SHAPE_RECTANGLE);
}

static void build_star(int size, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &HEXES);
  for (int row = 0; row <= 4 * size; row++) {
    for (int column = 0; column <= 4 * size; column++) {
      if (star_contains(row, column, size)) stencil_stamp(&stencil, row, column);
    }
  }
  stencil_end(&stencil, SHAPE_STAR);
}

static bool build_sides(Build *build, const Recipe *call, int a, int b, Graph *graph) {
  Outline outline = {.at = call, .sides = {.at = ARENA_ARRAY(build->arena, int, 2), .n = 2}};
  outline.sides.at[0] = a;
  outline.sides.at[1] = b;
  return lattice_custom(build, &HEXES, &outline, 3, graph);
}

static bool build_shape(Build *build, const Recipe *call, Str shape, int a, int b, Graph *graph) {
  int other = b ? b : a;
  if (str_is(shape, "Limping")) return build_sides(build, call, a, a + 1, graph);
  if (str_is(shape, "Hexagon") && b) return build_sides(build, call, a, b, graph);
  if (str_is(shape, "Hexagon")) hex_hexagon(build, graph, a);
  else if (str_is(shape, "Triangle")) build_triangle(a, graph);
  else if (str_is(shape, "Diamond")) build_diamond(a, graph);
  else if (str_is(shape, "Prism")) build_prism(a, other, graph);
  else if (str_is(shape, "Star")) build_star(a, graph);
  else if (str_is(shape, "Square")) build_rectangle(a, a, graph);
  else if (str_is(shape, "Rectangle")) build_rectangle(a, other, graph);
  else return build_error(build, call->kids[0], "hexagons cannot form this shape");
  return true;
}

static bool build_hex(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Outline outline;
  Str shape = STR("Hexagon");
  int a = 0, b = 0;
  args_begin(&args, build, call);
  if (args_outline(&args, &outline)) return args_end(&args) && lattice_custom(build, &HEXES, &outline, 3, graph);
  args_word(&args, &shape);
  args_need_dim(&args, &a);
  args_dim(&args, &b);
  return args_end(&args) && build_shape(build, call, shape, a, b, graph);
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "hex", "((poly ..) | {sides}) | [shape] size [size]", "Hexagons in a shape or within an outline.",
     build_hex},
    {ROW_SHAPE, "hex Hexagon", "side [side]", "Six sides, equal or alternating between two lengths.", NULL},
    {ROW_SHAPE, "hex Triangle", "side", "A triangle standing on a side.", NULL},
    {ROW_SHAPE, "hex Diamond", "side", "A rhombus standing on a sharp corner.", NULL},
    {ROW_SHAPE, "hex Prism", "side [side]", "A diamond drawn apart along its middle.", NULL},
    {ROW_SHAPE, "hex Star", "size", "A six-pointed star whose points have the given size.", NULL},
    {ROW_SHAPE, "hex Limping", "side", "Sides alternating between the length and one more.", NULL},
    {ROW_SHAPE, "hex Square", "rows", "Rows in brick bond, as many as columns.", NULL},
    {ROW_SHAPE, "hex Rectangle", "rows [columns]", "Rows in brick bond.", NULL},
};
BOARD_FAMILY(hex);
