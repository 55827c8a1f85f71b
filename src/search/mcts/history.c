// Hash tables with linear probing. A score table that is three quarters full forgets everything rather than
// grow: what matters comes back within a few playouts.
#include "search/mcts/history.h"

#include "base/mem.h"

void scores_init(ScoreTable *table, uint32_t cap) {
  assert((cap & (cap - 1)) == 0);
  *table = (ScoreTable){.at = mem_alloc_zero(sizeof(Score) * cap), .cap = cap};
}

void scores_free(ScoreTable *table) {
  mem_free(table->at);
  *table = (ScoreTable){0};
}

static Score *slot(const ScoreTable *table, uint64_t key) {
  uint32_t mask = table->cap - 1, i = (uint32_t)(key >> 20) & mask;
  while (table->at[i].key && table->at[i].key != key) i = (i + 1) & mask;
  return &table->at[i];
}

const Score *scores_find(const ScoreTable *table, uint64_t key) {
  const Score *score = slot(table, key);
  return score->key ? score : NULL;
}

static void forget(ScoreTable *table) {
  memset(table->at, 0, sizeof(Score) * table->cap);
  table->n = 0;
}

void scores_add(ScoreTable *table, uint64_t key, double reward) {
  if (table->n >= table->cap / 4 * 3) forget(table);
  Score *score = slot(table, key);
  if (!score->key) {
    score->key = key;
    table->n++;
  }
  score->n += 1;
  score->sum += (float)reward;
}

void scores_fade(ScoreTable *table, double keep) {
  if (keep <= 0) {
    forget(table);
    return;
  }
  for (uint32_t i = 0; i < table->cap; i++) {
    table->at[i].n *= (float)keep;
    table->at[i].sum *= (float)keep;
  }
}

void replies_init(ReplyTable *table, uint32_t cap) {
  assert((cap & (cap - 1)) == 0);
  *table = (ReplyTable){.at = mem_alloc_zero(sizeof(Reply) * cap), .cap = cap};
}

void replies_free(ReplyTable *table) {
  mem_free(table->at);
  *table = (ReplyTable){0};
}

// One reply per slot; a newer one takes it over.
static Reply *reply_slot(const ReplyTable *table, uint64_t key) {
  return &table->at[(uint32_t)(key >> 20) & (table->cap - 1)];
}

uint64_t replies_find(const ReplyTable *table, uint64_t key) {
  const Reply *reply = reply_slot(table, key);
  return reply->key == key ? reply->reply : 0;
}

void replies_put(ReplyTable *table, uint64_t key, uint64_t reply) {
  *reply_slot(table, key) = (Reply){.key = key, .reply = reply};
}

void replies_drop(ReplyTable *table, uint64_t key, uint64_t reply) {
  Reply *slot_of_key = reply_slot(table, key);
  if (slot_of_key->key == key && slot_of_key->reply == reply) *slot_of_key = (Reply){0};
}
