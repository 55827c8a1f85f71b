// Counts of sequences of moves.
#include "lib/lib_internal.h"

#include "play/playout/perft.h"

static senet_status check_count(const senet_position *position, int depth, uint64_t *count) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (!count) return api_misuse("the place of the count");
  *count = 0;
  if (depth < 0 || depth > PERFT_DEPTH_MAX) return api_fail(SENET_RANGE, "a depth is 0 to %d", PERFT_DEPTH_MAX);
  return position->x->fault ? api_rules_stopped(position->x) : SENET_OK;
}

// What was counted until the rules stopped is not a count.
static senet_status end_count(Position *x, uint64_t counted, uint64_t *count) {
  senet_status status = x->fault ? api_rules_stopped(x) : SENET_OK;
  *count = x->fault ? 0 : counted;
  position_free(x);
  return status;
}

// Everything native code does not have, and what does not fit its memory, the interpreter counts.
senet_status senet_position_perft(const senet_position *position, int depth, uint64_t *count) {
  senet_status status = check_count(position, depth, count);
  if (status != SENET_OK) return status;
  Position *x = position_twin(position);
  const Game *game = position->game->game;
  bool possible = depth > 0 && !game_has(game, GAME_STOCHASTIC) && game->mode == MODE_ALTERNATING;
  const Native *native = possible ? executor_native(game_executor(position->game)) : NULL;
  uint64_t counted = native ? perft_native(native, x, depth) : UINT64_MAX;
  if (counted == UINT64_MAX) counted = perft(x, depth);
  return end_count(x, counted, count);
}

senet_status senet_position_perft_turns(const senet_position *position, int depth, uint64_t *count) {
  senet_status status = check_count(position, depth, count);
  if (status != SENET_OK) return status;
  Position *x = position_twin(position);
  return end_count(x, perft_turns(x, depth), count);
}
