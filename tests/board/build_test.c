// Boards without the reference: golden counts for every row (graphs.txt), the invariants every graph must
// keep, closed formulas for the regular families, and the diagnostics of bad recipes (errors.txt).
#include "board/build.h"

#include "base/file.h"
#include "board/recipe_text.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool build(Arena *arena, Str text, BoardUse use, Graph *graph, Diags *diags) {
  diags_init(diags, arena);
  const Recipe *recipe = recipe_of_text(arena, text);
  if (!recipe) fail_msg("cannot read %.*s", (int)text.n, text.p);
  return board_build(arena, recipe, diags, &use, graph);
}

static Graph built(Arena *arena, const char *text, BoardUse use) {
  Graph graph;
  Diags diags;
  if (!build(arena, str_of(text), use, &graph, &diags)) fail_msg("%s: %s", text, diags.list[0].message);
  return graph;
}

static int root_of(int *parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

static int components(Arena *arena, const Graph *graph) {
  int *parent = ARENA_ARRAY(arena, int, graph->vertex_count + 1), n = graph->vertex_count;
  for (int v = 0; v < graph->vertex_count; v++) parent[v] = v;
  for (int e = 0; e < graph->edge_count; e++) {
    int a = root_of(parent, graph->edges[e].a), b = root_of(parent, graph->edges[e].b);
    if (a == b) continue;
    parent[a] = b;
    n--;
  }
  return n;
}

static bool list_has(GraphList list, int id) {
  for (int i = 0; i < list.n; i++) {
    if (list.at[i] == id) return true;
  }
  return false;
}

static void check_edges(const Graph *graph, const char *recipe) {
  int ends = 0;
  for (int v = 0; v < graph->vertex_count; v++) ends += graph->vertices[v].edges.n;
  if (ends != 2 * graph->edge_count) fail_msg("%s: %d edge ends in lists, %d edges", recipe, ends, graph->edge_count);
  for (int e = 0; e < graph->edge_count; e++) {
    const GraphEdge *edge = &graph->edges[e];
    if (edge->a == edge->b) fail_msg("%s: edge %d is a loop", recipe, e);
    if (!list_has(graph->vertices[edge->a].edges, e) || !list_has(graph->vertices[edge->b].edges, e)) {
      fail_msg("%s: edge %d is not in the lists of its ends", recipe, e);
    }
  }
}

static void check_face(const Graph *graph, int f, const char *recipe) {
  const GraphFace *face = &graph->faces[f];
  for (int i = 0; i < face->n; i++) {
    int a = face->vertices[i], b = face->vertices[(i + 1) % face->n];
    const GraphEdge *edge = &graph->edges[face->edges[i]];
    bool joins = (edge->a == a && edge->b == b) || (edge->a == b && edge->b == a);
    if (!joins) fail_msg("%s: edge %d of face %d does not join its corners", recipe, i, f);
    if (!list_has(graph->vertices[a].faces, f)) fail_msg("%s: face %d is not in the list of vertex %d", recipe, f, a);
  }
}

static void check_graph(const Graph *graph, const char *recipe) {
  check_edges(graph, recipe);
  for (int f = 0; f < graph->face_count; f++) check_face(graph, f, recipe);
  for (int v = 0; v < graph->vertex_count; v++) {
    if (!isfinite(graph->vertices[v].at.x + graph->vertices[v].at.y)) fail_msg("%s: vertex %d is nowhere", recipe, v);
    if (graph->vertices[v].pivot >= graph->vertex_count) fail_msg("%s: vertex %d has no such pivot", recipe, v);
  }
}

static bool same_graph(const Graph *a, const Graph *b) {
  if (a->vertex_count != b->vertex_count || a->edge_count != b->edge_count || a->face_count != b->face_count)
    return false;
  for (int v = 0; v < a->vertex_count; v++) {
    if (memcmp(&a->vertices[v].at, &b->vertices[v].at, sizeof(GraphPoint)) != 0) return false;
  }
  for (int e = 0; e < a->edge_count; e++) {
    if (a->edges[e].a != b->edges[e].a || a->edges[e].b != b->edges[e].b) return false;
  }
  return true;
}

// One golden: a recipe, and the line `vertices edges faces euler`, where euler is V - E + F - components:
// 0 on a plane board without holes whose edges meet only at vertices.
static void check_golden(const char *recipe, const char *expected) {
  Arena arena = {0};
  Graph graph = built(&arena, recipe, USE_CELL), again = built(&arena, recipe, USE_CELL);
  check_graph(&graph, recipe);
  if (!same_graph(&graph, &again)) fail_msg("%s: built twice, two results", recipe);
  int euler = graph.vertex_count - graph.edge_count + graph.face_count - components(&arena, &graph);
  char actual[100];
  snprintf(actual, sizeof actual, "%d %d %d %d", graph.vertex_count, graph.edge_count, graph.face_count, euler);
  if (strcmp(actual, expected) != 0) fail_msg("%s: %s, expected %s", recipe, actual, expected);
  arena_free(&arena);
}

// Calls check with each pair of lines of a text file; empty lines and lines with # separate pairs.
typedef void PairFn(const char *first, const char *second);
static void each_pair(const char *name, PairFn *check) {
  Arena arena = {0};
  Str text;
  const char *why, *first = NULL;
  if (!file_read(&arena, test_root(&arena, name), 0, &text, &why)) fail_msg("%s: %s", name, why);
  char *rest = arena_text(&arena, text);
  for (char *line; (line = strsep(&rest, "\n"));) {
    if (!*line || *line == '#') continue;
    if (first) check(first, line);
    first = first ? NULL : line;
  }
  arena_free(&arena);
}

static void graphs_have_their_counts(void **state) { each_pair("tests/board/graphs.txt", check_golden); }

static void check_error(const char *recipe, const char *expected) {
  Arena arena = {0};
  Graph graph;
  Diags diags;
  if (build(&arena, str_of(recipe), USE_CELL, &graph, &diags)) fail_msg("%s: no error, expected %s", recipe, expected);
  const char *actual = arena_printf(&arena, "%u: %s", src_line_col(diags.list[0].loc).col, diags.list[0].message);
  if (diags.total != 1) fail_msg("%s: %zu errors", recipe, diags.total);
  if (strcmp(actual, expected) != 0) fail_msg("%s:\n  %s, expected\n  %s", recipe, actual, expected);
  arena_free(&arena);
}

static void bad_recipes_are_explained(void **state) { each_pair("tests/board/errors.txt", check_error); }

// Every row has a doc, a signature and a golden.
static void rows_are_complete(void **state) {
  Arena arena = {0};
  Str text;
  const char *why;
  if (!file_read(&arena, test_root(&arena, "tests/board/graphs.txt"), 0, &text, &why)) fail_msg("%s", why);
  const BoardRow *row;
  for (size_t i = 0; (row = board_row(i)); i++) {
    const char *call = arena_printf(&arena, "(%s ", row->name);
    if (!row->doc || row->doc[strlen(row->doc) - 1] != '.') fail_msg("%s has no sentence", row->name);
    if (!row->signature || !*row->signature) fail_msg("%s has no signature", row->name);
    if ((row->build == NULL) != (row->kind == ROW_SHAPE)) fail_msg("%s has the wrong kind", row->name);
    if (!strstr(text.p, call)) fail_msg("%s has no golden in graphs.txt", row->name);
  }
  arena_free(&arena);
}

static void expect_counts(const char *format, int n, BoardUse use, int vertices, int edges, int faces) {
  Arena arena = {0};
  const char *recipe = arena_printf(&arena, format, n);
  Graph graph = built(&arena, recipe, use);
  if (graph.vertex_count != vertices || graph.edge_count != edges || graph.face_count != faces) {
    fail_msg("%s: %d %d %d, expected %d %d %d", recipe, graph.vertex_count, graph.edge_count, graph.face_count,
             vertices, edges, faces);
  }
  arena_free(&arena);
}

static void regular_families_follow_their_formulas(void **state) {
  for (int n = 1; n <= 12; n++) {
    int m = n + 1;
    expect_counts("(square %d)", n, USE_CELL, m * m, 2 * n * m, n * n);
    expect_counts("(square %d)", n, USE_VERTEX, n * n, 2 * n * (n - 1), (n - 1) * (n - 1));
    expect_counts("(hex %d)", n, USE_CELL, 6 * n * n, 9 * n * n - 3 * n, 3 * n * (n - 1) + 1);
    expect_counts("(hex Triangle %d)", n, USE_CELL, n * n + 4 * n + 1, 3 * n * (n + 3) / 2, n * (n + 1) / 2);
    expect_counts("(hex Diamond %d)", n, USE_CELL, 2 * n * (n + 2), 3 * n * n + 4 * n - 1, n * n);
    expect_counts("(tri %d)", n, USE_CELL, m * (m + 1) / 2, 3 * n * m / 2, n * n);
    expect_counts("(tri Hexagon %d)", n, USE_CELL, 3 * n * m + 1, 9 * n * n + 3 * n, 6 * n * n);
    expect_counts("(tri Diamond %d)", n, USE_CELL, m * m, 3 * n * n + 2 * n, 2 * n * n);
    expect_counts("(tiling T488 %d)", n, USE_CELL, 4 * n * (n + 1), 6 * n * n + 2 * n, n * n + (n - 1) * (n - 1));
  }
}

static void elements_are_numbered_upwards(void **state) {
  Arena arena = {0};
  Graph graph = built(&arena, "(renumber (merge (square 3) (shift 1.5 0.5 (hex 2))))", USE_CELL);
  for (int v = 1; v < graph.vertex_count; v++) {
    GraphPoint a = graph.vertices[v - 1].at, b = graph.vertices[v].at;
    assert_true(a.y * 100 + a.x <= b.y * 100 + b.x);
  }
  arena_free(&arena);
}

static void boards_say_what_they_use(void **state) {
  Arena arena = {0};
  Diags diags;
  Graph graph;
  BoardUse use = USE_CELL;
  diags_init(&diags, &arena);
  assert_true(board_build(&arena, recipe_of_text(&arena, STR("(board (square 3) use:Vertex)")), &diags, &use, &graph));
  assert_int_equal(use, USE_VERTEX);
  assert_int_equal(graph.vertex_count, 9);
  assert_true(graph_is_regular(&graph));
  assert_string_equal(graph_basis_name(graph.basis), "Square");
  use = USE_VERTEX;
  assert_true(board_build(&arena, recipe_of_text(&arena, STR("(board (square 3))")), &diags, &use, &graph));
  assert_int_equal(use, USE_CELL);
  arena_free(&arena);
}

static void boards_can_be_played_on_vertices(void **state) {
  expect_counts("(concentric {1 %d})", 8, USE_VERTEX, 9, 16, 0);
  expect_counts("(concentric Square rings:%d)", 3, USE_VERTEX, 24, 32, 0);
  expect_counts("(subdivide (square %d))", 3, USE_VERTEX, 13, 28, 0);
  expect_counts("(splitCrossings (regular Star %d))", 5, USE_VERTEX, 10, 15, 6);
  expect_counts("(tri %d)", 4, USE_VERTEX, 10, 18, 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graphs_have_their_counts),
      cmocka_unit_test(bad_recipes_are_explained),
      cmocka_unit_test(rows_are_complete),
      cmocka_unit_test(regular_families_follow_their_formulas),
      cmocka_unit_test(elements_are_numbered_upwards),
      cmocka_unit_test(boards_say_what_they_use),
      cmocka_unit_test(boards_can_be_played_on_vertices),
  };
  return cmocka_run_group_tests_name("board/build", tests, NULL, NULL);
}
