// Gradient descent: how a vector of weights follows the gradient of a loss.
//
//   sgd      w <- w - a g - a decay w   (Soemers et al. 2019, equation 6)
//   fit      no steps: the weights with the least loss over all samples, from time to time (learner_fit)
//   rmsprop  centred, with momentum (Graves 2013): the step is divided by the standard deviation of recent gradients;
//            afterwards w <- w - decay w
#ifndef LEARN_FEATURES_OPTIMISER_H
#define LEARN_FEATURES_OPTIMISER_H

#include "base/vec.h"

typedef enum OptimiserKind { OPTIMISER_SGD, OPTIMISER_RMSPROP, OPTIMISER_FIT } OptimiserKind;
extern const char *const optimiser_names[];

typedef struct OptimiserOptions {
  int kind;  // OptimiserKind
  double rate;
  double momentum;  // rmsprop
  double discount;  // rmsprop: how much of the means stays
  double small;     // rmsprop: added to the denominator
  double decay;     // of weights
  double steady;    // rmsprop: the variance counts as at least this part of the mean square; 0: as in the paper
} OptimiserOptions;

typedef VEC(double) Reals;

typedef struct Optimiser {
  const OptimiserOptions *options;
  Reals mean, square, speed;  // by weight: of the gradient, of its square; and the last step
} Optimiser;

void optimiser_free(Optimiser *optimiser);
// One step down, `scale` times as large as the options say: n weights and their gradient. New weights at the end begin
// with means of 0.
void optimiser_step(Optimiser *optimiser, double *weights, const double *gradient, size_t n, double scale);
// Only the weights listed stay, in that order.
void optimiser_keep(Optimiser *optimiser, const int *kept, size_t n);

// Makes a vector at least so long, with zeros.
void reals_expect(Reals *reals, size_t n);

#endif
