// Move keys: the head of the move and its decisions, mixed.
#include "play/move_key.h"

static uint64_t mix2(uint64_t hash, int64_t a, int64_t b) {
  return random_mix(hash ^ ((uint64_t)a * 0x9e3779b97f4a7c15ULL + (uint64_t)b * 0xd1342543de82ef95ULL + 1));
}

static uint64_t mix_decision(uint64_t hash, const Action *a) {
  hash = mix2(hash, (int64_t)a->kind << 32 | (uint16_t)a->from << 16 | (uint16_t)a->to, a->what);
  hash = mix2(hash, (int64_t)a->level_from << 32 | (uint32_t)(int32_t)a->level_to, a->value);
  return mix2(hash, (int64_t)a->state << 32 | (uint32_t)(int32_t)a->rotation,
              (int64_t)a->count << 16 | (uint16_t)a->player);
}

static uint64_t key_of(const Move *move, const Action *actions) {
  uint64_t hash = random_mix((uint64_t)(uint16_t)move->mover);
  bool part = move->n == 1 && actions[0].kind == ACT_CHOOSE;  // from and to are those of any move it leads to
  if (!part) hash = mix2(mix2(hash, move->from, move->to), move->level_min, move->level_max);
  for (uint32_t i = 0; i < move->n; i++) {
    if (actions[i].flags & ACTION_DECISION) hash = mix_decision(hash, &actions[i]);
  }
  return hash | 1;
}

uint64_t move_key(const Exec *x, const Move *move) { return key_of(move, x->actions.at + move->first); }

uint64_t played_key(const Exec *x, size_t i) {
  const Move *move = &x->played.at[i].move;
  return key_of(move, x->played_actions.at + move->first);
}
