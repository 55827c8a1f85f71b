// Logistic regression by L-BFGS over standardised columns, and the choice of groups by cross-validation.
#include "learn/tune/tune_fit.h"

#include "base/mem.h"

#include <math.h>

enum { STEPS = 60, MEMORY = 8, TRIES = 20 };
static const double negligible = 0.005;  // weights of standardised columns below this are left out

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
  float *at;
  double *result, *trust, total;
} Problem;

static void find_columns(Problem *p, const TuneColumns *columns, const bool *use) {
  for (int g = 0; g < columns->n_groups; g++) {
    const TuneGroup *group = &columns->groups[g];
    for (int i = 0; use[g] && i < group->n; i++) {
      p->column[p->n] = group->first + i;
      p->ridge[p->n++] = group->ridge;
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
  for (int j = 0; j < p->n; j++) p->scale[j] = p->total > 0 ? sqrt(p->scale[j] / p->total) : 0;
}

static void pack_rows(Problem *p, const TuneSamples *samples, TuneFold fold) {
  size_t rows = tune_samples_n(samples), at = 0;
  p->at = mem_alloc(sizeof(float) * (p->rows * (size_t)p->n + 1));
  p->result = mem_alloc(sizeof(double) * (p->rows + 1));
  p->trust = mem_alloc(sizeof(double) * (p->rows + 1));
  for (size_t i = 0; i < rows; i++) {
    const float *row = samples->rows.at + i * (size_t)samples->n_columns;
    if (!in_fold(samples, i, fold)) continue;
    for (int j = 0; j < p->n; j++) {
      p->at[at * (size_t)p->n + (size_t)j] = p->scale[j] > 0 ? (float)((double)row[p->column[j]] / p->scale[j]) : 0;
    }
    p->result[at] = (double)samples->results.at[i];
    p->trust[at++] = (double)samples->trust.at[i] / p->total;
  }
}

static void problem_open(Problem *p, const TuneSamples *samples, const TuneColumns *columns, const bool *use,
                         TuneFold fold) {
  size_t most = (size_t)columns->n + 1;
  *p = (Problem){.column = mem_alloc_zero(sizeof(int) * most),
                 .scale = mem_alloc_zero(sizeof(double) * most),
                 .ridge = mem_alloc_zero(sizeof(double) * most)};
  find_columns(p, columns, use);
  find_scales(p, samples, fold);
  pack_rows(p, samples, fold);
}

static void problem_close(Problem *p) {
  mem_free(p->column);
  mem_free(p->scale);
  mem_free(p->ridge);
  mem_free(p->at);
  mem_free(p->result);
  mem_free(p->trust);
}

// ln(1 + e^z), less z times the result: the loss of a sample.
static double sample_loss(double z, double result) { return (z > 0 ? z : 0) + log1p(exp(-fabs(z))) - z * result; }

static double dot_row(const float *row, const double *w, int n) {
  double sum = 0;
  for (int j = 0; j < n; j++) sum += (double)row[j] * w[j];
  return sum;
}

static double loss_and_slope(const Problem *p, const double *w, double *slope) {
  double loss = 0;
  for (int j = 0; j < p->n; j++) {
    loss += 0.5 * p->ridge[j] * w[j] * w[j];
    slope[j] = p->ridge[j] * w[j];
  }
  for (size_t i = 0; i < p->rows; i++) {
    const float *row = p->at + i * (size_t)p->n;
    double z = dot_row(row, w, p->n), off = p->trust[i] * (1 / (1 + exp(-z)) - p->result[i]);
    loss += p->trust[i] * sample_loss(z, p->result[i]);
    for (int j = 0; j < p->n; j++) slope[j] += off * (double)row[j];
  }
  return loss;
}

// ---- L-BFGS --------------------------------------------------------------------------------------

typedef struct Descent {
  int n, kept;
  double *w, *slope, *next, *next_slope, *direction;
  double *moved[MEMORY], *turned[MEMORY], curve[MEMORY];  // earlier steps, the newest first
  double *storage;
} Descent;

static void descent_open(Descent *d, int n) {
  size_t size = (size_t)n;
  *d = (Descent){.n = n, .storage = mem_alloc_zero(sizeof(double) * (size * (5 + 2 * MEMORY) + 1))};
  double *at = d->storage, **parts[] = {&d->w, &d->slope, &d->next, &d->next_slope, &d->direction};
  for (size_t i = 0; i < COUNT_OF(parts); i++, at += size) *parts[i] = at;
  for (int i = 0; i < MEMORY; i++, at += 2 * size) {
    d->moved[i] = at;
    d->turned[i] = at + size;
  }
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void add_times(double *to, double factor, const double *what, int n) {
  for (int i = 0; i < n; i++) to[i] += factor * what[i];
}

static void find_direction(Descent *d) {
  double share[MEMORY];
  for (int i = 0; i < d->n; i++) d->direction[i] = -d->slope[i];
  for (int k = 0; k < d->kept; k++) {
    share[k] = dot(d->moved[k], d->direction, d->n) / d->curve[k];
    add_times(d->direction, -share[k], d->turned[k], d->n);
  }
  double first = d->kept ? d->curve[0] / MAX(dot(d->turned[0], d->turned[0], d->n), 1e-300) : 1;
  for (int i = 0; i < d->n; i++) d->direction[i] *= first;
  for (int k = d->kept - 1; k >= 0; k--) {
    double back = dot(d->turned[k], d->direction, d->n) / d->curve[k];
    add_times(d->direction, share[k] - back, d->moved[k], d->n);
  }
}

static void remember_step(Descent *d) {
  int last = MEMORY - 1;
  double *moved = d->moved[last], *turned = d->turned[last];
  for (int i = 0; i < d->n; i++) {
    moved[i] = d->next[i] - d->w[i];
    turned[i] = d->next_slope[i] - d->slope[i];
  }
  double curve = dot(moved, turned, d->n);
  if (curve < 1e-14) return;
  for (int k = last; k > 0; k--) {
    d->moved[k] = d->moved[k - 1];
    d->turned[k] = d->turned[k - 1];
    d->curve[k] = d->curve[k - 1];
  }
  d->moved[0] = moved;
  d->turned[0] = turned;
  d->curve[0] = curve;
  d->kept = MIN(d->kept + 1, MEMORY);
}

// Goes along the direction, less far until the loss falls; false when it does not.
static bool step(Descent *d, const Problem *p, double *loss) {
  double slope = dot(d->slope, d->direction, d->n), far = 1;
  for (int i = 0; i < TRIES && slope < 0; i++, far /= 2) {
    for (int j = 0; j < d->n; j++) d->next[j] = d->w[j] + far * d->direction[j];
    double next = loss_and_slope(p, d->next, d->next_slope);
    if (next > *loss + 1e-4 * far * slope) continue;
    bool goes_on = *loss - next > 1e-7 * fabs(*loss);
    remember_step(d);
    memcpy(d->w, d->next, sizeof *d->w * (size_t)d->n);
    memcpy(d->slope, d->next_slope, sizeof *d->slope * (size_t)d->n);
    *loss = next;
    return goes_on;
  }
  return false;
}

void tune_fit(const TuneSamples *samples, const TuneColumns *columns, const bool *use, TuneFold fold, double *weights) {
  Problem p;
  Descent d;
  problem_open(&p, samples, columns, use, fold);
  descent_open(&d, p.n);
  for (int j = 0; j < p.n; j++) d.w[j] = weights[p.column[j]] * p.scale[j];
  double loss = loss_and_slope(&p, d.w, d.slope);
  for (int i = 0; i < STEPS; i++) {
    find_direction(&d);
    if (!step(&d, &p, &loss)) break;
  }
  memset(weights, 0, sizeof *weights * (size_t)columns->n);
  for (int j = 0; j < p.n; j++) {
    bool matters = p.scale[j] > 0 && fabs(d.w[j]) > negligible;
    weights[p.column[j]] = matters ? d.w[j] / p.scale[j] : 0;
  }
  mem_free(d.storage);
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
static double loss_with(const TuneSamples *samples, const TuneColumns *columns, const bool *use, double *halves) {
  double *odd = halves + columns->n;
  tune_fit(samples, columns, use, FOLD_EVEN, halves);
  tune_fit(samples, columns, use, FOLD_ODD, odd);
  return (tune_loss(samples, halves, FOLD_ODD) + tune_loss(samples, odd, FOLD_EVEN)) / 2;
}

void tune_choose(const TuneSamples *samples, const TuneColumns *columns, TuneChoice *choice, double *weights) {
  size_t size = sizeof(double) * 2 * (size_t)columns->n;
  double *halves = mem_alloc_zero(size), *trial = mem_alloc_zero(size);
  *choice = (TuneChoice){.loss = INFINITY};
  choice->blind = tune_loss(samples, halves, FOLD_ALL);
  for (int g = 0; g < columns->n_groups; g++) {
    memcpy(trial, halves, size);
    choice->use[g] = true;
    double loss = loss_with(samples, columns, choice->use, trial);
    choice->use[g] = loss < choice->loss * (1 - columns->groups[g].gain);
    if (!choice->use[g]) continue;
    choice->loss = loss;
    memcpy(halves, trial, size);
  }
  tune_fit(samples, columns, choice->use, FOLD_ALL, weights);
  mem_free(halves);
  mem_free(trial);
}
