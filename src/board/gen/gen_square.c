// Boards of squares: square, rectangle, diamond, pyramid and custom outlines, with any diagonals.
#include "board/board_internal.h"

#include <math.h>

typedef enum Diagonals {
  DIAGONALS_NONE,
  DIAGONALS_IMPLIED,
  DIAGONALS_SOLID,
  DIAGONALS_SOLID_NO_SPLIT,
  DIAGONALS_ALTERNATING,
  DIAGONALS_CONCENTRIC,
  DIAGONALS_RADIATING,
} Diagonals;

static const char *const DIAGONAL_WORDS[] = {"",           "Implied",  "Solid", "SolidNoSplit", "Alternating",
                                             "Concentric", "Radiating"};

static void args_diagonals(Args *args, Diagonals *diagonals) {
  *diagonals = DIAGONALS_NONE;
  const Recipe *word = args_named(args, "diagonals");
  if (!word) return;
  for (size_t i = 1; i < COUNT_OF(DIAGONAL_WORDS); i++) {
    if (word->kind == RECIPE_WORD && str_is(word->text, DIAGONAL_WORDS[i])) *diagonals = (Diagonals)i;
  }
  if (*diagonals != DIAGONALS_NONE) return;
  args->failed = true;
  build_error(args->build, word, "this is no kind of diagonals");
  const char *near = nearest_name(word->text, DIAGONAL_WORDS + 1, COUNT_OF(DIAGONAL_WORDS) - 1);
  if (near) diag_hint(args->build->diags, "did you mean '%s'?", near);
}

// A square of four vertices and its place in the grid.
typedef struct Quad {
  int row, column;
  int sw, nw, ne, se;
} Quad;

// Adds the diagonals of one square.
typedef void QuadFn(Graph *graph, const Quad *quad, const LatticeRange *range);

static void quad_alternating(Graph *graph, const Quad *quad, const LatticeRange *range) {
  if ((quad->row + quad->column) % 2 == 0) graph_edge_between(graph, quad->sw, quad->ne);
  else graph_edge_between(graph, quad->nw, quad->se);
}

static void quad_solid(Graph *graph, const Quad *quad, const LatticeRange *range) {
  int middle = graph_vertex_at(graph, quad->column + 0.5, quad->row + 0.5, 0);
  graph_edge_between(graph, quad->sw, middle);
  graph_edge_between(graph, quad->nw, middle);
  graph_edge_between(graph, quad->ne, middle);
  graph_edge_between(graph, quad->se, middle);
}

static void quad_solid_no_split(Graph *graph, const Quad *quad, const LatticeRange *range) {
  graph_edge_between(graph, quad->sw, quad->ne);
  graph_edge_between(graph, quad->nw, quad->se);
}

static void quad_concentric(Graph *graph, const Quad *quad, const LatticeRange *range) {
  bool below = quad->row < (range->row1 + range->row0) / 2;
  bool before = quad->column < (range->column1 + range->column0) / 2;
  if (below == before) graph_edge_between(graph, quad->nw, quad->se);
  else graph_edge_between(graph, quad->sw, quad->ne);
}

static void each_quad(Graph *graph, const LatticeRange *range, QuadFn *add) {
  for (int row = range->row0; row <= range->row1; row++) {
    for (int column = range->column0; column <= range->column1 && !graph->full; column++) {
      Quad quad = {row, column};
      quad.sw = graph_find_vertex(graph, column, row, 0);
      quad.nw = graph_find_vertex(graph, column, row + 1, 0);
      quad.ne = graph_find_vertex(graph, column + 1, row + 1, 0);
      quad.se = graph_find_vertex(graph, column + 1, row, 0);
      if (quad.sw >= 0 && quad.nw >= 0 && quad.ne >= 0 && quad.se >= 0) add(graph, &quad, range);
    }
  }
}

// Four rays from the middle. Rows are measured along x here, as boards in the language expect.
static void radiate(Graph *graph, const LatticeRange *range) {
  static const int RAYS[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  int x = (range->row1 + range->row0) / 2, y = (range->column1 + range->column0) / 2;
  int steps = MAX((range->row1 - range->row0) / 2, (range->column1 - range->column0) / 2) + 1;
  for (int step = 0; step < steps; step++) {
    for (int ray = 0; ray < 4; ray++) {
      int dx = RAYS[ray][0], dy = RAYS[ray][1];
      int a = graph_find_vertex(graph, x + step * dx, y + step * dy, 0);
      int b = graph_find_vertex(graph, x + (step + 1) * dx, y + (step + 1) * dy, 0);
      if (a >= 0 && b >= 0) graph_edge_between(graph, a, b);
    }
  }
}

static void add_diagonals(Graph *graph, const LatticeRange *range, Diagonals diagonals) {
  switch (diagonals) {
    case DIAGONALS_NONE:
    case DIAGONALS_IMPLIED: return;
    case DIAGONALS_SOLID: each_quad(graph, range, quad_solid); return;
    case DIAGONALS_SOLID_NO_SPLIT: each_quad(graph, range, quad_solid_no_split); return;
    case DIAGONALS_ALTERNATING: each_quad(graph, range, quad_alternating); return;
    case DIAGONALS_CONCENTRIC: each_quad(graph, range, quad_concentric); return;
    case DIAGONALS_RADIATING: radiate(graph, range); return;
  }
}

static void grid(Graph *graph, int rows, int columns) {
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) graph_add_vertex(graph, column, row, 0);
  }
  for (int row = 0; row < rows && !graph->full; row++) {
    for (int column = 0; column < columns; column++) {
      int v = row * columns + column;
      if (row + 1 < rows) graph_add_edge(graph, v, v + columns);
      if (column + 1 < columns) graph_add_edge(graph, v, v + 1);
    }
  }
}

static void pyramid(Graph *graph, int rows, int columns) {
  double rise = 1.0 / sqrt(2);
  for (int layer = 1; layer < rows && !graph->full; layer++) {
    for (int row = 0; row < rows - layer; row++) {
      for (int column = 0; column < columns - layer; column++) {
        graph_vertex_at(graph, layer * 0.5 + column, layer * 0.5 + row, layer * rise);
      }
    }
  }
  graph_join_unit(graph, 0.05);
}

typedef struct GridPlan {
  int rows, columns;  // of squares or vertices, whichever the board uses
  GraphShape shape;
  Diagonals diagonals;
  bool pyramidal;
} GridPlan;

static void build_grid(Build *build, const GridPlan *plan, Graph *graph) {
  int more = build->use == USE_CELL ? 1 : 0;
  int rows = plan->rows + more, columns = plan->columns + more;
  grid(graph, rows, columns);
  if (plan->pyramidal) pyramid(graph, rows, columns);
  LatticeRange range = {.row1 = rows, .column1 = columns};
  add_diagonals(graph, &range, plan->diagonals);
  graph_make_faces(graph, false);
  graph_set_kind(graph, BASIS_SQUARE, plan->shape);
  graph_reorder(graph);
}

void square_grid(Build *build, Graph *graph, int rows, int columns, GraphShape shape) {
  build_grid(build, &(GridPlan){.rows = rows, .columns = columns, .shape = shape}, graph);
}

static PolyPoint square_at(int row, int column) { return (PolyPoint){column, row}; }

static const PolyPoint ORIGIN[] = {{0, 0}};

static const Lattice SQUARES = {BASIS_SQUARE, square_at, ORIGIN, 1};

static void build_diamond(int size, Diagonals diagonals, Graph *graph) {
  Stencil stencil;
  stencil_begin(&stencil, graph, &SQUARES);
  int side = 2 * size;
  for (int row = 0; row < side; row++) {
    for (int column = 0; column < side; column++) {
      bool outside = row + column < size - 1 || column - row > size || row - column > size || row + column >= 3 * size;
      if (!outside) stencil_stamp(&stencil, row, column);
    }
  }
  stencil_join(&stencil, SHAPE_DIAMOND);
  LatticeRange range = {.row1 = side, .column1 = side};
  add_diagonals(graph, &range, diagonals);
  graph_make_faces(graph, false);
  graph_reorder(graph);
}

static bool build_custom(Build *build, Outline *outline, Diagonals diagonals, Graph *graph) {
  static const PolyPoint STEPS[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  if (outline->sides.n) {
    outline->polygon = polygon_from_sides(build->arena, outline->sides.at, outline->sides.n, STEPS, 4);
  }
  if (!lattice_fill(build, outline->at, &SQUARES, outline->polygon, 2, SHAPE_CUSTOM, graph)) return false;
  Polygon wider = outline->polygon;
  LatticeRange range;
  polygon_inflate(build->arena, &wider, 0.1);
  if (!lattice_range(build, outline->at, &wider, 2, &range)) return false;
  add_diagonals(graph, &range, diagonals);
  graph_make_faces(graph, false);
  graph_set_kind(graph, BASIS_SQUARE, SHAPE_CUSTOM);
  graph_reorder(graph);
  return true;
}

static bool build_square(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Str shape = STR("Square");
  GridPlan plan = {.shape = SHAPE_RECTANGLE};
  Outline outline;
  args_begin(&args, build, call);
  args_diagonals(&args, &plan.diagonals);
  if (args_outline(&args, &outline)) return args_end(&args) && build_custom(build, &outline, plan.diagonals, graph);
  bool shaped = args_word(&args, &shape);
  args_named_bool(&args, "pyramidal", &plan.pyramidal);
  args_need_dim(&args, &plan.rows);
  if (!args_end(&args)) return false;
  bool limping = str_is(shape, "Limping");
  if (str_is(shape, "Diamond")) build_diamond(plan.rows, plan.diagonals, graph);
  else if (shaped && !limping && !str_is(shape, "Square")) {
    return build_error(build, call->kids[0], "squares cannot form this shape");
  } else {
    plan.columns = plan.rows + limping;
    build_grid(build, &plan, graph);
  }
  return true;
}

static bool build_rectangle(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  GridPlan plan = {.shape = SHAPE_RECTANGLE};
  args_begin(&args, build, call);
  args_diagonals(&args, &plan.diagonals);
  args_need_dim(&args, &plan.rows);
  if (!args_dim(&args, &plan.columns)) plan.columns = plan.rows;
  if (!args_end(&args)) return false;
  build_grid(build, &plan, graph);
  return true;
}

// Squares leaning over until each is two equilateral triangles wide.
static bool build_rhombus(Build *build, const Recipe *call, Graph *graph) {
  if (!build_rectangle(build, call, graph)) return false;
  graph_scale(graph, 1, sqrt(3) / 2, 1);
  graph_skew(graph, 1 / sqrt(3));
  graph_reorder(graph);
  graph->shape = SHAPE_RHOMBUS;
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "square", "((poly ..) | {sides}) [diagonals:kind] | [shape] size [diagonals:kind | pyramidal:bool]",
     "Squares in rows and columns, or within an outline.", build_square},
    {ROW_GENERATOR, "rectangle", "rows [columns] [diagonals:kind]", "Squares in rows and columns.", build_rectangle},
    {ROW_GENERATOR, "rhombus", "rows [columns] [diagonals:kind]", "Rhombs of sixty degrees in rows and columns.",
     build_rhombus},
    {ROW_SHAPE, "square Square", "size", "As many rows as columns.", NULL},
    {ROW_SHAPE, "square Limping", "size", "One column more than rows.", NULL},
    {ROW_SHAPE, "square Diamond", "size", "Rows that grow by two and shrink again, standing on a corner.", NULL},
};
BOARD_FAMILY(square);
