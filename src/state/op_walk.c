// Rules that are an automaton: their moves, the steps of a move, and the keeper, who moves between the players.
#include "state/act.h"
#include "state/hash.h"
#include "state/ops.h"
#include "state/walk.h"

// ---- writing, logged and with the hash in step

static uint32_t value_offset(const Exec *x, int32_t number) {
  int32_t players = x->game->players;
  return number < players ? x->layout->score + 4u * (uint32_t)(number + 1)
                          : x->layout->vars + 4u * (uint32_t)(number - players);
}

static void put_value(Exec *x, int32_t number, int32_t value) {
  uint32_t at = value_offset(x, number);
  int32_t old = *STATE_AT(x, int32_t, at);
  state_toggle_hash(x, walk_value_key(number, old) ^ walk_value_key(number, value));
  state_put32(x, at, (uint32_t)value);
}

static void put_tally(Exec *x, int32_t piece, int32_t change) {
  state_put_item(x, x->layout->tally, piece, STATE_AT(x, int32_t, x->layout->tally)[piece] + change);
}

static void put_piece(Exec *x, int32_t vertex, int32_t piece) {
  int32_t old = x->flat_what[SITE_VERTEX][vertex];
  if (old == piece) return;
  site_put(x, SITE_VERTEX, vertex, (Piece){.what = piece});
  if (!x->layout->tally) return;
  put_tally(x, old, -1);
  put_tally(x, piece, 1);
}

#define PLACE_SET(x, field, v) state_put32((x), (x)->layout->walk + (uint32_t)offsetof(WalkPlace, field), (uint32_t)(v))

static void put_place(Exec *x, int32_t state, int32_t vertex, int32_t player, bool inside) {
  uint64_t old = walk_place_key(walk_place(x));
  PLACE_SET(x, state, state);
  PLACE_SET(x, vertex, vertex);
  PLACE_SET(x, player, player);
  PLACE_SET(x, inside, inside);
  state_toggle_hash(x, old ^ walk_place_key(walk_place(x)));
}

// ---- steps

static bool perform(Exec *x, WalkStep step) {
  Player player = walk_place(x)->player;
  if (step.action <= 0) {
    put_place(x, -step.action, step.vertex, player, true);
    return false;
  }
  const WalkEdge *edge = walk_edge(x, step.action);
  if (edge->kind == WALK_PUT) put_piece(x, step.vertex, edge->a);
  if (edge->kind == WALK_ASSIGN) put_value(x, edge->b, (int32_t)walk_formula(x, edge->a));
  bool switches = edge->kind == WALK_SWITCH;
  put_place(x, edge->target, step.vertex, switches ? edge->a : player, !switches);
  return switches;
}

// The keeper makes the first move it finds until a player is to act or it has none.
static void keeper_moves(Exec *x) {
  for (int made = 0; walk_place(x)->player == 0 && !x->fault; made++) {
    WalkStep move[WALK_MODIFIERS_MAX + 1];
    const WalkStep *steps;
    int n = walk_first(x, &steps);
    if (!n) return;
    if (made == WALK_KEEPER_MAX) exec_fault(x, "the keeper moves without end");
    memcpy(move, steps, (size_t)n * sizeof *move);
    for (int i = 0; i < n; i++) perform(x, move[i]);
  }
}

static void hand_to_player(Exec *x) {
  keeper_moves(x);
  if (walk_place(x)->player) HEAD_SET(x, next, walk_place(x)->player);
}

void walk_step(Exec *x, int32_t action, int32_t vertex) {
  if (perform(x, (WalkStep){action, vertex})) hand_to_player(x);
}

void act_step(Exec *x, Action *action) { walk_step(x, action->value, action->to); }

// ---- ops

void op_WALK(Exec *x, const Ins *in) {
  (void)in;
  walk_list(x, WALK_WHOLE);
}

void op_WALK_BEGIN(Exec *x, const Ins *in) {
  const RulesArray *pieces = &x->program->arrays[in->a[0]];
  if (x->layout->tally) put_tally(x, 0, pieces->n);
  for (int v = 0; v < pieces->n; v++) put_piece(x, v, pieces->at[v]);
  put_place(x, exec_ins(x, (int32_t)x->game->automaton)->a[6], 0, 0, false);
  hand_to_player(x);
}

int32_t op_WALK_STUCK(Exec *x, const Ins *in) {
  (void)in;
  const WalkStep *steps;
  return walk_place(x)->player == 0 || walk_first(x, &steps) == 0;
}
