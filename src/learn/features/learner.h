// What is learnt from self-play of one game: a feature set that grows, weights for each player, and the positions to
// learn from. The same steps in the same order give the same weights.
#ifndef LEARN_FEATURES_LEARNER_H
#define LEARN_FEATURES_LEARNER_H

#include "base/thread.h"
#include "feature/evaluate/evaluator.h"
#include "learn/features/cross_entropy.h"
#include "learn/features/discover.h"
#include "learn/features/optimiser.h"
#include "learn/run/replay_buffer.h"

// A position and what a search made of it.
typedef struct Sample {
  Player player;
  uint32_t game, ply;    // where it comes from
  Random random;         // chance, before its moves were listed
  unsigned char *block;  // the state
  size_t bytes;
  uint32_t n;      // moves of the list
  float *targets;  // by move; 0 for moves of other players
  // Kept for learner_fit: the features active at the player's moves, and the targets of those.
  int known;  // 1 + how many features of the set were worked out; 0: nothing is kept
  MoveFeatures moves;
  VEC(float) own;
} Sample;

// Takes the position down; targets has room for the moves of its list. Owned: sample_free.
void sample_take(Sample *sample, const Position *x, Player player, const double *targets, uint32_t n);
void sample_free(Sample *sample);
// Drops what is kept of its features.
void sample_forget(Sample *sample);

typedef struct LearnerOptions {
  OptimiserOptions optimiser;
  int discovery;       // DiscoveryKind
  int64_t batch;       // samples of a step
  int64_t grow_batch;  // samples features are looked for in
  int64_t grow_moves;  // and at most so many of their moves
  int64_t capacity;    // of a buffer
  double alpha, beta;  // of prioritised replay
  double few_active;   // where more features than these are active at a move, steps are smaller in proportion; 0: never
  double discount;     // weight of a sample per move to the end of its game
  double ridge;        // learner_fit: how strongly weights are drawn to 0
  bool by_length;      // samples of long games weigh less, so that all games count alike
} LearnerOptions;

// What one player has.
typedef struct PlayerPolicy {
  Reals weights;  // by feature: the aspatial ones, then those of the set
  Optimiser optimiser;
  ReplayBuffer buffer;
  Sample *samples;  // by place in the buffer
  Random draws;     // for batches
  int fitted;       // features of the set when the weights were fitted last
  // Working memory.
  FeatureEval *eval;
  Position *x;
  MoveFeatures moves;
  Reals gradient, targets, probabilities;
  VEC(Word) bits;
  VEC(FeatureMove) places;
  VEC(int) numbers;
  Discovery found;
} PlayerPolicy;

typedef struct Learner {
  const Game *game;
  FeatureRules rules;
  FeatureSpace *space;
  LearnerOptions options;
  MoveFactsList facts;
  FeatureSet *set;
  PlayerPolicy players[GAME_PLAYERS_MAX + 1];  // from 1
} Learner;

// Begins with a set, which the learner then owns, and its weights.
void learner_open(Learner **learner, const Game *game, FeatureRules rules, FeatureSet *set,
                  const LearnerOptions *options, uint64_t seed);
void learner_close(Learner *learner);

// The set with the weights as they are now.
const FeatureSet *learner_set(Learner *learner);

// Adds a sample of a game of so many plies; the learner owns it from now on.
void learner_add(Learner *learner, const Sample *sample, uint32_t length);

typedef struct StepReport {
  double loss, entropy;  // means of the batch; entropy is that of the targets
  double active;         // features active at a move, likewise
  bool made;             // there was something to learn from
} StepReport;

// One step of gradient descent for one player. Different players may step at the same time.
StepReport learner_step(Learner *learner, Player player);
// The weights with the least loss over all samples of the player, by so many steps of L-BFGS; returns the loss, without
// what large weights cost. Different players at the same time.
double learner_fit(Learner *learner, Player player, int steps);
// The mean loss over all samples of a player's buffer.
double learner_loss(Learner *learner, Player player);

// Looks for new features in what the player has; the best pairs in *pairs. Different players at the same time.
void learner_look(Learner *learner, Player player, DiscoveredPairs *pairs);
// Adds up to `each` proactive and as many reactive features of the pairs; returns how many.
int learner_grow(Learner *learner, const DiscoveredPairs *pairs, int each);

// Keeps the n features with the largest weights (of any player).
void learner_prune(Learner *learner, int n);

// Reads the sample into the player's working memory: the features of its moves, targets and the policy's
// probabilities. Returns how many moves.
size_t learner_read(Learner *learner, Player player, const Sample *sample);

#endif
