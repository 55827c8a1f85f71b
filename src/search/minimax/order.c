// Ranking moves and learning from cut-offs.
#include "search/minimax/order.h"

#include <stdlib.h>

enum {
  RANK_FIRST = 1 << 30,
  RANK_NOISY = 1 << 28,
  RANK_KILLER = 1 << 26,
  RANK_REPLY = 1 << 25,
  HISTORY_MOST = 1 << 20
};

void order_free(Order *order) { VEC_FREE(&order->ranked); }

void order_fade(Order *order) {
  memset(order->killers, 0, sizeof order->killers);
  for (int i = 0; i < ORDER_CELLS; i++) order->history[i] /= 4;
}

static int32_t rank_of(const Order *order, const RankedMove *move, uint32_t first, int ply, uint32_t before) {
  if (move->move == first) return RANK_FIRST;
  if (move->taken > 0) return RANK_NOISY + move->taken;
  for (int k = 0; k < ORDER_KILLERS; k++) {
    if (order->killers[ply][k] == move->cell) return RANK_KILLER - k;
  }
  if (before && order->replies[before] == move->cell) return RANK_REPLY;
  return order->history[move->cell];
}

size_t order_rank(Order *order, ForwardModel *model, ForwardList list, uint32_t first, int ply, uint32_t before) {
  size_t begin = order->ranked.n;
  const ForwardMove *moves = forward_look(model, list);
  VEC_RESERVE(&order->ranked, begin + list.n);
  RankedMove *ranked = order->ranked.at + begin;
  for (uint32_t i = 0; i < list.n; i++) {
    const ForwardMove *move = &moves[i];
    ranked[i] = (RankedMove){.move = i, .cell = order_cell(move), .way = move->way, .taken = move->taken};
    ranked[i].rank = rank_of(order, &ranked[i], first, ply, before);
  }
  order->ranked.n += list.n;
  return begin;
}

// Of equal ones the one that begins and ends first, whatever the order of the list.
static bool is_before(const RankedMove *a, const RankedMove *b) {
  return a->rank != b->rank ? a->rank > b->rank : a->way < b->way;
}

RankedMove order_next(Order *order, size_t begin, size_t i, size_t n) {
  RankedMove *at = order->ranked.at + begin;
  size_t best = i;
  for (size_t j = i + 1; j < n; j++) {
    if (is_before(&at[j], &at[best])) best = j;
  }
  RankedMove found = at[best];
  memmove(&at[i + 1], &at[i], sizeof *at * (best - i));
  at[i] = found;
  return found;
}

// Moves towards the most or the least, more slowly the nearer it is.
static void push(int32_t *history, int32_t amount) {
  *history += amount - (int32_t)((int64_t)*history * abs(amount) / HISTORY_MOST);
}

void order_reward(Order *order, size_t begin, size_t i, int ply, int depth, uint32_t before) {
  const RankedMove *at = order->ranked.at + begin;
  if (at[i].taken > 0) return;
  int32_t amount = 64 * MIN(depth * depth, 400);
  push(&order->history[at[i].cell], amount);
  for (size_t j = 0; j < i; j++) {
    if (at[j].taken <= 0) push(&order->history[at[j].cell], -amount);
  }
  if (before) order->replies[before] = at[i].cell;
  if (order->killers[ply][0] == at[i].cell) return;
  order->killers[ply][1] = order->killers[ply][0];
  order->killers[ply][0] = at[i].cell;
}
