// Atomic-M-N sets (section 6.1 of the paper), in an order of our own choice among those the reference may give.
#include "feature/atomic.h"

#include "base/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Named {
  Feature feature;
  const char *text;
  int length;  // of the walks of its elements
} Named;

typedef struct Maker {
  Arena *arena;
  const FeatureSpace *space;
  int turning, straight;
  Map known;  // texts
  bool too_many;
  VEC(Named) list;
} Maker;

static void keep(Maker *m, Feature feature) {
  m->too_many = m->too_many || m->list.n == FEATURES_MAX;
  if (m->too_many) return;
  feature_normalise(m->arena, &feature, m->space->rotations);
  Text text = {0};
  feature_print(&text, &feature);
  if (!map_get(&m->known, text_str(&text))) {
    Str kept = arena_str(m->arena, text_str(&text));
    int length = 0;
    for (int i = 0; i < feature.n; i++) length += feature.elements[i].walk.n;
    map_put(&m->known, kept, m);
    VEC_PUSH(&m->list, (Named){feature, arena_text(m->arena, kept), length});
  }
  text_free(&text);
}

static void keep_element(Maker *m, FeaturePlace base, const TurnWalk *walk, ElementKind kind, int number) {
  for (int negated = 0; negated < 2; negated++) {
    Feature feature = {.n = 1};
    FeatureElement element = {.kind = kind, .negated = negated, .number = number, .walk = *walk};
    feature.has[base] = true;
    feature.elements = &element;
    keep(m, feature);
  }
}

static void keep_static_elements(Maker *m, FeaturePlace base, const TurnWalk *walk) {
  const FeatureSpace *s = m->space;
  for (int i = 0; s->n_connectivities > 1 && i < s->n_connectivities; i++) {
    keep_element(m, base, walk, ELEMENT_CONNECTIVITY, s->connectivities[i]);
  }
  for (int r = 0; walk->n > 0 && r < s->n_regions; r++) {
    if (s->distances[r]) keep_element(m, base, walk, ELEMENT_PROXIMITY, r);
  }
}

// Stacks and what is hidden: elements the reference does not have.
static void keep_further_elements(Maker *m, FeaturePlace base, const TurnWalk *walk) {
  const Game *game = m->space->game;
  if (game_has(game, GAME_STACKING)) {
    for (int height = 2; height <= MIN(game->stack_height, 3); height++) {
      keep_element(m, base, walk, ELEMENT_HEIGHT, height);
    }
    keep_element(m, base, walk, ELEMENT_BELOW_FRIEND, 0);
    if (game->players > 1) keep_element(m, base, walk, ELEMENT_BELOW_ENEMY, 0);
  }
  if (game_has(game, GAME_HIDDEN) && !m->space->rules.see_hidden) keep_element(m, base, walk, ELEMENT_HIDDEN, 0);
}

static void keep_elements(Maker *m, FeaturePlace base, const TurnWalk *walk) {
  const Game *game = m->space->game;
  keep_element(m, base, walk, ELEMENT_EMPTY, 0);
  keep_element(m, base, walk, ELEMENT_FRIEND, 0);
  keep_element(m, base, walk, ELEMENT_OFF, 0);
  if (game->players > 1) keep_element(m, base, walk, ELEMENT_ENEMY, 0);
  for (int i = 1; m->space->items && i < game->n_components; i++) keep_element(m, base, walk, ELEMENT_ITEM, i);
  keep_static_elements(m, base, walk);
  keep_further_elements(m, base, walk);
}

static void keep_reactive(Maker *m, FeaturePlace base, const TurnWalk *walk) {
  static const FeaturePlace last[] = {PLACE_LAST_TO, PLACE_LAST_FROM};
  for (size_t i = 0; i < COUNT_OF(last); i++) {
    Feature feature = {0};
    feature.has[base] = feature.has[last[i]] = true;
    feature.at[last[i]] = *walk;
    keep(m, feature);
  }
}

// Every walk that begins like this one. The first turn is taken away by the normal form: one is enough.
static void keep_walks(Maker *m, FeaturePlace base, TurnWalk *walk, int size) {
  if (walk->n == size) {
    keep_elements(m, base, walk);
    keep_reactive(m, base, walk);
    return;
  }
  int turns = walk->n == 0 || size > m->turning ? 1 : m->space->rotations.n;
  for (int i = 0; i < turns && !m->too_many; i++) {
    float turn = turns == 1 ? 0 : m->space->rotations.at[i];
    if (walk->n > 0 && turn == 0.5F) continue;
    walk->turn[walk->n++] = turn;
    keep_walks(m, base, walk, size);
    walk->n--;
  }
}

static void keep_base(Maker *m, FeaturePlace base) {
  Feature feature = {0};
  feature.has[base] = true;
  keep(m, feature);
  for (int size = 0; size <= m->straight; size++) {
    TurnWalk walk = {0};
    keep_walks(m, base, &walk, size);
  }
}

static int compare(const void *left, const void *right) {
  const Named *a = left, *b = right;
  if (a->feature.n != b->feature.n) return a->feature.n - b->feature.n;
  return a->length != b->length ? a->length - b->length : strcmp(a->text, b->text);
}

// What does not change when a feature is turned or mirrored: everything but the signs of turns and the first turn.
static Str invariant(const Maker *m, const Feature *f) {
  Text text = {0};
  const TurnWalk *walk = f->n ? &f->elements[0].walk : NULL;
  for (int place = 0; place < FEATURE_PLACES; place++) {
    text_char(&text, f->has[place] ? '+' : '-');
    if (f->has[place] && f->at[place].n) walk = &f->at[place];
  }
  if (f->n) text_printf(&text, "%d %d %d", (int)f->elements[0].kind, f->elements[0].number, f->elements[0].negated);
  for (int i = 1; walk && i < walk->n; i++) text_printf(&text, " %ld", lroundf(fabsf(walk->turn[i]) * 1000));
  if (walk) text_printf(&text, " %d", walk->n);
  Str kept = arena_str(m->arena, text_str(&text));
  text_free(&text);
  return kept;
}

// Longer walks may become each other by a turn that the normal form does not find.
static void keep_different(const Maker *m, Features *out) {
  Map groups;  // invariant -> number + 1 of the last feature that has it
  VEC(size_t) previous = {0};
  map_init(&groups, m->arena);
  for (size_t i = 0; i < m->list.n; i++) {
    const Feature *feature = &m->list.at[i].feature;
    Str group = invariant(m, feature);
    size_t last = (size_t)(uintptr_t)map_get(&groups, group), at = last;
    while (at && !feature_same(feature, &out->at[at - 1], m->space->rotations)) at = previous.at[at - 1];
    if (at) continue;
    VEC_PUSH(out, *feature);
    VEC_PUSH(&previous, last);
    map_put(&groups, group, (void *)(uintptr_t)out->n);
  }
  VEC_FREE(&previous);
}

bool atomic_features(Arena *arena, const FeatureSpace *space, int turning, int straight, Features *out) {
  Maker m = {.arena = arena, .space = space, .turning = turning, .straight = straight};
  map_init(&m.known, arena);
  keep_base(&m, PLACE_TO);
  if (space->uses_from) keep_base(&m, PLACE_FROM);
  if (!m.too_many) {
    qsort(m.list.at, m.list.n, sizeof *m.list.at, compare);
    if (turning > 2) {
      keep_different(&m, out);
    } else {
      for (size_t i = 0; i < m.list.n; i++) VEC_PUSH(out, m.list.at[i].feature);
    }
  }
  VEC_FREE(&m.list);
  return !m.too_many;
}

bool atomic_name(const char *name, int *turning, int *straight) {
  char rest;
  if (sscanf(name, "Atomic-%d-%d%c", turning, straight, &rest) != 2) return false;
  return *turning >= 0 && *straight >= *turning && *straight <= WALK_STEPS_MAX;
}
