// Tensors of states and moves.
#include "lib/lib_internal.h"

const TensorEncoding *game_tensors(senet_game *game) {
  if (game->game->n_subgames) return NULL;
  lock_take(&game->lock);
  if (!game->tensors) game->tensors = tensor_encoding(&game->arena, game->game);
  lock_give(&game->lock);
  return game->tensors;
}

static senet_status unsuited(void) { return api_fail(SENET_UNSUITED, "a match has no tensors, its games have"); }

senet_status senet_game_tensor_shape(senet_game *game, senet_tensor_shape *out) {
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!out) return api_misuse("the place of the shape");
  const TensorEncoding *t = game_tensors(game);
  if (!t) return unsuited();
  *out = (senet_tensor_shape){
      .channels = t->channels, .width = t->width, .height = t->height, .move_channels = t->move_channels};
  return SENET_OK;
}

const char *senet_game_channel_name(senet_game *game, size_t channel) {
  const TensorEncoding *t = IS_GAME(game) ? game_tensors(game) : NULL;
  return t && channel < (size_t)t->channels ? t->names[channel] : NULL;
}

senet_status senet_position_tensor(const senet_position *position, float *out, size_t size) {
  return senet_position_tensor_for(position, 0, out, size);
}

senet_status senet_position_tensor_for(const senet_position *position, int player, float *out, size_t size) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (!out) return api_misuse("the array");
  if (player < 0 || player > position->x->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  const TensorEncoding *t = game_tensors(position->game);
  if (!t) return unsuited();
  if (size != (size_t)tensor_state_size(t)) {
    return api_fail(SENET_RANGE, "a state has %d numbers, the array %zu", tensor_state_size(t), size);
  }
  tensor_state_seen(t, position->x, player, out);
  return SENET_OK;
}

senet_status senet_position_places(senet_position *position, int32_t *places, size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  senet_status status = position_list_moves(position);
  if (status != SENET_OK) return status;
  *n = position->list.n;
  if (room && !places) return api_misuse("the array of places");
  const TensorEncoding *t = game_tensors(position->game);
  if (!t) return unsuited();
  for (size_t i = 0; i < *n && i < room; i++) {
    places[i] = tensor_move(t, position->x, move_at(position->x, position->list, (uint32_t)i));
  }
  return SENET_OK;
}

senet_status senet_position_move_at(senet_position *position, int32_t place, size_t *move) {
  uint32_t first;
  if (!move) return api_misuse("the place of the move");
  senet_status status = position_list_moves(position);
  if (status != SENET_OK) return status;
  const TensorEncoding *t = game_tensors(position->game);
  if (!t) return unsuited();
  if (!tensor_moves_at(t, position->x, position->list, place, &first)) {
    return api_fail(SENET_ILLEGAL, "no legal move has place %d", place);
  }
  *move = first;
  return SENET_OK;
}

// ---- batches ---------------------------------------------------------------------------------------

typedef struct BatchTensors {
  const TensorEncoding *t;
  float *states;
  uint8_t *mask;
} BatchTensors;

static void fill(senet_batch *batch, size_t i, int worker, void *self) {
  (void)worker;
  const BatchTensors *to = self;
  senet_position *position = batch->games[i].position;
  size_t moves = (size_t)tensor_move_size(to->t);
  position_show(position);
  if (to->states) {
    float *out = to->states + i * (size_t)tensor_state_size(to->t);
    tensor_state_seen(to->t, position->x, position_mover(position->x), out);
  }
  if (!to->mask) return;
  uint8_t *mask = to->mask + i * moves;
  memset(mask, 0, moves);
  position_list(position);
  for (uint32_t m = 0; m < position->list.n; m++) {
    int place = tensor_move(to->t, position->x, move_at(position->x, position->list, m));
    if (place >= 0 && (size_t)place < moves) mask[place] = 1;
  }
}

senet_status senet_batch_tensors(senet_batch *batch, float *states, size_t n_states, uint8_t *mask, size_t n_mask) {
  senet_status status = batch_enter(batch);
  if (status != SENET_OK) return status;
  BatchTensors to = {.t = game_tensors(batch->game), .states = states, .mask = mask};
  size_t wanted = batch->n * (size_t)tensor_state_size(to.t), bytes = batch->n * (size_t)tensor_move_size(to.t);
  if (states && n_states != wanted) status = api_fail(SENET_RANGE, "the states have %zu numbers", wanted);
  else if (mask && n_mask != bytes) status = api_fail(SENET_RANGE, "the mask has %zu bytes", bytes);
  else batch_each(batch, fill, &to);
  return batch_leave(batch, status);
}

typedef struct BatchPlaces {
  const TensorEncoding *t;
  const int32_t *places;
  uint32_t *moves;
} BatchPlaces;

static void find(senet_batch *batch, size_t i, int worker, void *self) {
  (void)worker;
  const BatchPlaces *wanted = self;
  senet_position *position = batch->games[i].position;
  uint32_t first = 0;
  position_list(position);
  bool found = tensor_moves_at(wanted->t, position->x, position->list, wanted->places[i], &first) > 0;
  wanted->moves[i] = found ? first : UINT32_MAX;
}

static senet_status find_all(senet_batch *batch, const int32_t *places, uint32_t *moves) {
  if (!places || !moves) return api_misuse("an array");
  BatchPlaces wanted = {.t = game_tensors(batch->game), .places = places, .moves = moves};
  batch_each(batch, find, &wanted);
  for (size_t i = 0; i < batch->n; i++) {
    if (moves[i] == UINT32_MAX) {
      return api_fail(SENET_ILLEGAL, "no legal move of game %zu has place %d", i, places[i]);
    }
  }
  return SENET_OK;
}

senet_status senet_batch_moves_at(senet_batch *batch, const int32_t *places, uint32_t *moves) {
  senet_status status = batch_enter(batch);
  return status == SENET_OK ? batch_leave(batch, find_all(batch, places, moves)) : status;
}
