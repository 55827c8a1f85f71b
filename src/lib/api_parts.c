// Moves chosen in parts: where from, where to, what else; or as an automaton is divided. The choice is made on a copy
// of the position, so that the position itself is never inside a move.
#include "lib/lib_internal.h"

#include "state/turn/semimove.h"

struct senet_parts {
  Handle handle;
  senet_game *game;
  Position *x;
  bool listed;
  MoveList list;
  size_t taken;
};

#define IS_PARTS(h) handle_is((const Handle *)(const void *)(h), HANDLE_PARTS)

// Moves in which chance takes part may come out differently when they are put together again.
static const char *unsuited(const Game *game) {
  if (game->n_subgames) return "the moves of a match are not chosen in parts";
  if (game->mode != MODE_ALTERNATING) return "moves that are made at the same time are not chosen in parts";
  if (game_has(game, GAME_STOCHASTIC)) return "moves in games of chance are not chosen in parts";
  return NULL;
}

senet_status senet_parts_new(const senet_position *position, senet_parts **out) {
  if (!out) return api_misuse("the place of the parts");
  *out = NULL;
  senet_status status = position_running(position);
  if (status != SENET_OK) return status;
  const char *why = unsuited(position->game->game);
  if (why) return api_fail(SENET_UNSUITED, "%s", why);
  handle_use(&position->game->handle);
  senet_parts *parts = handle_new(position->game->handle.library, HANDLE_PARTS, sizeof *parts);
  parts->game = position->game;
  parts->x = position_twin(position);
  *out = parts;
  return SENET_OK;
}

static void unlist(senet_parts *parts) {
  if (parts->listed) position_forget(parts->x, parts->list);
  parts->listed = false;
}

void senet_parts_free(senet_parts *parts) {
  if (!IS_PARTS(parts)) return;
  senet_game *game = parts->game;
  handle_close(&parts->handle);
  position_free(parts->x);
  handle_give_back(&parts->handle, HANDLE_PARTS);
  game_leave(game);
}

int senet_parts_complete(const senet_parts *parts) {
  return IS_PARTS(parts) && parts->taken && position_nodal(parts->x);
}

// Lists the parts that can be chosen next: none when the move is complete or cannot be completed.
static senet_status list(senet_parts *parts) {
  if (!IS_PARTS(parts)) return api_misuse("the parts");
  if (!parts->listed && !senet_parts_complete(parts)) {
    parts->list = position_semimoves(parts->x);
    parts->listed = true;
  }
  const char *fault = parts->x->fault;
  return fault ? api_fail(SENET_RULES, "the rules stopped: %s", fault) : SENET_OK;
}

static size_t count(const senet_parts *parts) { return parts->listed ? parts->list.n : 0; }

senet_status senet_parts_list(senet_parts *parts, senet_move *moves, size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (room && !moves) return api_misuse("the array of moves");
  senet_status status = list(parts);
  if (status != SENET_OK) return status;
  *n = count(parts);
  for (size_t i = 0; i < *n && i < room; i++) {
    moves[i] = move_value(parts->x, move_at(parts->x, parts->list, (uint32_t)i));
  }
  return SENET_OK;
}

senet_status senet_parts_take(senet_parts *parts, size_t part) {
  senet_status status = list(parts);
  if (status != SENET_OK) return status;
  if (part >= count(parts)) {
    return api_fail(SENET_ILLEGAL, "there are %zu parts to choose from, number %zu is not one", count(parts), part);
  }
  Move chosen = *move_at(parts->x, parts->list, (uint32_t)part);
  position_apply_semimove(parts->x, &chosen);
  unlist(parts);
  parts->taken++;
  const char *fault = parts->x->fault;
  return fault ? api_fail(SENET_RULES, "the rules stopped: %s", fault) : SENET_OK;
}

senet_status senet_parts_back(senet_parts *parts) {
  if (!IS_PARTS(parts)) return api_misuse("the parts");
  if (!parts->taken) return api_fail(SENET_RANGE, "no part has been chosen");
  unlist(parts);
  position_undo(parts->x);
  position_clear_fault(parts->x);  // what stopped the rules is taken back, too
  parts->taken--;
  return SENET_OK;
}

// The whole move is the one that leads to the same position.
senet_status senet_parts_move(senet_parts *parts, senet_position *position, size_t *move) {
  if (!IS_PARTS(parts)) return api_misuse("the parts");
  if (!move) return api_misuse("the place of the move");
  senet_status status = position_running(position);
  if (status != SENET_OK) return status;
  if (position->game != parts->game) return api_fail(SENET_MISUSE, "the position is of another game");
  if (!senet_parts_complete(parts)) return api_fail(SENET_RANGE, "the move is not complete");
  uint64_t wanted = position_full_hash(parts->x);
  Position *x = position_twin(position);
  MoveList moves = position_moves(x);
  uint32_t found = 0;
  for (; found < moves.n; found++) {
    Move whole = *move_at(x, moves, found);
    position_apply(x, &whole);
    bool same = position_full_hash(x) == wanted;
    position_undo(x);
    if (same && !x->fault) break;
    position_clear_fault(x);
  }
  uint32_t n = moves.n;
  position_free(x);
  if (found >= n) return api_fail(SENET_ILLEGAL, "the parts are not a legal move of this position");
  *move = found;
  return SENET_OK;
}
