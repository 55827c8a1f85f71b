// Operators that move a graph or number it anew, and leave its structure alone (but for loose ends).
#include "board/board_internal.h"

static bool build_rotate(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  double degrees = 0;
  args_begin(&args, build, call);
  args_need_real(&args, &degrees);
  args_need_graph(&args, graph);
  if (!args_end(&args)) return false;
  graph_rotate(graph, degrees);
  return true;
}

static bool build_scale(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  double x = 1, y, z;
  args_begin(&args, build, call);
  args_need_real(&args, &x);
  if (!args_number(&args, &y)) y = x;
  if (!args_number(&args, &z)) z = 1;
  args_need_graph(&args, graph);
  if (!args_end(&args)) return false;
  if (x == 0 || y == 0) return build_error(build, call, "scaling by zero leaves no board");
  graph_scale(graph, x, y, z);
  return true;
}

static bool build_shift(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  double x = 0, y = 0, z;
  args_begin(&args, build, call);
  args_need_real(&args, &x);
  args_need_real(&args, &y);
  if (!args_number(&args, &z)) z = 0;
  args_need_graph(&args, graph);
  if (!args_end(&args)) return false;
  graph_shift(graph, x, y, z);
  return true;
}

static bool build_skew(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  double amount = 0;
  args_begin(&args, build, call);
  args_need_real(&args, &amount);
  args_need_graph(&args, graph);
  if (!args_end(&args)) return false;
  graph_skew(graph, amount);
  return true;
}

// The kinds of element a call names before its graph.
typedef struct Kinds {
  bool vertices, edges, cells;
} Kinds;

static bool read_kinds(Build *build, const Recipe *call, Kinds *kinds, Graph *graph) {
  Args args;
  Str word;
  *kinds = (Kinds){0};
  args_begin(&args, build, call);
  for (int i = 0; i < 3 && args_word(&args, &word); i++) {
    if (str_is(word, "Vertex")) kinds->vertices = true;
    else if (str_is(word, "Edge")) kinds->edges = true;
    else if (str_is(word, "Cell")) kinds->cells = true;
    else return build_error(build, call->kids[i], "Cell, Vertex or Edge is needed here");
  }
  args_need_graph(&args, graph);
  return args_end(&args);
}

static bool build_renumber(Build *build, const Recipe *call, Graph *graph) {
  Kinds kinds;
  if (!read_kinds(build, call, &kinds, graph)) return false;
  bool all = !kinds.vertices && !kinds.edges && !kinds.cells;
  if (all || kinds.vertices) graph_reorder_vertices(graph);
  if (all || kinds.edges) graph_reorder_edges(graph);
  if (all || kinds.cells) graph_reorder_faces(graph);
  return true;
}

// Labels follow positions in every topology, so there is nothing left to do here.
static bool build_recoordinate(Build *build, const Recipe *call, Graph *graph) {
  Kinds kinds;
  return read_kinds(build, call, &kinds, graph);
}

static bool only_graph(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  return args_end(&args);
}

static bool build_trim(Build *build, const Recipe *call, Graph *graph) {
  if (!only_graph(build, call, graph)) return false;
  graph_trim(graph);
  return true;
}

static bool build_make_faces(Build *build, const Recipe *call, Graph *graph) {
  if (!only_graph(build, call, graph)) return false;
  graph_make_faces(graph, true);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_OPERATOR, "rotate", "degrees graph", "Turns a graph counterclockwise around the middle of its bounds.",
     build_rotate},
    {ROW_OPERATOR, "scale", "x [y] [z] graph", "Stretches a graph away from the origin.", build_scale},
    {ROW_OPERATOR, "shift", "x y [z] graph", "Moves a graph.", build_shift},
    {ROW_OPERATOR, "skew", "amount graph", "Leans a graph to the right by an amount per unit of height.", build_skew},
    {ROW_OPERATOR, "renumber", "[element] [element] [element] graph",
     "Numbers elements (all kinds unless some are named) from the lowest row up, each from left to right.",
     build_renumber},
    {ROW_OPERATOR, "recoordinate", "[element] [element] [element] graph",
     "Labels elements by their position, which is always done.", build_recoordinate},
    {ROW_OPERATOR, "trim", "graph", "Removes edges with a loose end and vertices without edges.", build_trim},
    {ROW_OPERATOR, "makeFaces", "graph", "Finds the faces of a graph afresh.", build_make_faces},
};
BOARD_FAMILY(move);
