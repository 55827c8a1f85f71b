// Buckets of four entries, one cache line each.
#include "search/minimax/table.h"

#include "base/mem.h"

enum { BUCKET = TABLE_BUCKET, DEPTH_MOST = 255 };

void table_open(Table *table, size_t bytes) {
  size_t n = 1;
  while (2 * n * BUCKET * sizeof(TableSlot) <= bytes) n *= 2;
  size_t size = n * BUCKET * sizeof(TableSlot);
  *table = (Table){.slots = mem_alloc_pool(size), .mask = n - 1};
  memset(table->slots, 0, size);
}

void table_close(Table *table) {
  mem_free(table->slots);
  *table = (Table){0};
}

static TableSlot *bucket_of(const Table *table, uint64_t hash) { return &table->slots[(hash & table->mask) * BUCKET]; }

static uint64_t pack(const TableEntry *entry, uint32_t age) {
  uint64_t depth = (uint64_t)MAX(0, MIN(entry->depth, DEPTH_MOST));
  uint64_t best = MIN(entry->best, TABLE_NO_MOVE);
  uint64_t flags = (uint64_t)entry->bound | (uint64_t)entry->open << 2 | (uint64_t)age << 3;
  return (uint64_t)(uint16_t)entry->score | (uint64_t)(uint16_t)entry->estimate << 16 | best << 32 | depth << 48 |
         flags << 56;
}

static int depth_of(uint64_t data) { return (int)(data >> 48 & 255); }
static uint32_t age_of(uint64_t data) { return (uint32_t)(data >> 59); }
static bool is_empty(uint64_t data) { return (data >> 56 & 3) == BOUND_NONE; }

bool table_find(const Table *table, uint64_t hash, TableEntry *entry) {
  const TableSlot *slot = bucket_of(table, hash);
  for (int i = 0; i < BUCKET; i++) {
    uint64_t data = shared_get(&slot[i].data);
    if ((shared_get(&slot[i].check) ^ data) != hash || is_empty(data)) continue;
    *entry = (TableEntry){.score = (int16_t)(data & 0xffff),
                          .estimate = (int16_t)(data >> 16 & 0xffff),
                          .depth = depth_of(data),
                          .bound = (Bound)(data >> 56 & 3),
                          .open = data >> 58 & 1,
                          .best = (uint32_t)(data >> 32 & 0xffff)};
    return true;
  }
  return false;
}

// How much an entry is worth keeping: deep ones, and those of this search.
static int worth(const Table *table, uint64_t data) {
  if (is_empty(data)) return -1000;
  return depth_of(data) - 8 * (int)((table->age - age_of(data)) & 31);
}

void table_keep(Table *table, uint64_t hash, const TableEntry *entry) {
  TableSlot *slot = bucket_of(table, hash), *least = slot;
  for (int i = 0; i < BUCKET; i++) {
    uint64_t data = shared_get(&slot[i].data);
    if ((shared_get(&slot[i].check) ^ data) == hash) {
      least = &slot[i];
      break;
    }
    if (worth(table, data) < worth(table, shared_get(&least->data))) least = &slot[i];
  }
  uint64_t data = pack(entry, table->age);
  shared_set(&least->check, hash ^ data);
  shared_set(&least->data, data);
}
