// Making sets.
#include "feature/set.h"

#include "base/mem.h"
#include "feature/instance.h"

#include <math.h>
#include <stdlib.h>

const char *const aspatial_names[ASPATIALS] = {"Intercept", "PassMove", "SwapMove"};

void set_close(FeatureSet *set) {
  if (!set) return;
  arena_free(&set->arena);
  mem_free(set);
}

static Feature feature_copy(Arena *arena, const Feature *from) {
  Feature copy = *from;
  copy.elements = arena_copy(arena, from->elements, sizeof *from->elements * (size_t)from->n);
  copy.rotations = arena_copy(arena, from->rotations, sizeof *from->rotations * (size_t)from->n_rotations);
  return copy;
}

void set_of_features(FeatureSet **out, const FeatureSpace *space, const Feature *features, int n) {
  FeatureSet *set = mem_alloc_zero(sizeof *set);
  Feature *at = ARENA_ARRAY(&set->arena, Feature, n + 1);
  set->game = arena_text(&set->arena, str_of(space->game->name));
  set->players = space->game->players;
  set->n = n;
  set->texts = ARENA_ARRAY(&set->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) {
    Text text = {0};
    at[i] = feature_copy(&set->arena, &features[i]);
    feature_print(&text, &at[i]);
    set->texts[i] = arena_text(&set->arena, text_str(&text));
    text_free(&text);
  }
  set->at = at;
  set->weights = ARENA_ARRAY(&set->arena, float, (set->players + 2) * n + 1);
  set->aspatial = ARENA_ARRAY(&set->arena, float, (set->players + 2) * ASPATIALS);
  *out = set;
}

bool set_fits(const FeatureSet *set, const Game *game, int *which) {
  FeatureSpace *space;
  bool good = true;
  space_open(&space, game, (FeatureRules){0});
  for (int i = 0; i < set->n && good; i++) {
    good = feature_fits(space, &set->at[i]);
    if (!good) *which = i;
  }
  space_close(space);
  return good;
}

void set_copy_weights(FeatureSet *to, const FeatureSet *from) {
  assert(to->n == from->n);
  for (int p = 1; p <= MIN(from->players, to->players); p++) {
    memcpy(set_weights(to, (Player)p), set_weights(from, (Player)p), sizeof(float) * (size_t)from->n);
    memcpy(set_aspatial(to, (Player)p), set_aspatial(from, (Player)p), sizeof(float) * ASPATIALS);
  }
  to->weighted = from->weighted;
}

bool set_atomic(FeatureSet **out, const FeatureSpace *space, int turning, int straight) {
  Arena arena = {0};
  Features features = {0};
  bool good = atomic_features(&arena, space, turning, straight, &features);
  if (good) set_of_features(out, space, features.at, (int)features.n);
  VEC_FREE(&features);
  arena_free(&arena);
  return good;
}

typedef struct Heavy {
  int feature;
  double weight;
} Heavy;

static int compare_heavy(const void *left, const void *right) {
  const Heavy *a = left, *b = right;
  if (a->weight != b->weight) return a->weight < b->weight ? 1 : -1;
  return a->feature - b->feature;
}

void features_by_weight(const double *weights, int n, int *order) {
  VEC(Heavy) heavy = {0};
  for (int i = 0; i < n; i++) VEC_PUSH(&heavy, (Heavy){i, weights[i]});
  if (heavy.n) qsort(heavy.at, heavy.n, sizeof *heavy.at, compare_heavy);
  for (int i = 0; i < n; i++) order[i] = heavy.at[i].feature;
  VEC_FREE(&heavy);
}

double set_heaviness(const FeatureSet *set, int feature) {
  double most = 0;
  for (int p = 1; p <= set->players; p++) most = fmax(most, fabs((double)set_weights(set, (Player)p)[feature]));
  return most;
}
