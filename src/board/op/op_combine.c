// Operators that make one graph of several.
#include "board/board_internal.h"

#include <math.h>

static const double COINCIDENT = 0.01;
static const double JOINT_CELL = 0.05;

typedef struct Parts {
  Graph *at;
  int n;
} Parts;

// The graphs of a call: the items of a list, or those written side by side.
static bool read_parts(Args *args, Parts *parts) {
  Build *build = args->build;
  const Recipe *list = args_list(args);
  uint32_t most = list ? list->n : args->call->n;
  *parts = (Parts){.at = ARENA_ARRAY(build->arena, Graph, most + 1)};
  for (uint32_t i = 0; list && i < list->n; i++) {
    if (!build_graph(build, list->kids[i], &parts->at[parts->n++])) return args->failed = true, false;
  }
  const Recipe *call;
  while (!list && (call = args_call(args))) {
    if (!build_graph(build, call, &parts->at[parts->n++])) return args->failed = true, false;
  }
  if (parts->n || args->failed) return !args->failed;
  args->failed = true;
  return build_error(build, args->call, "there is nothing to combine");
}

static void copy_curve(Graph *graph, int to, const GraphEdge *edge) {
  if (edge->curved) {
    graph_bend_edge(graph, to, edge->tangent_ax, edge->tangent_ay, edge->tangent_bx, edge->tangent_by);
  }
}

static double difference(GraphPoint a, GraphPoint b) { return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z); }

// Merging. The vertices of all parts in a row; each one joins the first survivor it coincides with.
typedef struct Pivot {
  bool set;
  int id;        // its number in its part, while it has not been replaced
  int survivor;  // the vertex that replaced it, or -1
  GraphPoint at;
} Pivot;

typedef struct Joint {
  GraphPoint at;
  int survivor;  // itself when it survives
  int number;    // among the survivors
  Pivot pivot;
} Joint;

typedef struct Merge {
  Joint *joints;
  int n;
  bool pivots;  // any vertex has one
} Merge;

static void gather(Build *build, const Parts *parts, Merge *merge) {
  int total = 0;
  for (int g = 0; g < parts->n; g++) total += parts->at[g].vertex_count;
  *merge = (Merge){.joints = ARENA_ARRAY(build->arena, Joint, total + 1)};
  for (int g = 0; g < parts->n; g++) {
    for (int v = 0; v < parts->at[g].vertex_count; v++) {
      const GraphVertex *vertex = &parts->at[g].vertices[v];
      Joint *joint = &merge->joints[merge->n];
      *joint = (Joint){.at = vertex->at, .survivor = merge->n++, .pivot = {.survivor = -1}};
      if (vertex->pivot < 0) continue;
      merge->pivots = true;
      joint->pivot = (Pivot){true, vertex->pivot, -1, parts->at[g].vertices[vertex->pivot].at};
    }
  }
}

static void find_survivors(Build *build, Merge *merge) {
  PointIndex *index = points_new(build->arena, JOINT_CELL);
  for (int j = 0; j < merge->n; j++) {
    Joint *joint = &merge->joints[j];
    int n;
    const int *near = points_near_sorted(index, joint->at.x, joint->at.y, COINCIDENT, &n);
    for (int i = 0; i < n && joint->survivor == j; i++) {
      if (difference(merge->joints[near[i]].at, joint->at) < COINCIDENT) joint->survivor = near[i];
    }
    if (joint->survivor == j) points_add(index, j, joint->at.x, joint->at.y);
  }
}

// Pivots are told apart by number alone, and numbers change while vertices go one by one: those of each
// survivor in turn, the last first. Whoever's pivot has the number of one that goes turns around its
// survivor instead. Boards in use depend on where this leads.
typedef struct Numbers {
  int *now;    // of every vertex
  bool *gone;  // those that have none any more
} Numbers;

static void replace_pivots(const Merge *merge, const Numbers *numbers, int number, int survivor) {
  for (int i = 0; i < merge->n; i++) {
    Pivot *pivot = &merge->joints[i].pivot;
    if (numbers->gone[i] || !pivot->set) continue;
    int id = pivot->survivor >= 0 ? numbers->now[pivot->survivor] : pivot->id;
    if (id == number) *pivot = (Pivot){true, -1, survivor, merge->joints[survivor].at};
  }
}

static void drop_joint(const Merge *merge, Numbers *numbers, int j) {
  numbers->gone[j] = true;
  for (int i = j + 1; i < merge->n; i++) numbers->now[i]--;
}

// Vertices with the same survivor, the last first: `next` leads from the survivor on, to 0 at the end.
static int *chain_joints(Build *build, const Merge *merge) {
  int *next = ARENA_ARRAY(build->arena, int, merge->n + 1);
  for (int j = 0; j < merge->n; j++) {
    int survivor = merge->joints[j].survivor;
    if (survivor == j) continue;
    next[j] = next[survivor];
    next[survivor] = j;
  }
  return next;
}

// Every vertex that goes is looked for in all pivots.
enum { PIVOTS_MAX = 500000000 };

static bool merge_pivots(Build *build, const Recipe *call, Merge *merge) {
  int64_t gone = 0;
  for (int j = 0; j < merge->n; j++) gone += merge->joints[j].survivor != j;
  if (gone * merge->n > PIVOTS_MAX) return build_error(build, call, "too many vertices of circles are joined");
  const int *next = chain_joints(build, merge);
  Numbers numbers = {ARENA_ARRAY(build->arena, int, merge->n + 1), ARENA_ARRAY(build->arena, bool, merge->n + 1)};
  for (int j = 0; j < merge->n; j++) numbers.now[j] = j;
  for (int v = 0; v < merge->n; v++) {
    for (int j = merge->joints[v].survivor == v ? next[v] : 0; j; j = next[j]) {
      replace_pivots(merge, &numbers, numbers.now[j], v);
      drop_joint(merge, &numbers, j);
    }
  }
  return true;
}

static void add_survivors(const Merge *merge, Graph *graph) {
  for (int j = 0; j < merge->n; j++) {
    Joint *joint = &merge->joints[j];
    if (joint->survivor == j) joint->number = graph_add_vertex(graph, joint->at.x, joint->at.y, joint->at.z);
  }
  for (int j = 0; j < merge->n && !graph->full; j++) {
    const Joint *joint = &merge->joints[j];
    if (joint->survivor != j || !joint->pivot.set) continue;
    int pivot = graph_find_vertex(graph, joint->pivot.at.x, joint->pivot.at.y, 0);
    graph->vertices[joint->number].pivot = pivot < 0 ? PIVOT_NONE : pivot;
  }
}

static void add_merged_edges(const Parts *parts, const Merge *merge, Graph *graph) {
  int offset = 0;
  for (int g = 0; g < parts->n; g++) {
    const Graph *part = &parts->at[g];
    for (int e = 0; e < part->edge_count; e++) {
      int a = merge->joints[merge->joints[part->edges[e].a + offset].survivor].number;
      int b = merge->joints[merge->joints[part->edges[e].b + offset].survivor].number;
      if (graph_find_edge(graph, a, b) < 0) copy_curve(graph, graph_add_edge(graph, a, b), &part->edges[e]);
    }
    offset += part->vertex_count;
  }
}

static void finish_combined(Graph *graph, bool connect) {
  if (connect && !graph->full) {
    graph_join_near(graph, 0, graph->vertex_count);
    graph_make_faces(graph, true);
  }
  graph->basis = BASIS_NONE;
  graph->shape = SHAPE_NONE;
}

static bool build_merge(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Parts parts;
  Merge merge;
  bool connect = false;
  args_begin(&args, build, call);
  args_named_bool(&args, "connect", &connect);
  if (!read_parts(&args, &parts) || !args_end(&args)) return false;
  gather(build, &parts, &merge);
  find_survivors(build, &merge);
  if (merge.pivots && !merge_pivots(build, call, &merge)) return false;
  add_survivors(&merge, graph);
  if (!graph->full) add_merged_edges(&parts, &merge, graph);
  graph_assemble(graph);
  finish_combined(graph, connect);
  return true;
}

static bool build_union(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Parts parts;
  bool connect = false;
  args_begin(&args, build, call);
  args_named_bool(&args, "connect", &connect);
  if (!read_parts(&args, &parts) || !args_end(&args)) return false;
  *graph = parts.at[0];
  for (int g = 1; g < parts.n && !graph->full; g++) graph_append(graph, &parts.at[g]);
  finish_combined(graph, connect);
  return true;
}

static bool has_vertex_at(Graph *graph, PointIndex *index, GraphPoint p) {
  int n;
  const int *near = points_near(index, p.x, p.y, COINCIDENT, &n);
  for (int i = 0; i < n; i++) {
    if (difference(graph->vertices[near[i]].at, p) < COINCIDENT) return true;
  }
  return false;
}

static bool has_edge_at(Graph *graph, PointIndex *index, GraphPoint a, GraphPoint b) {
  int n;
  const int *near = points_near(index, a.x, a.y, COINCIDENT, &n);
  for (int i = 0; i < n; i++) {
    const GraphVertex *vertex = &graph->vertices[near[i]];
    if (difference(vertex->at, a) >= COINCIDENT) continue;
    for (int k = 0; k < vertex->edges.n; k++) {
      int other = graph_other_end(graph, vertex->edges.at[k], near[i]);
      if (difference(graph->vertices[other].at, b) < COINCIDENT) return true;
    }
  }
  return false;
}

static PointIndex *index_of(Build *build, const Graph *graph) {
  PointIndex *index = points_new(build->arena, JOINT_CELL);
  for (int v = 0; v < graph->vertex_count; v++) points_add(index, v, graph->vertices[v].at.x, graph->vertices[v].at.y);
  return index;
}

static void intersect(Build *build, const Parts *parts, Graph *graph) {
  const Graph *first = &parts->at[0];
  PointIndex **index = ARENA_ARRAY(build->arena, PointIndex *, parts->n);
  int *number = ARENA_ARRAY(build->arena, int, first->vertex_count + 1);
  for (int g = 1; g < parts->n; g++) index[g] = index_of(build, &parts->at[g]);
  for (int v = 0; v < first->vertex_count; v++) {
    GraphPoint p = first->vertices[v].at;
    bool common = true;
    for (int g = 1; g < parts->n && common; g++) common = has_vertex_at(&parts->at[g], index[g], p);
    number[v] = common ? graph_add_vertex(graph, p.x, p.y, p.z) : -1;
  }
  for (int e = 0; e < first->edge_count; e++) {
    int a = first->edges[e].a, b = first->edges[e].b;
    bool common = number[a] >= 0 && number[b] >= 0;
    for (int g = 1; g < parts->n && common; g++) {
      common = has_edge_at(&parts->at[g], index[g], first->vertices[a].at, first->vertices[b].at);
    }
    if (common) graph_edge_between(graph, number[a], number[b]);
  }
}

static bool build_intersect(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Parts parts;
  args_begin(&args, build, call);
  if (!read_parts(&args, &parts) || !args_end(&args)) return false;
  if (parts.n == 1) {
    *graph = parts.at[0];
    return true;
  }
  intersect(build, &parts, graph);
  graph_assemble(graph);
  finish_combined(graph, false);
  return true;
}

// Puts one more copy of a layer on top and joins each vertex to the one below it.
static void add_layer(Build *build, const Graph *layer, Graph *graph) {
  int start = graph->vertex_count;
  for (int v = 0; v < layer->vertex_count; v++) {
    const GraphVertex *from = &layer->vertices[v];
    int number = graph_add_vertex(graph, from->at.x, from->at.y, from->at.z);
    if (number < 0) return;
    if (from->pivot >= 0) graph->vertices[number].pivot = start + from->pivot;
  }
  for (int e = 0; e < layer->edge_count; e++) {
    int number = graph_add_edge(graph, start + layer->edges[e].a, start + layer->edges[e].b);
    copy_curve(graph, number, &layer->edges[e]);
  }
  for (int v = 0; v < layer->vertex_count; v++) graph_add_edge(graph, start - layer->vertex_count + v, start + v);
  for (int f = 0; f < layer->face_count; f++) {
    const GraphFace *face = &layer->faces[f];
    int *vertices = ARENA_ARRAY(build->arena, int, face->n);
    for (int i = 0; i < face->n; i++) vertices[i] = start + face->vertices[i];
    graph_add_face(graph, vertices, face->n);
  }
}

static bool build_layers(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int layers = 0;
  args_begin(&args, build, call);
  args_need_dim(&args, &layers);
  args_need_graph(&args, graph);
  if (!args_end(&args)) return false;
  Graph layer;
  graph_sort_edges(graph);
  graph_copy(&layer, build->arena, graph);
  for (int i = 1; i < layers && !graph->full; i++) {
    graph_shift(&layer, 0, 0, 1);
    add_layer(build, &layer, graph);
  }
  graph_reorder(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_OPERATOR, "merge", "({graphs} | graph graph) [connect:bool]",
     "Joins graphs; vertices at the same place become one.", build_merge},
    {ROW_OPERATOR, "union", "({graphs} | graph graph) [connect:bool]",
     "Puts graphs side by side; vertices at the same place stay apart.", build_union},
    {ROW_OPERATOR, "intersect", "({graphs} | graph graph)", "Keeps the vertices and edges that all graphs have.",
     build_intersect},
    {ROW_OPERATOR, "layers", "count graph", "Stacks copies of a graph, each vertex joined to the one above it.",
     build_layers},
};
BOARD_FAMILY(combine);
