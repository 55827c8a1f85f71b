// A number for a move that is the same wherever the same decision is made: by the same player, from and to
// the same sites, with the same choices. What chance added to it does not count.
#ifndef PLAY_MOVE_KEY_H
#define PLAY_MOVE_KEY_H

#include "state/position.h"

// Of a move whose actions are on x->actions. Never 0.
uint64_t move_key(const Exec *x, const Move *move);
// Of a move made earlier, number i of x->played.
uint64_t played_key(const Exec *x, size_t i);

// The key of `next` made after `previous`.
static inline uint64_t key_pair(uint64_t previous, uint64_t next) {
  return random_mix(previous * 0x9e3779b97f4a7c15ULL + next) | 1;
}

#endif
