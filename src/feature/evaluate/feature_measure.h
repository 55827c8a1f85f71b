// How fast the evaluators are, in random playouts of one game, side by side.
#ifndef FEATURE_EVALUATE_FEATURE_MEASURE_H
#define FEATURE_EVALUATE_FEATURE_MEASURE_H

#include "feature/evaluate/feature_playout.h"

typedef struct FeatureSample {
  const char *evaluator;  // "bare": no features
  int features;
  FeatureTotals totals;
  double playouts;      // a game cut short by the limits counts as its share of the mean length
  double seconds;       // of CPU time
  double open_seconds;  // for making the set and the evaluator
} FeatureSample;

typedef struct FeatureMeasure {
  double seconds;  // for each side
  uint64_t most;   // plies of a playout, 0: no limit
  uint64_t seed;
} FeatureMeasure;

// Plays with every wish in turns, in short slices, so that whatever else the machine does befalls all. Every side
// first plays unmeasured for a part of the time. Returns why the rules stopped, or NULL.
const char *features_measure(const Game *game, const FeatureMeasure *measure, const FeatureWish *wishes,
                             FeatureSample *samples, int n);

#endif
