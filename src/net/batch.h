// Samples put together for one run: which rows belong to which sample at every level, and the neighbours of every row.
#ifndef NET_BATCH_H
#define NET_BATCH_H

#include "base/vec.h"
#include "net/input/encoding.h"

typedef struct NetBatchLevel {
  int rows;
  VEC(int32_t) start;       // n + 1: rows of each sample
  VEC(int32_t) token;       // by row: token, or cell of the grid
  VEC(int32_t) neighbours;  // rows * slots: rows, -1: none
  VEC(int32_t) backwards;   // likewise: the row whose neighbour in this slot a row is
  bool backwards_known;     // no row is the same neighbour of two
  VEC(int32_t) above;       // by row: the row of the next level it belongs to
} NetBatchLevel;

typedef struct NetBatch {
  const NetEncoding *e;
  const NetSample *const *samples;
  int n;
  int levels;  // that are prepared, the tokens among them
  NetBatchLevel level[NET_LEVELS_MAX + 1];
  VEC(int32_t) row_of;  // by token or cell of the sample at hand
  VEC(uint32_t) moves;  // n + 1: first move of each sample
} NetBatch;

// levels: how many are wanted, at least 1. backwards: whether gradients will be.
void batch_open(NetBatch *batch, const NetSample *const *samples, int n, int levels, bool backwards);
void batch_free(NetBatch *batch);

static inline int batch_slots(const NetBatch *batch, int level) { return level ? 9 : batch->e->directions; }

#endif
