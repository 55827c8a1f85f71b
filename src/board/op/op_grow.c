// Operators that add to a graph or derive another one from it.
#include "board/board_internal.h"

#include <math.h>

typedef struct AddPlan {
  const Recipe *vertices, *edges, *curves, *cells;
  bool connect;
} AddPlan;

static bool expect_list(Build *build, const Recipe *recipe) {
  return recipe->kind == RECIPE_LIST || build_error(build, recipe, "a list is needed here");
}

static bool add_curves(Build *build, const Recipe *list, Graph *graph) {
  if (!expect_list(build, list)) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    const Recipe *curve = list->kids[i];
    if (curve->kind != RECIPE_LIST || curve->n != 4) {
      return build_error(build, curve, "a curved edge needs two ends and two tangents");
    }
    GraphPoint p[4];
    for (int k = 0; k < 4; k++) {
      if (!value_point(build, curve->kids[k], &p[k])) return false;
    }
    int a = graph_vertex_at(graph, p[0].x, p[0].y, p[0].z), b = graph_vertex_at(graph, p[1].x, p[1].y, p[1].z);
    graph_bend_edge(graph, graph_add_edge(graph, a, b), p[2].x, p[2].y, p[3].x, p[3].y);
  }
  return true;
}

// Adds those vertices that are not there yet.
static bool add_vertices(Build *build, const Recipe *list, Graph *graph) {
  if (!expect_list(build, list)) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    GraphPoint p;
    if (!value_point(build, list->kids[i], &p)) return false;
    graph_vertex_at(graph, p.x, p.y, p.z);
  }
  return true;
}

// The vertices at a list of points, added where there are none.
static bool corners_at(Build *build, const Recipe *list, Graph *graph, IntList *corners) {
  if (!expect_list(build, list)) return false;
  *corners = (IntList){.at = ARENA_ARRAY(build->arena, int, list->n + 1), .n = (int)list->n};
  for (uint32_t i = 0; i < list->n; i++) {
    GraphPoint p;
    if (!value_point(build, list->kids[i], &p)) return false;
    corners->at[i] = graph_vertex_at(graph, p.x, p.y, p.z);
  }
  return true;
}

static bool add_edges_by_place(Build *build, const Recipe *list, Graph *graph) {
  for (uint32_t i = 0; i < list->n; i++) {
    IntList ends;
    if (!corners_at(build, list->kids[i], graph, &ends)) return false;
    if (ends.n != 2) return build_error(build, list->kids[i], "an edge needs two ends");
    graph_edge_between(graph, ends.at[0], ends.at[1]);
  }
  return true;
}

static bool add_edges_by_number(Build *build, const Recipe *list, Graph *graph) {
  if (!expect_list(build, list)) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    int a, b;
    if (!value_edge_ends(build, list->kids[i], graph, &a, &b)) return false;
    graph_edge_between(graph, a, b);
  }
  return true;
}

static bool add_cells_by_place(Build *build, const Recipe *list, Graph *graph) {
  for (uint32_t i = 0; i < list->n; i++) {
    IntList corners;
    if (!corners_at(build, list->kids[i], graph, &corners)) return false;
    if (corners.n < 3) return build_error(build, list->kids[i], "a cell needs at least three corners");
    for (int k = 0; k < corners.n; k++) graph_edge_between(graph, corners.at[k], corners.at[(k + 1) % corners.n]);
    graph_add_face(graph, corners.at, corners.n);
  }
  return true;
}

static bool add_cells_by_number(Build *build, const Recipe *list, Graph *graph) {
  if (!expect_list(build, list)) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    IntList corners;
    if (!value_ints(build, list->kids[i], &corners)) return false;
    if (corners.n < 3) return build_error(build, list->kids[i], "a cell needs at least three corners");
    for (int k = 0; k < corners.n; k++) {
      if (corners.at[k] >= 0 && corners.at[k] < graph->vertex_count) continue;
      return build_error(build, list->kids[i]->kids[k], "there is no vertex %d: they are numbered 0 to %d",
                         corners.at[k], graph->vertex_count - 1);
    }
    if (graph_add_face(graph, corners.at, corners.n) < 0 && !graph->full) {
      return build_error(build, list->kids[i], "not all corners of the cell are joined by edges");
    }
  }
  return true;
}

static bool add_parts(Build *build, const AddPlan *plan, Graph *graph) {
  bool places = plan->edges && value_nesting(plan->edges) >= 3;
  bool cell_places = plan->cells && value_nesting(plan->cells) >= 3;
  if (plan->curves && !add_curves(build, plan->curves, graph)) return false;
  int first = graph->vertex_count;
  if (plan->vertices && !add_vertices(build, plan->vertices, graph)) return false;
  int last = graph->vertex_count;
  if (places && !add_edges_by_place(build, plan->edges, graph)) return false;
  if (cell_places && !add_cells_by_place(build, plan->cells, graph)) return false;
  if (plan->edges && !places && !add_edges_by_number(build, plan->edges, graph)) return false;
  if (plan->cells && !cell_places && !add_cells_by_number(build, plan->cells, graph)) return false;
  if (plan->connect) graph_join_near(graph, first, last);
  return true;
}

static bool build_add(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  AddPlan plan = {0};
  args_begin(&args, build, call);
  const Recipe *source = args_call(&args);
  if (source && !build_graph(build, source, graph)) return false;
  plan.vertices = args_named(&args, "vertices");
  plan.edges = args_named(&args, "edges");
  plan.curves = args_named(&args, "edgesCurved");
  plan.cells = args_named(&args, "cells");
  args_named_bool(&args, "connect", &plan.connect);
  if (!args_end(&args) || !add_parts(build, &plan, graph)) return false;
  graph->basis = BASIS_NONE;
  graph->shape = SHAPE_NONE;
  return true;
}

// Finding faces among so many crossing edges takes about a second.
enum { COMPLETE_MAX = 150 };

static void join_corners(Graph *graph, const GraphFace *face) {
  for (int a = 0; a < face->n; a++) {
    for (int b = a + 1; b < face->n; b++) graph_edge_between(graph, face->vertices[a], face->vertices[b]);
  }
}

static bool build_complete(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  bool each_cell = false;
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  args_named_bool(&args, "eachCell", &each_cell);
  if (!args_end(&args)) return false;
  if (each_cell) {
    for (int f = 0; f < graph->face_count; f++) join_corners(graph, &graph->faces[f]);
  } else {
    if (graph->vertex_count > COMPLETE_MAX) {
      return build_error(build, call, "a complete graph has at most %d vertices here", COMPLETE_MAX);
    }
    graph_clear_edges(graph);
    for (int a = 0; a < graph->vertex_count; a++) {
      for (int b = a + 1; b < graph->vertex_count; b++) graph_add_edge(graph, a, b);
    }
    graph_make_faces(graph, true);
  }
  graph->basis = BASIS_NONE;
  return true;
}

static bool build_dual(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Graph source;
  args_begin(&args, build, call);
  args_need_graph(&args, &source);
  if (!args_end(&args)) return false;
  if (!source.face_count) return build_error(build, call, "a graph without faces has no dual");
  for (int f = 0; f < source.face_count; f++) {
    GraphPoint p = source.faces[f].at;
    graph_add_vertex(graph, p.x, p.y, p.z);
  }
  for (int e = 0; e < source.edge_count; e++) {
    if (source.edges[e].left >= 0 && source.edges[e].right >= 0) {
      graph_add_edge(graph, source.edges[e].left, source.edges[e].right);
    }
  }
  graph_make_faces(graph, false);
  graph_set_kind(graph, BASIS_DUAL, SHAPE_NONE);
  graph_reorder(graph);
  return true;
}

static bool build_subdivide(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int least = 1;
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  args_named_dim(&args, "min", &least);
  if (!args_end(&args)) return false;
  if (build->use == USE_VERTEX) graph_make_faces(graph, true);
  for (int f = graph->face_count - 1; f >= 0 && !graph->full; f--) {
    GraphFace face = graph->faces[f];
    if (face.n < least) continue;
    int middle = graph_add_vertex(graph, face.at.x, face.at.y, face.at.z);
    for (int i = 0; i < face.n; i++) graph_edge_between(graph, middle, face.vertices[i]);
  }
  if (build->use == USE_CELL) graph_make_faces(graph, true);
  else graph_clear_faces(graph);
  graph->basis = BASIS_NONE;
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_OPERATOR, "add", "[graph] [vertices:list] [edges:list] [edgesCurved:list] [cells:list] [connect:bool]",
     "Adds elements given by position or by the numbers of vertices.", build_add},
    {ROW_OPERATOR, "complete", "graph [eachCell:bool]",
     "Joins every two vertices, or every two corners of the same cell.", build_complete},
    {ROW_OPERATOR, "dual", "graph", "Puts a vertex in every face and joins those of neighbouring faces.", build_dual},
    {ROW_OPERATOR, "subdivide", "graph [min:sides]",
     "Splits every cell of at least so many sides into triangles around its centre.", build_subdivide},
};
BOARD_FAMILY(grow);
