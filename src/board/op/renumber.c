// Changing numbers: removal, and ordering by position. Both come down to a table from old numbers to
// new ones (-1: gone) that every list is rewritten with.
#include "board/graph.h"

#include <stdlib.h>

static int *identity(Arena *arena, int n) {
  int *table = ARENA_ARRAY(arena, int, n + 1);
  for (int i = 0; i < n; i++) table[i] = i;
  return table;
}

static void list_renumber(GraphList *list, const int *table) {
  int kept = 0;
  for (int i = 0; i < list->n; i++) {
    if (table[list->at[i]] >= 0) list->at[kept++] = table[list->at[i]];
  }
  list->n = kept;
}

static int renumbered(int id, const int *table) { return id < 0 ? id : table[id]; }

static void renumber_vertex_refs(Graph *graph, const int *table) {
  for (int e = 0; e < graph->edge_count; e++) {
    graph->edges[e].a = table[graph->edges[e].a];
    graph->edges[e].b = table[graph->edges[e].b];
  }
  for (int f = 0; f < graph->face_count; f++) {
    for (int i = 0; i < graph->faces[f].n; i++) graph->faces[f].vertices[i] = table[graph->faces[f].vertices[i]];
  }
}

// Remembers where a pivot stood before it goes.
static void renumber_pivots(Graph *graph, const int *table) {
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphVertex *vertex = &graph->vertices[v];
    if (vertex->pivot < 0) continue;
    vertex->lost_pivot = graph->vertices[vertex->pivot].at;
    int pivot = table[vertex->pivot];
    vertex->pivot = pivot < 0 ? PIVOT_LOST : pivot;
  }
}

static void renumber_edge_refs(Graph *graph, const int *table) {
  for (int v = 0; v < graph->vertex_count; v++) list_renumber(&graph->vertices[v].edges, table);
  for (int f = 0; f < graph->face_count; f++) {
    for (int i = 0; i < graph->faces[f].n; i++) graph->faces[f].edges[i] = table[graph->faces[f].edges[i]];
  }
}

static void renumber_face_refs(Graph *graph, const int *table) {
  for (int v = 0; v < graph->vertex_count; v++) list_renumber(&graph->vertices[v].faces, table);
  for (int e = 0; e < graph->edge_count; e++) {
    graph->edges[e].left = renumbered(graph->edges[e].left, table);
    graph->edges[e].right = renumbered(graph->edges[e].right, table);
  }
}

// The table that closes the gaps left by the marked numbers.
static int *closing_table(Arena *arena, int n, const Word *gone) {
  int *table = ARENA_ARRAY(arena, int, n + 1);
  int next = 0;
  for (int i = 0; i < n; i++) table[i] = bit_get(gone, i) ? -1 : next++;
  return table;
}

static void drop_faces(Graph *graph, Arena *scratch, const Word *gone) {
  int *table = closing_table(scratch, graph->face_count, gone);
  renumber_face_refs(graph, table);
  int kept = 0;
  for (int f = 0; f < graph->face_count; f++) {
    if (table[f] >= 0) graph->faces[kept++] = graph->faces[f];
  }
  graph->face_count = kept;
}

static void drop_edges(Graph *graph, Arena *scratch, const Word *gone) {
  int *table = closing_table(scratch, graph->edge_count, gone);
  renumber_edge_refs(graph, table);
  int kept = 0;
  for (int e = 0; e < graph->edge_count; e++) {
    if (table[e] >= 0) graph->edges[kept++] = graph->edges[e];
  }
  graph->edge_count = kept;
}

static void drop_vertices(Graph *graph, Arena *scratch, const Word *gone) {
  int *table = closing_table(scratch, graph->vertex_count, gone);
  renumber_pivots(graph, table);
  renumber_vertex_refs(graph, table);
  int kept = 0;
  for (int v = 0; v < graph->vertex_count; v++) {
    if (table[v] >= 0) graph->vertices[kept++] = graph->vertices[v];
  }
  graph->vertex_count = kept;
  graph->index = NULL;
}

static Word *marks_copy(Arena *arena, const Word *marks, int n) {
  Word *copy = ARENA_ARRAY(arena, Word, bits_words(n + 1));
  if (marks) bits_copy(copy, marks, bits_words(n));
  return copy;
}

void graph_remove(Graph *graph, GraphMarks marks) {
  Arena scratch = {0};
  Word *vertices = marks_copy(&scratch, marks.vertices, graph->vertex_count);
  Word *edges = marks_copy(&scratch, marks.edges, graph->edge_count);
  Word *faces = marks_copy(&scratch, marks.faces, graph->face_count);
  for (int e = 0; e < graph->edge_count; e++) {
    if (bit_get(vertices, graph->edges[e].a) || bit_get(vertices, graph->edges[e].b)) bit_set(edges, e);
  }
  for (int f = 0; f < graph->face_count; f++) {
    for (int i = 0; i < graph->faces[f].n; i++) {
      if (bit_get(edges, graph->faces[f].edges[i])) bit_set(faces, f);
    }
  }
  drop_faces(graph, &scratch, faces);
  drop_edges(graph, &scratch, edges);
  drop_vertices(graph, &scratch, vertices);
  arena_free(&scratch);
}

void graph_remove_faces(Graph *graph, Word *faces, bool trim_edges) {
  Arena scratch = {0};
  Word *edges = ARENA_ARRAY(&scratch, Word, bits_words(graph->edge_count + 1));
  int words = bits_words(graph->face_count);
  if (trim_edges) {
    FOR_BITS(f, faces, words) {
      for (int i = 0; i < graph->faces[f].n; i++) {
        const GraphEdge *edge = &graph->edges[graph->faces[f].edges[i]];
        bool left = edge->left >= 0 && !bit_get(faces, edge->left);
        bool right = edge->right >= 0 && !bit_get(faces, edge->right);
        if (!left && !right) bit_set(edges, graph->faces[f].edges[i]);
      }
    }
  }
  graph_remove(graph, (GraphMarks){.edges = edges, .faces = faces});
  arena_free(&scratch);
}

void graph_trim(Graph *graph) {
  // From the highest number down, so that a chain numbered outwards goes in one pass and others do not.
  Arena scratch = {0};
  Word *edges = ARENA_ARRAY(&scratch, Word, bits_words(graph->edge_count + 1));
  Word *vertices = ARENA_ARRAY(&scratch, Word, bits_words(graph->vertex_count + 1));
  int *degree = ARENA_ARRAY(&scratch, int, graph->vertex_count + 1);
  for (int v = 0; v < graph->vertex_count; v++) degree[v] = graph->vertices[v].edges.n;
  for (int e = graph->edge_count - 1; e >= 0; e--) {
    int a = graph->edges[e].a, b = graph->edges[e].b;
    if (degree[a] != 1 && degree[b] != 1) continue;
    bit_set(edges, e);
    degree[a]--, degree[b]--;
  }
  for (int v = 0; v < graph->vertex_count; v++) {
    if (!degree[v]) bit_set(vertices, v);
  }
  for (int v = 0; v < graph->vertex_count; v++) {
    if (graph->vertices[v].pivot >= 0) bit_clear(vertices, graph->vertices[v].pivot);
  }
  graph_remove(graph, (GraphMarks){.edges = edges, .vertices = vertices});
  arena_free(&scratch);
}

typedef struct Rank {
  double score;
  int id;
} Rank;

static int rank_order(const void *a, const void *b) {
  const Rank *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

static Rank rank_of(int id, GraphPoint at) { return (Rank){.score = at.y * 100 + at.x, .id = id}; }

// Sorts the ranks and gives the table from old numbers to new ones.
static int *ranked_table(Arena *arena, Rank *ranks, int n) {
  qsort(ranks, (size_t)n, sizeof *ranks, rank_order);
  int *table = identity(arena, n);
  for (int i = 0; i < n; i++) table[ranks[i].id] = i;
  return table;
}

void graph_reorder_vertices(Graph *graph) {
  Arena scratch = {0};
  int n = graph->vertex_count;
  Rank *ranks = ARENA_ARRAY(&scratch, Rank, n + 1);
  for (int v = 0; v < n; v++) ranks[v] = rank_of(v, graph->vertices[v].at);
  int *table = ranked_table(&scratch, ranks, n);
  renumber_pivots(graph, table);
  renumber_vertex_refs(graph, table);
  GraphVertex *old = arena_copy(&scratch, graph->vertices, (size_t)n * sizeof *old);
  for (int v = 0; v < n; v++) graph->vertices[table[v]] = old[v];
  graph->index = NULL;
  arena_free(&scratch);
}

void graph_reorder_edges(Graph *graph) {
  Arena scratch = {0};
  int n = graph->edge_count;
  Rank *ranks = ARENA_ARRAY(&scratch, Rank, n + 1);
  for (int e = 0; e < n; e++) ranks[e] = rank_of(e, graph_edge_at(graph, e));
  int *table = ranked_table(&scratch, ranks, n);
  renumber_edge_refs(graph, table);
  GraphEdge *old = arena_copy(&scratch, graph->edges, (size_t)n * sizeof *old);
  for (int e = 0; e < n; e++) graph->edges[table[e]] = old[e];
  arena_free(&scratch);
}

void graph_reorder_faces(Graph *graph) {
  Arena scratch = {0};
  int n = graph->face_count;
  Rank *ranks = ARENA_ARRAY(&scratch, Rank, n + 1);
  for (int f = 0; f < n; f++) ranks[f] = rank_of(f, graph->faces[f].at);
  int *table = ranked_table(&scratch, ranks, n);
  renumber_face_refs(graph, table);
  GraphFace *old = arena_copy(&scratch, graph->faces, (size_t)n * sizeof *old);
  for (int f = 0; f < n; f++) graph->faces[table[f]] = old[f];
  arena_free(&scratch);
}

void graph_reorder(Graph *graph) {
  graph_reorder_vertices(graph);
  graph_reorder_edges(graph);
  graph_reorder_faces(graph);
}
