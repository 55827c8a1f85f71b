// What generators and operators share: the state of one build, their rows, and their arguments.
#ifndef BOARD_BOARD_INTERNAL_H
#define BOARD_BOARD_INTERNAL_H

#include "board/build.h"
#include "board/points.h"
#include "board/polygon.h"

struct Build {
  Arena *arena;  // scratch: the finished graph is copied out of it
  Diags *diags;
  BoardUse use;
  int depth;     // of nested graph calls
  int64_t made;  // elements of all graphs so far, those that others were made of included
};

enum { BOARD_DEPTH_MAX = 64, BOARD_DIM_MAX = 1000, BOARD_CORNERS_MAX = 1000 };

typedef struct BoardFamily {
  const char *name;
  const BoardRow *rows;
  size_t n;
} BoardFamily;

#define BOARD_FAMILY(id) const BoardFamily board_family_##id = {#id, ROWS, COUNT_OF(ROWS)}

// The graph of any expression.
bool build_graph(Build *build, const Recipe *recipe, Graph *graph);

// Reports an error at a place in the recipe; always false, to be returned.
bool build_error(Build *build, const Recipe *at, const char *format, ...) PRINTF_LIKE(3, 4);

// Rounds to single precision. Volatile, because gcc 12 at -O2 drops a pair of conversions to float and
// back where it vectorises them.
static inline double single(double value) {
  volatile float narrow = (float)value;
  return narrow;
}

// Values. Whole numbers follow dimension arithmetic (integer division), reals single precision. False
// after reporting.
bool value_int(Build *build, const Recipe *recipe, int *value);
bool value_point(Build *build, const Recipe *recipe, GraphPoint *point);
bool value_polygon(Build *build, const Recipe *recipe, Polygon *polygon);
// How deeply the first items of a list are nested: {1 2} is 1, {{1} {2}} 2; 0 for anything else.
int value_nesting(const Recipe *recipe);

typedef struct IntList {
  int *at;
  int n;
} IntList;
bool value_ints(Build *build, const Recipe *recipe, IntList *list);

// The two different vertices {from to} of an edge.
bool value_edge_ends(Build *build, const Recipe *recipe, const Graph *graph, int *a, int *b);

// The arguments of a call, taken in turn. Each take returns false when the next argument is of another
// kind; args_end reports whatever is left over, and anything wrong on the way.
typedef struct Args {
  Build *build;
  const Recipe *call;
  uint32_t next;   // first positional argument not yet taken
  uint64_t taken;  // by number; a call with more arguments is refused
  bool failed;     // an argument was wrong and has been reported
} Args;

void args_begin(Args *args, Build *build, const Recipe *call);
// Optional positional arguments.
bool args_word(Args *args, Str *word);
bool args_number(Args *args, double *value);
bool args_dim(Args *args, int *value);  // 1..BOARD_DIM_MAX
const Recipe *args_list(Args *args);    // { ... } or NULL
const Recipe *args_call(Args *args);    // ( ... ) that is not arithmetic, or NULL
// Optional named arguments; *value stays as it is when absent.
const Recipe *args_named(Args *args, const char *label);
void args_named_bool(Args *args, const char *label, bool *value);
bool args_named_dim(Args *args, const char *label, int *value);
// Required ones: report what is missing.
void args_need_dim(Args *args, int *value);
void args_need_real(Args *args, double *value);
void args_need_graph(Args *args, Graph *graph);
void args_need_polygon(Args *args, Polygon *polygon);
// False when anything was wrong.
bool args_end(Args *args);

// A tiling as a small figure repeated at the points of a lattice; copies share the corners where they meet.
typedef struct Lattice {
  GraphBasis basis;
  PolyPoint (*at)(int row, int column);
  const PolyPoint *figure;
  int n;
} Lattice;

typedef struct Stencil {
  const Lattice *lattice;
  Graph *graph;  // corners so far, without edges
  PointIndex *index;
} Stencil;

void stencil_begin(Stencil *stencil, Graph *graph, const Lattice *lattice);
void stencil_stamp(Stencil *stencil, int row, int column);
// Joins corners at unit distance, rounds them to single precision and finds the faces.
void stencil_join(Stencil *stencil, GraphShape shape);
// The same, and numbers everything by position.
void stencil_end(Stencil *stencil, GraphShape shape);

// SHAPE_LIMPING for two sides of which the second is longer by one, else SHAPE_CUSTOM.
GraphShape lattice_sides_shape(IntList sides);
// Stamps and joins the lattice points in the inflated polygon, not yet numbered by position; margin: how
// far to look beyond its bounds.
bool lattice_fill(Build *build, const Recipe *at, const Lattice *lattice, Polygon polygon, int margin, GraphShape shape,
                  Graph *graph);

// The lattice rows and columns a polygon may cover, grown by margin. False when it is too large.
typedef struct LatticeRange {
  int row0, row1, column0, column1;
} LatticeRange;
bool lattice_range(Build *build, const Recipe *at, const Polygon *polygon, int margin, LatticeRange *range);

// A custom outline: (poly ..) or {sides}. Neither: false, nothing reported.
typedef struct Outline {
  const Recipe *at;
  Polygon polygon;
  IntList sides;  // when written as sides
} Outline;
bool args_outline(Args *args, Outline *outline);
// The board a custom outline cuts from a six-way lattice.
bool lattice_custom(Build *build, const Lattice *lattice, Outline *outline, int margin, Graph *graph);

// Whether a lattice point lies in a six-pointed star; rows and columns run from 0 to 4 * size.
bool star_contains(int row, int column, int size);

// Regular boards that others are made from.
void square_grid(Build *build, Graph *graph, int rows, int columns, GraphShape shape);
void hex_hexagon(Build *build, Graph *graph, int size);
void tri_triangle(Build *build, Graph *graph, int size);
// What the keep operator leaves of a graph: the vertices inside the inflated polygon.
void graph_keep(Build *build, const Graph *source, Polygon polygon, Graph *graph);
// Puts a vertex wherever edges cross, splits edges at vertices on them, and finds the faces.
bool graph_split_crossings(Build *build, const Recipe *call, Graph *graph);
// A polygon of unit sides (about), each vertex joined to the one `stride` further.
void regular_polygon(Graph *graph, int sides, int stride);

#endif
