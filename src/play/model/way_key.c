// Keys that both executors have in common.
#include "play/model/way_key.h"

#include "play/show/seats.h"

int32_t move_puts(const Position *x, const Move *move) {
  const Action *actions = x->actions.at + move->first;
  for (uint32_t i = move->n; i-- > 0;) {
    if (actions[i].kind == ACT_ADD || actions[i].kind == ACT_PROMOTE) return actions[i].what;
  }
  return 0;
}

bool way_kinds(const Game *game) {
  for (int what = 1; what < game->n_components; what++) {
    for (int other = 1; other < what; other++) {
      if (game->components[what].owner == game->components[other].owner) return true;
    }
  }
  return false;
}

static uint64_t plain_key(int from, int to, int32_t what, int seat) {
  uint64_t way = (uint64_t)(uint16_t)from << 48 | (uint64_t)(uint16_t)to << 32;
  return random_mix(way | (uint64_t)(uint16_t)what << 16 | (uint16_t)seat) | 1;
}

static uint64_t path_key(uint64_t key, uint32_t action, uint32_t vertex) {
  return random_mix(key * 0x9e3779b97f4a7c15ULL + (action << 16 | vertex)) | 1;
}

uint64_t way_key(const Position *x, const Move *move, bool kinds) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, move, few);
  int seat = player_seat(x, move->mover);
  if (!move->n || actions[0].kind != ACT_STEP)
    return plain_key(move->from, move->to, kinds ? move_puts(x, move) : 0, seat);
  uint64_t key = (uint64_t)seat;
  for (uint32_t i = 0; i < move->n; i++) key = path_key(key, (uint32_t)actions[i].value, (uint16_t)actions[i].to);
  return key;
}

// Moves of automata begin with 16 bits each for how many steps there are, from, to, and nothing; the steps follow.
uint64_t way_key_native(const Native *native, const void *move, int32_t what, int seat) {
  if (!move) return plain_key(-1, -1, 0, seat);
  if (!native_is_automaton(native)) return plain_key(native_move_from(move), native_move_to(move), what, seat);
  const uint16_t *head = move;
  const uint32_t *steps = (const uint32_t *)(const void *)(head + 4);
  uint64_t key = (uint64_t)seat;
  for (uint16_t i = 0; i < head[0]; i++) key = path_key(key, steps[i] >> 16, steps[i] & UINT16_MAX);
  return key;
}
