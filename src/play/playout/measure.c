// Measuring in slices, and the tests.
#include "play/playout/measure.h"

#include "base/clock.h"

#include <math.h>

#define SLICE 0.02  // seconds of one kind before it is the other's turn

typedef struct Side {
  PlayoutSample *sample;
  Sampler *sampler;  // NULL: standard
  uint64_t seed;
  uint64_t cut;  // moves after which a playout stops, 0: never
} Side;

// Like playout_run and sampler_run, up to a number of moves.
static bool play_beginning(const Side *side, Position *x, uint64_t k, uint64_t moves) {
  Random choices = random_stream(side->seed, playout_choice_stream(k));
  x->random = random_stream(side->seed, playout_chance_stream(k));
  position_start(x);
  if (side->sampler) sampler_play(side->sampler, x, &choices, moves);
  for (uint64_t i = 0; i < moves && !side->sampler && !position_over(x) && !x->fault; i++) playout_step(x, &choices);
  return !x->fault;
}

static bool play_one(const Side *side, Position *x) {
  uint64_t k = side->sample->totals.n;
  bool good = side->cut       ? play_beginning(side, x, k, side->cut)
              : side->sampler ? sampler_run(side->sampler, x, side->seed, k, NULL)
                              : playout_run(x, side->seed, k, NULL);
  double length = x->head->moves;
  playout_count(&side->sample->totals, x);
  side->sample->squares += length * length;
  return good;
}

static bool done(const Side *side, const MeasurePlan *plan) {
  return side->sample->seconds >= plan->seconds || (plan->n && side->sample->totals.n >= plan->n);
}

// Plays until the slice is used up; the clock is read after 1, 2, 4... playouts.
static bool play_slice(const Side *side, Position *x, const MeasurePlan *plan) {
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

// Both kinds until they are done, in turns.
static void play_both(Side sides[2], Position *x, const MeasurePlan *plan, PlayoutPair *pair) {
  while (!pair->fault && !(done(&sides[0], plan) && done(&sides[1], plan))) {
    for (size_t i = 0; i < 2 && !pair->fault; i++) {
      if (!done(&sides[i], plan) && !play_slice(&sides[i], x, plan)) pair->fault = x->fault;
    }
  }
}

// 1, 2, 5, 10, 20, 50, ... up to the most.
static uint64_t next_step(uint64_t n, uint64_t most) {
  uint64_t digit = n;
  while (digit >= 10) digit /= 10;
  return MIN(!n ? 1 : digit == 2 ? n / 2 * 5 : n * 2, most);
}

// Games whose standard playouts take too long are compared by their beginnings: how many moves of them, or 0.
static uint64_t find_cut(Position *x, const MeasurePlan *plan) {
  const double patience = 20;  // seconds
  double started = clock_thread_seconds();
  Random choices = random_stream(plan->seed, playout_choice_stream(0));
  uint64_t cut = 0;
  position_start(x);
  while (!position_over(x) && !x->fault) {
    playout_step(x, &choices);
    if (clock_thread_seconds() - started < patience) continue;
    while (next_step(cut, UINT64_MAX) <= (uint64_t)x->head->moves) cut = next_step(cut, UINT64_MAX);
    break;
  }
  return cut;
}

static Position *begin(const Game *game, const MeasurePlan *plan, PlayoutPair *pair, Sampler *sampler, Side sides[2]) {
  Position *x = position_new(game, plan->seed, 0);
  x->random = random_stream(plan->seed, playout_chance_stream(0));
  *pair = (PlayoutPair){.cut = find_cut(x, plan)};
  sides[0] = (Side){&pair->standard, NULL, plan->seed, pair->cut};
  sides[1] = (Side){&pair->optimised, sampler, plan->seed + 1, pair->cut};
  return x;
}

void playouts_measure(const Game *game, const MeasurePlan *plan, PlayoutPair *pair) {
  Sampler sampler = {0};
  Side sides[2];
  Position *x = begin(game, plan, pair, &sampler, sides);
  play_both(sides, x, plan, pair);
  position_free(x);
  sampler_free(&sampler);
}

// Whether so many playouts will be made in time: all of them, or else as many as a part of the time is enough for.
static bool in_time(const PlayoutPair *pair, const MeasurePlan *plan, uint64_t n) {
  double each = (pair->standard.seconds + pair->optimised.seconds) / (double)MAX(pair->standard.totals.n, 1);
  double limit = each * (double)plan->n <= plan->seconds ? plan->seconds : plan->seconds / 6;
  return each * (double)n <= limit;
}

void playouts_compare(const Game *game, const MeasurePlan *plan, PlayoutPair *pair) {
  Sampler sampler = {0};
  Side sides[2];
  Position *x = begin(game, plan, pair, &sampler, sides);
  for (uint64_t n = 0; n < plan->n && !pair->fault && in_time(pair, plan, next_step(n, plan->n));) {
    n = next_step(n, plan->n);
    play_both(sides, x, &(MeasurePlan){.seed = plan->seed, .n = n, .seconds = INFINITY}, pair);
  }
  position_free(x);
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

// ---- distributions -------------------------------------------------------------------------------

double normal_p(double z) { return erfc(fabs(z) / sqrt(2.0)); }

double chi_squared_p(double x, int freedom) {
  double k = freedom, spread = 2 / (9 * k);
  double z = (cbrt(x / k) - (1 - spread)) / sqrt(spread);
  return 0.5 * erfc(z / sqrt(2.0));
}

// The continued fraction of the incomplete beta function, from its last term on.
static double beta_fraction(double a, double b, double x) {
  enum { TERMS = 400 };
  double fraction = 1;
  for (int i = TERMS; i >= 1; i--) {
    double k = i / 2, term = i % 2 ? -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))
                                   : k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    fraction = 1 + term / fraction;
  }
  return 1 / fraction;
}

static double beta_share(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_share(b, a, 1 - x);
  double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
  return front / a * beta_fraction(a, b, x);
}

double student_p(double t, double freedom) { return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t)); }

// ---- tests ---------------------------------------------------------------------------------------

static double variance_of_mean(const PlayoutSample *sample) {
  double n = (double)sample->totals.n, mean = sample_mean_length(sample);
  return n > 1 ? MAX(sample->squares / n - mean * mean, 0) / (n - 1) : 0;
}

enum { SAMPLE_LEAST = 20 };  // games of either kind without which nothing is tested

static bool is_enough(const PlayoutPair *pair) {
  return pair->standard.totals.n >= SAMPLE_LEAST && pair->optimised.totals.n >= SAMPLE_LEAST;
}

bool pair_test_length(const PlayoutPair *pair, double *p) {
  double v1 = variance_of_mean(&pair->standard), v2 = variance_of_mean(&pair->optimised), variance = v1 + v2;
  double difference = sample_mean_length(&pair->standard) - sample_mean_length(&pair->optimised);
  double n1 = (double)pair->standard.totals.n, n2 = (double)pair->optimised.totals.n;
  *p = variance <= 1e-12 && fabs(difference) > 1e-9 ? 0 : 1;
  if (!is_enough(pair) || (variance <= 1e-12 && *p > 0)) return false;
  if (variance > 1e-12) {
    double freedom = variance * variance / (v1 * v1 / (n1 - 1) + v2 * v2 / (n2 - 1));
    *p = student_p(difference / sqrt(variance), freedom);
  }
  return true;
}

static double games_won(const PlayoutSample *sample, Player winner) {
  return (double)(winner ? sample->totals.wins[winner] : sample->totals.draws);
}

bool pair_test_outcome(const PlayoutPair *pair, Player winner, double *p) {
  double n1 = (double)pair->standard.totals.n, n2 = (double)pair->optimised.totals.n;
  double won1 = games_won(&pair->standard, winner), won2 = games_won(&pair->optimised, winner);
  *p = 1;
  if (!is_enough(pair)) return false;
  double share = (won1 + won2) / (n1 + n2), variance = share * (1 - share) * (1 / n1 + 1 / n2);
  if (variance <= 0) return false;
  double gap = fabs(won1 / n1 - won2 / n2) - 0.5 * (1 / n1 + 1 / n2);  // continuity
  *p = normal_p(MAX(gap, 0) / sqrt(variance));
  return true;
}
