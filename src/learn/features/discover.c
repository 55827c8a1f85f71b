// Counting pairs and ranking them.
#include "learn/features/discover.h"

#include "base/map.h"

#include <math.h>
#include <stdlib.h>

const char *const discovery_names[] = {"correlation", "add-random", "combine-random", "combine-max", "none", NULL};

void discovery_clear(Discovery *discovery) {
  VEC_CLEAR(&discovery->errors);
  VEC_CLEAR(&discovery->first);
  VEC_CLEAR(&discovery->instances);
}

void discovery_free(Discovery *discovery) {
  VEC_FREE(&discovery->errors);
  VEC_FREE(&discovery->first);
  VEC_FREE(&discovery->instances);
}

void discovery_move(Discovery *discovery, double error) {
  VEC_PUSH(&discovery->errors, error);
  VEC_PUSH(&discovery->first, (uint32_t)discovery->instances.n);
}

void discovery_active(Discovery *discovery, ActiveInstance instance) { VEC_PUSH(&discovery->instances, instance); }

static uint32_t end_of(const Discovery *d, size_t move) {
  return move + 1 < d->first.n ? d->first.at[move + 1] : (uint32_t)d->instances.n;
}

// ---- the score -----------------------------------------------------------------------------------

// Pearson's correlation from sums; 0 where one of the two never changes.
static double correlation(double n, double sum_x, double squares_x, double sum_y, double squares_y, double products) {
  double spread_x = n * squares_x - sum_x * sum_x, spread_y = n * squares_y - sum_y * sum_y;
  if (spread_x <= 1e-12 || spread_y <= 1e-12) return 0;
  return (n * products - sum_x * sum_y) / sqrt(spread_x * spread_y);
}

double pair_score(const PairCounts *c) {
  double by_error = correlation(c->n, c->n_both, c->n_both, c->error_sum, c->error_squares, c->both_error);
  double by_a = correlation(c->n, c->n_both, c->n_both, c->n_a, c->n_a, c->n_both);
  double by_b = correlation(c->n, c->n_both, c->n_both, c->n_b, c->n_b, c->n_both);
  return fabs(by_error) * (1 - fmax(fabs(by_a), fabs(by_b)));
}

// ---- counting ------------------------------------------------------------------------------------

// A pair, however both are turned together.
typedef struct PairEntry {
  uint64_t key;     // 0: free
  uint32_t last;    // the move it was seen at last, + 1
  uint32_t n;       // moves with both active
  double error;     // their errors
  uint32_t ia, ib;  // where it was first seen
} PairEntry;

typedef struct PairTable {
  PairEntry *at;
  size_t mask, n;
} PairTable;

static PairEntry *entry_for(PairTable *table, uint64_t key);

static void grow(PairTable *table) {
  PairTable old = *table;
  table->mask = old.at ? 2 * old.mask + 1 : 4095;
  table->at = mem_alloc_zero(sizeof *table->at * (table->mask + 1));
  for (size_t i = 0; old.at && i <= old.mask; i++) {
    if (old.at[i].key) *entry_for(table, old.at[i].key) = old.at[i];
  }
  mem_free(old.at);
}

static PairEntry *entry_for(PairTable *table, uint64_t key) {
  size_t i = key & table->mask;
  while (table->at[i].key && table->at[i].key != key) i = (i + 1) & table->mask;
  return &table->at[i];
}

// The same for the same two features in the same relative position.
static uint64_t pair_key(const ActiveInstance *a, const ActiveInstance *b) {
  Orientation between = orientation_between(a->turn, b->turn);
  uint64_t turn = (uint64_t)(lrintf(between.rotation * 5040) % 5040), mirrored = between.mirror < 0;
  return random_mix(((uint64_t)a->feature << 48 | (uint64_t)b->feature << 32 | turn << 8 | mirrored << 1 |
                     (a->place == PLACE_FROM)) +
                    0x9e3779b97f4a7c15ULL) |
         1;
}

static bool fit(const ActiveInstance *a, const ActiveInstance *b) { return a->place == b->place; }

static void count_pair(PairTable *table, const Discovery *d, size_t move, uint32_t ia, uint32_t ib) {
  const ActiveInstance *a = &d->instances.at[ia], *b = &d->instances.at[ib];
  uint64_t key = pair_key(a, b);
  if (a->feature == b->feature) key = MIN(key, pair_key(b, a));
  if (2 * (table->n + 1) > table->mask) grow(table);
  PairEntry *entry = entry_for(table, key);
  if (!entry->key) {
    *entry = (PairEntry){.key = key, .ia = ia, .ib = ib};
    table->n++;
  }
  if (entry->last == move + 1) return;
  entry->last = (uint32_t)move + 1;
  entry->n++;
  entry->error += d->errors.at[move];
}

static void count_move(PairTable *table, const Discovery *d, size_t move) {
  uint32_t end = end_of(d, move);
  for (uint32_t i = d->first.at[move]; i < end; i++) {
    for (uint32_t k = i + 1; k < end; k++) {
      const ActiveInstance *a = &d->instances.at[i], *b = &d->instances.at[k];
      if (!fit(a, b)) continue;
      if (a->feature <= b->feature) count_pair(table, d, move, i, k);
      else count_pair(table, d, move, k, i);
    }
  }
}

// By feature: moves with it active in any way.
static void count_features(const Discovery *d, double *counts) {
  VEC(uint32_t) last = {0};
  for (size_t move = 0; move < d->errors.n; move++) {
    for (uint32_t i = d->first.at[move]; i < end_of(d, move); i++) {
      uint16_t f = d->instances.at[i].feature;
      while (last.n <= f) VEC_PUSH(&last, 0);
      if (last.at[f] == move + 1) continue;
      last.at[f] = (uint32_t)move + 1;
      counts[f]++;
    }
  }
  VEC_FREE(&last);
}

// ---- ranking -------------------------------------------------------------------------------------

// Keeps the best `most`, best first; equal ones in the order of features.
static int compare_pairs(const void *left, const void *right) {
  const DiscoveredPair *a = left, *b = right;
  if (a->score != b->score) return a->score < b->score ? 1 : -1;
  if (a->a.feature != b->a.feature) return a->a.feature < b->a.feature ? -1 : 1;
  if (a->b.feature != b->b.feature) return a->b.feature < b->b.feature ? -1 : 1;
  Orientation p = orientation_between(a->a.turn, a->b.turn), q = orientation_between(b->a.turn, b->b.turn);
  if (p.rotation != q.rotation) return p.rotation < q.rotation ? -1 : 1;
  return p.mirror - q.mirror;
}

static void keep_best(DiscoveredPairs *out, size_t most) {
  if (out->n) qsort(out->at, out->n, sizeof *out->at, compare_pairs);
  out->n = MIN(out->n, most);
}

static void rank_by_correlation(const Discovery *d, size_t most, DiscoveredPairs *out) {
  PairTable table = {0};
  PairCounts counts = {.n = (double)d->errors.n};
  double *of_feature = mem_alloc_zero(sizeof(double) * (UINT16_MAX + 1));
  grow(&table);
  count_features(d, of_feature);
  for (size_t i = 0; i < d->errors.n; i++) {
    counts.error_sum += d->errors.at[i];
    counts.error_squares += d->errors.at[i] * d->errors.at[i];
    count_move(&table, d, i);
  }
  for (size_t i = 0; i <= table.mask; i++) {
    const PairEntry *entry = &table.at[i];
    if (!entry->key) continue;
    DiscoveredPair pair = {d->instances.at[entry->ia], d->instances.at[entry->ib], 0};
    counts.n_both = entry->n;
    counts.both_error = entry->error;
    counts.n_a = of_feature[pair.a.feature];
    counts.n_b = of_feature[pair.b.feature];
    pair.score = pair_score(&counts);
    if (pair.score > 1e-9) VEC_PUSH(out, pair);
    if (out->n > 16 * most) keep_best(out, most);
  }
  keep_best(out, most);
  mem_free(of_feature);
  mem_free(table.at);
}

// Any two instances of a move that fit, or one that is given and any other.
static void push_pair(const Discovery *d, size_t move, const uint32_t *given, Random *random, DiscoveredPairs *out) {
  uint32_t first = d->first.at[move], n = end_of(d, move) - first;
  if (n < 2) return;
  uint32_t i = given ? *given : first + random_below(random, n), k = first + random_below(random, n);
  const ActiveInstance *a = &d->instances.at[i], *b = &d->instances.at[k];
  if (i != k && fit(a, b)) VEC_PUSH(out, (DiscoveredPair){*a, *b, 0});
}

static size_t worst_move(const Discovery *d) {
  size_t worst = 0;
  for (size_t i = 1; i < d->errors.n; i++) {
    if (fabs(d->errors.at[i]) > fabs(d->errors.at[worst])) worst = i;
  }
  return worst;
}

static uint32_t heaviest_of(const Discovery *d, size_t move, const double *weights) {
  uint32_t best = d->first.at[move];
  for (uint32_t i = best; i < end_of(d, move); i++) {
    if (fabs(weights[d->instances.at[i].feature]) > fabs(weights[d->instances.at[best].feature])) best = i;
  }
  return best;
}

void discovery_rank(const Discovery *d, DiscoveryKind kind, const double *weights, Random *random, size_t most,
                    DiscoveredPairs *out) {
  VEC_CLEAR(out);
  if (!d->errors.n || kind == DISCOVER_NOTHING) return;
  if (kind == DISCOVER_CORRELATION) {
    rank_by_correlation(d, most, out);
    return;
  }
  size_t worst = worst_move(d);
  uint32_t heaviest = heaviest_of(d, worst, weights);
  for (size_t tries = 0; tries < 4 * most && out->n < most; tries++) {
    bool any = kind == DISCOVER_ADD_RANDOM;
    push_pair(d, any ? random_below(random, (uint32_t)d->errors.n) : worst,
              kind == DISCOVER_COMBINE_MAX ? &heaviest : NULL, random, out);
  }
}
