// A small table from move keys to numbers, made anew many times: clearing costs nothing.
#ifndef SEARCH_MCTS_KEYS_H
#define SEARCH_MCTS_KEYS_H

#include "base/common.h"

typedef struct KeySlot {
  uint64_t key;
  uint32_t round, value;
} KeySlot;

typedef struct KeyTable {
  KeySlot *at;
  uint32_t cap, n, round;
} KeyTable;

void keys_clear(KeyTable *table);
void keys_put(KeyTable *table, uint64_t key, uint32_t value);
// False when the key is not there.
bool keys_get(const KeyTable *table, uint64_t key, uint32_t *value);
void keys_free(KeyTable *table);

#endif
