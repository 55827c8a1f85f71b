// Perft over moves and undo; natively over copies of the state.
#include "play/playout/perft.h"

#include "base/mem.h"
#include "state/run/run.h"

uint64_t perft(Position *x, int depth) {
  if (depth == 0) return 1;
  if (position_over(x)) return 0;
  if (depth == 1) return position_count_moves(x);
  MoveList list = position_moves(x);
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < list.n && !x->fault; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    leaves += perft(x, depth - 1);
    position_undo(x);
  }
  position_forget(x, list);
  return leaves;
}

// plies: moves made on the way here.
static uint64_t count_turns(Position *x, int depth, int plies) {
  enum { PLIES_MAX = 4000 };
  if (depth == 0) return 1;
  if (position_over(x)) return 0;
  if (plies == PLIES_MAX) {
    position_fault(x, "the turns have more than 4000 moves");
    return 0;
  }
  MoveList list = position_moves(x);
  int32_t turn = x->head->turn;
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < list.n && !x->fault; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    bool ended = x->head->turn != turn || position_over(x);
    leaves += count_turns(x, ended ? depth - 1 : depth, plies + 1);
    position_undo(x);
  }
  position_forget(x, list);
  return leaves;
}

uint64_t perft_turns(Position *x, int depth) { return count_turns(x, depth, 0); }

// Room for one depth: the state and its moves.
typedef struct PerftLevel {
  unsigned char *state, *moves;
} PerftLevel;

// UINT64_MAX: native code cannot tell.
static uint64_t count_leaves(const Native *native, const PerftLevel *level, int depth) {
  if (!native_turn(native, level->state)) return 0;
  int n = depth == 1 ? native_count(native, level->state) : native_moves(native, level->state, level->moves);
  if (n < 0) return UINT64_MAX;
  if (depth == 1) return (uint64_t)MAX(n, 1);
  size_t size = native_state_size(native), move = native_move_size(native);
  uint64_t leaves = 0;
  for (int i = 0; i < MAX(n, 1); i++) {
    memcpy(level[1].state, level->state, size);
    native_apply(native, level[1].state, n ? level->moves + (size_t)i * move : NULL);
    uint64_t below = count_leaves(native, level + 1, depth - 1);
    if (below == UINT64_MAX) return below;
    leaves += below;
  }
  return leaves;
}

static uint64_t perft_by_states(const Native *native, const void *state, int depth) {
  assert(depth > 0 && depth <= PERFT_NATIVE_DEPTH);
  PerftLevel levels[PERFT_NATIVE_DEPTH];
  for (int d = 0; d < depth; d++) {
    levels[d].state = mem_alloc_lines(native_state_size(native));
    levels[d].moves = mem_alloc_lines(native_moves_max(native) * native_move_size(native));
  }
  memcpy(levels[0].state, state, native_state_size(native));
  uint64_t leaves = count_leaves(native, levels, depth);
  for (int d = 0; d < depth; d++) {
    mem_free(levels[d].state);
    mem_free(levels[d].moves);
  }
  return leaves;
}

uint64_t perft_native(const Native *native, const Position *x, int depth) {
  if (depth == 0) return 1;
  if (depth > PERFT_NATIVE_DEPTH) return UINT64_MAX;
  unsigned char *state = mem_alloc_lines(native_state_size(native));
  native_load(native, state, x);
  uint64_t leaves =
      native_is_automaton(native) ? native_perft(native, state, depth) : perft_by_states(native, state, depth);
  mem_free(state);
  return leaves;
}
