// Numbers for moves and parts of moves, the same wherever the same decision is made: by the same player, from and to
// the same sites, with the same choices. What chance added does not count. Searches keep what they learn by them.
//
// A move is made of units, the least parts it can be divided into (state/semimove.h). The context of a part is what was
// chosen of the same move before it. Keys of contexts fit together: a whole move has the same key whether it was
// made at once or part by part.
#ifndef PLAY_MODEL_MOVE_KEY_H
#define PLAY_MODEL_MOVE_KEY_H

#include "state/turn/position.h"

// Of a move, or of a part by itself, whose actions are on x->actions. Never 0.
uint64_t move_key(const Position *x, const Move *move);
// Of a move made earlier, number i of x->played.
uint64_t played_key(const Position *x, size_t i);

// The only move of the list with that key, or -1.
int move_with_key(const Position *x, MoveList list, uint64_t key);

enum { MOVE_UNITS_MAX = 64 };  // units beyond that count as one

// Keys of the units of a move or part of one, in their order; how many there are.
int move_units(const Position *x, const Move *move, uint64_t *keys);

// Keys of what the move under way is after each unit of this part; the last is the part's own. `context`: the key of
// what was chosen before, 0 for nothing. *after: the context of the parts that follow.
int move_contexts(const Position *x, uint64_t context, const Move *part, uint64_t *keys, uint64_t *after);

// The key of `next` made after `previous`.
static inline uint64_t key_pair(uint64_t previous, uint64_t next) {
  return random_mix(previous * 0x9e3779b97f4a7c15ULL + next) | 1;
}

#endif
