// Entries lie in one array in the order they were made; one that leaves becomes a gap, and gaps are closed now and
// then, lest searches pass more gaps than entries.
#include "state/block/stack_piece_list.h"

#include "state/block/access.h"

enum { CLOSE_EVERY = 16 };

static_assert(sizeof(StackPiece) == 8 && sizeof(SmallStackPiece) == 4, "an entry is written as one word");

static inline void put(Position *x, int32_t i, StackPiece entry) {
  if (LIKELY(x->layout->small_stack_list)) {
    SmallStackPiece small = {(uint8_t)entry.what, (uint8_t)entry.site, (uint8_t)entry.level, (uint8_t)entry.type};
    uint32_t word;
    memcpy(&word, &small, sizeof word);
    state_put32(x, x->layout->stack_list + (uint32_t)i * (uint32_t)sizeof small, word);
    return;
  }
  uint64_t word;
  memcpy(&word, &entry, sizeof word);
  state_put64(x, x->layout->stack_list + (uint32_t)i * (uint32_t)sizeof entry, word);
}

static bool stands(const Position *x, const StackPiece *entry) {
  return site_what(x, (SiteType)entry->type, entry->site, entry->level) == entry->what;
}

// Closes the gaps; thorough: entries without a piece go too.
static void close_gaps(Position *x, bool thorough) {
  int32_t n = stack_list_count(x), kept = 0;
  for (int32_t i = 0; i < n; i++) {
    StackPiece entry = stack_list_entry(x, i);
    if (!entry.what || (thorough && !stands(x, &entry))) continue;
    if (kept != i) put(x, kept, entry);
    kept++;
  }
  state_put32(x, x->layout->stack_list_n, (uint32_t)kept);
}

static bool has_room(const Position *x) { return stack_list_count(x) < (int32_t)x->layout->stack_list_size; }

void stack_list_add(Position *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->stack_list || what <= 0 || !component_of(x, what)->list) return;
  if (!has_room(x) || stack_list_count(x) % CLOSE_EVERY == CLOSE_EVERY - 1) close_gaps(x, false);
  if (!has_room(x)) close_gaps(x, true);
  if (!has_room(x)) {
    position_fault(x, "there are too many pieces to keep their order");
    return;
  }
  int32_t n = stack_list_count(x);
  put(x, n, (StackPiece){(uint16_t)what, (uint16_t)site, (uint16_t)level, (uint16_t)type});
  state_put32(x, x->layout->stack_list_n, (uint32_t)n + 1);
}

void stack_list_add_again(Position *x, int32_t what, SiteType type, int32_t site) {
  if (stack_list_count(x) < (int32_t)x->layout->stack_list_size / 2) stack_list_add(x, what, type, site, 0);
}

static bool is_at(const StackPiece *entry, SiteType type, int32_t site) {
  return entry->what && entry->site == site && entry->type == type;
}

void stack_list_leave_site(Position *x, int32_t what, SiteType type, int32_t site) {
  if (!x->layout->stack_list) return;
  for (int32_t i = stack_list_find_at(x, what, type, site, 0); i >= 0;
       i = stack_list_find_at(x, what, type, site, i + 1)) {
    put(x, i, (StackPiece){0});
  }
}

void stack_list_leave_gap(Position *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->stack_list) return;
  for (int32_t i = stack_list_find_at(x, what, type, site, 0); i >= 0;
       i = stack_list_find_at(x, what, type, site, i + 1)) {
    if (stack_list_entry(x, i).level == level) put(x, i, (StackPiece){0});
  }
}

void stack_list_leave_level(Position *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->stack_list || what <= 0) return;
  stack_list_leave_gap(x, what, type, site, level);
  int32_t n = stack_list_count(x);
  for (int32_t i = 0; i < n; i++) {
    StackPiece entry = stack_list_entry(x, i);
    if (!is_at(&entry, type, site) || entry.level <= level) continue;
    entry.level--;
    put(x, i, entry);
  }
}
