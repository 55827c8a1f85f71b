// Boards: the three generators and explicit graphs. All end as one table next[label][vertex].
#include "rbg/rbg_internal.h"

// The rows of a generated board, layer by layer. cells holds the vertex of each position, or -1 for a hole.
typedef struct Grid {
  VEC(int) cells;
  VEC(int) starts;   // first cell of each row, and the end of the last one
  VEC(int) pieces;   // of the vertices
  VEC(SrcLoc) locs;  // of the rows
  int rows, layers;  // rows of one layer
} Grid;

typedef struct Step {
  int column, row, layer;
} Step;

typedef struct Generator {
  RbgTokenKind kind;
  int n_labels;
  const char *order;  // of the labels, for messages
  char prefix;        // of vertex names
} Generator;

static const Generator generators[] = {
    {RTOK_RECTANGLE, 4, "up, down, left, right", 'r'},
    {RTOK_HEXAGON, 6, "north-west, north-east, east, south-east, south-west, west", 'h'},
    {RTOK_CUBOID, 6, "up, down, left, right, front, back", 'c'},
};

static int row_length(const Grid *grid, int row) { return grid->starts.at[row + 1] - grid->starts.at[row]; }

static int row_count(const Grid *grid) { return grid->rows * grid->layers; }

// The vertex at a position, or -1.
static int vertex_at(const Grid *grid, int column, int row, int layer) {
  if (row < 0 || row >= grid->rows || layer < 0 || layer >= grid->layers) return -1;
  int r = layer * grid->rows + row;
  if (column < 0 || column >= row_length(grid, r)) return -1;
  return grid->cells.at[grid->starts.at[r] + column];
}

// position = [ piece ]
static void parse_position(RbgParser *p, Grid *grid) {
  bool hole = rbg_at(p, RTOK_COMMA) || rbg_at(p, RTOK_CLOSE_SQUARE);
  const RbgToken *name = hole ? NULL : rbg_expect_name(p, "a piece, ',' or ']'");
  const RbgSymbol *piece = name ? rbg_resolve(p, name, 1 << RBG_PIECE) : NULL;
  if ((int)grid->cells.n >= RBG_VERTICES_MAX) {
    rbg_fail(p, p->at->loc, "the board has more than %d positions", RBG_VERTICES_MAX);
  }
  VEC_PUSH(&grid->cells, piece ? (int)grid->pieces.n : -1);
  if (piece) VEC_PUSH(&grid->pieces, piece->index);
}

// row = "[" position { "," position } "]"
static void parse_row(RbgParser *p, Grid *grid) {
  VEC_PUSH(&grid->locs, p->at->loc);
  if (!rbg_expect(p, RTOK_OPEN_SQUARE)) return;
  do parse_position(p, grid);
  while (rbg_accept(p, RTOK_COMMA));
  if (!rbg_accept(p, RTOK_CLOSE_SQUARE)) rbg_expected(p, "',' or ']'");
  VEC_PUSH(&grid->starts, (int)grid->cells.n);
}

static int parse_rows(RbgParser *p, Grid *grid) {
  int rows = 0;
  for (; rows == 0 || rbg_at(p, RTOK_OPEN_SQUARE); rows++) parse_row(p, grid);
  return rows;
}

// layers = "[" row { row } "]" { "[" row { row } "]" }
static void parse_layers(RbgParser *p, Grid *grid) {
  for (; grid->layers == 0 || rbg_at(p, RTOK_OPEN_SQUARE); grid->layers++) {
    SrcLoc loc = p->at->loc;
    if (!rbg_expect(p, RTOK_OPEN_SQUARE)) return;
    int rows = parse_rows(p, grid);
    if (grid->layers == 0) grid->rows = rows;
    if (rows != grid->rows)
      rbg_fail(p, loc, "the number of rows of this layer is %d, that of the first one is %d", rows, grid->rows);
    rbg_expect(p, RTOK_CLOSE_SQUARE);
  }
}

static void check_equal_rows(RbgParser *p, const Grid *grid) {
  for (int r = 1; !p->failed && r < row_count(grid); r++) {
    if (row_length(grid, r) == row_length(grid, 0)) continue;
    rbg_fail(p, grid->locs.at[r], "the length of this row is %d, that of the first one is %d", row_length(grid, r),
             row_length(grid, 0));
  }
}

// Rows of a hexagon grow by one up to the peak and shrink by one after it. Returns the peak; the number of rows if they
// never shrink.
static int hexagon_peak(RbgParser *p, const Grid *grid) {
  int peak = grid->rows;
  for (int r = 1; !p->failed && r < grid->rows; r++) {
    int change = row_length(grid, r) - row_length(grid, r - 1);
    if (change == -1 && peak == grid->rows) peak = r - 1;
    if (change == (r <= peak ? 1 : -1)) continue;
    rbg_fail(p, grid->locs.at[r],
             "rows of a hexagon grow by one position and then shrink by one; this one has %d after %d",
             row_length(grid, r), row_length(grid, r - 1));
  }
  return peak;
}

static Step hexagon_step(int direction, int row, int peak) {
  bool above_shorter = row <= peak, below_longer = row < peak;
  switch (direction) {
    case 0: return (Step){above_shorter ? -1 : 0, -1, 0};
    case 1: return (Step){above_shorter ? 0 : 1, -1, 0};
    case 2: return (Step){1, 0, 0};
    case 3: return (Step){below_longer ? 1 : 0, 1, 0};
    case 4: return (Step){below_longer ? 0 : -1, 1, 0};
    default: return (Step){-1, 0, 0};
  }
}

static Step grid_step(RbgTokenKind kind, int direction, int row, int peak) {
  static const Step straight[] = {{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
  return kind == RTOK_HEXAGON ? hexagon_step(direction, row, peak) : straight[direction];
}

static const char *vertex_name(RbgParser *p, const Generator *g, int column, int row, int layer) {
  if (g->kind == RTOK_CUBOID) return arena_printf(p->arena, "%cx%dy%dz%d", g->prefix, column, row, layer);
  return arena_printf(p->arena, "%cx%dy%d", g->prefix, column, row);
}

// Where a vertex is drawn: rows downwards, hexagon rows centred, layers side by side in z.
static void set_place(float *place, const Generator *g, const Grid *grid, Step at) {
  bool hex = g->kind == RTOK_HEXAGON;
  int length = row_length(grid, at.layer * grid->rows + at.row);
  place[0] = hex ? (float)at.column - (float)(length - 1) / 2 : (float)at.column;
  place[1] = hex ? -0.8660254f * (float)at.row : (float)-at.row;
  place[2] = (float)at.layer;
}

static void connect(int *next, const Generator *g, const Grid *grid, Step at, int vertex, int peak) {
  int n = (int)grid->pieces.n;
  for (int d = 0; d < g->n_labels; d++) {
    Step s = grid_step(g->kind, d, at.row, peak);
    next[d * n + vertex] = vertex_at(grid, at.column + s.column, at.row + s.row, at.layer + s.layer);
  }
}

static void build_grid(RbgParser *p, const Generator *g, const Grid *grid, int peak) {
  int n = (int)grid->pieces.n;
  int *next = ARENA_ARRAY(p->arena, int, g->n_labels *n);
  const char **names = ARENA_ARRAY(p->arena, const char *, n);
  float *place = ARENA_ARRAY(p->arena, float, 3 * n);
  for (int r = 0; r < row_count(grid); r++) {
    for (int c = 0; c < row_length(grid, r); c++) {
      Step at = {c, r % grid->rows, r / grid->rows};
      int vertex = vertex_at(grid, at.column, at.row, at.layer);
      if (vertex < 0) continue;
      names[vertex] = vertex_name(p, g, at.column, at.row, at.layer);
      set_place(&place[3 * vertex], g, grid, at);
      connect(next, g, grid, at, vertex, peak);
    }
  }
  const int *piece = VEC_TO_ARENA(&grid->pieces, p->arena);
  p->game->board =
      (RbgBoard){.n = n, .n_labels = g->n_labels, .names = names, .piece = piece, .next = next, .place = place};
}

static void parse_labels(RbgParser *p, const Generator *g) {
  RbgNameList labels = {0};
  for (int i = 0; i < g->n_labels && !p->failed; i++) {
    const RbgToken *name = rbg_expect_name(p, arena_printf(p->arena, "a name for each direction (%s)", g->order));
    if (name) rbg_declare(p, name, RBG_LABEL, &labels, RBG_LABELS_MAX);
    rbg_expect(p, RTOK_COMMA);
  }
  p->game->labels = rbg_names(p, &labels);
}

// generated = kind "(" label "," ... rows ")"
static void parse_generated(RbgParser *p, const Generator *g) {
  Grid grid = {.layers = g->kind == RTOK_CUBOID ? 0 : 1};
  p->at++;
  rbg_expect(p, RTOK_OPEN);
  parse_labels(p, g);
  VEC_PUSH(&grid.starts, 0);
  if (g->kind == RTOK_CUBOID) parse_layers(p, &grid);
  else grid.rows = parse_rows(p, &grid);
  rbg_expect(p, RTOK_CLOSE);
  int peak = 0;
  if (g->kind == RTOK_HEXAGON) peak = hexagon_peak(p, &grid);
  else check_equal_rows(p, &grid);
  if (!grid.pieces.n) rbg_fail(p, rbg_section_loc(p->text, RBG_BOARD), "the board has no vertices");
  if (!p->failed) build_grid(p, g, &grid, peak);
  VEC_FREE(&grid.cells);
  VEC_FREE(&grid.starts);
  VEC_FREE(&grid.pieces);
  VEC_FREE(&grid.locs);
}

// ---- explicit graphs

typedef struct Edge {
  int vertex, label;
  const RbgToken *target;
} Edge;

typedef struct Explicit {
  VEC(const RbgToken *) vertices;
  VEC(int) pieces;
  VEC(Edge) edges;
  RbgNameList labels;
  Map index;  // vertex name -> its number + 1
} Explicit;

static int parse_edge_label(RbgParser *p, Explicit *graph) {
  const RbgToken *name = rbg_expect_name(p, "the name of a direction");
  if (!name) return -1;
  const RbgSymbol *known = map_get(&p->symbols, name->text);
  if (!known || known->kind != RBG_LABEL) rbg_declare(p, name, RBG_LABEL, &graph->labels, RBG_LABELS_MAX);
  known = map_get(&p->symbols, name->text);
  return known && !p->failed ? known->index : -1;
}

// edge = label ":" vertex
static void parse_edge(RbgParser *p, Explicit *graph, int vertex) {
  SrcLoc loc = p->at->loc;
  int label = parse_edge_label(p, graph);
  rbg_expect(p, RTOK_COLON);
  const RbgToken *target = rbg_expect_name(p, "the name of a vertex");
  for (size_t i = graph->edges.n; i-- > 0 && graph->edges.at[i].vertex == vertex;) {
    if (graph->edges.at[i].label == label) rbg_fail(p, loc, "this vertex has two edges in the same direction");
  }
  VEC_PUSH(&graph->edges, (Edge){vertex, label, target});
}

// vertex = name "[" piece "]" "{" edge { "," edge } "}"
static void parse_vertex(RbgParser *p, Explicit *graph) {
  const RbgToken *name = rbg_expect_name(p, "a vertex, or rectangle, hexagon or cuboid");
  int vertex = (int)graph->vertices.n;
  if (name && vertex >= RBG_VERTICES_MAX)
    rbg_fail(p, name->loc, "the board has more than %d vertices", RBG_VERTICES_MAX);
  if (name && map_put(&graph->index, name->text, (void *)(intptr_t)(vertex + 1))) {
    rbg_fail(p, name->loc, "vertex '%.*s' is declared twice", (int)name->text.n, name->text.p);
  }
  rbg_expect(p, RTOK_OPEN_SQUARE);
  const RbgToken *piece_name = rbg_expect_name(p, "the piece on this vertex");
  const RbgSymbol *piece = piece_name ? rbg_resolve(p, piece_name, 1 << RBG_PIECE) : NULL;
  rbg_expect(p, RTOK_CLOSE_SQUARE);
  rbg_expect(p, RTOK_OPEN_BRACE);
  VEC_PUSH(&graph->vertices, name);
  VEC_PUSH(&graph->pieces, piece ? piece->index : 0);
  do parse_edge(p, graph, vertex);
  while (rbg_accept(p, RTOK_COMMA));
  rbg_expect(p, RTOK_CLOSE_BRACE);
}

static void connect_edge(RbgParser *p, const Explicit *graph, const Edge *edge, int *next) {
  Str name = edge->target->text;
  intptr_t target = (intptr_t)map_get(&graph->index, name);
  if (!target) rbg_fail(p, edge->target->loc, "there is no vertex '%.*s'", (int)name.n, name.p);
  next[edge->label * (int)graph->vertices.n + edge->vertex] = (int)target - 1;
}

static void build_explicit(RbgParser *p, const Explicit *graph) {
  int n = (int)graph->vertices.n, n_labels = (int)graph->labels.n;
  int *next = ARENA_ARRAY(p->arena, int, n *n_labels);
  const char **names = ARENA_ARRAY(p->arena, const char *, n);
  for (int i = 0; i < n * n_labels; i++) next[i] = -1;
  for (int v = 0; v < n; v++) names[v] = arena_text(p->arena, graph->vertices.at[v]->text);
  for (size_t i = 0; i < graph->edges.n && !p->failed; i++) connect_edge(p, graph, &graph->edges.at[i], next);
  const int *piece = VEC_TO_ARENA(&graph->pieces, p->arena);
  p->game->board = (RbgBoard){.n = n, .n_labels = n_labels, .names = names, .piece = piece, .next = next};
}

static void parse_explicit(RbgParser *p) {
  Explicit graph = {0};
  map_init(&graph.index, p->arena);
  do parse_vertex(p, &graph);
  while (rbg_at(p, RTOK_NAME));
  if (!p->failed) build_explicit(p, &graph);
  p->game->labels = rbg_names(p, &graph.labels);
  VEC_FREE(&graph.vertices);
  VEC_FREE(&graph.pieces);
  VEC_FREE(&graph.edges);
}

void rbg_parse_board(RbgParser *p) {
  if (!rbg_open(p, RBG_BOARD)) return;
  for (size_t i = 0; i < COUNT_OF(generators); i++) {
    if (!rbg_at(p, generators[i].kind)) continue;
    parse_generated(p, &generators[i]);
    rbg_close(p, "the end of the board");
    return;
  }
  parse_explicit(p);
  rbg_close(p, "the end of the board");
}
