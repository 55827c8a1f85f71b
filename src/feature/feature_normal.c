// Normal form and equality. A feature means the same when every walk is turned by the same angle, and when all its
// turns are mirrored.
#include "feature/feature.h"

#include <math.h>
#include <stdlib.h>

#define TURN_SLACK 1e-4F

typedef void WalkFn(TurnWalk *walk, void *self);

static void each_walk(Feature *f, FeatureElement *elements, WalkFn *visit, void *self) {
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (f->has[place]) visit(&f->at[place], self);
  }
  for (int i = 0; i < f->n; i++) visit(&elements[i].walk, self);
}

// ---- first turns --------------------------------------------------------------------------------

enum { WALKS_MAX = FEATURE_ELEMENTS_MAX + FEATURE_PLACES };

typedef struct FirstTurns {
  int n;
  float turn[WALKS_MAX];
} FirstTurns;

static void note_first(TurnWalk *walk, void *self) {
  FirstTurns *firsts = self;
  if (walk->n) firsts->turn[firsts->n++] = walk->turn[0];
}

// The commonest one; the smallest of those equally common.
static float commonest(const FirstTurns *firsts) {
  float best = 0;
  int most = 0;
  for (int i = 0; i < firsts->n; i++) {
    int count = 0;
    for (int k = 0; k < firsts->n; k++) count += fabsf(firsts->turn[k] - firsts->turn[i]) < TURN_SLACK;
    if (count < most || (count == most && firsts->turn[i] >= best)) continue;
    most = count;
    best = firsts->turn[i];
  }
  return best;
}

static void subtract_first(TurnWalk *walk, void *self) {
  if (walk->n) walk->turn[0] -= *(const float *)self;
}

// ---- turns --------------------------------------------------------------------------------------

static void wrap(TurnWalk *walk, void *self) {
  (void)self;
  for (int i = 0; i < walk->n; i++) {
    while (walk->turn[i] > 0.5F + TURN_SLACK) walk->turn[i] -= 1;
    while (walk->turn[i] < -0.5F - TURN_SLACK) walk->turn[i] += 1;
  }
}

static void find_positive(TurnWalk *walk, void *self) {
  for (int i = 0; i < walk->n; i++) {
    if (walk->turn[i] > TURN_SLACK) *(bool *)self = true;
  }
}

static void mirror(TurnWalk *walk, void *self) {
  (void)self;
  for (int i = 0; i < walk->n; i++) walk->turn[i] = -walk->turn[i];
}

// Turns that are nearly those of a rotation become just that.
static void snap(TurnWalk *walk, void *self) {
  const Rotations *rotations = self;
  float step = rotations->n > 1 ? fabsf(rotations->at[1] - rotations->at[0]) : 1;
  for (int i = 0; i < walk->n; i++) {
    for (int k = 0; k < rotations->n; k++) {
      if (fabsf(walk->turn[i] - rotations->at[k]) < step / 100) walk->turn[i] = rotations->at[k];
      else if (fabsf(walk->turn[i] + rotations->at[k]) < step / 100) walk->turn[i] = -rotations->at[k];
    }
    if (walk->turn[i] == 0) walk->turn[i] = 0;  // -0
  }
}

// ---- order of elements --------------------------------------------------------------------------

static int compare_walks(const TurnWalk *a, const TurnWalk *b) {
  if (a->n != b->n) return a->n - b->n;
  for (int i = 0; i < a->n; i++) {
    if (fabsf(a->turn[i] - b->turn[i]) > TURN_SLACK) return a->turn[i] < b->turn[i] ? -1 : 1;
  }
  return 0;
}

static int compare_elements(const void *left, const void *right) {
  const FeatureElement *a = left, *b = right;
  if (a->kind != b->kind) return (int)a->kind - (int)b->kind;
  if (a->number != b->number) return a->number - b->number;
  if (a->negated != b->negated) return a->negated - b->negated;
  return compare_walks(&a->walk, &b->walk);
}

void feature_normalise(Arena *arena, Feature *f, Rotations rotations) {
  FeatureElement *elements = arena_copy(arena, f->elements, sizeof *elements * (size_t)f->n);
  FirstTurns firsts = {0};
  bool positive = false;
  each_walk(f, elements, note_first, &firsts);
  float first = commonest(&firsts);
  if (!f->some_rotations) each_walk(f, elements, subtract_first, &first);
  each_walk(f, elements, wrap, NULL);
  each_walk(f, elements, find_positive, &positive);
  if (!positive && !f->no_reflection) each_walk(f, elements, mirror, NULL);
  each_walk(f, elements, snap, &rotations);
  qsort(elements, (size_t)f->n, sizeof *elements, compare_elements);
  f->elements = elements;
}

// ---- equality -----------------------------------------------------------------------------------

typedef struct Change {
  float rotation;
  bool mirrored;
} Change;

// A turn of half a circle has two signs; the positive one stands for both.
static TurnWalk changed(const TurnWalk *walk, Change change) {
  TurnWalk out = *walk;
  if (out.n) out.turn[0] += change.rotation;
  if (change.mirrored) mirror(&out, NULL);
  wrap(&out, NULL);
  for (int i = 0; i < out.n; i++) {
    if (out.turn[i] < -0.5F + TURN_SLACK) out.turn[i] += 1;
  }
  return out;
}

static bool same_restrictions(const Feature *a, const Feature *b) {
  if (a->no_reflection != b->no_reflection || a->some_rotations != b->some_rotations) return false;
  if (a->n_rotations != b->n_rotations) return false;
  for (int i = 0; i < a->n_rotations; i++) {
    if (fabsf(a->rotations[i] - b->rotations[i]) > TURN_SLACK) return false;
  }
  return true;
}

static void change_elements(const Feature *f, Change change, FeatureElement *out) {
  for (int i = 0; i < f->n; i++) {
    out[i] = f->elements[i];
    out[i].walk = changed(&out[i].walk, change);
  }
  qsort(out, (size_t)f->n, sizeof *out, compare_elements);
}

static bool same_under(const Feature *a, const Feature *b, Change change) {
  FeatureElement of_a[FEATURE_ELEMENTS_MAX], of_b[FEATURE_ELEMENTS_MAX];
  for (int place = 0; place < FEATURE_PLACES; place++) {
    TurnWalk left = changed(&a->at[place], change), right = changed(&b->at[place], (Change){0});
    if (a->has[place] && compare_walks(&left, &right)) return false;
  }
  change_elements(a, change, of_a);
  change_elements(b, (Change){0}, of_b);
  for (int i = 0; i < a->n; i++) {
    if (compare_elements(&of_a[i], &of_b[i])) return false;
  }
  return true;
}

bool feature_same(const Feature *a, const Feature *b, Rotations rotations) {
  if (a->n != b->n || memcmp(a->has, b->has, sizeof a->has) != 0 || !same_restrictions(a, b)) return false;
  static const float none[] = {0};
  if (a->some_rotations || !rotations.n) rotations = (Rotations){1, none};
  for (int i = 0; i < rotations.n; i++) {
    if (same_under(a, b, (Change){rotations.at[i], false})) return true;
    if (!a->no_reflection && same_under(a, b, (Change){rotations.at[i], true})) return true;
  }
  return false;
}
