// Directions from the last steps, and how far to go.
#include "learn/run/lbfgs.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 8, TRIES = 20 };

typedef struct Descent {
  LbfgsFunction *function;
  void *self;
  int n, kept;
  double *w, *slope, *next, *next_slope, *direction;
  double *moved[MEMORY], *turned[MEMORY], curve[MEMORY];  // earlier steps, the newest first
  double *storage;
} Descent;

static void descent_open(Descent *d, int n) {
  size_t size = (size_t)n;
  *d = (Descent){.n = n, .storage = mem_alloc_zero(sizeof(double) * (size * (4 + 2 * MEMORY) + 1))};
  double *at = d->storage, **parts[] = {&d->slope, &d->next, &d->next_slope, &d->direction};
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
  if (curve < 1e-14) {
    d->kept = MIN(d->kept, last);  // the oldest was written over
    return;
  }
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

// Goes along the direction, less far until the value falls; false when it does not.
static bool step(Descent *d, double *value) {
  double slope = dot(d->slope, d->direction, d->n), far = 1;
  for (int i = 0; i < TRIES && slope < 0; i++, far /= 2) {
    for (int j = 0; j < d->n; j++) d->next[j] = d->w[j] + far * d->direction[j];
    double next = d->function(d->self, d->next, d->next_slope);
    if (!(next <= *value + 1e-4 * far * slope)) continue;  // or it is not a number
    bool goes_on = *value - next > 1e-7 * fabs(*value);
    remember_step(d);
    memcpy(d->w, d->next, sizeof *d->w * (size_t)d->n);
    memcpy(d->slope, d->next_slope, sizeof *d->slope * (size_t)d->n);
    *value = next;
    return goes_on;
  }
  return false;
}

double lbfgs_minimise(LbfgsFunction *function, void *self, double *w, int n, int steps) {
  Descent d;
  descent_open(&d, n);
  d.function = function;
  d.self = self;
  d.w = w;
  double value = function(self, w, d.slope);
  for (int i = 0; i < steps; i++) {
    find_direction(&d);
    if (!step(&d, &value)) break;
  }
  mem_free(d.storage);
  return value;
}
