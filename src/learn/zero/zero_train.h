// Training a network by self-play on the CPU (AlphaZero's loop): threads play games with the network of the moment
// while one of them trains the next one on what was played before. Everything is kept in a folder (zero_run.h), from
// which an interrupted run goes on.
#ifndef LEARN_ZERO_ZERO_TRAIN_H
#define LEARN_ZERO_ZERO_TRAIN_H

#include "learn/zero/zero_pool.h"
#include "learn/zero/zero_run.h"
#include "search/option.h"

#include <stdatomic.h>

typedef struct ZeroTrainOptions {
  ZeroPlayOptions play;
  const char *arch;
  const char *from;     // a network whose weights a new run begins with, with its architecture; NULL: none
  const char *options;  // of the game's description that were chosen, as text
  uint64_t seed;
  int threads;
  int slice_games;          // games evaluated together
  uint64_t games;           // the run ends after so many; 0: no limit
  double seconds;           // and after so long, interruptions not counted; 0: no limit
  int64_t batch;            // samples of a training step
  double rate, last_rate;   // learning rate, and where it ends
  double reuse;             // how often a sample is learnt from on average
  double outcome_share;     // of the outcome in the value to learn, the rest being what the search found
  int64_t window;           // samples of the first window; it grows more slowly than what was played
  double checkpoint_every;  // seconds
  const char *opponent;     // of rating matches; NULL or "": none
  int64_t rating_games;
  bool symmetries;          // learn from images of positions
  bool coarse;              // multiply numbers of 16 bits where that is faster
  const atomic_bool *stop;  // ends it soon, with a checkpoint; may be NULL
} ZeroTrainOptions;

extern const ZeroTrainOptions zero_train_defaults;
// Names of settings, over a ZeroTrainOptions.
extern const SearchOption zero_train_rows[];

// Somebody who wants to know how it is getting on.
typedef struct ZeroTrainWatch {
  void (*row)(void *self, const ZeroCurveRow *row);
  void (*say)(void *self, const char *text);  // a line about what was found or left out
  void *self;
} ZeroTrainWatch;

// False with a reason (arena).
bool zero_train(Arena *arena, const Game *game, const char *folder, const ZeroTrainOptions *options,
                const ZeroTrainWatch *watch, const char **why);

#endif
