// The order in which moves are tried: what the table recommends, then what takes most, then moves that were good
// elsewhere in this search (killers, replies to the move before, history).
#ifndef SEARCH_MINIMAX_ORDER_H
#define SEARCH_MINIMAX_ORDER_H

#include "search/minimax/forward.h"

enum { ORDER_PLIES = 128, ORDER_CELLS = 1 << 14, ORDER_KILLERS = 2 };

typedef struct RankedMove {
  int32_t rank;
  uint32_t move;  // number in its list
  uint32_t cell;  // of the history
  uint32_t way;   // of equal moves the one with the lower number comes first
  int32_t taken;  // above 0: noisy (search/minimax/noise.h)
} RankedMove;

typedef struct Order {
  uint32_t killers[ORDER_PLIES][ORDER_KILLERS];  // cells
  uint32_t replies[ORDER_CELLS];                 // by the cell of the move before
  int32_t history[ORDER_CELLS];
  VEC(RankedMove) ranked;  // a stack: the moves of the positions on the way
} Order;

void order_free(Order *order);
// A new search begins: history counts less than what will be found.
void order_fade(Order *order);

// The cell of a move; different moves may share one.
static inline uint32_t order_cell(const ForwardMove *move) {
  return 1 + (uint32_t)(random_mix(move->key) % (ORDER_CELLS - 1));
}
// Ranks the moves of a list; where they begin on the stack. first: of the table, or any number that is not in the list.
size_t order_rank(Order *order, ForwardModel *model, ForwardList list, uint32_t first, int ply, uint32_t before);
// Number i of those that begin there, with n moves: the best of the rest.
RankedMove order_next(Order *order, size_t begin, size_t i, size_t n);
// Move number i of those was so good that the rest need not be tried.
void order_reward(Order *order, size_t begin, size_t i, int ply, int depth, uint32_t before);

#endif
