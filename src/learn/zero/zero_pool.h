// Many games of self-play in flight. Games are divided into slices, which threads take as tasks; a game draws from
// streams of its own and a slice is evaluated as one batch, so that games depend neither on the number of threads nor
// on which thread took them.
#ifndef LEARN_ZERO_ZERO_POOL_H
#define LEARN_ZERO_ZERO_POOL_H

#include "base/thread.h"
#include "learn/zero/zero_sample.h"
#include "net/net_model.h"

#include <stdatomic.h>

typedef struct ZeroThread ZeroThread;

typedef struct ZeroCounts {
  uint64_t games, moves, evaluations, samples;
  uint64_t drawn;   // games in which nobody won
  uint64_t failed;  // games in which the rules stopped, which count for nothing else
} ZeroCounts;

typedef struct ZeroSlice {
  ZeroGame *games;
  uint64_t *numbers;  // of the game in each place
  ZeroBytes samples;  // of games that ended, not taken yet
  ZeroCounts counts;  // likewise
  int leaves;         // asked for by its games at present
} ZeroSlice;

typedef struct ZeroPool {
  const Game *rules;
  const NetEncoding *encoding;
  ZeroPlayOptions options;
  uint64_t seed;
  int slices, slice_games;
  ZeroSlice *slice;
  Pool *threads;
  ZeroThread **thread;    // by worker of the pool
  const NetModel *model;  // for zero_pool_play; may be NULL
  const atomic_bool *stop;
} ZeroPool;

typedef struct ZeroPoolSetting {
  const Game *rules;
  const NetEncoding *encoding;
  const NetModel *model;  // NULL: somebody else evaluates
  bool coarse;            // with 16 bits where that is faster
  ZeroPlayOptions options;
  uint64_t seed;
  uint64_t first;  // number of the first game
  int slices, slice_games, threads;
  const atomic_bool *stop;  // zero_pool_play ends soon when it is set; may be NULL
} ZeroPoolSetting;

void zero_pool_open(ZeroPool *pool, const ZeroPoolSetting *setting);
void zero_pool_close(ZeroPool *pool);

// The model has changed.
void zero_pool_refresh(ZeroPool *pool);
// Advances every slice by so many rounds of evaluations.
void zero_pool_play(ZeroPool *pool, int rounds);

// For somebody else who evaluates: answers what the slices [first, first + n) asked for and goes on until each of their
// games asks again, or some games in a row asked for nothing because every move was forced. The answers are in the
// leaves.
void zero_pool_advance(ZeroPool *pool, int first, int n);

// Hands over the samples of games that ended, slice by slice, and counts them.
void zero_pool_take(ZeroPool *pool, ZeroBytes *samples, ZeroCounts *counts);

#endif
