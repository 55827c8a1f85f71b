// The one place where chance enters a game.
#include "state/exec.h"

static uint32_t scripted(Script *script, uint32_t bound) {
  if (script->drawn == SCRIPT_MAX) return 0;
  uint32_t i = script->drawn++;
  script->bounds[i] = bound;
  return i < script->n && script->at[i] < bound ? script->at[i] : 0;
}

uint32_t exec_draw(Exec *x, uint32_t bound) {
  return x->script ? scripted(x->script, bound) : random_below(&x->random, bound);
}
