// A trained model: a folder with feature sets, weights and how they are best used.
//
//   selection.features   the set and weights for the tree
//   playout.features     those for playouts: fewer, as they are worked out at every move; also for a faster tree
//   agent.txt            how `biased` uses them: `use=both,c=1.25,...`, the options of the agent
//
// A single file with a set of features and weights, made by hand, is a model too.
#ifndef LEARN_FEATURES_FEATURE_MODEL_H
#define LEARN_FEATURES_FEATURE_MODEL_H

#include "feature/set.h"
#include "search/option.h"

// Where the features are used.
typedef enum ModelUse { USE_MODEL, USE_BOTH, USE_SELECTION, USE_PLAYOUTS, USE_NOTHING } ModelUse;
extern const char *const model_uses[];

// Which set the tree has: all features, or the small one of playouts, which is faster.
typedef enum ModelTree { TREE_MODEL, TREE_WHOLE, TREE_SMALL } ModelTree;
extern const char *const model_trees[];

// How a search uses a model. As options of the agent a negative number (or USE_MODEL, TREE_MODEL) stands for what the
// model says.
typedef struct ModelSettings {
  int use;             // ModelUse
  double c;            // weight of exploration in the tree
  double epsilon;      // how often playouts move at random
  double temperature;  // of the softmax of playouts
  int64_t plies;       // moves of a playout chosen by features; 0: all
  double bias;         // above 0: UCB1 with this weight of the prior, which fades with visits; 0: PUCT
  double mix;          // part of the prior that is the same for all moves
  int tree;            // ModelTree
  int64_t expand;      // visits after which a node of a native search gets children and priors
} ModelSettings;

extern const SearchOption model_setting_rows[];

typedef struct Model {
  FeatureSet *selection, *playouts;
  ModelSettings settings;
} Model;

// Reads the folder or file. False with a sentence in *why (arena).
bool model_read(Arena *arena, const char *path, int players, Model **model, const char **why);
void model_close(Model *model);

// What the options say, and the model where they say nothing.
ModelSettings model_settings_with(const ModelSettings *model, const ModelSettings *given);

// `use=both,c=1.25,...`
const char *model_settings_text(Arena *arena, const ModelSettings *settings);

#endif
