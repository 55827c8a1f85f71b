// Bags: texts in one buffer, with a hash each.
#include "play/record/multiset.h"

#include "base/map.h"

#include <stdlib.h>

void multiset_clear(Multiset *bag) {
  text_clear(&bag->text);
  VEC_CLEAR(&bag->items);
}

void multiset_free(Multiset *bag) {
  text_free(&bag->text);
  VEC_FREE(&bag->items);
}

void multiset_close_item(Multiset *bag) {
  size_t at = bag->items.n ? VEC_LAST(&bag->items).at + VEC_LAST(&bag->items).n : 0, n = bag->text.n - at;
  VEC_PUSH(&bag->items, (MultisetItem){at, n, hash_bytes(text_str(&bag->text).p + at, n, 0)});
}

void multiset_add(Multiset *bag, Str text) {
  text_add(&bag->text, text);
  multiset_close_item(bag);
}

Str multiset_item(const Multiset *bag, size_t i) {
  const MultisetItem *item = &bag->items.at[i];
  return (Str){text_str(&bag->text).p + item->at, item->n};
}

int multiset_find(const Multiset *bag, Str text) {
  uint64_t hash = hash_bytes(text.p, text.n, 0);
  for (size_t i = 0; i < bag->items.n; i++) {
    if (bag->items.at[i].hash == hash && str_eq(multiset_item(bag, i), text)) return (int)i;
  }
  return -1;
}

// ---- comparing by hash ---------------------------------------------------------------------------

typedef struct HashAt {
  uint64_t hash;
  size_t index;
} HashAt;

typedef VEC(HashAt) Hashes;

static int by_hash(const void *a, const void *b) {
  const HashAt *x = a, *y = b;
  return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1) : x->index < y->index ? -1 : x->index > y->index;
}

static void sorted_hashes(const Multiset *bag, Hashes *hashes) {
  for (size_t i = 0; i < bag->items.n; i++) VEC_PUSH(hashes, (HashAt){bag->items.at[i].hash, i});
  if (hashes->n) qsort(hashes->at, hashes->n, sizeof *hashes->at, by_hash);
}

void multiset_excess(const Multiset *a, const Multiset *b, MultisetIndices *excess) {
  Hashes left = {0}, right = {0};
  sorted_hashes(a, &left);
  sorted_hashes(b, &right);
  VEC_CLEAR(excess);
  for (size_t i = 0, j = 0; i < left.n;) {
    while (j < right.n && right.at[j].hash < left.at[i].hash) j++;
    if (j < right.n && right.at[j].hash == left.at[i].hash) j++;
    else VEC_PUSH(excess, left.at[i].index);
    i++;
  }
  VEC_FREE(&left);
  VEC_FREE(&right);
}

bool multiset_equal(const Multiset *a, const Multiset *b) {
  if (a->items.n != b->items.n) return false;
  MultisetIndices excess = {0};
  multiset_excess(a, b, &excess);
  bool equal = excess.n == 0;
  VEC_FREE(&excess);
  return equal;
}

// ---- in byte order -------------------------------------------------------------------------------

typedef struct TextAt {
  Str text;
  size_t index;
} TextAt;

static int by_text(const void *a, const void *b) {
  const TextAt *x = a, *y = b;
  size_t n = MIN(x->text.n, y->text.n);
  int order = n ? memcmp(x->text.p, y->text.p, n) : 0;
  if (order) return order;
  if (x->text.n != y->text.n) return x->text.n < y->text.n ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

// The indices of the items in byte order of their texts.
static void sort_items(const Multiset *bag, MultisetIndices *order) {
  VEC(TextAt) texts = {0};
  for (size_t i = 0; i < bag->items.n; i++) VEC_PUSH(&texts, (TextAt){multiset_item(bag, i), i});
  if (texts.n) qsort(texts.at, texts.n, sizeof *texts.at, by_text);
  VEC_CLEAR(order);
  for (size_t i = 0; i < texts.n; i++) VEC_PUSH(order, texts.at[i].index);
  VEC_FREE(&texts);
}

static uint64_t fnv(uint64_t hash, const char *p, size_t n) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ (unsigned char)p[i]) * 0x100000001b3ULL;
  return hash;
}

uint64_t multiset_sorted_hash(const Multiset *bag) {
  MultisetIndices order = {0};
  sort_items(bag, &order);
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < order.n; i++) {
    Str text = multiset_item(bag, order.at[i]);
    hash = fnv(fnv(hash, text.p, text.n), "\n", 1);
  }
  VEC_FREE(&order);
  return hash;
}
