// Which two features, active together, should become a new one. Moves of a batch of positions are noted with the error
// of the policy (probability minus target) and the instances active for them; a strategy then ranks pairs:
//
//   correlation     |r(error, both active)| * (1 - max |r(both active, one of them active)|), equation 7 of the paper
//   add-random      any two of any move
//   combine-random  any two of the move with the largest error
//   combine-max     of that move the one with the largest weight, and any other
#ifndef LEARN_FEATURES_DISCOVER_H
#define LEARN_FEATURES_DISCOVER_H

#include "base/random.h"
#include "learn/features/combine.h"

typedef enum DiscoveryKind {
  DISCOVER_CORRELATION,
  DISCOVER_ADD_RANDOM,
  DISCOVER_COMBINE_RANDOM,
  DISCOVER_COMBINE_MAX,
  DISCOVER_NOTHING,
} DiscoveryKind;
extern const char *const discovery_names[];

// A feature that is active in one orientation, with its anchor at a site of the move.
typedef struct ActiveInstance {
  uint16_t feature;
  uint8_t place;  // PLACE_TO or PLACE_FROM: what the anchor is
  Orientation turn;
} ActiveInstance;

typedef struct Discovery {
  VEC(double) errors;             // by move
  VEC(uint32_t) first;            // by move: its first instance
  VEC(ActiveInstance) instances;  // of all moves
} Discovery;

void discovery_clear(Discovery *discovery);
void discovery_free(Discovery *discovery);
// The next move: instances follow with discovery_active.
void discovery_move(Discovery *discovery, double error);
void discovery_active(Discovery *discovery, ActiveInstance instance);

typedef struct DiscoveredPair {
  ActiveInstance a, b;
  double score;
} DiscoveredPair;

typedef VEC(DiscoveredPair) DiscoveredPairs;

// The best pairs by the strategy, best first, at most so many. Weights by feature (for combine-max).
void discovery_rank(const Discovery *discovery, DiscoveryKind kind, const double *weights, Random *random, size_t most,
                    DiscoveredPairs *out);

// Equation 7 from counts: n moves, with sums of errors and of their squares; n_both, n_a, n_b of them with both, one
// and the other active; and the sum of errors over those with both.
typedef struct PairCounts {
  double n, error_sum, error_squares, n_both, n_a, n_b, both_error;
} PairCounts;
double pair_score(const PairCounts *counts);

#endif
