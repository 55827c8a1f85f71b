// The loss and its gradient, and steps of the optimisers, against finite differences and values worked out by hand.
#include "learn/features/cross_entropy.h"
#include "learn/features/optimiser.h"
#include "learn/run/lbfgs.h"

#include "base/random.h"

#include "support/support.h"

#include <math.h>

static void near(double a, double b, double slack) {
  if (fabs(a - b) > slack) fail_msg("%.15g is not %.15g", a, b);
}

enum { FEATURES = 12, MOVES = 9 };

static void random_moves(MoveFeatures *moves, Random *random, double *weights, double *targets) {
  double sum = 0;
  move_features_clear(moves);
  for (int i = 0; i < FEATURES; i++) weights[i] = 4 * random_unit(random) - 2;
  for (int i = 0; i < MOVES; i++) {
    move_features_next(moves);
    for (uint16_t f = 0; f < FEATURES; f++) {
      if (random_below(random, 3) == 0) VEC_PUSH(&moves->numbers, f);
    }
    sum += targets[i] = random_unit(random);
  }
  move_features_end(moves);
  for (int i = 0; i < MOVES; i++) targets[i] /= sum;
}

static double loss_at(const MoveFeatures *moves, const double *weights, const double *targets) {
  double probabilities[MOVES];
  policy_probabilities(moves, weights, probabilities);
  return cross_entropy(targets, probabilities, MOVES);
}

static void test_finite_differences(void **state) {
  MoveFeatures moves = {0};
  Random random = random_stream(3, 1);
  (void)state;
  for (int round = 0; round < 50; round++) {
    double weights[FEATURES], targets[MOVES], probabilities[MOVES], gradient[FEATURES] = {0};
    random_moves(&moves, &random, weights, targets);
    policy_probabilities(&moves, weights, probabilities);
    cross_entropy_gradient(&moves, targets, probabilities, 2, gradient);
    for (int f = 0; f < FEATURES; f++) {
      double kept = weights[f], step = 1e-5;
      weights[f] = kept + step;
      double above = loss_at(&moves, weights, targets);
      weights[f] = kept - step;
      double below = loss_at(&moves, weights, targets);
      weights[f] = kept;
      near(gradient[f], 2 * (above - below) / (2 * step), 1e-8);
    }
  }
  move_features_free(&moves);
}

// Two moves with scores ln 3 and 0: probabilities 3/4 and 1/4; target all on the second: loss ln 4.
static void test_by_hand(void **state) {
  MoveFeatures moves = {0};
  double weights[] = {log(3), 0}, targets[] = {0, 1}, probabilities[2], gradient[2] = {0};
  (void)state;
  move_features_next(&moves);
  VEC_PUSH(&moves.numbers, 0);
  move_features_next(&moves);
  VEC_PUSH(&moves.numbers, 1);
  move_features_end(&moves);
  policy_probabilities(&moves, weights, probabilities);
  near(probabilities[0], 0.75, 1e-12);
  near(cross_entropy(targets, probabilities, 2), log(4), 1e-12);
  cross_entropy_gradient(&moves, targets, probabilities, 1, gradient);
  near(gradient[0], 0.75, 1e-12);
  near(gradient[1], -0.75, 1e-12);
  double even[] = {0.5, 0.5};
  near(entropy_of(even, 2), log(2), 1e-12);
  move_features_free(&moves);
}

static void test_sgd(void **state) {
  OptimiserOptions options = {.kind = OPTIMISER_SGD, .rate = 0.1, .decay = 0.01};
  Optimiser optimiser = {.options = &options};
  double weights[] = {1, -2}, gradient[] = {0.5, -1};
  (void)state;
  optimiser_step(&optimiser, weights, gradient, 2, 1);
  near(weights[0], 1 - 0.05 - 0.001, 1e-12);
  near(weights[1], -2 + 0.1 + 0.002, 1e-12);
  optimiser_free(&optimiser);
}

// Gradient 2, then -1, with discount 0.9: means 0.2 and 0.08, squares 0.4 and 0.46.
static void test_rmsprop(void **state) {
  OptimiserOptions options = {
      .kind = OPTIMISER_RMSPROP, .rate = 0.01, .momentum = 0.5, .discount = 0.9, .small = 1e-8, .decay = 0.1};
  Optimiser optimiser = {.options = &options};
  double weights[] = {1}, first[] = {2}, second[] = {-1};
  (void)state;
  optimiser_step(&optimiser, weights, first, 1, 1);
  double step = -0.01 * 2 / sqrt(0.4 - 0.04 + 1e-8), expected = (1 + step) * 0.9;
  near(weights[0], expected, 1e-12);
  optimiser_step(&optimiser, weights, second, 1, 1);
  step = 0.5 * step + 0.01 / sqrt(0.46 - 0.0064 + 1e-8);
  near(weights[0], (expected + step) * 0.9, 1e-12);
  optimiser_free(&optimiser);
}

static void test_keep(void **state) {
  OptimiserOptions options = {.kind = OPTIMISER_RMSPROP, .rate = 0.01, .discount = 0.9, .small = 1e-8};
  Optimiser optimiser = {.options = &options};
  double weights[] = {0, 0, 0}, gradient[] = {1, 2, 3};
  static const int kept[] = {2, 0};
  (void)state;
  optimiser_step(&optimiser, weights, gradient, 3, 1);
  optimiser_keep(&optimiser, kept, 2);
  assert_int_equal(optimiser.mean.n, 2);
  near(optimiser.mean.at[0], 0.3, 1e-12);
  near(optimiser.mean.at[1], 0.1, 1e-12);
  optimiser_free(&optimiser);
}

// (x - 1)^2 + 10 (y - x^2)^2, whose lowest point lies in a bent valley.
static double valley(void *self, const double *w, double *slope) {
  double a = w[0] - 1, b = w[1] - w[0] * w[0];
  (void)self;
  slope[0] = 2 * a - 40 * b * w[0];
  slope[1] = 20 * b;
  return a * a + 10 * b * b;
}

static void test_lbfgs(void **state) {
  double w[] = {-1, 2};
  (void)state;
  near(lbfgs_minimise(valley, NULL, w, 2, 200), 0, 1e-6);
  near(w[0], 1, 1e-3);
  near(w[1], 1, 1e-3);
}

// 10 x - log x, which is no number below 0.
static double cliff(void *self, const double *w, double *slope) {
  (void)self;
  slope[0] = 10 - 1 / w[0];
  return 10 * w[0] - log(w[0]);
}

static void test_no_numbers(void **state) {
  double w[] = {5};
  (void)state;
  lbfgs_minimise(cliff, NULL, w, 1, 200);
  near(w[0], 0.1, 1e-3);
}

enum { BENT = 9, SCRIPTED = 10, WIDE = 10 };

// Every call is one step further down; slopes turn with the steps, and the step number BENT has no curvature to learn
// from.
typedef struct Script {
  int calls;
  double w[SCRIPTED + 1][WIDE], slope[SCRIPTED + 1][WIDE];
} Script;

static double scripted(void *self, const double *w, double *slope) {
  Script *s = self;
  int k = s->calls++;
  assert_true(k <= SCRIPTED);
  memcpy(s->w[k], w, sizeof s->w[k]);
  for (int i = 0; i < WIDE; i++) {
    int other = i ^ 1;
    double moved = k ? w[i] - s->w[k - 1][i] : 0, across = k ? w[other] - s->w[k - 1][other] : 0;
    double along = k == BENT ? -0.5 : 0.5 + 0.1 * ((k * (i + 3)) % 7);
    s->slope[k][i] = (k ? s->slope[k - 1][i] : 1 + i) + along * moved + (i & 1 ? across : -across);
    slope[i] = s->slope[k][i];
  }
  return -1e9 * k;
}

static double product(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < WIDE; i++) sum += a[i] * b[i];
  return sum;
}

// What the step to point k did: how far it went, and how the slope changed.
static void step_to(const Script *s, int k, double *moved, double *turned) {
  for (int i = 0; i < WIDE; i++) {
    moved[i] = s->w[k][i] - s->w[k - 1][i];
    turned[i] = s->slope[k][i] - s->slope[k - 1][i];
  }
}

// The inverse Hessian as the steps from `first` to `last` tell it, times a vector: (I - m t'/c) H (I - t m'/c) + m m'/c
// for the last of them, H being what those before it tell.
static void times_inverse(const Script *s, int first, int last, double scale, const double *v, double *out) {
  double moved[WIDE], turned[WIDE], inner[WIDE];
  for (int i = 0; i < WIDE && last < first; i++) out[i] = scale * v[i];
  if (last < first) return;
  step_to(s, last, moved, turned);
  double curve = product(moved, turned), share = product(moved, v) / curve;
  for (int i = 0; i < WIDE; i++) inner[i] = v[i] - share * turned[i];
  times_inverse(s, first, last - 1, scale, inner, out);
  double back = product(turned, out) / curve;
  for (int i = 0; i < WIDE; i++) out[i] += (share - back) * moved[i];
}

// After eight steps one more is left out: the seven newest of the others decide where it goes.
static void test_lbfgs_memory(void **state) {
  Script s = {0};
  double w[WIDE] = {0}, moved[WIDE], turned[WIDE], to[WIDE];
  (void)state;
  lbfgs_minimise(scripted, &s, w, WIDE, SCRIPTED);
  assert_int_equal(s.calls, SCRIPTED + 1);
  step_to(&s, 8, moved, turned);
  times_inverse(&s, 2, 8, product(moved, turned) / product(turned, turned), s.slope[9], to);
  for (int i = 0; i < WIDE; i++) near(s.w[10][i], s.w[9][i] - to[i], 1e-9 * (1 + fabs(to[i])));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_finite_differences),
                                     cmocka_unit_test(test_by_hand),
                                     cmocka_unit_test(test_sgd),
                                     cmocka_unit_test(test_rmsprop),
                                     cmocka_unit_test(test_keep),
                                     cmocka_unit_test(test_lbfgs),
                                     cmocka_unit_test(test_no_numbers),
                                     cmocka_unit_test(test_lbfgs_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
