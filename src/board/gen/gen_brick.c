// Boards of bricks two units long.
#include "board/board_internal.h"

// A rectangle of unit steps; every unit of its outline is an edge, so that bricks in bond share corners.
static void add_rectangle(Graph *graph, int row, int column, int height, int width) {
  int corners[6], n = 0;
  for (int y = 0; y < height; y++) corners[n++] = graph_vertex_at(graph, column, row + y, 0);
  for (int x = 0; x < width; x++) corners[n++] = graph_vertex_at(graph, column + x, row + height, 0);
  for (int y = height; y > 0; y--) corners[n++] = graph_vertex_at(graph, column + width, row + y, 0);
  for (int x = width; x > 0; x--) corners[n++] = graph_vertex_at(graph, column + x, row, 0);
  if (graph->full) return;
  for (int i = 0; i < n; i++) graph_edge_between(graph, corners[i], corners[(i + 1) % n]);
  graph_add_face(graph, corners, n);
}

static void add_brick(Graph *graph, int row, int column) { add_rectangle(graph, row, column, 1, 2); }
static void add_half(Graph *graph, int row, int column) { add_rectangle(graph, row, column, 1, 1); }
static void add_upright(Graph *graph, int row, int column) { add_rectangle(graph, row, column, 2, 1); }

// Halves instead of the bricks that stick out on either side.
static void add_trimmed(Graph *graph, int row, int column, int columns, bool trim) {
  if (trim && column == 0) add_half(graph, row, column + 1);
  else if (trim && column >= columns - 1) add_half(graph, row, column);
  else add_brick(graph, row, column);
}

static void build_wall(int rows, int size, bool trim, Graph *graph) {
  int columns = 2 * size + 1;
  for (int row = 0; row < rows; row++) {
    for (int column = row % 2; column < columns; column += 2) add_trimmed(graph, row, column, columns, trim);
  }
}

static void build_diamond(int side, int middle, bool trim, Graph *graph) {
  int rows = 2 * side + 2 * middle, columns = 2 * side;
  for (int row = 0; row < rows; row++) {
    for (int column = (row + 1) % 2; column < columns; column += 2) {
      bool outside =
          row + column < side - 1 || column - row >= side || row + column >= 3 * side - 1 || row - column > side;
      if (!outside) add_trimmed(graph, row, column, columns, trim);
    }
  }
}

static void build_spiral(int rings, Graph *graph) {
  add_half(graph, rings - 1, rings - 1);
  for (int ring = 1; ring < rings; ring++) {
    int low = rings - ring - 1, high = rings + ring - 1;
    for (int i = 0; i < 2 * ring; i += 2) {
      add_upright(graph, low + 1 + i, low);
      add_brick(graph, high, low + 1 + i);
      add_upright(graph, low + i, high);
      add_brick(graph, low, low + i);
    }
  }
}

static bool build_brick(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Str shape = STR("Square");
  int a = 0, b = 0;
  bool trim = false;
  args_begin(&args, build, call);
  args_word(&args, &shape);
  args_need_dim(&args, &a);
  args_dim(&args, &b);
  args_named_bool(&args, "trim", &trim);
  if (!args_end(&args)) return false;
  GraphShape kind = b ? SHAPE_RECTANGLE : SHAPE_SQUARE;
  if (str_is(shape, "Square") || str_is(shape, "Rectangle")) build_wall(a, b ? b : a, trim, graph);
  else if (str_is(shape, "Limping")) build_wall(a, a + 1, trim, graph), kind = SHAPE_RECTANGLE;
  else if (str_is(shape, "Diamond")) build_diamond(a, 0, trim, graph), kind = SHAPE_DIAMOND;
  else if (str_is(shape, "Prism")) build_diamond(a, b ? b : a, trim, graph), kind = SHAPE_PRISM;
  else if (str_is(shape, "Spiral")) build_spiral(a, graph), kind = SHAPE_SPIRAL;
  else return build_error(build, call->kids[0], "bricks cannot form this shape");
  graph_set_kind(graph, BASIS_BRICK, kind);
  graph_reorder(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "brick", "[shape] size [size] [trim:bool]", "Bricks in bond; trimmed boards have straight sides.",
     build_brick},
    {ROW_SHAPE, "brick Square", "rows", "As many rows as bricks in a row.", NULL},
    {ROW_SHAPE, "brick Rectangle", "rows [columns]", "Rows of bricks.", NULL},
    {ROW_SHAPE, "brick Limping", "rows", "One column more than rows.", NULL},
    {ROW_SHAPE, "brick Diamond", "side", "Rows that grow and shrink.", NULL},
    {ROW_SHAPE, "brick Prism", "side [middle]", "A diamond drawn apart along its middle.", NULL},
    {ROW_SHAPE, "brick Spiral", "rings", "Bricks laid round and round a single half.", NULL},
};
BOARD_FAMILY(brick);
