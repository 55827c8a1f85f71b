// The one place where chance enters a game.
#include "state/run/run.h"

static uint32_t scripted(Script *script, uint32_t bound) {
  if (script->drawn == SCRIPT_MAX) return 0;
  uint32_t i = script->drawn++;
  script->bounds[i] = bound;
  return i < script->n && script->at[i] < bound ? script->at[i] : 0;
}

uint32_t position_draw(Position *x, uint32_t bound) {
  return x->script ? scripted(x->script, bound) : random_below(&x->random, bound);
}

uint32_t position_draw_weighted(Position *x, const double *weights, int n) {
  enum { SHARES = 1 << 24 };
  if (x->script) return scripted(x->script, (uint32_t)n);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += weights[i];
  double left = sum * (random_below(&x->random, SHARES) + 0.5) / SHARES;
  int i = 0;
  while (i < n - 1 && (left -= weights[i]) > 0) i++;
  return (uint32_t)i;
}
