// A table of positions already looked at, found by their hashes (transposition table). Its size is fixed: a new entry
// replaces an old or shallow one. Threads share it without locks: an entry is two numbers, of which one is the hash
// mixed with the other, so that an entry two threads wrote halves of does not match any hash (Hyatt and Mann 2002).
#ifndef SEARCH_MINIMAX_TABLE_H
#define SEARCH_MINIMAX_TABLE_H

#include "base/shared.h"

typedef enum Bound { BOUND_NONE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } Bound;

enum { TABLE_BUCKET = 4 };  // entries that lie together, in one cache line
enum { TABLE_NO_MOVE = UINT16_MAX, TABLE_NO_ESTIMATE = INT16_MIN };

typedef struct TableEntry {
  int score;  // sure results: as seen from this position, not from the root
  int estimate;
  int depth;
  Bound bound;
  bool open;      // something was left open because of the depth
  uint32_t best;  // number of the best move, or TABLE_NO_MOVE
} TableEntry;

typedef struct TableSlot {
  _Atomic uint64_t check, data;
} TableSlot;

typedef struct Table {
  TableSlot *slots;
  size_t mask;  // of buckets
  uint32_t age;
} Table;

void table_open(Table *table, size_t bytes);
void table_close(Table *table);
// A new search begins: what is there stays, but is replaced first.
static inline void table_age(Table *table) { table->age = (table->age + 1) & 31; }
// It will be asked for soon.
static inline void table_fetch(const Table *table, uint64_t hash) {
  __builtin_prefetch(&table->slots[(hash & table->mask) * TABLE_BUCKET]);
}
bool table_find(const Table *table, uint64_t hash, TableEntry *entry);
void table_keep(Table *table, uint64_t hash, const TableEntry *entry);

#endif
