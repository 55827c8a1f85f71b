// Turning features and putting them together.
#include "learn/features/combine.h"

#include <math.h>

static const float turn_slack = 1e-4F;

static TurnWalk turned(const TurnWalk *walk, Orientation o) {
  TurnWalk out = *walk;
  if (out.n) out.turn[0] += o.rotation;
  for (int i = 0; i < out.n; i++) {
    out.turn[i] *= (float)o.mirror;
    while (out.turn[i] > 0.5F + turn_slack) out.turn[i] -= 1;
    while (out.turn[i] < -0.5F + turn_slack) out.turn[i] += 1;
  }
  return out;
}

Feature feature_oriented(Arena *arena, const Feature *feature, Orientation o) {
  static const float none[] = {0};
  Feature out = *feature;
  FeatureElement *elements = ARENA_ARRAY(arena, FeatureElement, feature->n + 1);
  for (int i = 0; i < feature->n; i++) {
    elements[i] = feature->elements[i];
    elements[i].walk = turned(&feature->elements[i].walk, o);
  }
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (out.has[place]) out.at[place] = turned(&feature->at[place], o);
  }
  out.elements = elements;
  out.no_reflection = out.some_rotations = true;
  out.n_rotations = 1;
  out.rotations = none;
  return out;
}

static bool same_walk(const TurnWalk *a, const TurnWalk *b) {
  if (a->n != b->n) return false;
  for (int i = 0; i < a->n; i++) {
    if (fabsf(a->turn[i] - b->turn[i]) > turn_slack) return false;
  }
  return true;
}

static bool same_element(const FeatureElement *a, const FeatureElement *b) {
  return a->kind == b->kind && a->negated == b->negated && a->number == b->number && same_walk(&a->walk, &b->walk);
}

static bool has_element(const Feature *f, const FeatureElement *e) {
  for (int i = 0; i < f->n; i++) {
    if (same_element(&f->elements[i], e)) return true;
  }
  return false;
}

// Whether two oriented features say the same.
static bool same_oriented(const Feature *a, const Feature *b) {
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (a->has[place] && !same_walk(&a->at[place], &b->at[place])) return false;
  }
  for (int i = 0; i < a->n; i++) {
    if (!has_element(b, &a->elements[i])) return false;
  }
  return true;
}

int feature_orientations(Arena *arena, const FeatureSpace *space, const Feature *feature, Orientation *out, int most) {
  if (feature->some_rotations || feature->no_reflection) return 0;
  Feature kept[2 * FEATURE_ROTATIONS_MAX];
  int n = 0;
  most = MIN(most, 2 * FEATURE_ROTATIONS_MAX);
  for (int mirror = 1; mirror >= -1; mirror -= 2) {
    for (int r = 0; r < MAX(space->rotations.n, 1) && n < most; r++) {
      Orientation o = {space->rotations.n ? space->rotations.at[r] : 0, (int8_t)mirror};
      Feature oriented = feature_oriented(arena, feature, o);
      int known = 0;
      while (known < n && !same_oriented(&oriented, &kept[known])) known++;
      if (known < n) continue;
      kept[n] = oriented;
      out[n++] = o;
    }
  }
  return n;
}

Orientation orientation_between(Orientation a, Orientation b) {
  int8_t mirror = (int8_t)(a.mirror * b.mirror);
  float rotation = b.rotation - (float)mirror * a.rotation;
  while (rotation < -turn_slack) rotation += 1;
  while (rotation >= 1 - turn_slack) rotation -= 1;
  return (Orientation){rotation, mirror};
}

FeaturePlace feature_anchor(const Feature *feature) {
  if (feature->has[PLACE_TO] && !feature->at[PLACE_TO].n) return PLACE_TO;
  if (feature->has[PLACE_FROM] && !feature->at[PLACE_FROM].n) return PLACE_FROM;
  return FEATURE_PLACES;
}

bool feature_combine(Arena *arena, const FeatureSpace *space, const Feature *a, Orientation turn_a, const Feature *b,
                     Orientation turn_b, Feature *out) {
  Feature left = feature_oriented(arena, a, turn_a), right = feature_oriented(arena, b, turn_b);
  FeatureElement *elements = ARENA_ARRAY(arena, FeatureElement, a->n + b->n + 1);
  *out = (Feature){.elements = elements};
  for (int place = 0; place < FEATURE_PLACES; place++) {
    out->has[place] = left.has[place] || right.has[place];
    out->at[place] = left.has[place] ? left.at[place] : right.at[place];
    if (left.has[place] && right.has[place] && !same_walk(&left.at[place], &right.at[place])) return false;
  }
  for (int i = 0; i < left.n; i++) elements[out->n++] = left.elements[i];
  for (int i = 0; i < right.n; i++) {
    if (!has_element(&left, &right.elements[i])) elements[out->n++] = right.elements[i];
  }
  if (out->n > COMBINED_ELEMENTS_MAX) return false;
  feature_normalise(arena, out, space->rotations);
  return true;
}
