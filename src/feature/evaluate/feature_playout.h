// Random games in which the active features of every legal move are worked out: what the evaluators are measured by.
#ifndef FEATURE_EVALUATE_FEATURE_PLAYOUT_H
#define FEATURE_EVALUATE_FEATURE_PLAYOUT_H

#include "feature/evaluate/evaluator.h"
#include "play/playout/playout.h"

// Which features, and how: for the game itself, or for each game of a match.
typedef struct FeatureWish {
  int turning, straight;  // Atomic-M-N...
  const FeatureSet *set;  // ...or this set, where it is not NULL
  FeatureRules rules;
  const EvaluatorRow *row;  // NULL: no features at all
} FeatureWish;

// Whether the set has no more than FEATURES_MAX features, in the game or in each game of a match.
bool feature_wish_fits(const FeatureWish *wish, const Game *game);

typedef struct FeatureTotals {
  uint64_t plies;
  uint64_t moves;   // whose features were worked out
  uint64_t active;  // features
} FeatureTotals;

typedef struct FeaturePlayer FeaturePlayer;

void feature_player_open(FeaturePlayer **player, FeatureWish wish);
void feature_player_close(FeaturePlayer *player);

// The evaluator for the game under way.
FeatureEval *feature_player_eval(FeaturePlayer *player, const Game *game);

// Works out the features of all moves of the list; the bits of move i are at [i * words], valid until the next call.
const Word *feature_player_moves(FeaturePlayer *player, Position *x, MoveList list);

// One random move, after the features of all moves; with the random numbers of a standard playout.
void feature_playout_step(FeaturePlayer *player, Position *x, Random *random, FeatureTotals *totals);

// Like playout_run, with the same moves; at most so many (0: no limit). False when the rules stopped.
bool feature_playout_run(FeaturePlayer *player, Position *x, uint64_t seed, uint64_t k, uint64_t most,
                         FeatureTotals *totals);

#endif
