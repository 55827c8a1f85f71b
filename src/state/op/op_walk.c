// Rules that are an automaton: their moves, the steps of a move, and the keeper, who moves between the players.
#include "state/act/act.h"
#include "state/block/hash.h"
#include "state/block/site.h"
#include "state/run/automaton_walk.h"
#include "state/run/op_functions.h"

// ---- writing, logged and with the hash in step

static uint32_t value_offset(const Position *x, int32_t number) {
  int32_t players = x->game->players;
  return number < players ? x->layout->score + 4u * (uint32_t)(number + 1)
                          : x->layout->vars + 4u * (uint32_t)(number - players);
}

static void put_value(Position *x, int32_t number, int32_t value) {
  uint32_t at = value_offset(x, number);
  int32_t old = *STATE_AT(x, int32_t, at);
  if (old == value) return;
  state_toggle_hash(x, walk_value_key(number, old) ^ walk_value_key(number, value));
  state_put32(x, at, (uint32_t)value);
}

static void put_tally(Position *x, int32_t piece, int32_t change) {
  state_put_item(x, x->layout->tally, piece, STATE_AT(x, int32_t, x->layout->tally)[piece] + change);
}

static uint32_t kind_set(const Position *x, int32_t piece) {
  return x->layout->kinds + (uint32_t)(piece * x->words) * (uint32_t)sizeof(Word);
}

// As site_put, for pieces that nobody owns.
static void put_what(Position *x, int32_t vertex, int32_t old, int32_t piece) {
  const SiteLayout *at = SITE_LAYOUT(x, SITE_VERTEX);
  uint64_t key = piece_key(SITE_VERTEX, vertex, &(Piece){.what = old});
  state_toggle_hash(x, key ^ piece_key(SITE_VERTEX, vertex, &(Piece){.what = piece}));
  state_put_number(x, at->what, vertex, x->layout->width.what, piece);
  state_put_bit(x, kind_set(x, old), vertex, false);
  state_put_bit(x, kind_set(x, piece), vertex, true);
  if (old && piece) return;
  state_put_bit(x, at->empty, vertex, !piece);
  state_put_bit(x, at->owned, vertex, piece != 0);
}

static void put_piece(Position *x, int32_t vertex, int32_t piece) {
  int32_t old = flat_kind(x, SITE_VERTEX, vertex);
  if (old == piece) return;
  put_what(x, vertex, old, piece);
  if (!x->layout->tally) return;
  put_tally(x, old, -1);
  put_tally(x, piece, 1);
}

static_assert(sizeof(WalkPlace) == 16, "written as two words");

static void put_place(Position *x, WalkPlace place) {
  uint64_t words[2], old = walk_place_key(walk_place(x));
  memcpy(words, &place, sizeof words);
  state_put64(x, x->layout->walk, words[0]);
  state_put64(x, x->layout->walk + 8, words[1]);
  state_toggle_hash(x, old ^ walk_place_key(&place));
}

// ---- steps

// What a modifier changes besides the place.
static void change(Position *x, const WalkEdge *edge, int32_t vertex) {
  if (edge->kind == WALK_PUT) put_piece(x, vertex, edge->a);
  if (edge->kind == WALK_ASSIGN) put_value(x, edge->b, (int32_t)walk_formula(x, edge->a));
}

void walk_arrive(Position *x, int32_t action, int32_t vertex) {
  int32_t player = walk_place(x)->player;
  if (action <= 0) {
    put_place(x, (WalkPlace){-action, vertex, player, true});
    return;
  }
  const WalkEdge *edge = walk_edge(x, action);
  bool switches = edge->kind == WALK_SWITCH;
  put_place(x, (WalkPlace){edge->target, vertex, switches ? edge->a : player, !switches});
}

static_assert(WALK_KEEPER_MAX == 100000, "the message below says so");

// The keeper makes the first move it finds until a player is to act or it has none.
static void keeper_moves(Position *x) {
  for (int made = 0; walk_place(x)->player == 0 && !x->fault; made++) {
    const WalkStep *steps;
    int n = walk_first(x, &steps);
    if (!n) return;
    if (made == WALK_KEEPER_MAX) position_fault(x, "the keeper moves more than 100,000 times in a row");
    for (int i = 0; i < n; i++) change(x, walk_edge(x, steps[i].action), steps[i].vertex);
    walk_arrive(x, steps[n - 1].action, steps[n - 1].vertex);
  }
}

static void hand_to_player(Position *x) {
  keeper_moves(x);
  if (walk_place(x)->player) HEAD_SET(x, next, walk_place(x)->player);
}

void walk_make_part(Position *x, WalkStep step) {
  if (step.action > 0) change(x, walk_edge(x, step.action), step.vertex);
  walk_arrive(x, step.action, step.vertex);
}

void act_step(Position *x, Action *action) {
  assert(x->layout->walk);
  if (action->value <= 0) return;
  const WalkEdge *edge = walk_edge(x, action->value);
  change(x, edge, action->to);
  if (edge->kind != WALK_SWITCH) return;
  walk_arrive(x, action->value, action->to);
  hand_to_player(x);
}

// ---- ops

void op_WALK(Position *x, const Ins *in) {
  (void)in;
  walk_list(x, WALK_WHOLE);
}

void op_WALK_BEGIN(Position *x, const Ins *in) {
  const RulesArray *pieces = &x->program->arrays[in->a[A_WALK_BEGIN_PIECES]];
  if (x->layout->tally) put_tally(x, 0, pieces->n);
  for (int v = 0; v < pieces->n; v++) {
    state_put_bit(x, kind_set(x, 0), v, true);
    put_piece(x, v, pieces->at[v]);
  }
  put_place(x, (WalkPlace){.state = position_ins(x, (int32_t)x->game->automaton)->a[A_WALK_START]});
  hand_to_player(x);
}

int32_t op_WALK_STUCK(Position *x, const Ins *in) {
  (void)in;
  return walk_place(x)->player == 0 || !walk_exists(x);
}
