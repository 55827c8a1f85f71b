// Tilings made by stamping a figure on a lattice, and the outlines custom boards are cut along.
#include "board/board_internal.h"

#include <math.h>

static const double SAME_CORNER = 0.1;
static const double JOIN_SLACK = 0.01;
static const double INFLATE = 0.1;

void stencil_begin(Stencil *stencil, Graph *graph, const Lattice *lattice) {
  *stencil = (Stencil){.lattice = lattice, .graph = graph, .index = points_new(graph->arena, 0.5)};
}

static bool has_corner(Stencil *stencil, double x, double y) {
  int n;
  const int *near = points_near(stencil->index, x, y, SAME_CORNER, &n);
  for (int i = 0; i < n; i++) {
    GraphPoint p = stencil->graph->vertices[near[i]].at;
    if (sqrt((x - p.x) * (x - p.x) + (y - p.y) * (y - p.y)) < SAME_CORNER) return true;
  }
  return false;
}

void stencil_stamp(Stencil *stencil, int row, int column) {
  if (stencil->graph->full) return;
  PolyPoint at = stencil->lattice->at(row, column);
  for (int i = 0; i < stencil->lattice->n; i++) {
    double x = at.x + stencil->lattice->figure[i].x, y = at.y + stencil->lattice->figure[i].y;
    if (has_corner(stencil, x, y)) continue;
    int v = graph_add_vertex(stencil->graph, x, y, 0);
    if (v >= 0) points_add(stencil->index, v, x, y);
  }
}

void stencil_join(Stencil *stencil, GraphShape shape) {
  Graph *graph = stencil->graph;
  graph_join_unit(graph, JOIN_SLACK);
  for (int v = 0; v < graph->vertex_count; v++) {
    GraphPoint *p = &graph->vertices[v].at;
    *p = (GraphPoint){single(p->x), single(p->y), 0};
  }
  graph->index = NULL;
  graph_assemble(graph);
  graph_set_kind(graph, stencil->lattice->basis, shape);
}

void stencil_end(Stencil *stencil, GraphShape shape) {
  stencil_join(stencil, shape);
  graph_reorder(stencil->graph);
}

// The outline of a custom board on a six-way lattice: each side is given by its number of figures, and the outline
// turns left before a positive side and right before a negative one.
static Polygon outline_of(Build *build, const Lattice *lattice, IntList sides) {
  static const int STEPS[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};  // row, column
  int count = MAX(5, sides.n), direction = 1, row = 0, column = 0;
  Polygon outline = {.at = ARENA_ARRAY(build->arena, PolyPoint, count + 1), .n = 1};
  outline.at[0] = lattice->at(0, 0);
  for (int i = 0; i < count; i++) {
    int side = sides.at[i % sides.n];
    int steps = side < 0 ? side + 1 : side - 1;
    direction = (direction + (steps < 0 ? 5 : 1)) % 6;
    if (steps <= 0) continue;
    row += steps * STEPS[direction][0];
    column += steps * STEPS[direction][1];
    outline.at[outline.n++] = lattice->at(row, column);
  }
  return outline;
}

GraphShape lattice_sides_shape(IntList sides) {
  return sides.n == 2 && sides.at[0] == sides.at[1] - 1 ? SHAPE_LIMPING : SHAPE_CUSTOM;
}

bool lattice_range(Build *build, const Recipe *at, const Polygon *polygon, int margin, LatticeRange *range) {
  PolyBounds box = polygon_bounds(polygon);
  if (box.x1 - box.x0 > BOARD_DIM_MAX || box.y1 - box.y0 > BOARD_DIM_MAX) {
    return build_error(build, at, "the outline is wider than %d", BOARD_DIM_MAX);
  }
  *range = (LatticeRange){.row0 = (int)box.y0 - margin,
                          .row1 = (int)(box.y0 + (box.y1 - box.y0)) + margin,
                          .column0 = (int)box.x0 - margin,
                          .column1 = (int)(box.x0 + (box.x1 - box.x0)) + margin};
  return true;
}

bool lattice_fill(Build *build, const Recipe *at, const Lattice *lattice, Polygon polygon, int margin, GraphShape shape,
                  Graph *graph) {
  LatticeRange range;
  polygon_inflate(build->arena, &polygon, INFLATE);
  if (!lattice_range(build, at, &polygon, margin, &range)) return false;
  Stencil stencil;
  stencil_begin(&stencil, graph, lattice);
  for (int row = range.row0; row <= range.row1; row++) {
    for (int column = range.column0; column <= range.column1 && !graph->full; column++) {
      PolyPoint p = lattice->at(row, column);
      if (polygon_contains(&polygon, p.x, p.y)) stencil_stamp(&stencil, row, column);
    }
  }
  stencil_join(&stencil, shape);
  return true;
}

bool args_outline(Args *args, Outline *outline) {
  *outline = (Outline){0};
  if ((outline->at = args_call(args))) {
    args->failed = !value_polygon(args->build, outline->at, &outline->polygon);
    return !args->failed;
  }
  if (!(outline->at = args_list(args))) return false;
  if (!value_ints(args->build, outline->at, &outline->sides)) args->failed = true;
  else if (!outline->sides.n) {
    build_error(args->build, outline->at, "a board outline needs at least one side");
    args->failed = true;
  } else if (outline->sides.n > BOARD_CORNERS_MAX) {
    build_error(args->build, outline->at, "a board outline has at most %d sides", BOARD_CORNERS_MAX);
    args->failed = true;
  }
  for (int i = 0; i < outline->sides.n && !args->failed; i++) {
    int side = outline->sides.at[i];
    if (side >= -BOARD_DIM_MAX && side <= BOARD_DIM_MAX) continue;
    build_error(args->build, outline->at->kids[i], "the side is longer than %d", BOARD_DIM_MAX);
    args->failed = true;
  }
  return !args->failed;
}

bool lattice_custom(Build *build, const Lattice *lattice, Outline *outline, int margin, Graph *graph) {
  GraphShape shape = SHAPE_CUSTOM;
  if (outline->sides.n) {
    outline->polygon = outline_of(build, lattice, outline->sides);
    shape = lattice_sides_shape(outline->sides);
  }
  if (!lattice_fill(build, outline->at, lattice, outline->polygon, margin, shape, graph)) return false;
  graph_reorder(graph);
  return true;
}

bool star_contains(int row, int column, int size) {
  if (row < size) return column >= size && column - row <= size;
  if (row <= 2 * size) return row - column <= size && column <= 3 * size;
  if (row <= 3 * size) return column >= size && column - row <= size;
  return column <= 3 * size && row - column <= size;
}
