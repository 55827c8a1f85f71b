// senet playout --features: playouts in which features are worked out, or that choose by them.
#ifndef CMD_STUDY_PLAYOUT_FEATURES_H
#define CMD_STUDY_PLAYOUT_FEATURES_H

#include "cmd/study/feature_load.h"
#include "feature/linear.h"

typedef struct PlayoutFeatures {
  FeatureWish wish;
  FeatureSet *owned;      // read from a file, or NULL
  FeaturePlayer *player;  // works out the features of every legal move, or NULL:
  LinearPolicy *policy;   // chooses by the weights of the set
  LinearPlayout how;
  Sampler *sampler;  // with which moves are drawn, or NULL: from all legal ones
  uint64_t most;     // moves of a playout
  FeatureTotals totals;
} PlayoutFeatures;

// Reads the options. False after saying what is wrong.
bool playout_features_open(PlayoutFeatures *features, const Options *options, const Game *game);
void playout_features_close(PlayoutFeatures *features);

// One playout, like playout_run.
bool playout_features_play(PlayoutFeatures *features, Position *x, uint64_t seed, uint64_t k);
// A line about the features, rates being by these seconds of CPU time.
void playout_features_print(const PlayoutFeatures *features, const Game *game, double seconds);

#endif
