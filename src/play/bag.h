// Multisets of texts, compared by content hash: the legal moves of a position, ours and recorded ones.
#ifndef PLAY_BAG_H
#define PLAY_BAG_H

#include "base/text.h"
#include "base/vec.h"

typedef struct BagItem {
  size_t at, n;  // in the text
  uint64_t hash;
} BagItem;

typedef struct Bag {
  Text text;
  VEC(BagItem) items;
} Bag;

typedef VEC(size_t) BagIndices;

void bag_clear(Bag *bag);
void bag_free(Bag *bag);
void bag_add(Bag *bag, Str text);
// Ends the text that was appended to bag->text since the last item: it becomes the next item.
void bag_close_item(Bag *bag);
Str bag_item(const Bag *bag, size_t i);

// The items of a that b lacks, each as often as it is in excess. Empty both ways round: equal bags.
void bag_excess(const Bag *a, const Bag *b, BagIndices *excess);
bool bag_equal(const Bag *a, const Bag *b);

// The first item with this text, or -1.
int bag_find(const Bag *bag, Str text);

// FNV-1a over the items in byte order, each followed by a newline.
uint64_t bag_sorted_hash(const Bag *bag);

#endif
