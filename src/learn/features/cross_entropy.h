// The loss of a linear softmax policy against what a search found: -sum over moves of target times log probability, and
// its gradient. Moves are given by their active features.
#ifndef LEARN_FEATURES_CROSS_ENTROPY_H
#define LEARN_FEATURES_CROSS_ENTROPY_H

#include "base/vec.h"

// A position as the loss sees it: of move i, the features numbers[first[i]] up to numbers[first[i + 1]].
typedef struct MoveFeatures {
  VEC(uint32_t) first;  // one more than there are moves
  VEC(uint16_t) numbers;
} MoveFeatures;

void move_features_free(MoveFeatures *moves);
static inline size_t move_features_n(const MoveFeatures *moves) { return moves->first.n ? moves->first.n - 1 : 0; }
void move_features_clear(MoveFeatures *moves);
// Begins the next move; its features are then pushed to numbers, and the list ended by move_features_end.
static inline void move_features_next(MoveFeatures *moves) { VEC_PUSH(&moves->first, (uint32_t)moves->numbers.n); }
static inline void move_features_end(MoveFeatures *moves) { move_features_next(moves); }

// The policy's probabilities.
void policy_probabilities(const MoveFeatures *moves, const double *weights, double *probabilities);
double cross_entropy(const double *targets, const double *probabilities, size_t n);
// Entropy of a distribution.
double entropy_of(const double *probabilities, size_t n);
// Adds `scale` times the gradient: per move probability - target, to each of its features.
void cross_entropy_gradient(const MoveFeatures *moves, const double *targets, const double *probabilities, double scale,
                            double *gradient);

#endif
