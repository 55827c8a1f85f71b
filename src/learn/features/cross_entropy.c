// Softmax, loss and gradient.
#include "learn/features/cross_entropy.h"

#include <math.h>

static const double log_least = 1e-12;  // probabilities below count as that much

void move_features_free(MoveFeatures *moves) {
  VEC_FREE(&moves->first);
  VEC_FREE(&moves->numbers);
}

void move_features_clear(MoveFeatures *moves) {
  VEC_CLEAR(&moves->first);
  VEC_CLEAR(&moves->numbers);
}

void policy_probabilities(const MoveFeatures *moves, const double *weights, double *probabilities) {
  size_t n = move_features_n(moves);
  double most = -INFINITY, sum = 0;
  for (size_t i = 0; i < n; i++) {
    double score = 0;
    for (uint32_t k = moves->first.at[i]; k < moves->first.at[i + 1]; k++) score += weights[moves->numbers.at[k]];
    probabilities[i] = score;
    most = fmax(most, score);
  }
  for (size_t i = 0; i < n; i++) sum += probabilities[i] = exp(probabilities[i] - most);
  for (size_t i = 0; i < n; i++) probabilities[i] /= sum;
}

double cross_entropy(const double *targets, const double *probabilities, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    if (targets[i] > 0) sum -= targets[i] * log(fmax(probabilities[i], log_least));
  }
  return sum;
}

double entropy_of(const double *probabilities, size_t n) { return cross_entropy(probabilities, probabilities, n); }

void cross_entropy_gradient(const MoveFeatures *moves, const double *targets, const double *probabilities, double scale,
                            double *gradient) {
  for (size_t i = 0; i + 1 < moves->first.n; i++) {
    double error = scale * (probabilities[i] - targets[i]);
    for (uint32_t k = moves->first.at[i]; k < moves->first.at[i + 1]; k++) gradient[moves->numbers.at[k]] += error;
  }
}
