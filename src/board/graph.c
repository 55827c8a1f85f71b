// Graph storage: adding, finding and copying elements, and what every element knows of the others.
// Lists hold element numbers; renumber.c changes them.
#include "board/graph.h"

#include "board/points.h"
#include "board/topo/angle.h"

#include <math.h>
#include <stdlib.h>

static const double COINCIDENT = 0.001;
static const double VERTEX_CELL = 0.01;  // vertices stand at least COINCIDENT apart, and boards may be drawn small

#define NAME_OF(name, text) text,
static const char *const BASIS_NAMES[] = {GRAPH_BASES(NAME_OF)};
#undef NAME_OF

const char *graph_basis_name(GraphBasis basis) { return BASIS_NAMES[basis]; }

void graph_init(Graph *graph, Arena *arena) { *graph = (Graph){.arena = arena}; }

static void list_push(Arena *arena, GraphList *list, int value) {
  if (list->n == list->cap) {
    int cap = list->cap ? list->cap * 2 : 4;
    int *at = ARENA_ARRAY(arena, int, cap);
    if (list->n) memcpy(at, list->at, (size_t)list->n * sizeof *at);
    list->at = at;
    list->cap = cap;
  }
  list->at[list->n++] = value;
}

static GraphList list_copy(Arena *arena, GraphList list) {
  int *at = list.n ? arena_copy(arena, list.at, (size_t)list.n * sizeof *at) : NULL;
  return (GraphList){.at = at, .n = list.n, .cap = list.n};
}

void graph_copy(Graph *to, Arena *arena, const Graph *from) {
  *to = *from;
  to->arena = arena;
  to->index = NULL;
  to->vertices = arena_copy(arena, from->vertices, (size_t)from->vertex_count * sizeof *to->vertices);
  to->edges = arena_copy(arena, from->edges, (size_t)from->edge_count * sizeof *to->edges);
  to->faces = arena_copy(arena, from->faces, (size_t)from->face_count * sizeof *to->faces);
  to->vertex_cap = from->vertex_count, to->edge_cap = from->edge_count, to->face_cap = from->face_count;
  for (int v = 0; v < to->vertex_count; v++) {
    to->vertices[v].edges = list_copy(arena, to->vertices[v].edges);
    to->vertices[v].faces = list_copy(arena, to->vertices[v].faces);
  }
  for (int f = 0; f < to->face_count; f++) {
    GraphFace *face = &to->faces[f];
    face->vertices = arena_copy(arena, face->vertices, (size_t)face->n * sizeof(int));
    face->edges = arena_copy(arena, face->edges, (size_t)face->n * sizeof(int));
  }
}

// Room for one more of any kind, or the mark that there is none.
static bool has_room(Graph *graph) {
  if (graph->vertex_count + graph->edge_count + graph->face_count >= GRAPH_ELEMENTS_MAX) graph->full = true;
  return !graph->full;
}

static void *grown(Graph *graph, void *items, int n, int *cap, size_t size) {
  if (n < *cap) return items;
  int wider = *cap ? *cap * 2 : 64;
  void *block = arena_alloc(graph->arena, (size_t)wider * size);
  if (n) memcpy(block, items, (size_t)n * size);
  *cap = wider;
  return block;
}

static GraphList list_moved(Arena *arena, GraphList list, int by) {
  GraphList copy = list_copy(arena, list);
  for (int i = 0; i < copy.n; i++) copy.at[i] += by;
  return copy;
}

static int moved(int id, int by) { return id < 0 ? id : id + by; }

static void append_vertices(Graph *graph, const Graph *part) {
  int first = graph->vertex_count;
  for (int v = 0; v < part->vertex_count && has_room(graph); v++) {
    graph->vertices = grown(graph, graph->vertices, first + v, &graph->vertex_cap, sizeof *graph->vertices);
    GraphVertex *to = &graph->vertices[first + v];
    *to = part->vertices[v];
    to->pivot = moved(to->pivot, first);
    to->edges = list_moved(graph->arena, to->edges, graph->edge_count);
    to->faces = list_moved(graph->arena, to->faces, graph->face_count);
    graph->vertex_count++;
  }
}

static void append_edges(Graph *graph, const Graph *part, int vertices) {
  int first = graph->edge_count;
  for (int e = 0; e < part->edge_count && has_room(graph); e++) {
    graph->edges = grown(graph, graph->edges, first + e, &graph->edge_cap, sizeof *graph->edges);
    GraphEdge *to = &graph->edges[first + e];
    *to = part->edges[e];
    to->a += vertices, to->b += vertices;
    to->left = moved(to->left, graph->face_count), to->right = moved(to->right, graph->face_count);
    graph->edge_count++;
  }
}

static void append_faces(Graph *graph, const Graph *part, int vertices, int edges) {
  int first = graph->face_count;
  for (int f = 0; f < part->face_count && has_room(graph); f++) {
    graph->faces = grown(graph, graph->faces, first + f, &graph->face_cap, sizeof *graph->faces);
    GraphFace *to = &graph->faces[first + f];
    *to = part->faces[f];
    to->vertices = list_moved(graph->arena, (GraphList){.at = to->vertices, .n = to->n}, vertices).at;
    to->edges = list_moved(graph->arena, (GraphList){.at = to->edges, .n = to->n}, edges).at;
    graph->face_count++;
  }
}

void graph_append(Graph *graph, const Graph *part) {
  int vertices = graph->vertex_count, edges = graph->edge_count;
  graph->index = NULL;
  append_vertices(graph, part);
  if (!graph->full) append_edges(graph, part, vertices);
  if (!graph->full) append_faces(graph, part, vertices, edges);
}

int graph_add_vertex(Graph *graph, double x, double y, double z) {
  if (!has_room(graph)) return -1;
  int v = graph->vertex_count;
  graph->vertices = grown(graph, graph->vertices, v, &graph->vertex_cap, sizeof *graph->vertices);
  graph->vertices[v] = (GraphVertex){.at = {x, y, z}, .pivot = PIVOT_NONE};
  graph->vertex_count++;
  if (graph->index) points_add(graph->index, v, x, y);
  return v;
}

static void index_vertices(Graph *graph) {
  graph->index = points_new(graph->arena, VERTEX_CELL);
  for (int v = 0; v < graph->vertex_count; v++) {
    points_add(graph->index, v, graph->vertices[v].at.x, graph->vertices[v].at.y);
  }
}

int graph_find_vertex(Graph *graph, double x, double y, double z) {
  if (!graph->index) index_vertices(graph);
  int n;
  const int *near = points_near_sorted(graph->index, x, y, COINCIDENT, &n);
  for (int i = 0; i < n; i++) {
    GraphPoint p = graph->vertices[near[i]].at;
    if (fabs(x - p.x) + fabs(y - p.y) + fabs(z - p.z) < COINCIDENT) return near[i];
  }
  return -1;
}

int graph_vertex_at(Graph *graph, double x, double y, double z) {
  if (graph->full) return -1;
  int found = graph_find_vertex(graph, x, y, z);
  return found >= 0 ? found : graph_add_vertex(graph, x, y, z);
}

int graph_add_edge(Graph *graph, int a, int b) {
  if (a < 0 || b < 0 || a >= graph->vertex_count || b >= graph->vertex_count || !has_room(graph)) return -1;
  int e = graph->edge_count;
  graph->edges = grown(graph, graph->edges, e, &graph->edge_cap, sizeof *graph->edges);
  GraphVertex *va = &graph->vertices[a], *vb = &graph->vertices[b];
  graph->edges[e] = (GraphEdge){.a = a,
                                .b = b,
                                .left = -1,
                                .right = -1,
                                .basis = va->basis == vb->basis ? va->basis : BASIS_UNSET,
                                .shape = va->shape == vb->shape ? va->shape : SHAPE_UNSET};
  graph->edge_count++;
  list_push(graph->arena, &va->edges, e);
  list_push(graph->arena, &vb->edges, e);
  va->unsorted = vb->unsorted = true;
  return e;
}

int graph_find_edge(const Graph *graph, int a, int b) {
  if (a < 0 || b < 0 || a >= graph->vertex_count || b >= graph->vertex_count) return -1;
  if (graph->vertices[b].edges.n < graph->vertices[a].edges.n) {
    int swap = a;
    a = b, b = swap;
  }
  const GraphList *list = &graph->vertices[a].edges;
  int best = -1;
  for (int i = 0; i < list->n; i++) {
    int e = list->at[i];
    if (graph_other_end(graph, e, a) == b && (best < 0 || e < best)) best = e;
  }
  return best;
}

int graph_edge_between(Graph *graph, int a, int b) {
  int found = graph_find_edge(graph, a, b);
  return found >= 0 ? found : graph_add_edge(graph, a, b);
}

void graph_bend_edge(Graph *graph, int edge, double ax, double ay, double bx, double by) {
  if (edge < 0) return;
  GraphEdge *e = &graph->edges[edge];
  e->curved = true;
  e->tangent_ax = ax, e->tangent_ay = ay;
  e->tangent_bx = bx, e->tangent_by = by;
}

// The same cycle of vertices, from any start, in either sense.
static bool same_cycle(const GraphFace *face, const int *vertices, int n) {
  if (face->n != n) return false;
  int start = 0;
  while (start < n && face->vertices[start] != vertices[0]) start++;
  if (start == n) return false;
  int same = 0;
  while (same < n && face->vertices[(start + same) % n] == vertices[same]) same++;
  if (same == n) return true;
  same = 0;
  while (same < n && face->vertices[(start - same + n) % n] == vertices[same]) same++;
  return same == n;
}

int graph_find_face(const Graph *graph, const int *vertices, int n) {
  if (n < 1 || vertices[0] < 0 || vertices[0] >= graph->vertex_count) return -1;
  const GraphList *list = &graph->vertices[vertices[0]].faces;
  int best = -1;
  for (int i = 0; i < list->n; i++) {
    int f = list->at[i];
    if (same_cycle(&graph->faces[f], vertices, n) && (best < 0 || f < best)) best = f;
  }
  return best;
}

// A face takes the basis and shape of vertex 0 when its own vertices (the first is not looked at)
// agree with that one.
static void face_kind(const Graph *graph, GraphFace *face) {
  const GraphVertex *first = &graph->vertices[0];
  bool same = true;
  for (int i = 1; i < face->n; i++) {
    const GraphVertex *v = &graph->vertices[face->vertices[i]];
    if (v->basis != first->basis || v->shape != first->shape) same = false;
  }
  face->basis = same ? first->basis : BASIS_NONE;
  face->shape = first->shape;
}

static GraphPoint face_middle(const Graph *graph, const GraphFace *face) {
  GraphPoint sum = {0};
  for (int i = 0; i < face->n; i++) {
    GraphPoint p = graph->vertices[face->vertices[i]].at;
    sum.x += p.x, sum.y += p.y, sum.z += p.z;
  }
  return (GraphPoint){sum.x / face->n, sum.y / face->n, sum.z / face->n};
}

static bool face_edges(const Graph *graph, GraphFace *face) {
  for (int i = 0; i < face->n; i++) {
    face->edges[i] = graph_find_edge(graph, face->vertices[i], face->vertices[(i + 1) % face->n]);
    if (face->edges[i] < 0) return false;
  }
  return true;
}

int graph_add_face(Graph *graph, const int *vertices, int n) {
  int found = graph_find_face(graph, vertices, n);
  if (found >= 0) return found;
  if (n > graph->vertex_count || !has_room(graph)) return -1;
  GraphFace face = {.n = n, .vertices = arena_copy(graph->arena, vertices, (size_t)n * sizeof *vertices)};
  face.edges = ARENA_ARRAY(graph->arena, int, n);
  if (!face_edges(graph, &face)) return -1;
  face.at = face_middle(graph, &face);
  face_kind(graph, &face);
  int f = graph->face_count;
  graph->faces = grown(graph, graph->faces, f, &graph->face_cap, sizeof *graph->faces);
  graph->faces[f] = face;
  graph->face_count++;
  for (int i = 0; i < n; i++) {
    GraphEdge *edge = &graph->edges[face.edges[i]];
    if (edge->a == vertices[i]) edge->right = f;
    else edge->left = f;
    list_push(graph->arena, &graph->vertices[vertices[i]].faces, f);
  }
  return f;
}

void graph_clear_faces(Graph *graph) {
  graph->face_count = 0;
  for (int e = 0; e < graph->edge_count; e++) graph->edges[e].left = graph->edges[e].right = -1;
  for (int v = 0; v < graph->vertex_count; v++) graph->vertices[v].faces.n = 0;
}

void graph_clear_edges(Graph *graph) {
  graph_clear_faces(graph);
  graph->edge_count = 0;
  for (int v = 0; v < graph->vertex_count; v++) graph->vertices[v].edges.n = 0;
}

typedef struct Bearing {
  double angle;
  int place;  // in the list before sorting, so that equal angles keep their order
  int id;
} Bearing;

static int bearing_order(const void *a, const void *b) {
  const Bearing *x = a, *y = b;
  if (x->angle != y->angle) return x->angle < y->angle ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

static void sort_list(GraphList *list, Bearing *bearings) {
  qsort(bearings, (size_t)list->n, sizeof *bearings, bearing_order);
  for (int i = 0; i < list->n; i++) list->at[i] = bearings[i].id;
}

static double bearing(GraphPoint from, GraphPoint to) { return angle_atan2(to.y - from.y, to.x - from.x); }

static void sort_vertex_edges(Graph *graph, int v, Bearing *room) {
  GraphVertex *vertex = &graph->vertices[v];
  vertex->unsorted = false;
  for (int i = 0; i < vertex->edges.n; i++) {
    int e = vertex->edges.at[i];
    GraphPoint to = graph->vertices[graph_other_end(graph, e, v)].at;
    room[i] = (Bearing){bearing(vertex->at, to), i, e};
  }
  sort_list(&vertex->edges, room);
}

static void sort_vertex_faces(Graph *graph, int v, Bearing *room) {
  GraphVertex *vertex = &graph->vertices[v];
  for (int i = 0; i < vertex->faces.n; i++) {
    int f = vertex->faces.at[i];
    room[i] = (Bearing){bearing(vertex->at, graph->faces[f].at), i, f};
  }
  sort_list(&vertex->faces, room);
}

// Room to sort the longest list of any vertex.
static Bearing *sorting_room(const Graph *graph, Arena *scratch) {
  int longest = 1;
  for (int v = 0; v < graph->vertex_count; v++) {
    longest = MAX(longest, MAX(graph->vertices[v].edges.n, graph->vertices[v].faces.n));
  }
  return ARENA_ARRAY(scratch, Bearing, longest);
}

void graph_sort_edges(Graph *graph) {
  Arena scratch = {0};
  Bearing *room = sorting_room(graph, &scratch);
  for (int v = 0; v < graph->vertex_count; v++) {
    if (graph->vertices[v].unsorted) sort_vertex_edges(graph, v, room);
  }
  arena_free(&scratch);
}

void graph_assemble(Graph *graph) {
  graph_make_faces(graph, false);
  Arena scratch = {0};
  Bearing *room = sorting_room(graph, &scratch);
  for (int v = 0; v < graph->vertex_count; v++) sort_vertex_faces(graph, v, room);
  arena_free(&scratch);
  graph_set_kind(graph, BASIS_NONE, SHAPE_NONE);
}

static void fill_kind(GraphBasis *basis, GraphShape *shape, GraphBasis new_basis, GraphShape new_shape) {
  if (*basis == BASIS_UNSET) *basis = new_basis;
  if (*shape == SHAPE_UNSET) *shape = new_shape;
}

void graph_set_kind(Graph *graph, GraphBasis basis, GraphShape shape) {
  for (int v = 0; v < graph->vertex_count; v++) {
    fill_kind(&graph->vertices[v].basis, &graph->vertices[v].shape, basis, shape);
  }
  for (int e = 0; e < graph->edge_count; e++) {
    fill_kind(&graph->edges[e].basis, &graph->edges[e].shape, basis, shape);
  }
  for (int f = 0; f < graph->face_count; f++) {
    fill_kind(&graph->faces[f].basis, &graph->faces[f].shape, basis, shape);
  }
  graph->basis = basis;
  graph->shape = shape;
}

static GraphBasis first_basis(const Graph *graph) {
  if (graph->face_count) return graph->faces[0].basis;
  if (graph->edge_count) return graph->edges[0].basis;
  return graph->vertex_count ? graph->vertices[0].basis : BASIS_UNSET;
}

bool graph_is_regular(const Graph *graph) {
  GraphBasis basis = graph->basis;
  if (basis == BASIS_SQUARE || basis == BASIS_TRIANGULAR || basis == BASIS_HEXAGONAL) return true;
  basis = first_basis(graph);
  if (basis == BASIS_UNSET || basis == BASIS_NONE) return false;
  for (int v = 0; v < graph->vertex_count; v++) {
    if (graph->vertices[v].basis != basis) return false;
  }
  for (int e = 0; e < graph->edge_count; e++) {
    if (graph->edges[e].basis != basis) return false;
  }
  for (int f = 0; f < graph->face_count; f++) {
    if (graph->faces[f].basis != basis) return false;
  }
  return true;
}
