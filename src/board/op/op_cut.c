// Operators that take parts of a graph away.
#include "board/board_internal.h"

#include <stdlib.h>

static const double INFLATE = 0.1;

// A new graph without the marked vertices; curves and pivots are not kept.
static void rebuild_without(const Graph *source, const Word *gone, Graph *graph) {
  int *number = ARENA_ARRAY(source->arena, int, source->vertex_count + 1);
  graph_init(graph, source->arena);
  for (int v = 0; v < source->vertex_count; v++) {
    GraphPoint p = source->vertices[v].at;
    number[v] = bit_get(gone, v) ? -1 : graph_add_vertex(graph, p.x, p.y, p.z);
  }
  for (int e = 0; e < source->edge_count; e++) {
    int a = number[source->edges[e].a], b = number[source->edges[e].b];
    if (a >= 0 && b >= 0) graph_edge_between(graph, a, b);
  }
  graph_assemble(graph);
}

// The vertices inside (or outside) a polygon.
static Word *marked_by(Build *build, const Graph *graph, const Polygon *polygon, bool inside) {
  Word *marks = ARENA_ARRAY(build->arena, Word, bits_words(graph->vertex_count + 1));
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint p = graph->vertices[v].at;
    if (polygon_contains(polygon, p.x, p.y) == inside) bit_set(marks, v);
  }
  return marks;
}

static bool graph_and_polygon(Build *build, const Recipe *call, Graph *graph, Polygon *polygon) {
  Args args;
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  args_need_polygon(&args, polygon);
  return args_end(&args);
}

static bool build_clip(Build *build, const Recipe *call, Graph *graph) {
  Graph source;
  Polygon polygon;
  if (!graph_and_polygon(build, call, &source, &polygon)) return false;
  polygon_inflate(build->arena, &polygon, INFLATE);
  rebuild_without(&source, marked_by(build, &source, &polygon, true), graph);
  return true;
}

void graph_keep(Build *build, const Graph *source, Polygon polygon, Graph *graph) {
  polygon_inflate(build->arena, &polygon, INFLATE);
  rebuild_without(source, marked_by(build, source, &polygon, false), graph);
  graph_set_kind(graph, source->basis, SHAPE_NONE);
}

static bool build_keep(Build *build, const Recipe *call, Graph *graph) {
  Graph source;
  Polygon polygon;
  if (!graph_and_polygon(build, call, &source, &polygon)) return false;
  graph_keep(build, &source, polygon, graph);
  return true;
}

static bool build_hole(Build *build, const Recipe *call, Graph *graph) {
  Polygon polygon;
  if (!graph_and_polygon(build, call, graph, &polygon)) return false;
  polygon_inflate(build->arena, &polygon, INFLATE);
  Word *faces = ARENA_ARRAY(build->arena, Word, bits_words(graph->face_count + 1));
  for (int f = 0; f < graph->face_count; f++) {
    if (polygon_contains(&polygon, graph->faces[f].at.x, graph->faces[f].at.y)) bit_set(faces, f);
  }
  graph_remove_faces(graph, faces, true);
  return true;
}

static int descending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (y > x) - (y < x);
}

// Numbers of elements to remove, highest first, each below count.
static bool read_numbers(Build *build, const Recipe *list, int count, const char *what, IntList *numbers) {
  if (!value_ints(build, list, numbers)) return false;
  for (int i = 0; i < numbers->n; i++) {
    if (numbers->at[i] >= 0 && numbers->at[i] < count) continue;
    return build_error(build, list->kids[i], "there is no %s %d: they are numbered 0 to %d", what, numbers->at[i],
                       count - 1);
  }
  qsort(numbers->at, (size_t)numbers->n, sizeof *numbers->at, descending);
  return true;
}

static bool remove_cells_by_number(Build *build, const Recipe *list, bool trim_edges, Graph *graph) {
  IntList numbers;
  if (!read_numbers(build, list, graph->face_count, "cell", &numbers)) return false;
  Word *faces = ARENA_ARRAY(build->arena, Word, bits_words(graph->face_count + 1));
  for (int i = 0; i < numbers.n; i++) bit_set(faces, numbers.at[i]);
  graph_remove_faces(graph, faces, trim_edges);
  return true;
}

// The vertices at a list of points, -1 where there is none.
static bool vertices_at(Build *build, const Recipe *list, Graph *graph, IntList *vertices) {
  if (list->kind != RECIPE_LIST) return build_error(build, list, "a list of points is needed here");
  *vertices = (IntList){.at = ARENA_ARRAY(build->arena, int, list->n + 1), .n = (int)list->n};
  for (uint32_t i = 0; i < list->n; i++) {
    GraphPoint p;
    if (!value_point(build, list->kids[i], &p)) return false;
    vertices->at[i] = graph_find_vertex(graph, p.x, p.y, p.z);
  }
  return true;
}

static bool remove_cells_by_place(Build *build, const Recipe *list, bool trim_edges, Graph *graph) {
  Word *faces = ARENA_ARRAY(build->arena, Word, bits_words(graph->face_count + 1));
  for (uint32_t i = 0; i < list->n; i++) {
    IntList corners = {0};
    if (!vertices_at(build, list->kids[i], graph, &corners)) return false;
    int face = graph_find_face(graph, corners.at, corners.n);
    if (face < 0) return build_error(build, list->kids[i], "there is no cell with these corners");
    bit_set(faces, face);
  }
  graph_remove_faces(graph, faces, trim_edges);
  return true;
}

static bool edge_to_remove(Build *build, const Recipe *item, Graph *graph, int *edge) {
  int a, b;
  if (value_nesting(item) >= 2) {
    IntList ends = {0};
    if (!vertices_at(build, item, graph, &ends)) return false;
    if (ends.n != 2) return build_error(build, item, "an edge needs two ends");
    a = ends.at[0], b = ends.at[1];
  } else if (!value_edge_ends(build, item, graph, &a, &b)) {
    return false;
  }
  *edge = graph_find_edge(graph, a, b);
  return *edge >= 0 || build_error(build, item, "there is no such edge");
}

static bool remove_edges(Build *build, const Recipe *list, Graph *graph) {
  if (list->kind != RECIPE_LIST) return build_error(build, list, "a list of edges is needed here");
  Word *edges = ARENA_ARRAY(build->arena, Word, bits_words(graph->edge_count + 1));
  for (uint32_t i = 0; i < list->n; i++) {
    int edge = -1;
    if (!edge_to_remove(build, list->kids[i], graph, &edge)) return false;
    bit_set(edges, edge);
  }
  graph_remove(graph, (GraphMarks){.edges = edges});
  return true;
}

static bool remove_vertices(Build *build, const Recipe *list, Graph *graph) {
  IntList numbers;
  if (value_nesting(list) >= 2) {
    if (!vertices_at(build, list, graph, &numbers)) return false;
  } else if (!read_numbers(build, list, graph->vertex_count, "vertex", &numbers)) {
    return false;
  }
  Word *vertices = ARENA_ARRAY(build->arena, Word, bits_words(graph->vertex_count + 1));
  for (int i = 0; i < numbers.n; i++) {
    if (numbers.at[i] < 0) return build_error(build, list->kids[i], "there is no vertex here");
    bit_set(vertices, numbers.at[i]);
  }
  graph_remove(graph, (GraphMarks){.vertices = vertices});
  return true;
}

typedef struct RemovePlan {
  const Recipe *polygon, *cells, *edges, *vertices;
  bool trim_edges;
} RemovePlan;

static bool remove_parts(Build *build, const RemovePlan *plan, Graph *graph) {
  Polygon polygon;
  if (plan->polygon) {
    if (!value_polygon(build, plan->polygon, &polygon)) return false;
    graph_remove(graph, (GraphMarks){.vertices = marked_by(build, graph, &polygon, true)});
  }
  if (plan->cells) {
    bool numbers = value_nesting(plan->cells) < 2;
    if (numbers && !remove_cells_by_number(build, plan->cells, plan->trim_edges, graph)) return false;
    if (!numbers && !remove_cells_by_place(build, plan->cells, plan->trim_edges, graph)) return false;
  }
  if (plan->edges && !remove_edges(build, plan->edges, graph)) return false;
  return !plan->vertices || remove_vertices(build, plan->vertices, graph);
}

static bool build_remove(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  RemovePlan plan = {.trim_edges = true};
  args_begin(&args, build, call);
  args_need_graph(&args, graph);
  plan.polygon = args_call(&args);
  plan.cells = args_named(&args, "cells");
  plan.edges = args_named(&args, "edges");
  plan.vertices = args_named(&args, "vertices");
  args_named_bool(&args, "trimEdges", &plan.trim_edges);
  if (!args_end(&args) || !remove_parts(build, &plan, graph)) return false;
  graph->shape = SHAPE_NONE;
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_OPERATOR, "clip", "graph (poly ..)", "Removes the vertices inside a polygon and what hangs on them.",
     build_clip},
    {ROW_OPERATOR, "keep", "graph (poly ..)", "Removes the vertices outside a polygon and what hangs on them.",
     build_keep},
    {ROW_OPERATOR, "hole", "graph (poly ..)", "Removes the cells whose centre is inside a polygon.", build_hole},
    {ROW_OPERATOR, "remove", "graph ((poly ..) | [cells:list] [edges:list] [vertices:list]) [trimEdges:bool]",
     "Removes elements named by number or position, or the vertices inside a polygon.", build_remove},
};
BOARD_FAMILY(cut);
