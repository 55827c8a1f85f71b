// Semi-regular tilings, named by the polygons around a vertex. Each is a figure on a lattice.
#include "board/board_internal.h"

#include <math.h>

#define ROOT3 1.7320508075688772
static const double DEGREE = 0.017453292519943295;

enum { FIGURE_MAX = 18 };

// Corners of a hexagon lying on a side, clockwise from the upper left.
static const PolyPoint LYING[] = {{-0.5, ROOT3 / 2}, {0.5, ROOT3 / 2},   {1, 0},
                                  {0.5, -ROOT3 / 2}, {-0.5, -ROOT3 / 2}, {-1, 0}};

static int dodecagon(PolyPoint *figure) {
  double radius = 1 / sqrt(2 - sqrt(3));
  for (int i = 0; i < 12; i++) {
    double theta = M_PI / 12 + i / 12.0 * 2 * M_PI;
    figure[i] = (PolyPoint){radius * cos(theta), radius * sin(theta)};
  }
  return 12;
}

// A hexagon and the dodecagon of squares and triangles around it.
static int ringed_hexagon(PolyPoint *figure) {
  double radius = (1 + sqrt(3) / 2.0) / cos(15 * DEGREE);
  memcpy(figure, LYING, sizeof LYING);
  for (int i = 0; i < 12; i++) {
    double theta = (15 + i * 30) * DEGREE;
    figure[6 + i] = (PolyPoint){radius * cos(theta), radius * sin(theta)};
  }
  return 18;
}

static int standing_ringed_hexagon(PolyPoint *figure) {
  int n = ringed_hexagon(figure);
  for (int i = 0; i < n; i++) figure[i] = (PolyPoint){figure[i].y, figure[i].x};
  return n;
}

static int lying_hexagon(PolyPoint *figure) {
  static const PolyPoint HEXAGON[] = {{1, 0},  {0.5, ROOT3 / 2},   {-0.5, ROOT3 / 2},
                                      {-1, 0}, {-0.5, -ROOT3 / 2}, {0.5, -ROOT3 / 2}};
  memcpy(figure, HEXAGON, sizeof HEXAGON);
  return 6;
}

// A hexagon and the larger one of triangles around it, in half units.
static int twisted_hexagon(PolyPoint *figure) {
  static const int CORNERS[18][2] = {{-1, 1}, {1, 1}, {2, 0},  {1, -1}, {-1, -1}, {-2, 0},  {-2, 2},  {0, 2},  {2, 2},
                                     {3, 1},  {4, 0}, {3, -1}, {2, -2}, {0, -2},  {-2, -2}, {-3, -1}, {-4, 0}, {-3, 1}};
  for (int i = 0; i < 18; i++) figure[i] = (PolyPoint){CORNERS[i][0] * 0.5, CORNERS[i][1] * (ROOT3 / 2)};
  return 18;
}

static int unit_square(PolyPoint *figure) {
  static const PolyPoint SQUARE[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  memcpy(figure, SQUARE, sizeof SQUARE);
  return 4;
}

// Two triangles back to back and the squares and triangles around them; a and b count halves and half
// roots of three in x, c and d in y.
static int snub_pair(PolyPoint *figure) {
  static const int CORNERS[14][4] = {{-1, 0, -1, -1}, {1, 0, -1, -1}, {-1, -1, 0, -1}, {1, 1, 0, -1}, {0, 0, -1, 0},
                                     {-2, -1, 0, 0},  {0, -1, 0, 0},  {0, 1, 0, 0},    {2, 1, 0, 0},  {0, 0, 1, 0},
                                     {-1, -1, 0, 1},  {1, 1, 0, 1},   {-1, 0, 1, 1},   {1, 0, 1, 1}};
  double half = 0.5, root = sqrt(3) / 2;
  for (int i = 0; i < 14; i++) {
    const int *c = CORNERS[i];
    figure[i] = (PolyPoint){c[0] * half + c[1] * root, c[2] * half + c[3] * root};
  }
  return 14;
}

static double octagon_width(void) { return 1 + 2 / sqrt(2); }

static int octagon(PolyPoint *figure) {
  double u = 0.5, v = octagon_width() / 2;
  PolyPoint corners[] = {{u, v}, {v, u}, {v, -u}, {u, -v}, {-u, -v}, {-v, -u}, {-v, u}, {-u, v}};
  memcpy(figure, corners, sizeof corners);
  return 8;
}

static PolyPoint slanted(int row, int column, double width) {
  return (PolyPoint){(column - 0.5 * row) * width, row * (width * sqrt(3) / 2)};
}
static PolyPoint at_31212(int row, int column) { return slanted(row, column, 3.7320508); }
static PolyPoint at_4612(int row, int column) { return slanted(row, column, 4.7320508); }
static PolyPoint at_3464(int row, int column) {
  return (PolyPoint){(3 + sqrt(3)) / 2 * (column - row), (1 + sqrt(3)) * (row + column) * 0.5};
}
static PolyPoint at_standing_3464(int row, int column) {
  return (PolyPoint){(1 + sqrt(3)) * (column - 0.5 * row), (3 + sqrt(3)) / 2 * row};
}
static PolyPoint at_333333_33434(int row, int column) {
  return (PolyPoint){(1.5 + sqrt(3)) * (column - row), (2 + sqrt(3)) * (row + column) * 0.5};
}
static PolyPoint at_33336(int row, int column) {
  double ux = 0.5, uy = ROOT3 / 2;
  return (PolyPoint){column * 5 * ux - row * 4 * ux, row * 2 * uy + column * uy};
}
static PolyPoint at_33344(int row, int column) { return (PolyPoint){column + 0.5 * row, row * (1 + sqrt(3) / 2)}; }
static PolyPoint at_33434(int row, int column) {
  double step = (1 + sqrt(3)) / 2;
  return (PolyPoint){step * (column - row), step * (row + column)};
}
static PolyPoint at_3636(int row, int column) { return (PolyPoint){2 * (column - 0.5 * row), sqrt(3) * row}; }
static PolyPoint at_488(int row, int column) { return (PolyPoint){column * octagon_width(), row * octagon_width()}; }

typedef struct Tiling {
  const char *name;
  GraphBasis basis;
  PolyPoint (*at)(int row, int column);
  int (*figure)(PolyPoint *figure);  // fills at most FIGURE_MAX corners, returns how many
} Tiling;

// A lattice with its figure worked out.
static Lattice lattice_of(Build *build, const Tiling *tiling) {
  PolyPoint *figure = ARENA_ARRAY(build->arena, PolyPoint, FIGURE_MAX);
  int n = tiling->figure(figure);
  return (Lattice){tiling->basis, tiling->at, figure, n};
}

static const Tiling T31212 = {"T31212", BASIS_T31212, at_31212, dodecagon};
static const Tiling T4612 = {"T4612", BASIS_T4612, at_4612, dodecagon};
static const Tiling T3464 = {"T3464", BASIS_T3464, at_3464, ringed_hexagon};
static const Tiling T3464_STANDING = {"T3464", BASIS_T3464, at_standing_3464, standing_ringed_hexagon};
static const Tiling T333333_33434 = {"T333333_33434", BASIS_T333333_33434, at_333333_33434, ringed_hexagon};
static const Tiling T33336 = {"T33336", BASIS_T33336, at_33336, twisted_hexagon};
static const Tiling T33344 = {"T33344", BASIS_T33344, at_33344, unit_square};
static const Tiling T33434 = {"T33434", BASIS_T33434, at_33434, snub_pair};
static const Tiling T3636 = {"T3636", BASIS_T3636, at_3636, lying_hexagon};
static const Tiling T3636_CUSTOM = {"T3636", BASIS_HEXAGONAL, at_3636, lying_hexagon};
static const Tiling T488 = {"T488", BASIS_T488, at_488, octagon};

static void stamp_hexagon(Build *build, const Tiling *tiling, int size, Graph *graph) {
  Lattice lattice = lattice_of(build, tiling);
  Stencil stencil;
  int rows = 2 * size - 1;
  stencil_begin(&stencil, graph, &lattice);
  for (int row = 0; row < rows; row++) {
    for (int column = MAX(0, row - size + 1); column < MIN(rows, row + size); column++) {
      stencil_stamp(&stencil, row, column);
    }
  }
  stencil_end(&stencil, SHAPE_HEXAGON);
}

static void stamp_block(Build *build, const Tiling *tiling, int rows, int columns, GraphShape shape, Graph *graph) {
  Lattice lattice = lattice_of(build, tiling);
  Stencil stencil;
  stencil_begin(&stencil, graph, &lattice);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) stencil_stamp(&stencil, row, column);
  }
  stencil_join(&stencil, shape);
}

// What a tiling of given sizes looks like; b is 0 when there is only one size.
typedef void SizedFn(Build *build, const Tiling *tiling, int a, int b, Graph *graph);

static void sized_hexagon(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  stamp_hexagon(build, tiling, a, graph);
}

static void sized_33344(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  stamp_block(build, tiling, a, b ? b : a, SHAPE_RHOMBUS, graph);
  graph_reorder(graph);
}

static void sized_33434(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  stamp_block(build, tiling, a, a, SHAPE_DIAMOND, graph);
  graph_reorder(graph);
}

static void sized_3464(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  if (!b) {
    stamp_hexagon(build, tiling, a, graph);
    return;
  }
  stamp_block(build, tiling, a, b, SHAPE_QUADRILATERAL, graph);
  graph_reorder(graph);
}

static void sized_3636(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  if (!b) {
    stamp_hexagon(build, tiling, a, graph);
    return;
  }
  stamp_block(build, tiling, 2 * a - 1, 2 * b - 1, SHAPE_RHOMBUS, graph);
  graph_reorder(graph);
}

// Octagons keep the numbers they were made with.
static void sized_488(Build *build, const Tiling *tiling, int a, int b, Graph *graph) {
  stamp_block(build, tiling, a, b ? b : a, b ? SHAPE_RECTANGLE : SHAPE_SQUARE, graph);
}

// A custom outline of a tiling.
typedef bool CustomFn(Build *build, const Tiling *tiling, Outline *outline, Graph *graph);

static bool custom_six_way(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  Lattice lattice = lattice_of(build, tiling);
  return lattice_custom(build, &lattice, outline, 2, graph);
}

static bool custom_3464(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  return custom_six_way(build, &T3464_STANDING, outline, graph);
}

static bool custom_3636(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  return custom_six_way(build, &T3636_CUSTOM, outline, graph);
}

static bool custom_488(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  static const PolyPoint STEPS[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  Lattice lattice = lattice_of(build, tiling);
  if (outline->sides.n) {
    outline->polygon = polygon_from_sides(build->arena, outline->sides.at, outline->sides.n, STEPS, 4);
  }
  if (!lattice_fill(build, outline->at, &lattice, outline->polygon, 2, SHAPE_CUSTOM, graph)) return false;
  graph_reorder(graph);
  return true;
}

// Tilings that no outline can cut come in a usual size.
static bool custom_ignored(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  stamp_hexagon(build, tiling, tiling == &T333333_33434 ? 2 : 3, graph);
  return true;
}

static bool custom_33434(Build *build, const Tiling *tiling, Outline *outline, Graph *graph) {
  if (outline->sides.n) {
    sized_33434(build, tiling, 3, 0, graph);
    return true;
  }
  Graph whole;
  graph_init(&whole, build->arena);
  sized_33434(build, tiling, 5, 0, &whole);
  graph_keep(build, &whole, outline->polygon, graph);
  return true;
}

typedef struct TilingForms {
  const Tiling *tiling;
  SizedFn *sized;
  CustomFn *custom;
} TilingForms;

static const TilingForms FORMS[] = {
    {&T31212, sized_hexagon, custom_ignored}, {&T333333_33434, sized_hexagon, custom_ignored},
    {&T33336, sized_hexagon, custom_ignored}, {&T33344, sized_33344, custom_six_way},
    {&T33434, sized_33434, custom_33434},     {&T3464, sized_3464, custom_3464},
    {&T3636, sized_3636, custom_3636},        {&T4612, sized_hexagon, custom_ignored},
    {&T488, sized_488, custom_488},
};

static bool build_tiling(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Str name = {0};
  Outline outline;
  int a = 0, b = 0;
  args_begin(&args, build, call);
  args_word(&args, &name);
  bool custom = args_outline(&args, &outline);
  if (!custom) {
    args_need_dim(&args, &a);
    args_dim(&args, &b);
  }
  if (!args_end(&args)) return false;
  for (size_t i = 0; i < COUNT_OF(FORMS); i++) {
    if (!str_is(name, FORMS[i].tiling->name)) continue;
    if (custom) return FORMS[i].custom(build, FORMS[i].tiling, &outline, graph);
    FORMS[i].sized(build, FORMS[i].tiling, a, b, graph);
    return true;
  }
  return build_error(build, call->n ? call->kids[0] : call, "there is no such tiling");
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "tiling", "tiling ((poly ..) | {sides} | size [size])",
     "A tiling by several kinds of regular polygon.", build_tiling},
    {ROW_SHAPE, "tiling T31212", "size", "A triangle and two dodecagons around every vertex.", NULL},
    {ROW_SHAPE, "tiling T333333_33434", "size", "Hexagons of triangles, ringed by squares and triangles.", NULL},
    {ROW_SHAPE, "tiling T33336", "size", "Four triangles and a hexagon around every vertex.", NULL},
    {ROW_SHAPE, "tiling T33344", "rows [columns]", "Three triangles and two squares, in alternate rows.", NULL},
    {ROW_SHAPE, "tiling T33434", "size", "Three triangles and two squares, interleaved.", NULL},
    {ROW_SHAPE, "tiling T3464", "size [size]", "Triangle, square, hexagon, square around every vertex.", NULL},
    {ROW_SHAPE, "tiling T3636", "size [size]", "Triangles and hexagons in turn around every vertex.", NULL},
    {ROW_SHAPE, "tiling T4612", "size", "A square, a hexagon and a dodecagon around every vertex.", NULL},
    {ROW_SHAPE, "tiling T488", "rows [columns]", "A square and two octagons around every vertex.", NULL},
};
BOARD_FAMILY(tiling);
