// Whole boards: what a game's equipment names. Tracks and values are read elsewhere; here only the graph
// and the kind of element played on matter.
#include "board/board_internal.h"

// Named arguments and parts that belong to others.
static bool is_other_part(const Recipe *part) {
  static const char *const LABELS[] = {"use", "largeStack", "loops", "from"};
  static const char *const CALLS[] = {"track", "values"};
  if (part->kind == RECIPE_LIST && !part->label.n) return true;
  for (size_t i = 0; i < COUNT_OF(LABELS); i++) {
    if (str_is(part->label, LABELS[i])) return true;
  }
  for (size_t i = 0; i < COUNT_OF(CALLS); i++) {
    if (part->kind == RECIPE_CALL && str_is(part->text, CALLS[i])) return true;
  }
  return false;
}

static bool check_other_parts(Build *build, const Recipe *call) {
  for (uint32_t i = 1; i < call->n; i++) {
    if (!is_other_part(call->kids[i])) return build_error(build, call->kids[i], "a board does not take this argument");
  }
  return true;
}

static bool graph_part(Build *build, const Recipe *call, Graph *graph) {
  if (!call->n || call->kids[0]->label.n) return build_error(build, call, "a board needs a graph");
  return check_other_parts(build, call) && build_graph(build, call->kids[0], graph);
}

static bool read_use(Build *build, const Recipe *call) {
  static const char *const WORDS[] = {[USE_CELL] = "Cell", [USE_VERTEX] = "Vertex", [USE_EDGE] = "Edge"};
  build->use = USE_CELL;
  for (uint32_t i = 0; i < call->n; i++) {
    const Recipe *part = call->kids[i];
    if (!str_is(part->label, "use")) continue;
    for (size_t use = 0; use < COUNT_OF(WORDS); use++) {
      if (part->kind == RECIPE_WORD && str_is(part->text, WORDS[use])) return build->use = (BoardUse)use, true;
    }
    return build_error(build, part, "Cell, Vertex or Edge is needed here");
  }
  return true;
}

static bool build_board(Build *build, const Recipe *call, Graph *graph) {
  return read_use(build, call) && graph_part(build, call, graph);
}

static bool build_surakarta(Build *build, const Recipe *call, Graph *graph) {
  build->use = USE_VERTEX;
  return graph_part(build, call, graph);
}

// A board large enough never to be left, without limits of its own.
enum { BOARDLESS_SIZE = 41, BOARDLESS_HEX_SIZE = 21 };

static bool build_boardless(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Str tiling = {0};
  int size = 0;
  bool large_stack = false;
  build->use = USE_CELL;
  args_begin(&args, build, call);
  args_word(&args, &tiling);
  args_dim(&args, &size);
  args_named_bool(&args, "largeStack", &large_stack);
  if (!args_end(&args)) return false;
  if (str_is(tiling, "Square")) {
    int side = size ? size : BOARDLESS_SIZE;
    square_grid(build, graph, side, side, SHAPE_SQUARE);
  } else if (str_is(tiling, "Hexagonal")) {
    hex_hexagon(build, graph, size ? size : BOARDLESS_HEX_SIZE);
  } else if (str_is(tiling, "Triangular")) {
    tri_triangle(build, graph, size ? size : BOARDLESS_SIZE);
  } else {
    return build_error(build, call, "a boardless game is played on a Square, Hexagonal or Triangular tiling");
  }
  return true;
}

enum { MANCALA_ROWS_MIN = 2, MANCALA_ROWS_MAX = 6 };

// Where the stores stand, by number of rows: x of the left one, and how far the right one is from the
// column after the last.
typedef struct Stores {
  float left, right;
} Stores;
static const Stores STORES[MANCALA_ROWS_MAX + 1] = {
    [2] = {-0.85f, -0.15f}, [3] = {-1, 0}, [4] = {-0.9f, -0.1f}, [5] = {-1, 0}, [6] = {-0.9f, -0.1f}};

static void add_store(Graph *graph, double x, double y) {
  int v = graph_add_vertex(graph, x, y, 0);
  if (v < 0) return;
  graph->vertices[v].basis = BASIS_NONE;
  graph->vertices[v].shape = SHAPE_NONE;
}

static void add_pits(Graph *graph, int row, int columns) {
  for (int column = 0; column < columns; column++) {
    int v = graph_add_vertex(graph, column, row, 0);
    if (v < 0) return;
    graph->vertices[v].basis = BASIS_SQUARE;
    graph->vertices[v].shape = SHAPE_RECTANGLE;
    if (column) graph_add_edge(graph, v - 1, v);
  }
}

static void mancala(Graph *graph, int rows, int columns, bool stores) {
  float middle = (float)(rows - 1) / 2;
  if (stores) add_store(graph, STORES[rows].left, middle);
  for (int row = 0; row < rows; row++) add_pits(graph, row, columns);
  if (stores) add_store(graph, columns + (double)STORES[rows].right, middle);
  graph_join_near(graph, 0, graph->vertex_count);
  graph_make_faces(graph, true);
  graph->basis = BASIS_NONE;
  graph->shape = SHAPE_NONE;
}

typedef struct MancalaPlan {
  int rows, columns, stores;
  Str kind;  // of stores
} MancalaPlan;

static bool read_mancala(Build *build, const Recipe *call, MancalaPlan *plan) {
  Args args;
  bool large_stack = false;
  *plan = (MancalaPlan){.stores = 2, .kind = STR("Outer")};
  args_begin(&args, build, call);
  args_need_dim(&args, &plan->rows);
  args_need_dim(&args, &plan->columns);
  const Recipe *kind = args_named(&args, "store"), *stores = args_named(&args, "numStores");
  args_named_bool(&args, "largeStack", &large_stack);
  if (kind) plan->kind = kind->text;
  if (stores && !value_int(build, stores, &plan->stores)) return false;
  if (!args_call(&args)) args_list(&args);
  if (!args_end(&args)) return false;
  if (!str_is(plan->kind, "Outer") && !str_is(plan->kind, "Inner") && !str_is(plan->kind, "None")) {
    return build_error(build, kind, "stores are Outer, Inner or None");
  }
  if (plan->rows >= MANCALA_ROWS_MIN && plan->rows <= MANCALA_ROWS_MAX) return true;
  return build_error(build, call->kids[0], "a mancala board has %d to %d rows", MANCALA_ROWS_MIN, MANCALA_ROWS_MAX);
}

static bool build_mancala(Build *build, const Recipe *call, Graph *graph) {
  MancalaPlan plan;
  build->use = USE_VERTEX;
  if (!read_mancala(build, call, &plan)) return false;
  if (str_is(plan.kind, "Inner") || plan.stores != 2) square_grid(build, graph, plan.rows, plan.rows, SHAPE_RECTANGLE);
  else mancala(graph, plan.rows, plan.columns, !str_is(plan.kind, "None"));
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_CONTAINER, "board", "graph [track | {tracks}] [values | {values}] [use:element] [largeStack:bool]",
     "A board with the given graph, played on its cells unless told otherwise.", build_board},
    {ROW_CONTAINER, "boardless", "tiling [size] [largeStack:bool]",
     "A tiling without edges in sight, for games that lay out their own board.", build_boardless},
    {ROW_CONTAINER, "mancalaBoard", "rows columns [store:kind] [numStores:number] [largeStack:bool] [track | {tracks}]",
     "Rows of pits, with a store at either end unless told otherwise.", build_mancala},
    {ROW_CONTAINER, "surakartaBoard", "graph [loops:number] [from:row] [largeStack:bool]",
     "A board played on its vertices, with loops around the corners.", build_surakarta},
};
BOARD_FAMILY(container);
