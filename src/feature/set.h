// A feature set: spatial features of one game with a weight for each player, and the aspatial ones (always, pass,
// swap).
#ifndef FEATURE_SET_H
#define FEATURE_SET_H

#include "base/diag.h"
#include "feature/atomic.h"

// Features that do not look at the board. In the order of the reference.
typedef enum AspatialFeature { ASPATIAL_INTERCEPT, ASPATIAL_PASS, ASPATIAL_SWAP, ASPATIALS } AspatialFeature;
extern const char *const aspatial_names[ASPATIALS];

typedef struct FeatureSet {
  Arena arena;
  const char *game;  // name of the game, or NULL
  int players;
  int n;
  const Feature *at;
  const char **texts;
  bool weighted;    // weights were given
  float *weights;   // [player * n + feature], players from 1
  float *aspatial;  // [player * ASPATIALS + feature]
} FeatureSet;

void set_close(FeatureSet *set);

// The Atomic-M-N set, without weights (they are 0). False where it would have more than FEATURES_MAX features.
bool set_atomic(FeatureSet **set, const FeatureSpace *space, int turning, int straight);
// A set of these features (copied).
void set_of_features(FeatureSet **set, const FeatureSpace *space, const Feature *features, int n);

// Whether the features of a set have few enough instances in the game (feature_fits); *which is one that has not.
bool set_fits(const FeatureSet *set, const Game *game, int *which);

// The weights of another set with the same features.
void set_copy_weights(FeatureSet *to, const FeatureSet *from);

static inline float *set_weights(const FeatureSet *set, Player player) {
  return set->weights + (size_t)player * (size_t)set->n;
}
static inline float *set_aspatial(const FeatureSet *set, Player player) {
  return set->aspatial + (size_t)player * ASPATIALS;
}

// ---- files --------------------------------------------------------------------------------------

// The text of a set with its weights; see docs/FEATURES.md for the format.
void set_write(Text *out, const FeatureSet *set);
// Reads one for a game with so many players. False with what is wrong in diags.
bool set_read(FeatureSet **set, const Source *source, int players, Diags *diags);

// The heaviest features first: their numbers by the weights given, equal ones by number. `order` has room for n.
void features_by_weight(const double *weights, int n, int *order);
// The largest weight, without its sign, that any player gives to the feature.
double set_heaviness(const FeatureSet *set, int feature);

#endif
