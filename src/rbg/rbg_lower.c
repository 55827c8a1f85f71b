// Lowering: the board becomes a graph whose vertices are the sites, pieces become components, and the automaton
// is written down as the array constants of one WALK instruction (rules/walk_records.h). The first piece of a
// description, by custom the empty square, is component 0; nothing in the rules depends on it.
#include "rbg/rbg_lower.h"

#include "base/file.h"
#include "board/graph.h"
#include "game/roots.h"
#include "plan/optimise.h"
#include "rbg/automaton.h"
#include "rules/builder.h"
#include "rules/walk_records.h"

#include <math.h>

typedef struct Lower {
  Arena *arena;
  const RbgDescription *from;
  const RbgAutomaton *nfa;
  Game *game;
  Builder builder;
  VEC(int32_t) states, edges, tables, terms, actions;
  int *table_at;  // of each shift table: where it begins among the tables
  int *shift_at;  // of each label likewise, -1: not written yet
  int meetings;
  bool tallies;
} Lower;

#define PUT(vec, ...)                                                             \
  do {                                                                            \
    const int32_t items_[] = {__VA_ARGS__};                                       \
    for (size_t i_ = 0; i_ < COUNT_OF(items_); i_++) VEC_PUSH((vec), items_[i_]); \
  } while (0)

// ---- the board

// Without coordinates the vertices stand on a circle.
static GraphPoint place_of(const RbgBoard *board, int v) {
  if (board->place) return (GraphPoint){board->place[3 * v], board->place[3 * v + 1], board->place[3 * v + 2]};
  double turn = 6.283185307179586 * v / board->n, radius = board->n / 6.0 + 1;
  return (GraphPoint){radius * sin(turn), radius * cos(turn), 0};
}

enum { EDGES_SHOWN_MAX = 20000 };

// Moves go by the directions; the graph is for drawings and features. What is measured on it takes far longer with more
// edges than any generated board has.
static void add_edge(Graph *graph, int a, int b) {
  bool room = graph->edge_count < EDGES_SHOWN_MAX;
  if (b >= 0 && a != b && room) graph_edge_between(graph, a, b);
}

static const Topology *board_drawn(Arena *arena, const RbgBoard *board, int labels) {
  Graph *graph = ARENA_NEW(arena, Graph);
  graph_init(graph, arena);
  for (int v = 0; v < board->n; v++) {
    GraphPoint at = place_of(board, v);
    graph_add_vertex(graph, at.x, at.y, at.z);
  }
  for (int label = 0; label < labels; label++) {
    for (int v = 0; v < board->n; v++) add_edge(graph, v, board->next[label * board->n + v]);
  }
  return topology_build(arena, graph, (TopologyOptions){.boardless = true});
}

// With its edges, or without where they form too many lines.
static const Topology *lower_board(Arena *arena, const RbgBoard *board) {
  const Topology *drawn = board_drawn(arena, board, board->n_labels);
  return drawn ? drawn : board_drawn(arena, board, 0);
}

static void lower_equipment(Lower *lower) {
  Game *game = lower->game;
  const RbgDescription *from = lower->from;
  game->board = lower_board(lower->arena, &from->board);
  game->site_type = SITE_VERTEX;
  for (int type = 0; type < SITE_TYPES; type++) game->sites[type] = topo_count(game->board, (SiteType)type);
  Container *board = ARENA_NEW(lower->arena, Container);
  *board = (Container){.name = "Board", .kind = CONTAINER_BOARD, .n = from->board.n};
  game->containers = board;
  game->n_containers = 1;
  game->container_of = ARENA_ARRAY(lower->arena, uint8_t, MAX(game->sites[SITE_CELL], 1));
  Component *pieces = ARENA_ARRAY(lower->arena, Component, from->pieces.n);
  for (int i = 0; i < from->pieces.n; i++) {
    const char *name = from->pieces.at[i];
    pieces[i] = (Component){
        .name = name, .base_name = name, .role = "Neutral", .value = -1, .facing = -1, .flip_a = -1, .flip_b = -1};
  }
  game->components = pieces;
  game->n_components = from->pieces.n;
}

// ---- formulas

static void put_term(Lower *lower, WalkTermKind kind, int n) { PUT(&lower->terms, (int32_t)kind, n); }

static void put_expression(Lower *lower, const RbgExpr *e) {
  static const WalkTermKind kinds[] = {
      [RBG_LITERAL] = WALK_LITERAL,   [RBG_VARIABLE] = WALK_VALUE,    [RBG_COUNT] = WALK_TALLY,   [RBG_ADD] = WALK_ADD,
      [RBG_SUBTRACT] = WALK_SUBTRACT, [RBG_MULTIPLY] = WALK_MULTIPLY, [RBG_DIVIDE] = WALK_DIVIDE,
  };
  if (e->kind == RBG_COUNT) lower->tallies = true;
  if (e->left) put_expression(lower, e->left);
  if (e->right) put_expression(lower, e->right);
  put_term(lower, kinds[e->kind], e->value);
}

static int32_t terms_top(const Lower *lower) { return (int32_t)(lower->terms.n / 2); }

static int32_t lower_expression(Lower *lower, const RbgExpr *e) {
  int32_t at = terms_top(lower);
  put_expression(lower, e);
  put_term(lower, WALK_END, 0);
  return at;
}

static int32_t lower_comparison(Lower *lower, const RbgNode *node) {
  static const WalkTermKind kinds[] = {[RBG_EQ] = WALK_EQ, [RBG_NE] = WALK_NE, [RBG_LT] = WALK_LT,
                                       [RBG_LE] = WALK_LE, [RBG_GT] = WALK_GT, [RBG_GE] = WALK_GE};
  int32_t at = terms_top(lower);
  put_expression(lower, node->left);
  put_expression(lower, node->right);
  put_term(lower, kinds[node->relation], 0);
  put_term(lower, WALK_END, 0);
  return at;
}

// ---- tables

static int32_t tables_top(const Lower *lower) { return (int32_t)lower->tables.n; }

static int32_t lower_set(Lower *lower, const Word *pieces) {
  int32_t at = tables_top(lower);
  for (int i = 0; i < lower->from->pieces.n; i += 32)
    PUT(&lower->tables, (int32_t)(uint32_t)(pieces[i / 64] >> (i % 64)));
  return at;
}

// One entry per vertex: where the edge leads, -1 nowhere.
static void put_step_table(Lower *lower, const RbgTable *table) {
  for (int v = 0; v < lower->from->board.n; v++) {
    if (table->kind == RBG_TABLE_STEP) PUT(&lower->tables, table->items[v]);
    else PUT(&lower->tables, bit_get(table->set, v) ? v : -1);
  }
}

static void put_many_table(Lower *lower, const RbgTable *table) {
  int n = lower->from->board.n;
  int32_t items = tables_top(lower) + n + 1;
  for (int v = 0; v <= n; v++) PUT(&lower->tables, items + table->starts[v]);
  for (int i = 0; i < table->starts[n]; i++) PUT(&lower->tables, table->items[i]);
}

static int32_t lower_table(Lower *lower, int index) {
  const RbgTable *table = &lower->nfa->tables[index];
  int32_t at = lower->table_at[index];
  if (at >= 0) return at;
  at = lower->table_at[index] = tables_top(lower);
  switch (table->kind) {
    case RBG_TABLE_FILTER:
    case RBG_TABLE_STEP: put_step_table(lower, table); break;
    case RBG_TABLE_ANY:
      for (int i = 0; i < table->starts[1]; i++) PUT(&lower->tables, table->items[i]);
      break;
    case RBG_TABLE_MANY: put_many_table(lower, table); break;
  }
  return at;
}

static int32_t lower_shift(Lower *lower, int label) {
  const RbgBoard *board = &lower->from->board;
  int32_t at = lower->shift_at[label];
  if (at >= 0) return at;
  at = lower->shift_at[label] = tables_top(lower);
  for (int v = 0; v < board->n; v++) PUT(&lower->tables, board->next[label * board->n + v]);
  return at;
}

// ---- edges

static WalkEdge table_edge(Lower *lower, int index) {
  const RbgTable *table = &lower->nfa->tables[index];
  static const WalkKind kinds[] = {[RBG_TABLE_FILTER] = WALK_STEP,
                                   [RBG_TABLE_STEP] = WALK_STEP,
                                   [RBG_TABLE_ANY] = WALK_ANY,
                                   [RBG_TABLE_MANY] = WALK_MANY};
  WalkEdge edge = {.kind = kinds[table->kind], .a = lower_table(lower, index)};
  if (table->kind == RBG_TABLE_ANY) edge.b = table->starts[1];
  return edge;
}

static WalkEdge plain_edge(Lower *lower, const RbgEdge *from) {
  const RbgNode *node = from->node;
  switch (from->kind) {
    case RBG_EDGE_EMPTY: return (WalkEdge){.kind = WALK_EMPTY};
    case RBG_EDGE_SHIFT: return (WalkEdge){.kind = WALK_STEP, .a = lower_shift(lower, node->index)};
    case RBG_EDGE_TABLE: return table_edge(lower, from->index);
    case RBG_EDGE_ON: return (WalkEdge){.kind = WALK_ON, .a = lower_set(lower, node->pieces)};
    case RBG_EDGE_OFF: return (WalkEdge){.kind = WALK_PUT, .a = node->index};
    case RBG_EDGE_ASSIGN:
      return (WalkEdge){.kind = WALK_ASSIGN, .a = lower_expression(lower, node->left), .b = node->index};
    case RBG_EDGE_COMPARE: return (WalkEdge){.kind = WALK_COMPARE, .a = lower_comparison(lower, node)};
    case RBG_EDGE_CHECK:
      return (WalkEdge){.kind = WALK_CHECK, .a = lower->nfa->patterns[from->index].start, .b = node->negated};
    case RBG_EDGE_SWITCH: return (WalkEdge){.kind = WALK_SWITCH, .a = node->index};
    case RBG_EDGE_DOT: return (WalkEdge){.kind = WALK_DOT};
  }
  return (WalkEdge){0};
}

static bool moves_only(WalkKind kind) {
  return kind == WALK_EMPTY || kind == WALK_STEP || kind == WALK_ANY || kind == WALK_MANY;
}

// A state that only asks for a piece is asked on the way to it.
static void add_guard(Lower *lower, WalkEdge *edge) {
  const RbgAutomaton *nfa = lower->nfa;
  int state = edge->target, first = nfa->first[state];
  if (!moves_only((WalkKind)edge->kind) || nfa->first[state + 1] != first + 1) return;
  if (nfa->meets[state] || nfa->accepts[state] || nfa->edges[first].kind != RBG_EDGE_ON) return;
  edge->guard = lower_set(lower, nfa->edges[first].node->pieces);
  edge->target = nfa->edges[first].target;
}

static void lower_edge(Lower *lower, const RbgEdge *from) {
  WalkEdge edge = plain_edge(lower, from);
  edge.target = from->target;
  edge.guard = WALK_NO_GUARD;
  if (from->node && from->kind != RBG_EDGE_DOT) edge.action = from->node->action;
  add_guard(lower, &edge);
  PUT(&lower->edges, edge.kind, edge.target, edge.a, edge.b, edge.guard, edge.action);
}

static void lower_automaton(Lower *lower) {
  const RbgAutomaton *nfa = lower->nfa;
  for (int s = 0; s < nfa->n_states; s++) {
    PUT(&lower->states, nfa->first[s], nfa->meets[s] ? lower->meetings++ : -1, nfa->accepts[s]);
  }
  PUT(&lower->states, nfa->n_edges, -1, 0);
  for (int e = 0; e < nfa->n_edges; e++) lower_edge(lower, &nfa->edges[e]);
  PUT(&lower->actions, -1);
  for (int a = 1; a <= lower->from->n_actions; a++) PUT(&lower->actions, nfa->of_action[a]);
}

// ---- the program

#define CONSTANT(lower, vec) builder_array(&(lower)->builder, (lower)->vec.at, (int)(lower)->vec.n)

static Ref emit_walk(Lower *lower, const RbgStrategy *strategy) {
  WalkSplit split = !strategy ? WALK_WHOLE : strategy->mod ? WALK_MODIFIERS : WALK_DOTS;
  int bounds = builder_array(&lower->builder, lower->from->bounds, lower->from->variables.n);
  return EMIT(&lower->builder, OP_WALK, CONSTANT(lower, states), CONSTANT(lower, edges), CONSTANT(lower, tables),
              CONSTANT(lower, terms), CONSTANT(lower, actions), bounds, lower->nfa->start, lower->meetings,
              (int32_t)split);
}

// Players are ranked by score; one alone wins with the highest score there is.
static Ref emit_result(Lower *lower) {
  Builder *b = &lower->builder;
  if (lower->game->players > 1) return EMIT(b, OP_BY_SCORE, 0);
  Ref one = builder_const(b, 1), best = builder_const(b, lower->from->bounds[0]);
  Ref won = EMIT(b, OP_EQ, (int32_t)EMIT(b, OP_PLAYER_ITEM, PLAYER_SCORE, (int32_t)one), (int32_t)best);
  Ref win = EMIT(b, OP_RESULT, (int32_t)one, RESULT_WIN), loss = EMIT(b, OP_RESULT, (int32_t)one, RESULT_LOSS);
  return EMIT(b, OP_IF_MOVES, (int32_t)won, (int32_t)win, (int32_t)loss);
}

static void lower_rules(Lower *lower, const RbgStrategy *strategy) {
  Game *game = lower->game;
  Builder *b = &lower->builder;
  builder_init(b, lower->arena, MAX(1, MAX(game->sites[SITE_VERTEX], game->sites[SITE_EDGE])));
  lower_automaton(lower);
  Phase *phase = ARENA_NEW(lower->arena, Phase);
  *phase = (Phase){.name = "Play", .owner = game->players + 1, .play = emit_walk(lower, strategy)};
  game->phases = phase;
  game->n_phases = 1;
  game->automaton = phase->play;
  game->moves_have_origins = true;
  game->tallies = lower->tallies;
  game->start = EMIT(b, OP_WALK_BEGIN, builder_array(b, lower->from->board.piece, lower->from->board.n));
  Ref stuck = EMIT0(b, OP_WALK_STUCK), result = emit_result(lower);
  game->end = EMIT(b, OP_END_IF, (int32_t)stuck, (int32_t)result);
  builder_finish(b, &game->program);
}

static const char *game_name(Arena *arena, const Source *source) {
  Str base = str_of(file_base_name(source->name));
  return arena_text(arena, str_ends(base, ".rbg") ? (Str){base.p, base.n - 4} : base);
}

static void lower_frame(Lower *lower) {
  Game *game = lower->game;
  const RbgDescription *from = lower->from;
  game->name = game_name(lower->arena, from->source);
  game->players = from->players.n;
  game->mode = MODE_ALTERNATING;
  game->flags = GAME_VERTICES | GAME_PIECE_KINDS | GAME_SCORE | GAME_NOT_ALL_PASS;
  game->max_turns = game->max_moves = WALK_GAME_MAX;
  game->n_vars = from->variables.n - from->players.n;
  game->vars = VEC_FROM(&from->variables, from->players.n);
  if (game->n_vars) game->flags |= GAME_VARS;
}

static bool check_program(Game *game, Diags *diags) {
  Text why = {0};
  bool good = game_check(game, &why);
  if (good) game_optimise(game);
  assert(!good || game_check(game, NULL));
  if (!good) diag_error(diags, (SrcLoc){0}, "the rules program is not well formed: %.*s", (int)why.n - 1, why.p);
  text_free(&why);
  return good;
}

static int *unwritten(Arena *arena, int n) {
  int *list = ARENA_ARRAY(arena, int, MAX(n, 1));
  for (int i = 0; i < n; i++) list[i] = -1;
  return list;
}

bool rbg_compile(Arena *arena, const RbgDescription *description, const RbgStrategy *strategy, Diags *diags,
                 const Game **out) {
  Arena scratch = {0};
  RbgSplitStats stats;
  const RbgNode *rules = strategy ? rbg_split(arena, description, strategy, &stats) : description->rules;
  Lower lower = {.arena = arena, .from = description, .game = ARENA_NEW(arena, Game)};
  lower.nfa = rbg_automaton(arena, &scratch, description, rules, strategy != NULL);
  lower.table_at = unwritten(&scratch, lower.nfa->n_tables);
  lower.shift_at = unwritten(&scratch, description->board.n_labels);
  lower.game->arena = arena;
  lower.game->plan = lazy_new(arena);
  lower_frame(&lower);
  lower_equipment(&lower);
  lower_rules(&lower, strategy);
  VEC_FREE(&lower.states);
  VEC_FREE(&lower.edges);
  VEC_FREE(&lower.tables);
  VEC_FREE(&lower.terms);
  VEC_FREE(&lower.actions);
  arena_free(&scratch);
  bool good = check_program(lower.game, diags);
  *out = good ? lower.game : NULL;
  return good;
}
