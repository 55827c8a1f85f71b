// Explicit graphs: vertices by position, edges by the numbers of their ends.
#include "board/board_internal.h"

static bool add_vertices(Build *build, const Recipe *list, Graph *graph) {
  if (list->kind != RECIPE_LIST) return build_error(build, list, "a list of points is needed here");
  for (uint32_t i = 0; i < list->n && !graph->full; i++) {
    GraphPoint p;
    if (!value_point(build, list->kids[i], &p)) return false;
    graph_add_vertex(graph, p.x, p.y, p.z);
  }
  return true;
}

bool value_edge_ends(Build *build, const Recipe *recipe, const Graph *graph, int *a, int *b) {
  IntList ends;
  if (!value_ints(build, recipe, &ends)) return false;
  if (ends.n != 2) return build_error(build, recipe, "an edge {from to} is needed here");
  for (int i = 0; i < 2; i++) {
    if (ends.at[i] >= 0 && ends.at[i] < graph->vertex_count) continue;
    return build_error(build, recipe->kids[i], "there is no vertex %d: they are numbered 0 to %d", ends.at[i],
                       graph->vertex_count - 1);
  }
  if (ends.at[0] == ends.at[1]) return build_error(build, recipe, "an edge needs two different ends");
  *a = ends.at[0];
  *b = ends.at[1];
  return true;
}

static bool add_edges(Build *build, const Recipe *list, Graph *graph) {
  if (list->kind != RECIPE_LIST) return build_error(build, list, "a list of edges is needed here");
  for (uint32_t i = 0; i < list->n; i++) {
    int a, b;
    if (!value_edge_ends(build, list->kids[i], graph, &a, &b)) return false;
    graph_edge_between(graph, a, b);
  }
  return true;
}

static bool build_explicit(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  args_begin(&args, build, call);
  const Recipe *vertices = args_named(&args, "vertices"), *edges = args_named(&args, "edges");
  const Recipe *other = vertices ? NULL : args_call(&args);
  if (!args_end(&args)) return false;
  if (other) return build_graph(build, other, graph);
  if (vertices && !add_vertices(build, vertices, graph)) return false;
  if (edges && !add_edges(build, edges, graph)) return false;
  graph_assemble(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "graph", "vertices:{{x y [z]}} [edges:{{from to}}] | [graph]",
     "Exactly these vertices and edges, and the faces between them.", build_explicit},
};
BOARD_FAMILY(graph);
