// The hyperparameters of training, as a table: the command line, the settings file and help read the same rows.
#ifndef LEARN_FEATURES_TRAIN_SETTINGS_H
#define LEARN_FEATURES_TRAIN_SETTINGS_H

#include "learn/features/learner.h"
#include "search/option.h"

typedef struct TrainSettings {
  LearnerOptions learner;
  int64_t seed;
  const char *set;     // the features to begin with
  int64_t together;    // games played with one policy
  int64_t fit_steps;   // optimiser fit: of L-BFGS after a round
  int64_t passes;      // optimiser fit: times after a round that features are looked for
  int64_t iterations;  // of a search
  int64_t per_move;    // at least so many for each move of the first position
  double think;        // seconds of a search, 0: only iterations count
  int64_t most_moves;  // of a game
  int use;             // ModelUse: where self-play uses features
  double c, epsilon, mix;
  int64_t plies;
  int64_t playout_features;  // of the set for playouts
  int64_t playout_steps;     // of learning their weights
  int64_t check_every, check_games, check_iterations;
  double choose_time;    // seconds a move in the games that decide how features are used; 0: not decided so
  double choose_limit;   // seconds after which no more of them are begun
  int64_t choose_games;  // of each way in the first round
} TrainSettings;

extern const SearchOption train_setting_rows[];

typedef struct TrainPreset {
  const char *name, *text, *doc;
} TrainPreset;
// Ended by a NULL name.
extern const TrainPreset train_presets[];

// `name=value` lines, one for each row.
void train_settings_write(Text *out, const TrainSettings *settings);
// Reads them over what is there. False with a sentence in *why (arena).
bool train_settings_read(Arena *arena, Str text, TrainSettings *settings, const char **why);

#endif
