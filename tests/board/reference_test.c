// Every board of the reference library, built from its recipe and compared element by element: numbers,
// coordinates (1e-6), and which vertices, edges and cells belong together.
#include "board/build.h"

#include "base/file.h"
#include "base/map.h"
#include "board/recipe_text.h"
#include "support/support.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double COORDINATE_TOLERANCE = 1e-6;

// The end of the bracketed expression that starts at p, or NULL.
static const char *expression_end(const char *p) {
  int depth = 0;
  bool quoted = false;
  for (; *p; p++) {
    if (*p == '"') quoted = !quoted;
    if (quoted) continue;
    if (*p == '(' || *p == '{') depth++;
    if ((*p == ')' || *p == '}') && --depth == 0) return p + 1;
  }
  return NULL;
}

static bool starts_board(const char *p) {
  static const char *const HEADS[] = {"(board", "(mancalaBoard", "(surakartaBoard", "(boardless"};
  for (size_t i = 0; i < COUNT_OF(HEADS); i++) {
    size_t n = strlen(HEADS[i]);
    if (strncmp(p, HEADS[i], n) == 0 && strchr(" \n\t", p[n])) return true;
  }
  return false;
}

// The first board expression in a description, or an empty slice.
static Str board_text(Str text) {
  for (const char *p = strchr(text.p, '('); p; p = strchr(p + 1, '(')) {
    if (!starts_board(p)) continue;
    const char *end = expression_end(p);
    return end ? (Str){p, (size_t)(end - p)} : (Str){0};
  }
  return (Str){0};
}

typedef struct Check {
  Arena arena;
  const Graph *graph;
  int seen[3];             // cells, vertices, edges
  const char *difference;  // the first, or NULL
} Check;

#define DIFFERS(check, ...) \
  ((check)->difference = (check)->difference ? (check)->difference : arena_printf(&(check)->arena, __VA_ARGS__))

static void compare_list(Check *check, const char *what, int id, const json_t *expected, const int *actual, int n) {
  if ((int)json_array_size(expected) != n) {
    DIFFERS(check, "%s %d: %d of them, expected %d", what, id, n, (int)json_array_size(expected));
    return;
  }
  for (int i = 0; i < n; i++) {
    int wanted = (int)json_integer_value(json_array_get(expected, (size_t)i));
    if (actual[i] != wanted) DIFFERS(check, "%s %d: item %d is %d, expected %d", what, id, i, actual[i], wanted);
  }
}

static void compare_point(Check *check, const char *what, int id, const json_t *element, GraphPoint actual) {
  GraphPoint wanted = {json_number_value(json_object_get(element, "x")),
                       json_number_value(json_object_get(element, "y")),
                       json_number_value(json_object_get(element, "z"))};
  double off = fmax(fabs(wanted.x - actual.x), fmax(fabs(wanted.y - actual.y), fabs(wanted.z - actual.z)));
  if (off > COORDINATE_TOLERANCE) {
    DIFFERS(check, "%s %d: at (%.12g %.12g %.12g), expected (%.12g %.12g %.12g)", what, id, actual.x, actual.y,
            actual.z, wanted.x, wanted.y, wanted.z);
  }
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int *sorted(Arena *arena, GraphList list) {
  int *copy = ARENA_ARRAY(arena, int, list.n + 1);
  if (list.n) memcpy(copy, list.at, (size_t)list.n * sizeof *copy);
  qsort(copy, (size_t)list.n, sizeof *copy, ascending);
  return copy;
}

static void compare_cell(Check *check, const json_t *element, int id) {
  if (id >= check->graph->face_count) return;
  const GraphFace *face = &check->graph->faces[id];
  compare_point(check, "cell", id, element, face->at);
  compare_list(check, "vertices of cell", id, json_object_get(element, "v"), face->vertices, face->n);
  compare_list(check, "edges of cell", id, json_object_get(element, "e"), face->edges, face->n);
}

static void compare_vertex(Check *check, const json_t *element, int id) {
  if (id >= check->graph->vertex_count) return;
  const GraphVertex *vertex = &check->graph->vertices[id];
  compare_point(check, "vertex", id, element, vertex->at);
  compare_list(check, "edges of vertex", id, json_object_get(element, "e"), sorted(&check->arena, vertex->edges),
               vertex->edges.n);
  compare_list(check, "cells of vertex", id, json_object_get(element, "c"), sorted(&check->arena, vertex->faces),
               vertex->faces.n);
}

static void compare_edge(Check *check, const json_t *element, int id) {
  if (id >= check->graph->edge_count) return;
  const GraphEdge *edge = &check->graph->edges[id];
  compare_point(check, "edge", id, element, graph_edge_at(check->graph, id));
  compare_list(check, "ends of edge", id, json_object_get(element, "v"), (int[]){edge->a, edge->b}, 2);
}

static void compare_element(Check *check, const json_t *element) {
  const char *type = json_string_value(json_object_get(element, "type"));
  int id = (int)json_integer_value(json_object_get(element, "i"));
  int kind = strcmp(type, "Cell") == 0 ? 0 : strcmp(type, "Vertex") == 0 ? 1 : 2;
  check->seen[kind] = MAX(check->seen[kind], id + 1);
  if (kind == 0) compare_cell(check, element, id);
  if (kind == 1) compare_vertex(check, element, id);
  if (kind == 2) compare_edge(check, element, id);
}

// One line: only the part before "steps" is of interest here, and most of the line comes after it.
static void compare_line(Check *check, const char *line, size_t n) {
  if (n < 10 || strncmp(line, "{\"t\":\"el\"", 9) != 0) return;
  Str text = {line, n};
  const char *steps = strstr(line, ",\"steps\":");
  if (steps) text = str_of(arena_printf(&check->arena, "%.*s}", (int)(steps - line), line));
  json_t *element = json_loadb(text.p, text.n, 0, NULL);
  assert_non_null(element);
  compare_element(check, element);
  json_decref(element);
}

static void compare_counts(Check *check) {
  const Graph *graph = check->graph;
  int actual[] = {graph->face_count, graph->vertex_count, graph->edge_count};
  static const char *const NAMES[] = {"cells", "vertices", "edges"};
  for (int kind = 0; kind < 3; kind++) {
    if (actual[kind] != check->seen[kind]) {
      check->difference =
          arena_printf(&check->arena, "%d %s, expected %d", actual[kind], NAMES[kind], check->seen[kind]);
    }
  }
}

static void compare_file(Check *check, const char *path) {
  Str text;
  const char *why;
  if (!file_read(&check->arena, path, 0, &text, &why)) fail_msg("%s: %s", path, why);
  const char *line = text.p, *end = text.p + text.n;
  while (line < end) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    size_t n = (size_t)((newline ? newline : end) - line);
    compare_line(check, line, n);
    line += n + 1;
  }
  compare_counts(check);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct Totals {
  Arena arena;
  Map known;  // outcome by elements file and recipe: "" or the difference; many games share a board
  int ok, differ, boards;
  int without;  // a match has no board of its own
  double times[4000];
} Totals;

// Builds and compares one board; the difference, or NULL.
static const char *check_board(Check *check, const char *elements, Str board, Totals *totals) {
  Arena *arena = &check->arena;
  const Recipe *recipe = recipe_of_text(arena, board);
  if (!recipe) return "the recipe cannot be read";
  Diags diags;
  diags_init(&diags, arena);
  Graph *graph = ARENA_NEW(arena, Graph);
  BoardUse use = USE_CELL;
  double start = seconds();
  if (!board_build(arena, recipe, &diags, &use, graph)) {
    LineCol place = src_line_col(diags.list[0].loc);
    return arena_printf(arena, "%u:%u: %s", place.line, place.col, diags.list[0].message);
  }
  totals->times[totals->boards++] = seconds() - start;
  check->graph = graph;
  compare_file(check, elements);
  return check->difference;
}

static void check_game(const char *folder, const json_t *game, Totals *totals) {
  Check check = {0};
  Arena *arena = &check.arena;
  const char *why, *key = json_string_value(json_object_get(game, "key"));
  Str text;
  if (!file_read(arena, arena_printf(arena, "%s/expanded/%s.lud.zst", folder, key), 0, &text, &why))
    fail_msg("%s", why);
  const char *elements = json_string_value(json_object_get(game, "elements"));
  Str board = board_text(text);
  if (!board.n) {
    totals->without++;
    arena_free(arena);
    return;
  }
  Str pair = str_of(arena_printf(&totals->arena, "%s %.*s", elements, (int)board.n, board.p));
  char *outcome = map_get(&totals->known, pair);
  if (!outcome) {
    const char *difference = check_board(&check, arena_printf(arena, "%s/graphs/%s", folder, elements), board, totals);
    outcome = arena_printf(&totals->arena, "%s", difference ? difference : "");
    map_put(&totals->known, pair, outcome);
  }
  if (*outcome) printf("# %s: %s\n", key, outcome);
  if (*outcome) totals->differ++;
  else totals->ok++;
  arena_free(arena);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_totals(Totals *totals) {
  qsort(totals->times, (size_t)totals->boards, sizeof *totals->times, by_value);
  printf("# %d descriptions have no board of their own (matches)\n", totals->without);
  printf("# building %d boards takes %.3f ms at the median, %.3f ms at most\n", totals->boards,
         1e3 * totals->times[totals->boards / 2], 1e3 * totals->times[MAX(totals->boards - 1, 0)]);
  printf("# %d ok, %d differ\n", totals->ok, totals->differ);
}

static void graphs_equal_the_reference(void **state) {
  static Totals totals;
  const char *folder = test_shared(&totals.arena, "ludii"), *why, *only = getenv("BOARD_GAME");
  Str lines;
  map_init(&totals.known, &totals.arena);
  const char *games = arena_printf(&totals.arena, "%s/graphs/games.jsonl", folder);
  if (!file_read(&totals.arena, games, 0, &lines, &why)) fail_msg("%s", why);
  char *rest = arena_text(&totals.arena, lines);
  for (char *line; (line = strsep(&rest, "\n"));) {
    json_t *game = json_loads(line, 0, NULL);
    const char *key = json_string_value(json_object_get(game, "key"));
    if (key && (!only || strcmp(only, key) == 0)) check_game(folder, game, &totals);
    json_decref(game);
  }
  print_totals(&totals);
  arena_free(&totals.arena);
  assert_int_equal(totals.differ, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(graphs_equal_the_reference)};
  return cmocka_run_group_tests_name("board/reference", tests, NULL, NULL);
}
