// Meta rules: moves that are added to, or struck from, what the play rules generate.
#include "state/act/last_move.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/turn/position.h"
#include "state/turn/result.h"

void meta_offer_swap(Position *x) {
  if (!x->game->meta.swap || x->head->made != x->game->players - 1) return;
  Player mover = x->head->mover, other = last_turn_mover(x, mover);
  if (other < 0) return;
  Action swap = action_make(ACT_SWAP);
  swap.what = (int16_t)mover;
  swap.player = (int16_t)other;
  swap.flags = ACTION_DECISION;
  move_push(x, swap, -1, -1);
  Action again = action_make(ACT_SET_NEXT_PLAYER);
  again.player = (int16_t)mover;
  move_add_action(x, again);
}

static bool in_hand(const Position *x, int32_t site) {
  return site_valid(x, SITE_CELL, site) && x->game->containers[x->game->container_of[site]].kind == CONTAINER_HAND;
}

// A piece that carries more than one other may not be taken away.
static bool pinned(const Position *x, const Action *action) {
  bool moved = action->kind == ACT_MOVE, removed = action->kind == ACT_REMOVE;
  int32_t site = removed ? action->to : action->from;
  if ((!moved && !removed) || site < 0 || site >= topo_count(x->game->board, SITE_VERTEX)) return false;
  if (site_what(x, SITE_VERTEX, site, -1) == 0 || in_hand(x, site)) return false;
  SiteList above = topo_step_list(x->game->board, SITE_VERTEX, site, DIR_UPWARD);
  int carried = 0;
  for (int i = 0; i < above.n; i++) carried += site_what(x, SITE_VERTEX, above.at[i], -1) != 0;
  return carried > 1;
}

static bool lies_on(SiteList radial, int32_t site) {
  for (int i = 1; i < radial.n; i++) {
    if (radial.at[i] == site) return true;
  }
  return false;
}

// A piece may not move to a site above, or below, where it stood.
static bool stacks_on_fallen(const Position *x, const Action *action) {
  const Topology *board = x->game->board;
  int32_t from = action->from, to = action->to;
  if (action->kind != ACT_MOVE || from < 0 || from >= topo_count(board, SITE_VERTEX) || in_hand(x, to)) return false;
  if (site_what(x, SITE_VERTEX, from, -1) == 0) return false;
  Radials radials = topo_radials(board, SITE_VERTEX, from, DIR_UPWARD);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    if (lies_on(topo_radial(board, SITE_VERTEX, radials.ids[r]), to)) return true;
    if (radials.opposites[r] >= 0 && lies_on(topo_radial(board, SITE_VERTEX, radials.opposites[r]), to)) return true;
  }
  return false;
}

bool meta_forbids(const Position *x, const Move *move) {
  const MetaRules *meta = &x->game->meta;
  for (uint32_t i = 0; i < move->n; i++) {
    Action action = move_action(x, move, i);
    if (meta->pin_support_multiple && pinned(x, &action)) return true;
    if (meta->no_stack_on_fallen && stacks_on_fallen(x, &action)) return true;
  }
  return false;
}

static void drop_forbidden(Position *x, uint32_t mark) {
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move move = x->moves.at[i];
    if (!meta_forbids(x, &move)) x->moves.at[kept++] = move;
  }
  moves_drop(x, kept);
}

// ---- moves that follow by themselves -------------------------------------------------------------

// How many moves of the list go to each site, by its 16 bits, counted up to two. Other places are not set.
static const uint8_t *count_ends(Position *x, uint32_t mark) {
  uint8_t *ends = position_scratch(x, (size_t)UINT16_MAX + 1);
  for (uint32_t k = mark; k < x->moves.n; k++) ends[(uint16_t)x->moves.at[k].to] = 0;
  for (uint32_t k = mark; k < x->moves.n; k++) {
    uint8_t *n = &ends[(uint16_t)x->moves.at[k].to];
    *n = (uint8_t)MIN(*n + 1, 2);
  }
  return ends;
}

static void push_actions_of(Position *x, const Move *move) { actions_push_of(x, move, move->flags & MOVE_FILL); }

// The moves that would be the only ones to their sites after a move become part of it; false when there are none.
static bool force_moves(Position *x, uint32_t i) {
  Move move = x->moves.at[i];
  Savepoint before = savepoint_move(x, &move);
  uint32_t mark = moves_mark(x);
  generate_moves(x);
  uint32_t first = (uint32_t)x->actions.n;
  push_actions_of(x, &move);
  ScratchMark scratch = position_mark(x);
  const uint8_t *ends = count_ends(x, mark);
  for (uint32_t k = mark; k < x->moves.n; k++) {
    Move forced = x->moves.at[k];
    if (ends[(uint16_t)forced.to] == 1) push_actions_of(x, &forced);
  }
  position_release(x, scratch);
  moves_drop(x, mark);
  savepoint_rollback(x, &before);
  bool any = x->actions.n > first + move.n;
  move_set_actions(x, &x->moves.at[i], first);
  return any;
}

void meta_force_moves(Position *x, uint32_t mark) {
  enum { ROUNDS_MAX = 1000 };
  for (uint32_t i = mark, n = (uint32_t)x->moves.n; i < n; i++) {
    int round = 0;
    while (round < ROUNDS_MAX && !x->fault && force_moves(x, i)) round++;
    if (round == ROUNDS_MAX) position_fault(x, "moves that follow by themselves never end");
  }
}

// ---- all of them ---------------------------------------------------------------------------------

void meta_change_moves(Position *x, uint32_t mark) {
  const MetaRules *meta = &x->game->meta;
  meta_offer_swap(x);
  if (meta->pin_support_multiple || meta->no_stack_on_fallen) drop_forbidden(x, mark);
  if (meta->automove) meta_force_moves(x, mark);
  if (meta->gravity) moves_add_then(x, mark, meta->gravity);
}

static bool repeats(Position *x, const Move *move) {
  if (move_is(x, move, ACT_PASS)) return false;
  Move copy = *move;
  Savepoint before = savepoint_move(x, &copy);
  bool seen = repetition_seen(x, x->game->meta.no_repeat);
  savepoint_rollback(x, &before);
  return seen;
}

// The move would make the mover lose at once. What it leads to may ask which moves there are: these are not tried in
// turn, as that would go on without end.
static bool is_suicide(Position *x, const Move *move) {
  if (x->judging || x->counting) return false;
  Player mover = x->head->mover;
  x->judging = true;
  TriedMove tried = move_try(x, move);
  x->judging = false;
  bool out = !(x->head->active >> (mover - 1) & 1), lost = out && (x->head->lost >> mover & 1);
  move_try_end(x, &tried);
  return lost;
}

bool meta_strikes(Position *x, const Move *move) {
  const MetaRules *meta = &x->game->meta;
  return (meta->no_repeat && repeats(x, move)) || (meta->no_suicide && is_suicide(x, move));
}

bool meta_may_strike(const Position *x) { return x->game->meta.no_repeat || x->game->meta.no_suicide; }

void meta_filter_moves(Position *x, uint32_t mark) {
  if (!meta_may_strike(x)) return;
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move move = x->moves.at[i];
    if (!meta_strikes(x, &move)) x->moves.at[kept++] = move;
  }
  moves_drop(x, kept);
}
