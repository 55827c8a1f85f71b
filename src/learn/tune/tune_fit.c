// Logistic regression by L-BFGS over standardised columns, and the choice of groups by cross-validation.
#include "learn/tune/tune_fit.h"

#include "base/mem.h"
#include "learn/run/lbfgs.h"

#include <math.h>

enum { STEPS = 60 };
static const double negligible = 0.005;  // weights of standardised columns below this are left out
// How strongly weights are held where they are expected, as against one trusted sample. Samples of one game are much
// alike: this is what a dozen games say together.
static const double belief = 200;
// Trusted samples that are enough to tell groups of terms apart; with fewer, groups must save more to be taken.
static const double plenty = 20000;

void tune_samples_free(TuneSamples *samples) {
  VEC_FREE(&samples->rows);
  VEC_FREE(&samples->results);
  VEC_FREE(&samples->trust);
  VEC_FREE(&samples->games);
}

static bool in_fold(const TuneSamples *samples, size_t i, TuneFold fold) {
  return fold == FOLD_ALL || (samples->games.at[i] & 1) == (fold == FOLD_ODD);
}

// ---- the problem ---------------------------------------------------------------------------------

// The columns in use, packed and divided by their deviation.
typedef struct Problem {
  int n;  // columns in use
  size_t rows;
  int *column;    // by column in use
  double *scale;  // what the value was divided by
  double *ridge;
  double *expected;  // the weights near which they are held, times the scale
  float *at;
  double *result, *trust, total;
  double *given;  // what held columns add to the sum
} Problem;

static bool is_held(const TuneChoice *choice, const TuneGroup *group) { return choice->held && group->expected; }

static void find_columns(Problem *p, const TuneColumns *columns, const TuneChoice *choice) {
  for (int g = 0; g < columns->n_groups; g++) {
    const TuneGroup *group = &columns->groups[g];
    for (int i = 0; choice->use[g] && !is_held(choice, group) && i < group->n; i++) {
      p->column[p->n] = group->first + i;
      p->ridge[p->n] = group->ridge;
      p->expected[p->n++] = columns->expected[group->first + i];
    }
  }
}

static void find_scales(Problem *p, const TuneSamples *samples, TuneFold fold) {
  size_t rows = tune_samples_n(samples);
  for (size_t i = 0; i < rows; i++) {
    const float *row = samples->rows.at + i * (size_t)samples->n_columns;
    if (!in_fold(samples, i, fold)) continue;
    p->total += (double)samples->trust.at[i];
    p->rows++;
    for (int j = 0; j < p->n; j++) {
      double value = (double)row[p->column[j]];
      p->scale[j] += (double)samples->trust.at[i] * value * value;
    }
  }
  for (int j = 0; j < p->n; j++) {
    p->scale[j] = p->total > 0 ? sqrt(p->scale[j] / p->total) : 0;
    p->expected[j] *= p->scale[j];
    p->ridge[j] = MAX(p->ridge[j], belief / MAX(p->total, 1));
  }
}

static double dot_row(const float *row, const double *w, int n) {
  double sum = 0;
  for (int j = 0; j < n; j++) sum += (double)row[j] * w[j];
  return sum;
}

static void pack_rows(Problem *p, const TuneSamples *samples, const double *held, TuneFold fold) {
  size_t rows = tune_samples_n(samples), at = 0;
  p->at = mem_alloc(sizeof(float) * (p->rows * (size_t)p->n + 1));
  p->result = mem_alloc(sizeof(double) * (p->rows + 1));
  p->trust = mem_alloc(sizeof(double) * (p->rows + 1));
  p->given = mem_alloc(sizeof(double) * (p->rows + 1));
  for (size_t i = 0; i < rows; i++) {
    const float *row = samples->rows.at + i * (size_t)samples->n_columns;
    if (!in_fold(samples, i, fold)) continue;
    for (int j = 0; j < p->n; j++) {
      p->at[at * (size_t)p->n + (size_t)j] = p->scale[j] > 0 ? (float)((double)row[p->column[j]] / p->scale[j]) : 0;
    }
    p->given[at] = dot_row(row, held, samples->n_columns);
    p->result[at] = (double)samples->results.at[i];
    p->trust[at++] = (double)samples->trust.at[i] / p->total;
  }
}

// The weights of the columns that are held; 0 for the others.
static void hold(const TuneColumns *columns, const TuneChoice *choice, double *weights) {
  memset(weights, 0, sizeof *weights * (size_t)columns->n);
  for (int g = 0; g < columns->n_groups; g++) {
    const TuneGroup *group = &columns->groups[g];
    size_t size = is_held(choice, group) ? sizeof *weights * (size_t)group->n : 0;
    memcpy(weights + group->first, columns->expected + group->first, size);
  }
}

static void problem_open(Problem *p, const TuneSamples *samples, const TuneColumns *columns, const TuneChoice *choice,
                         const double *held, TuneFold fold) {
  size_t most = (size_t)columns->n + 1;
  *p = (Problem){.column = mem_alloc_zero(sizeof(int) * most),
                 .scale = mem_alloc_zero(sizeof(double) * most),
                 .ridge = mem_alloc_zero(sizeof(double) * most),
                 .expected = mem_alloc_zero(sizeof(double) * most)};
  find_columns(p, columns, choice);
  find_scales(p, samples, fold);
  pack_rows(p, samples, held, fold);
}

static void problem_close(Problem *p) {
  mem_free(p->column);
  mem_free(p->scale);
  mem_free(p->ridge);
  mem_free(p->expected);
  mem_free(p->at);
  mem_free(p->result);
  mem_free(p->trust);
  mem_free(p->given);
}

// ln(1 + e^z), less z times the result: the loss of a sample.
static double sample_loss(double z, double result) { return (z > 0 ? z : 0) + log1p(exp(-fabs(z))) - z * result; }

static double loss_and_slope(void *self, const double *w, double *slope) {
  const Problem *p = self;
  double loss = 0;
  for (int j = 0; j < p->n; j++) {
    double off = w[j] - p->expected[j];
    loss += 0.5 * p->ridge[j] * off * off;
    slope[j] = p->ridge[j] * off;
  }
  for (size_t i = 0; i < p->rows; i++) {
    const float *row = p->at + i * (size_t)p->n;
    double z = p->given[i] + dot_row(row, w, p->n), off = p->trust[i] * (1 / (1 + exp(-z)) - p->result[i]);
    loss += p->trust[i] * sample_loss(z, p->result[i]);
    for (int j = 0; j < p->n; j++) slope[j] += off * (double)row[j];
  }
  return loss;
}

void tune_fit(const TuneSamples *samples, const TuneColumns *columns, const TuneChoice *choice, TuneFold fold,
              double *weights) {
  Problem p;
  double *held = mem_alloc_zero(sizeof *held * ((size_t)columns->n + 1));
  hold(columns, choice, held);
  problem_open(&p, samples, columns, choice, held, fold);
  double *w = mem_alloc_zero(sizeof *w * ((size_t)p.n + 1));
  for (int j = 0; j < p.n; j++) w[j] = weights[p.column[j]] * p.scale[j];
  lbfgs_minimise(loss_and_slope, &p, w, p.n, STEPS);
  memcpy(weights, held, sizeof *weights * (size_t)columns->n);
  for (int j = 0; j < p.n; j++) {
    bool matters = p.scale[j] > 0 && fabs(w[j]) > negligible;
    weights[p.column[j]] = matters ? w[j] / p.scale[j] : 0;
  }
  mem_free(w);
  mem_free(held);
  problem_close(&p);
}

double tune_loss(const TuneSamples *samples, const double *weights, TuneFold fold) {
  double loss = 0, total = 0;
  for (size_t i = 0; i < tune_samples_n(samples); i++) {
    if (!in_fold(samples, i, fold)) continue;
    double z = dot_row(samples->rows.at + i * (size_t)samples->n_columns, weights, samples->n_columns);
    loss += (double)samples->trust.at[i] * sample_loss(z, (double)samples->results.at[i]);
    total += (double)samples->trust.at[i];
  }
  return total > 0 ? loss / total : 0;
}

// ---- choosing groups -----------------------------------------------------------------------------

// Fitted on one half of the games, measured on the other, both ways.
static double loss_with(const TuneSamples *samples, const TuneColumns *columns, const TuneChoice *choice,
                        double *halves) {
  double *odd = halves + columns->n;
  tune_fit(samples, columns, choice, FOLD_EVEN, halves);
  tune_fit(samples, columns, choice, FOLD_ODD, odd);
  return (tune_loss(samples, halves, FOLD_ODD) + tune_loss(samples, odd, FOLD_EVEN)) / 2;
}

void tune_refit(const TuneSamples *samples, const TuneColumns *columns, TuneChoice *choice, double *weights) {
  double *halves = mem_alloc_zero(sizeof(double) * 2 * (size_t)columns->n);
  choice->loss = loss_with(samples, columns, choice, halves);
  tune_fit(samples, columns, choice, FOLD_ALL, weights);
  mem_free(halves);
}

void tune_choose(const TuneSamples *samples, const TuneColumns *columns, TuneChoice *choice, double *weights) {
  size_t size = sizeof(double) * 2 * (size_t)columns->n;
  double *halves = mem_alloc_zero(size), *trial = mem_alloc_zero(size), trusted = 0;
  for (size_t i = 0; i < tune_samples_n(samples); i++) trusted += (double)samples->trust.at[i];
  *choice = (TuneChoice){.loss = INFINITY};
  choice->blind = tune_loss(samples, halves, FOLD_ALL);
  for (int g = 0; g < columns->n_groups; g++) {
    memcpy(trial, halves, size);
    choice->use[g] = true;
    double loss = loss_with(samples, columns, choice, trial);
    double gain = columns->groups[g].gain * sqrt(MAX(1, plenty / MAX(trusted, 1)));
    choice->use[g] = columns->groups[g].always || loss < choice->loss * (1 - gain);
    if (!choice->use[g]) continue;
    choice->loss = loss;
    memcpy(halves, trial, size);
  }
  tune_fit(samples, columns, choice, FOLD_ALL, weights);
  mem_free(halves);
  mem_free(trial);
}
