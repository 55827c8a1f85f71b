// Optimised playouts: a legal move is drawn without generating all of them, in the phases where the rules allow
// it (game/infer.h); elsewhere every step is a standard one. The moves drawn have exactly the distribution of
// standard playouts; playout_step stays as the oracle. A sampler belongs to one thread.
#ifndef PLAY_SAMPLER_H
#define PLAY_SAMPLER_H

#include "game/infer.h"
#include "play/playout.h"
#include "state/candidate.h"
#include "state/placement.h"

typedef struct Sampler {
  const Game *game;    // whose kinds these are
  VEC(uint8_t) kinds;  // PlayoutKind by phase
  PlacementRun *run;   // quiet placements, or NULL
  Candidates candidates;
  VEC(double) weights;
} Sampler;

void sampler_free(Sampler *sampler);

// Whether the next move of the position can be drawn in a way other than the standard one.
bool sampler_helps(Sampler *sampler, const Exec *x);

// One random move of the player to move, like playout_step.
void sampler_step(Sampler *sampler, Exec *x, Random *random);

// Random moves until the game is over, or so many have been made; several of them may be undone as one. Returns how
// many.
uint64_t sampler_play(Sampler *sampler, Exec *x, Random *random, uint64_t most);

// From the start to the end, like playout_run.
bool sampler_run(Sampler *sampler, Exec *x, uint64_t seed, uint64_t k, Recorder *recorder);

#endif
