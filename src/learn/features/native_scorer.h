// Scores of moves of native positions: the state is written into a block of the interpreter, where features see it; or
// scores are kept by site where moves are placements (native_sites.h).
#ifndef LEARN_FEATURES_NATIVE_SCORER_H
#define LEARN_FEATURES_NATIVE_SCORER_H

#include "feature/evaluate/evaluator.h"
#include "learn/features/native_sites.h"
#include "play/model/native_moves.h"

typedef struct NativeScorer {
  const Native *native;
  const FeatureSet *set;
  FeatureEval *eval;
  Position *x;  // what the features look at
  VEC(FeatureMove) places;
  float *weights[GAME_PLAYERS_MAX + 1];  // by bit of the evaluator
  NativeSites *sites;  // NULL where moves are more than placements, or another evaluator than the fast one is wanted
} NativeScorer;

// The set and the native code must outlive it.
void native_scorer_open(NativeScorer *scorer, const Game *game, const Native *native, const FeatureSet *set,
                        const EvaluatorRow *row);
void native_scorer_close(NativeScorer *scorer);

// The scores of n listed moves of a state; `last` is the move that led to it, NULL: as `root` says.
void native_scores(NativeScorer *scorer, const void *state, const unsigned char *moves, int n, const void *last,
                   const Position *root, float *scores);

// The number of one of n moves drawn by the softmax of their scores, where scorer->sites are kept.
int native_draw(NativeScorer *scorer, const void *state, int n, const void *last, const Position *root,
                double temperature, Random *random);

// Whether features see the same on native positions as on those of the interpreter: tried by making moves on both sides
// from x on. Native code keeps only what rules read.
bool native_scorer_agrees(const Native *native, const Position *x);

#endif
