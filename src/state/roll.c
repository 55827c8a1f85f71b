// Entries lie in one array in the order they were made; one that leaves becomes a gap, and gaps are closed now and
// then, lest searches pass more gaps than entries.
#include "state/roll.h"

#include "state/access.h"

enum { CLOSE_EVERY = 16 };

static_assert(sizeof(RollEntry) == 8, "an entry is written as one word");

int32_t roll_count(const Exec *x) { return *STATE_AT(x, int32_t, x->layout->roll_n); }
static const RollEntry *entries(const Exec *x) { return STATE_AT(x, RollEntry, x->layout->roll); }

static void put(Exec *x, int32_t i, RollEntry entry) {
  uint64_t word;
  memcpy(&word, &entry, sizeof word);
  state_put64(x, x->layout->roll + (uint32_t)i * (uint32_t)sizeof entry, word);
}

RollEntry roll_entry(const Exec *x, int32_t i) { return entries(x)[i]; }

int32_t roll_find(const Exec *x, int32_t what, int32_t i, int step) {
  int32_t n = roll_count(x);
  const RollEntry *all = entries(x);
  while (i >= 0 && i < n && all[i].what != what) i += step;
  return i < n ? i : -1;
}

static bool stands(const Exec *x, const RollEntry *entry) {
  return site_what(x, (SiteType)entry->type, entry->site, entry->level) == entry->what;
}

// Closes the gaps; thorough: entries without a piece go too.
static void close_gaps(Exec *x, bool thorough) {
  int32_t n = roll_count(x), kept = 0;
  for (int32_t i = 0; i < n; i++) {
    RollEntry entry = entries(x)[i];
    if (!entry.what || (thorough && !stands(x, &entry))) continue;
    if (kept != i) put(x, kept, entry);
    kept++;
  }
  state_put32(x, x->layout->roll_n, (uint32_t)kept);
}

static bool has_room(const Exec *x) { return roll_count(x) < (int32_t)x->layout->roll_size; }

void roll_add(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->roll || what <= 0 || !x->game->components[what].list) return;
  if (!has_room(x) || roll_count(x) % CLOSE_EVERY == CLOSE_EVERY - 1) close_gaps(x, false);
  if (!has_room(x)) close_gaps(x, true);
  if (!has_room(x)) {
    exec_fault(x, "there are too many pieces to keep their order");
    return;
  }
  int32_t n = roll_count(x);
  put(x, n, (RollEntry){(uint16_t)what, (uint16_t)site, (uint16_t)level, (uint16_t)type});
  state_put32(x, x->layout->roll_n, (uint32_t)n + 1);
}

void roll_add_again(Exec *x, int32_t what, SiteType type, int32_t site) {
  if (roll_count(x) < (int32_t)x->layout->roll_size / 2) roll_add(x, what, type, site, 0);
}

static bool is_at(const RollEntry *entry, SiteType type, int32_t site) {
  return entry->what && entry->site == site && entry->type == type;
}

void roll_leave_site(Exec *x, int32_t what, SiteType type, int32_t site) {
  if (!x->layout->roll) return;
  for (int32_t i = roll_find(x, what, 0, 1); i >= 0; i = roll_find(x, what, i + 1, 1)) {
    if (is_at(&entries(x)[i], type, site)) put(x, i, (RollEntry){0});
  }
}

void roll_leave_gap(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->roll) return;
  for (int32_t i = roll_find(x, what, 0, 1); i >= 0; i = roll_find(x, what, i + 1, 1)) {
    if (is_at(&entries(x)[i], type, site) && entries(x)[i].level == level) put(x, i, (RollEntry){0});
  }
}

void roll_leave_level(Exec *x, int32_t what, SiteType type, int32_t site, int32_t level) {
  if (!x->layout->roll || what <= 0) return;
  roll_leave_gap(x, what, type, site, level);
  int32_t n = roll_count(x);
  for (int32_t i = 0; i < n; i++) {
    RollEntry entry = entries(x)[i];
    if (!is_at(&entry, type, site) || entry.level <= level) continue;
    entry.level--;
    put(x, i, entry);
  }
}
