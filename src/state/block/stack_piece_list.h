// The list of stacked pieces: where pieces were last put, one entry after another, kept for boards with stacks or
// several types of sites where the order of the pieces counts. It follows the reference system, which keeps its list
// beside the board: an entry may stay behind when its piece is promoted, and loops over pieces go by the list.
#ifndef STATE_BLOCK_STACK_PIECE_LIST_H
#define STATE_BLOCK_STACK_PIECE_LIST_H

#include "state/block/access.h"

void stack_list_add(Position *x, int32_t what, SiteType type, int32_t site, int32_t level);
// More of a kind came to a site that had some: one more entry, unless the list is getting full.
void stack_list_add_again(Position *x, int32_t what, SiteType type, int32_t site);
// All entries of a kind on a site leave.
void stack_list_leave_site(Position *x, int32_t what, SiteType type, int32_t site);
// The entries of a kind at a level of a site leave; those of any kind above it come down by one.
void stack_list_leave_level(Position *x, int32_t what, SiteType type, int32_t site, int32_t level);
// Nobody comes down.
void stack_list_leave_gap(Position *x, int32_t what, SiteType type, int32_t site, int32_t level);

static inline int32_t stack_list_count(const Position *x) { return *STATE_AT(x, int32_t, x->layout->stack_list_n); }
static inline StackPiece stack_list_entry(const Position *x, int32_t i) {
  if (!x->layout->small_stack_list) return STATE_AT(x, StackPiece, x->layout->stack_list)[i];
  SmallStackPiece small = STATE_AT(x, SmallStackPiece, x->layout->stack_list)[i];
  return (StackPiece){small.what, small.site, small.level, small.type};
}
// The first entry of a kind at number i or beyond, going up (step 1) or down (step -1); -1 when there is none.
static inline int32_t stack_list_find(const Position *x, int32_t what, int32_t i, int step) {
  int32_t n = stack_list_count(x);
  const SmallStackPiece *small = STATE_AT(x, SmallStackPiece, x->layout->stack_list);
  const StackPiece *large = STATE_AT(x, StackPiece, x->layout->stack_list);
  if (LIKELY(x->layout->small_stack_list)) {
    while (i >= 0 && i < n && small[i].what != what) i += step;
  } else {
    while (i >= 0 && i < n && large[i].what != what) i += step;
  }
  return i < n ? i : -1;
}

// The first entry of a kind on a site at number i or beyond, or -1. Kind and site are compared at once.
static inline int32_t stack_list_find_at(const Position *x, int32_t what, SiteType type, int32_t site, int32_t i) {
  int32_t n = stack_list_count(x);
  if (UNLIKELY(!x->layout->small_stack_list)) {
    const StackPiece *all = STATE_AT(x, StackPiece, x->layout->stack_list);
    while (i < n && !(all[i].what == what && all[i].site == site && all[i].type == type)) i++;
    return i < n ? i : -1;
  }
  const SmallStackPiece *all = STATE_AT(x, SmallStackPiece, x->layout->stack_list);
  SmallStackPiece wanted = {.what = (uint8_t)what, .site = (uint8_t)site};
  uint16_t key, have;
  static_assert(offsetof(SmallStackPiece, site) == 1, "kind and site come first");
  memcpy(&key, &wanted, sizeof key);
  for (; i < n; i++) {
    memcpy(&have, &all[i], sizeof have);
    if (have == key && all[i].type == type) return i;
  }
  return -1;
}

#endif
