// The one place where chance enters a game.
#include "state/run/run.h"

static uint32_t scripted(Script *script, uint32_t bound) {
  if (script->drawn == SCRIPT_MAX) return 0;
  uint32_t i = script->drawn++;
  script->bounds[i] = bound;
  return i < script->n && script->at[i] < bound ? script->at[i] : 0;
}

static uint32_t noted(Script *script, uint32_t bound, uint32_t outcome) {
  if (script->drawn == SCRIPT_MAX) return outcome;
  script->bounds[script->drawn] = bound;
  script->at[script->drawn++] = outcome;
  return outcome;
}

uint32_t position_draw(Position *x, uint32_t bound) {
  if (!x->script) return random_below(&x->random, bound);
  if (x->script->noting) return noted(x->script, bound, random_below(&x->random, bound));
  x->script->probability /= bound;
  return scripted(x->script, bound);
}

static uint32_t draw_weighted(Random *random, const double *weights, int n, double sum) {
  enum { SHARES = 1 << 24 };
  double left = sum * (random_below(random, SHARES) + 0.5) / SHARES;
  int i = 0;
  while (i < n - 1 && (left -= weights[i]) > 0) i++;
  return (uint32_t)i;
}

uint32_t position_draw_weighted(Position *x, const double *weights, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += weights[i];
  if (!x->script) return draw_weighted(&x->random, weights, n, sum);
  x->script->weighted = true;
  if (x->script->noting) return noted(x->script, (uint32_t)n, draw_weighted(&x->random, weights, n, sum));
  uint32_t outcome = scripted(x->script, (uint32_t)n);
  x->script->probability *= sum > 0 ? weights[outcome] / sum : 1.0 / n;
  return outcome;
}

bool script_next(Script *script) {
  uint32_t n = script->drawn;
  for (uint32_t i = script->n; i < n; i++) script->at[i] = 0;
  while (n > 0 && script->at[n - 1] + 1 >= script->bounds[n - 1]) n--;
  if (!n) return false;
  script->at[n - 1]++;
  script->n = n;
  script->drawn = 0;
  return true;
}
