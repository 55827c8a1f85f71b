// Standard and optimised playouts of one game side by side: how fast each is, and whether they have the same
// distribution.
#ifndef PLAY_PLAYOUT_MEASURE_H
#define PLAY_PLAYOUT_MEASURE_H

#include "play/playout/sampler.h"

// Playouts of one kind.
typedef struct PlayoutSample {
  PlayoutTotals totals;
  double squares;  // sum of the squares of the lengths
  double seconds;  // processor time
} PlayoutSample;

typedef struct PlayoutPair {
  PlayoutSample standard, optimised;
  uint64_t cut;       // only so many moves of a game that takes too long otherwise; 0: all
  const char *fault;  // why the rules stopped, or NULL
} PlayoutPair;

typedef struct MeasurePlan {
  uint64_t seed;
  uint64_t n;      // playouts of each kind at most; 0: no limit
  double seconds;  // processor time of each kind at most
} MeasurePlan;

// Plays both kinds in turns, in short slices, so that whatever else the machine does befalls both.
void playouts_measure(const Game *game, const MeasurePlan *plan, PlayoutPair *pair);

// The same for tests of their distributions: n playouts of each kind if both together take no longer than the seconds,
// otherwise the most of 1, 2, 5, 10, 20... that take a sixth of them. How many that are is all that depends on the
// clock.
void playouts_compare(const Game *game, const MeasurePlan *plan, PlayoutPair *pair);

double sample_mean_length(const PlayoutSample *sample);
// Moves per second of optimised playouts over those of standard ones.
double pair_speedup(const PlayoutPair *pair);

// Two-sample tests: *p is the probability of a difference at least as large if both were the same. Lengths: of the
// means (Welch). Outcomes: of the share of a winner, 0: of games without one. False when there is nothing to test: too
// few games, or nothing that varies.
bool pair_test_length(const PlayoutPair *pair, double *p);
bool pair_test_outcome(const PlayoutPair *pair, Player winner, double *p);

// The probability that a normal variable is as far from its mean as z standard deviations.
double normal_p(double z);
// The same for Student's t.
double student_p(double t, double freedom);
// The probability that a chi-squared variable with that many degrees of freedom is at least x (Wilson and Hilferty's
// approximation).
double chi_squared_p(double x, int freedom);

#endif
