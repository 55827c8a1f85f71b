// Linear probing; a slot counts only if it was written in the present round.
#include "search/mcts/keys.h"

#include "base/mem.h"

enum { KEYS_LEAST = 256 };

void keys_clear(KeyTable *table) {
  table->n = 0;
  if (++table->round == 0) {  // all rounds used: old slots would come back to life
    memset(table->at, 0, sizeof(KeySlot) * table->cap);
    table->round = 1;
  }
}

void keys_free(KeyTable *table) {
  mem_free(table->at);
  *table = (KeyTable){0};
}

static KeySlot *slot(const KeyTable *table, uint64_t key) {
  uint32_t mask = table->cap - 1, i = (uint32_t)(key >> 20) & mask;
  while (table->at[i].round == table->round && table->at[i].key != key) i = (i + 1) & mask;
  return &table->at[i];
}

static void grow(KeyTable *table) {
  KeyTable old = *table;
  table->cap = MAX(old.cap * 2, KEYS_LEAST);
  table->at = mem_alloc_zero(sizeof(KeySlot) * table->cap);
  if (!table->round) table->round = 1;
  for (uint32_t i = 0; i < old.cap; i++) {
    if (old.at[i].round == table->round) *slot(table, old.at[i].key) = old.at[i];
  }
  mem_free(old.at);
}

void keys_put(KeyTable *table, uint64_t key, uint32_t value) {
  if (2 * (table->n + 1) > table->cap) grow(table);
  KeySlot *at = slot(table, key);
  if (at->round != table->round) table->n++;
  *at = (KeySlot){.key = key, .round = table->round, .value = value};
}

bool keys_get(const KeyTable *table, uint64_t key, uint32_t *value) {
  if (!table->cap) return false;
  const KeySlot *at = slot(table, key);
  *value = at->value;
  return at->round == table->round;
}
