// One step of gradient descent.
#include "learn/features/optimiser.h"

#include <math.h>

const char *const optimiser_names[] = {"sgd", "rmsprop", "fit", NULL};

void reals_expect(Reals *reals, size_t n) {
  while (reals->n < n) VEC_PUSH(reals, 0);
}

void optimiser_free(Optimiser *optimiser) {
  VEC_FREE(&optimiser->mean);
  VEC_FREE(&optimiser->square);
  VEC_FREE(&optimiser->speed);
}

static void step_sgd(const OptimiserOptions *o, double *weights, const double *gradient, size_t n, double rate) {
  for (size_t i = 0; i < n; i++) weights[i] -= rate * (gradient[i] + o->decay * weights[i]);
}

static void step_rmsprop(Optimiser *optimiser, double *weights, const double *gradient, size_t n, double rate) {
  const OptimiserOptions *o = optimiser->options;
  reals_expect(&optimiser->mean, n);
  reals_expect(&optimiser->square, n);
  reals_expect(&optimiser->speed, n);
  for (size_t i = 0; i < n; i++) {
    double g = gradient[i], *mean = &optimiser->mean.at[i], *square = &optimiser->square.at[i];
    *mean = o->discount * *mean + (1 - o->discount) * g;
    *square = o->discount * *square + (1 - o->discount) * g * g;
    // Gradients that hardly vary, as those of the first few positions, would otherwise make huge steps.
    double spread = sqrt(fmax(*square - *mean * *mean, o->steady * *square) + o->small);
    optimiser->speed.at[i] = o->momentum * optimiser->speed.at[i] - rate * g / spread;
    weights[i] += optimiser->speed.at[i];
    weights[i] -= o->decay * weights[i];
  }
}

void optimiser_step(Optimiser *optimiser, double *weights, const double *gradient, size_t n, double scale) {
  double rate = scale * optimiser->options->rate;
  switch ((OptimiserKind)optimiser->options->kind) {
    case OPTIMISER_SGD: step_sgd(optimiser->options, weights, gradient, n, rate); return;
    case OPTIMISER_RMSPROP: step_rmsprop(optimiser, weights, gradient, n, rate); return;
    case OPTIMISER_FIT: return;
  }
}

static void keep(Reals *reals, const int *kept, size_t n) {
  Reals old = *reals;
  *reals = (Reals){0};
  for (size_t i = 0; i < n; i++) VEC_PUSH(reals, (size_t)kept[i] < old.n ? old.at[kept[i]] : 0);
  VEC_FREE(&old);
}

void optimiser_keep(Optimiser *optimiser, const int *kept, size_t n) {
  keep(&optimiser->mean, kept, n);
  keep(&optimiser->square, kept, n);
  keep(&optimiser->speed, kept, n);
}
