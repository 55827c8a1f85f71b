// Multisets of texts, compared by content hash: the legal moves of a position, ours and recorded ones.
#ifndef PLAY_RECORD_MULTISET_H
#define PLAY_RECORD_MULTISET_H

#include "base/text.h"
#include "base/vec.h"

typedef struct MultisetItem {
  size_t at, n;  // in the text
  uint64_t hash;
} MultisetItem;

typedef struct Multiset {
  Text text;
  VEC(MultisetItem) items;
} Multiset;

typedef VEC(size_t) MultisetIndices;

void multiset_clear(Multiset *bag);
void multiset_free(Multiset *bag);
void multiset_add(Multiset *bag, Str text);
// Ends the text that was appended to bag->text since the last item: it becomes the next item.
void multiset_close_item(Multiset *bag);
Str multiset_item(const Multiset *bag, size_t i);

// The items of a that b lacks, each as often as it is in excess. Empty both ways round: equal bags.
void multiset_excess(const Multiset *a, const Multiset *b, MultisetIndices *excess);
bool multiset_equal(const Multiset *a, const Multiset *b);

// The first item with this text, or -1.
int multiset_find(const Multiset *bag, Str text);

// FNV-1a over the items in byte order, each followed by a newline.
uint64_t multiset_sorted_hash(const Multiset *bag);

#endif
