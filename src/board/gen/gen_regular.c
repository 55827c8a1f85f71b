// Regular polygons and stars, wedges, and polygons repeated along two steps.
#include "board/board_internal.h"

#include <math.h>

void regular_polygon(Graph *graph, int sides, int stride) {
  double radius = sides / (2 * M_PI), offset = sides == 4 ? M_PI / 4 : M_PI / 2;
  for (int i = 0; i < sides; i++) {
    double theta = offset + (double)i / sides * 2 * M_PI;
    graph_add_vertex(graph, radius * cos(theta), radius * sin(theta), 0);
  }
  for (int i = 0; i < sides && !graph->full; i++) graph_add_edge(graph, i, (i + stride) % sides);
}

// Two words name a basis and a shape; of those only the star matters.
static bool build_regular(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  Str word = {0};
  int sides = 0, unused;
  args_begin(&args, build, call);
  if (args_word(&args, &word)) args_word(&args, &word);
  args_need_dim(&args, &sides);
  args_dim(&args, &unused);
  if (!args_end(&args)) return false;
  if (sides < 3) return build_error(build, call, "a polygon needs at least three sides");
  regular_polygon(graph, sides, str_is(word, "Star") ? (sides - 1) / 2 : 1);
  if (build->use == USE_CELL) graph_make_faces(graph, true);
  graph_reorder(graph);
  return true;
}

static bool build_star(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int points = 0;
  args_begin(&args, build, call);
  args_need_dim(&args, &points);
  if (!args_end(&args)) return false;
  if (points < 5) return build_error(build, call, "a star needs at least five points");
  regular_polygon(graph, points, (points - 1) / 2);
  if (!graph_split_crossings(build, call, graph)) return false;
  graph_reorder(graph);
  return true;
}

// Row r of a wedge has its vertices spread over a width of 2 r; row 0 is the tip.
static bool build_wedge(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  int rows = 0, columns;
  args_begin(&args, build, call);
  args_need_dim(&args, &rows);
  if (!args_dim(&args, &columns)) columns = 3;
  if (!args_end(&args)) return false;
  if (columns < 2) return build_error(build, call, "a wedge needs at least two columns");
  int tip = rows - 1;
  graph_add_vertex(graph, tip, tip, 0);
  for (int row = 1; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      double t = column / (double)(columns - 1);
      graph_add_vertex(graph, (tip - row) + t * (2 * row), tip - row, 0);
    }
  }
  for (int column = 0; column < columns; column++) graph_add_edge(graph, 0, column + 1);
  for (int row = 1; row < rows && !graph->full; row++) {
    int first = (row - 1) * columns + 1;
    for (int column = 0; column + 1 < columns; column++) graph_add_edge(graph, first + column, first + column + 1);
    for (int column = 0; row + 1 < rows && column < columns; column++) {
      graph_add_edge(graph, first + column, first + columns + column);
    }
  }
  graph_set_kind(graph, BASIS_NONE, SHAPE_WEDGE);
  return true;
}

static void repeat_polygon(Graph *graph, const Polygon *polygon, double x, double y) {
  for (int i = 0; i < polygon->n && !graph->full; i++) {
    PolyPoint p = polygon->at[i], q = polygon->at[(i + 1) % polygon->n];
    int a = graph_vertex_at(graph, x + p.x, y + p.y, 0);
    int b = graph_vertex_at(graph, x + q.x, y + q.y, 0);
    graph_edge_between(graph, a, b);
  }
}

typedef struct RepeatPlan {
  int rows, columns;
  GraphPoint column_step, row_step;
  Polygon *polygons;
  int n, corners;
} RepeatPlan;

enum { REPEATED_MAX = 10 * GRAPH_ELEMENTS_MAX };  // neighbours share corners

static bool repeat_polygons(Args *args, RepeatPlan *plan) {
  Build *build = args->build;
  const Recipe *list = args_list(args), *single_one = list ? NULL : args_call(args);
  plan->n = list ? (int)list->n : single_one ? 1 : 0;
  plan->polygons = ARENA_ARRAY(build->arena, Polygon, plan->n + 1);
  for (int i = 0; i < plan->n; i++) {
    if (!value_polygon(build, list ? list->kids[i] : single_one, &plan->polygons[i])) return false;
    plan->corners += plan->polygons[i].n;
  }
  if ((int64_t)plan->corners * plan->rows * plan->columns > REPEATED_MAX) {
    return build_error(build, args->call, "the polygons have more than %d corners together", REPEATED_MAX);
  }
  return plan->n || build_error(build, args->call, "a polygon to repeat is needed");
}

static bool repeat_steps(Args *args, RepeatPlan *plan) {
  const Recipe *step = args_named(args, "step");
  if (!step || step->kind != RECIPE_LIST || step->n != 2) {
    return build_error(args->build, step ? step : args->call, "two steps {{x y} {x y}} are needed");
  }
  return value_point(args->build, step->kids[0], &plan->column_step) &&
         value_point(args->build, step->kids[1], &plan->row_step);
}

static bool build_repeat(Build *build, const Recipe *call, Graph *graph) {
  Args args;
  RepeatPlan plan = {0};
  args_begin(&args, build, call);
  args_need_dim(&args, &plan.rows);
  args_need_dim(&args, &plan.columns);
  if (args.failed || !repeat_steps(&args, &plan) || !repeat_polygons(&args, &plan) || !args_end(&args)) return false;
  for (int row = 0; row < plan.rows && !graph->full; row++) {
    for (int column = 0; column < plan.columns; column++) {
      double x = column * plan.column_step.x + row * plan.row_step.x;
      double y = column * plan.column_step.y + row * plan.row_step.y;
      for (int i = 0; i < plan.n; i++) repeat_polygon(graph, &plan.polygons[i], x, y);
    }
  }
  graph_make_faces(graph, false);
  graph_reorder(graph);
  return true;
}

static const BoardRow ROWS[] = {
    {ROW_GENERATOR, "regular", "[Star] sides | basis shape size [size]",
     "A regular polygon standing on a side, or the star of its longest diagonals.", build_regular},
    {ROW_GENERATOR, "star", "points", "A star of straight lines that meet wherever they cross.", build_star},
    {ROW_GENERATOR, "wedge", "rows [columns]", "Rows of vertices spreading downwards from a tip.", build_wedge},
    {ROW_GENERATOR, "repeat", "rows columns step:{{x y} {x y}} ((poly ..) | {polys})",
     "Polygons repeated in rows and columns, the steps given as vectors.", build_repeat},
};
BOARD_FAMILY(regular);
