// Logistic regression of results on differences between players, with a penalty on weights that differ much from what
// is expected of them (ridge). Sums are made in a fixed order, so that the result does not depend on threads.
#ifndef LEARN_TUNE_TUNE_FIT_H
#define LEARN_TUNE_TUNE_FIT_H

#include "learn/tune/tune_columns.h"

// Positions with their results.
typedef struct TuneSamples {
  int n_columns;
  VEC(float) rows;      // n_columns each: the player's value less the mean of the others'
  VEC(float) results;   // from 0, lost, to 1, won
  VEC(float) trust;     // weight of the sample
  VEC(uint32_t) games;  // number of the game, which decides the fold
} TuneSamples;

static inline size_t tune_samples_n(const TuneSamples *samples) { return samples->results.n; }
void tune_samples_free(TuneSamples *samples);

// Which samples count: all, or those of the games that are or are not in a fold.
typedef enum TuneFold { FOLD_ALL, FOLD_EVEN, FOLD_ODD } TuneFold;

// What a heuristic is made of.
typedef struct TuneChoice {
  bool use[TUNE_GROUPS_MAX];
  bool held;     // what eval=material counts keeps the weight it has there; the other groups in use are fitted
  double loss;   // on games not fitted
  double blind;  // the same when nothing is known
} TuneChoice;

// The weights of the columns of the groups in use; 0 for the others. `weights` has a number for every column; what is
// in it is where the search for the best begins.
void tune_fit(const TuneSamples *samples, const TuneColumns *columns, const TuneChoice *choice, TuneFold fold,
              double *weights);
// The mean loss of the samples of a fold.
double tune_loss(const TuneSamples *samples, const double *weights, TuneFold fold);

// Which groups are worth taking, tried one after another: a group stays when the loss on games that were not fitted
// falls by the part it asks for. The final weights are of all samples.
void tune_choose(const TuneSamples *samples, const TuneColumns *columns, TuneChoice *choice, double *weights);
// The loss and the weights with what is chosen.
void tune_refit(const TuneSamples *samples, const TuneColumns *columns, TuneChoice *choice, double *weights);

#endif
