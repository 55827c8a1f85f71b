// Training: games of self-play, learning from each, and a folder that is complete after every game.
//
//   state.txt            everything needed to go on: set, weights, optimiser, buffers (samples by game and move)
//   settings.txt         the hyperparameters
//   games/N.json         game N as a record; games/N.visits what the searches found in it (selfplay.h)
//   curve.csv, curve.svg a row per game
//   selection.features, playout.features, agent.txt   the model (feature_model.h)
//
// Games of one round are played with the same policy, each on a thread of its own, and learnt from in their order: the
// number of threads does not matter. A game is on disk as soon as it is over.
#ifndef LEARN_FEATURES_FEATURE_TRAIN_H
#define LEARN_FEATURES_FEATURE_TRAIN_H

#include "learn/features/selfplay.h"
#include "learn/features/train_settings.h"
#include "learn/run/curve.h"
#include "search/match/ratings.h"

// How the training is getting on, told after every game.
typedef struct TrainReport {
  uint32_t games, wanted;  // learnt from; of how many
  int features;
  uint32_t plies;
  double loss, fresh, entropy;  // of the steps, of the game before anything was learnt from it, of its targets
  double strength;              // share of points against UCT in the last check; NAN: there was none
  double seconds;               // since the beginning
} TrainReport;

typedef struct TrainPlan {
  const Game *game;
  Record names;  // how the game is called in records
  const char *folder;
  TrainSettings settings;
  uint64_t seed;
  uint32_t games;
  double seconds;  // no more games after so long; 0: no limit
  int threads;
  Executor *executor;                                   // of self-play and checks; NULL: the interpreter
  const FeatureSet *initial;                            // features to begin with, and their weights
  atomic_bool *stop;                                    // set by somebody else: the training ends; may be NULL
  void (*tell)(void *self, const TrainReport *report);  // may be NULL, like the next
  void (*say)(void *self, const char *line);            // other news
  void *self;
} TrainPlan;

// Begins, or goes on where the folder's state is. False with a sentence in *why (arena).
bool train_run(Arena *arena, const TrainPlan *plan, const char **why);

// Only decides again how the model in the folder is used.
bool train_choose_again(Arena *arena, const TrainPlan *plan, const char **why);

// Whether the folder has a training in it.
bool train_exists(Arena *arena, const char *folder);

// ---- what the files of the trainer share ---------------------------------------------------------

typedef struct Trainer {
  Arena *arena;
  const TrainPlan *plan;
  const char *why;
  Learner *learner;
  Curve curve;
  uint32_t games;  // learnt from
  Pool *pool;
  double began;
  double strength;
} Trainer;

// Files in the folder (arena).
const char *train_path(Trainer *trainer, const char *name);
bool train_write(Trainer *trainer, const char *name, const Text *text);

// The state as a file, and back. Reading needs the games.
bool train_state_write(Trainer *trainer);
bool train_state_read(Trainer *trainer);
// The plan of a game of self-play at this moment.
SelfPlay train_selfplay(const Trainer *trainer);

// The set for playouts: the features that move probabilities most, with weights of their own. Owned: set_close.
FeatureSet *train_playout_set(Trainer *trainer);

// Share of the points of an agent against UCT, `budget` being the options of both.
double train_strength(Trainer *trainer, const char *settings, const char *budget, uint64_t first, uint64_t games);
// Plays the ways to use the model against UCT at equal time and writes agent.txt.
bool train_choose(Trainer *trainer);

#endif
