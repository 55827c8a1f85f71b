// Generated feature sets.
#ifndef FEATURE_ATOMIC_H
#define FEATURE_ATOMIC_H

#include "base/vec.h"
#include "feature/space.h"

typedef VEC(Feature) Features;

// All features with at most one element on a walk of at most `turning` steps, or `straight` steps without a turn, and
// those that ask for the last move along such a walk: in normal form, none twice, ordered by elements, length of
// walks and text. Storage of the features is the arena's; the caller frees the vector. False where there would be more
// than FEATURES_MAX.
bool atomic_features(Arena *arena, const FeatureSpace *space, int turning, int straight, Features *out);

// "Atomic-2-4" -> 2, 4.
bool atomic_name(const char *name, int *turning, int *straight);

#endif
