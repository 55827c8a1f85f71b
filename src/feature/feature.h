// Spatial features: patterns around the sites of a move (Soemers et al., Spatial State-Action Features for General
// Games, section 4.3). A feature names places (where the move goes to, comes from, where the last move went to and came
// from) and elements (what must be on some sites), all by walks from an anchor. Written as text:
//
//   rel:last_to=<{0}>:to=<{}>:pat=<els=[f{0}, !-{0,1/4}]>
#ifndef FEATURE_FEATURE_H
#define FEATURE_FEATURE_H

#include "base/text.h"

enum { WALK_STEPS_MAX = 12, FEATURE_ELEMENTS_MAX = 32, FEATURE_ROTATIONS_MAX = 64 };
enum { FEATURES_MAX = 60000 };  // of a set: their numbers have 16 bits

// Steps from the anchor; each turn is a fraction of a full clockwise turn, the first against north, the others against
// straight on.
typedef struct TurnWalk {
  int n;
  float turn[WALK_STEPS_MAX];
} TurnWalk;

typedef enum ElementKind {
#define ELEMENT(id, text, has_number, name, doc) ELEMENT_##id,
#include "feature/elements.def"
#undef ELEMENT
  ELEMENT_KINDS
} ElementKind;

typedef struct ElementRow {
  const char *text;
  bool has_number;
  const char *name, *doc;
} ElementRow;
extern const ElementRow element_rows[ELEMENT_KINDS];

typedef struct FeatureElement {
  ElementKind kind;
  bool negated;
  int32_t number;
  TurnWalk walk;
} FeatureElement;

// In the order in which they are written.
typedef enum FeaturePlace { PLACE_LAST_FROM, PLACE_LAST_TO, PLACE_FROM, PLACE_TO, FEATURE_PLACES } FeaturePlace;
extern const char *const feature_place_names[FEATURE_PLACES];

typedef struct Feature {
  bool has[FEATURE_PLACES];
  TurnWalk at[FEATURE_PLACES];
  bool no_reflection;   // only as it is, not mirrored
  bool some_rotations;  // only those given, otherwise all
  int n_rotations;
  const float *rotations;
  int n;
  const FeatureElement *elements;
} Feature;

// Whether it asks for the last move.
static inline bool feature_reactive(const Feature *f) { return f->has[PLACE_LAST_FROM] || f->has[PLACE_LAST_TO]; }

// Where a text is wrong.
typedef struct FeatureError {
  size_t offset;
  char message[120];
  char hint[80];  // may be empty
} FeatureError;

// Reads one feature (arena); the whole text must be one. False with *error filled in.
bool feature_read(Arena *arena, Str text, Feature *feature, FeatureError *error);
void feature_print(Text *out, const Feature *feature);
void element_print(Text *out, const FeatureElement *element);
void turn_print(Text *out, float turn);

// ---- normal form --------------------------------------------------------------------------------

// The rotations a game distinguishes, as fractions of a turn.
typedef struct Rotations {
  int n;
  const float *at;
} Rotations;

// The same feature turned and mirrored so that equal ones read the same in most cases: the commonest first turn
// becomes 0, turns lie between -1/2 and 1/2, and some turn is positive (arena).
void feature_normalise(Arena *arena, Feature *feature, Rotations rotations);
// Whether one becomes the other by a rotation and a reflection that both allow.
bool feature_same(const Feature *a, const Feature *b, Rotations rotations);

#endif
