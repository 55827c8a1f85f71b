// Do all evaluators agree? Random features, random games, every legal move.
#ifndef FEATURE_EVALUATE_AGREE_H
#define FEATURE_EVALUATE_AGREE_H

#include "feature/evaluate/evaluator.h"

// A feature with so many elements of any kind, with walks, places, rotations and reflections of any sort (arena).
Feature random_feature(Arena *arena, const FeatureSpace *space, Random *random, int elements);

typedef struct AgreePlan {
  uint64_t seed;
  uint64_t pairs;  // of state and move, at least
  int features;    // of a set
  int sets;        // random sets, each played with an equal part of the pairs
  double seconds;  // no new state after that; 0: no limit
  FeatureRules rules;
  const FeatureSet *set;  // instead of random sets; made for the first game of a match; or NULL
} AgreePlan;

typedef struct AgreeReport {
  uint64_t pairs, differ;
  uint64_t active;        // features, of all pairs
  const char *evaluator;  // the first that differs from naive, or NULL
  const char *feature;    // and where (arena)
  const char *fault;      // why the rules stopped, or NULL
} AgreeReport;

// The game of a match that features are compared in; any other game is its own.
const Game *agree_game(const Game *game);
void features_agree(const Game *game, Arena *arena, const AgreePlan *plan, AgreeReport *report);

#endif
