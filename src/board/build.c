// The registry of generators, shapes and operators, and the way from a recipe to its graph.
#include "board/build.h"

#include "board/board_internal.h"

#include <math.h>

#define FAMILY(id) extern const BoardFamily board_family_##id;
#include "board/generators.def"
#undef FAMILY

static const BoardFamily *const FAMILIES[] = {
#define FAMILY(id) &board_family_##id,
#include "board/generators.def"
#undef FAMILY
};

static const double EXTENT_MAX = 1e7;

const BoardRow *board_row(size_t i) {
  for (size_t f = 0; f < COUNT_OF(FAMILIES); f++) {
    if (i < FAMILIES[f]->n) return &FAMILIES[f]->rows[i];
    i -= FAMILIES[f]->n;
  }
  return NULL;
}

static bool buildable(const BoardRow *row, bool container) {
  bool is_container = row->kind == ROW_CONTAINER;
  return row->build && is_container == container;
}

static const BoardRow *find_row(Str name, bool container) {
  const BoardRow *row;
  for (size_t i = 0; (row = board_row(i)); i++) {
    if (buildable(row, container) && str_is(name, row->name)) return row;
  }
  return NULL;
}

enum { NAMES_MAX = 128 };

static bool unknown_call(Build *build, const Recipe *recipe) {
  const char *names[NAMES_MAX];
  size_t n = 0;
  const BoardRow *row;
  for (size_t i = 0; n < NAMES_MAX && (row = board_row(i)); i++) {
    if (buildable(row, false)) names[n++] = row->name;
  }
  build_error(build, recipe, "no generator or operator is called '%.*s'", (int)recipe->text.n, recipe->text.p);
  const char *near = nearest_name(recipe->text, names, n);
  if (near) diag_hint(build->diags, "did you mean '%s'?", near);
  return false;
}

static bool lies_near(const Graph *graph) {
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint p = graph->vertices[v].at;
    if (!(fabs(p.x) < EXTENT_MAX && fabs(p.y) < EXTENT_MAX && fabs(p.z) < EXTENT_MAX)) return false;
  }
  return true;
}

// Small graphs count for more: making one costs something too.
enum { MADE_MAX = 2000000, MADE_LEAST = 500 };

static bool within_limits(Build *build, const Recipe *recipe, const Graph *graph) {
  if (graph->full) return build_error(build, recipe, "the board has more than %d elements", GRAPH_ELEMENTS_MAX);
  if (!lies_near(graph)) return build_error(build, recipe, "the board is too wide");
  build->made += MAX(graph->vertex_count + graph->edge_count + graph->face_count, MADE_LEAST);
  if (build->made > MADE_MAX) {
    return build_error(build, recipe, "the graphs the board is made of have more than %d elements", MADE_MAX);
  }
  return true;
}

bool build_graph(Build *build, const Recipe *recipe, Graph *graph) {
  if (recipe->kind != RECIPE_CALL) return build_error(build, recipe, "a graph is needed here");
  if (build->depth >= BOARD_DEPTH_MAX) return build_error(build, recipe, "operators are nested too deeply");
  const BoardRow *row = find_row(recipe->text, false);
  if (!row) return unknown_call(build, recipe);
  graph_init(graph, build->arena);
  build->depth++;
  bool built = row->build(build, recipe, graph) && within_limits(build, recipe, graph);
  build->depth--;
  return built;
}

static bool build_whole(Build *build, const Recipe *recipe, Graph *graph) {
  const BoardRow *row = recipe->kind == RECIPE_CALL ? find_row(recipe->text, true) : NULL;
  graph_init(graph, build->arena);
  bool built = row ? row->build(build, recipe, graph) : build_graph(build, recipe, graph);
  if (!built) return false;
  if (!graph->vertex_count) return build_error(build, recipe, "the board is empty");
  graph_sort_edges(graph);
  return true;
}

bool board_build(Arena *arena, const Recipe *recipe, Diags *diags, BoardUse *use, Graph *graph) {
  Arena scratch = {0};
  Build build = {.arena = &scratch, .diags = diags, .use = *use};
  Graph built;
  bool ok = build_whole(&build, recipe, &built);
  if (ok) {
    graph_copy(graph, arena, &built);
    *use = build.use;
  }
  arena_free(&scratch);
  return ok;
}
