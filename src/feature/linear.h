// Linear softmax policies: the score of a move is the sum of the weights of its active features (Soemers et al.,
// Biasing MCTS with Features for General Games, section III). They guide searches as a prior, and playouts.
#ifndef FEATURE_LINEAR_H
#define FEATURE_LINEAR_H

#include "feature/evaluate/evaluator.h"
#include "play/playout/policy.h"
#include "play/playout/sampler.h"

typedef struct LinearPolicy LinearPolicy;

// For a game and its weighted set, which must outlive it. Threads may share it: each gets an evaluator of its own.
void linear_open(LinearPolicy **policy, const Game *game, const FeatureSet *set, FeatureRules rules);
// The same with an evaluator of choice; linear_open takes the fast one.
void linear_open_with(LinearPolicy **policy, const Game *game, const FeatureSet *set, FeatureRules rules,
                      const EvaluatorRow *row);
void linear_close(LinearPolicy *policy);

// As a prior: weights exp(score) of the moves of a list.
const Policy *linear_policy(const LinearPolicy *policy);

// The scores of all moves of a list. False when the position is of another game.
bool linear_scores(const LinearPolicy *policy, Position *x, MoveList list, double *scores);

// How playouts choose.
typedef struct LinearPlayout {
  double epsilon;      // with this probability any move
  double temperature;  // of the softmax
  bool greedy;         // the best move instead of a draw by the softmax
  uint64_t most;       // moves from the beginning of the playout chosen so, then any; 0: all
} LinearPlayout;

// Makes one move: number `ply` of the playout. With a sampler (or NULL) moves are drawn without listing all legal ones
// where the rules allow it: candidates are drawn by their scores and rejected when they turn out not to be legal, which
// leaves the softmax over the legal ones.
void linear_step(const LinearPolicy *policy, const LinearPlayout *how, Sampler *sampler, Position *x, Random *random,
                 uint64_t ply);
// Like playout_run. False when the rules stopped.
bool linear_playout_run(const LinearPolicy *policy, const LinearPlayout *how, Sampler *sampler, Position *x,
                        uint64_t seed, uint64_t k);

#endif
