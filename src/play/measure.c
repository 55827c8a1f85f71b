// Measuring in slices, and the tests.
#include "play/measure.h"

#include "base/clock.h"

#include <math.h>

#define SLICE 0.02  // seconds of one kind before it is the other's turn

typedef struct Side {
  PlayoutSample *sample;
  Sampler *sampler;  // NULL: standard
  uint64_t seed;
} Side;

static bool play_one(const Side *side, Exec *x) {
  uint64_t k = side->sample->totals.n;
  bool good = side->sampler ? sampler_run(side->sampler, x, side->seed, k, NULL) : playout_run(x, side->seed, k, NULL);
  double length = x->head->moves;
  playout_count(&side->sample->totals, x);
  side->sample->squares += length * length;
  return good;
}

static bool done(const Side *side, const MeasurePlan *plan) {
  return side->sample->seconds >= plan->seconds || (plan->n && side->sample->totals.n >= plan->n);
}

// Plays until the slice is used up; the clock is read after 1, 2, 4... playouts.
static bool play_slice(const Side *side, Exec *x, const MeasurePlan *plan) {
  double started = clock_thread_seconds(), now = started;
  bool good = true;
  for (uint64_t batch = 1; good && now - started < SLICE && !(plan->n && side->sample->totals.n >= plan->n);
       batch *= 2) {
    uint64_t n = plan->n ? MIN(batch, plan->n - side->sample->totals.n) : batch;
    for (uint64_t i = 0; i < n && good; i++) good = play_one(side, x);
    now = clock_thread_seconds();
  }
  side->sample->seconds += now - started;
  return good;
}

void playouts_measure(const Game *game, const MeasurePlan *plan, PlayoutPair *pair) {
  Sampler sampler = {0};
  Exec *x = exec_new(game, plan->seed, 0);
  Side sides[] = {{&pair->standard, NULL, plan->seed}, {&pair->optimised, &sampler, plan->seed + 1}};
  *pair = (PlayoutPair){0};
  while (!pair->fault && !(done(&sides[0], plan) && done(&sides[1], plan))) {
    for (size_t i = 0; i < COUNT_OF(sides) && !pair->fault; i++) {
      if (!done(&sides[i], plan) && !play_slice(&sides[i], x, plan)) pair->fault = x->fault;
    }
  }
  exec_free(x);
  sampler_free(&sampler);
}

double sample_mean_length(const PlayoutSample *sample) {
  return sample->totals.n ? (double)sample->totals.moves / (double)sample->totals.n : 0;
}

static double seconds_per_move(const PlayoutSample *sample) {
  return sample->totals.moves ? sample->seconds / (double)sample->totals.moves : 0;
}

double pair_speedup(const PlayoutPair *pair) {
  double optimised = seconds_per_move(&pair->optimised);
  return optimised > 0 ? seconds_per_move(&pair->standard) / optimised : 0;
}

// ---- tests ---------------------------------------------------------------------------------------

double normal_p(double z) { return erfc(fabs(z) / sqrt(2.0)); }

double chi_squared_p(double x, int freedom) {
  double k = freedom, spread = 2 / (9 * k);
  double z = (cbrt(x / k) - (1 - spread)) / sqrt(spread);
  return 0.5 * erfc(z / sqrt(2.0));
}

static double variance_of_mean(const PlayoutSample *sample) {
  double n = (double)sample->totals.n, mean = sample_mean_length(sample);
  return n > 1 ? (sample->squares / n - mean * mean) / (n - 1) : 0;
}

enum { SAMPLE_LEAST = 20 };  // games of either kind without which nothing is tested

static bool is_enough(const PlayoutPair *pair) {
  return pair->standard.totals.n >= SAMPLE_LEAST && pair->optimised.totals.n >= SAMPLE_LEAST;
}

double pair_length_p(const PlayoutPair *pair) {
  if (!is_enough(pair)) return 1;
  double variance = variance_of_mean(&pair->standard) + variance_of_mean(&pair->optimised);
  double difference = sample_mean_length(&pair->standard) - sample_mean_length(&pair->optimised);
  if (variance <= 0) return fabs(difference) < 1e-9 ? 1 : 0;
  return normal_p(difference / sqrt(variance));
}

static double games_won(const PlayoutSample *sample, Player winner) {
  return (double)(winner ? sample->totals.wins[winner] : sample->totals.draws);
}

double pair_outcome_p(const PlayoutPair *pair, Player winner) {
  double n1 = (double)pair->standard.totals.n, n2 = (double)pair->optimised.totals.n;
  double won1 = games_won(&pair->standard, winner), won2 = games_won(&pair->optimised, winner);
  if (!is_enough(pair)) return 1;
  double share = (won1 + won2) / (n1 + n2), variance = share * (1 - share) * (1 / n1 + 1 / n2);
  if (variance <= 0) return 1;
  double gap = fabs(won1 / n1 - won2 / n2) - 0.5 * (1 / n1 + 1 / n2);  // continuity
  return normal_p(MAX(gap, 0) / sqrt(variance));
}
