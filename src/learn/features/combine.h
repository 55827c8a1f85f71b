// New features from old ones: a feature turned and mirrored in a certain way, and two of those with the same anchor put
// together as one (Soemers et al., Biasing MCTS with Features for General Games, section IV.B).
#ifndef LEARN_FEATURES_COMBINE_H
#define LEARN_FEATURES_COMBINE_H

#include "feature/atomic.h"
#include "feature/initial.h"

// A way to turn and mirror.
typedef struct Orientation {
  float rotation;  // as a fraction of a turn
  int8_t mirror;   // 1, or -1: mirrored after the rotation
} Orientation;

// The feature in that orientation only (arena).
Feature feature_oriented(Arena *arena, const Feature *feature, Orientation orientation);

// The ways to turn a feature that differ, up to `most`; 0 for features that may not be turned freely.
int feature_orientations(Arena *arena, const FeatureSpace *space, const Feature *feature, Orientation *out, int most);

// How b lies when a is turned back to where it began.
Orientation orientation_between(Orientation a, Orientation b);

enum { COMBINED_ELEMENTS_MAX = 10 };

// Both together, in normal form, free to be turned (arena). False when they ask for different last moves, or together
// for too much. Both have the same anchor.
bool feature_combine(Arena *arena, const FeatureSpace *space, const Feature *a, Orientation turn_a, const Feature *b,
                     Orientation turn_b, Feature *out);

// Which of the places of a move the anchor is: PLACE_TO or PLACE_FROM, or FEATURE_PLACES for neither.
FeaturePlace feature_anchor(const Feature *feature);

#endif
