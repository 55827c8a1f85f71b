// Walking over the orthogonal steps of a board.
#include "board/walk.h"

#include "base/mem.h"

Site walk_end(const Topology *t, SiteType type, Site from, Dir start, const int32_t *steps, int n) {
  DirSet turns = topo_supported(t, type, RELATION_ORTHOGONAL);
  Dir dir = start;
  for (int i = 0; i < n && from >= 0; i++) {
    if (steps[i] == WALK_FORWARD) {
      SiteList next = topo_step_list(t, type, from, dir);
      from = next.n ? next.at[next.n - 1] : SITE_OFF;
    } else {
      do dir = steps[i] == WALK_RIGHT ? dir_right(dir) : dir_left(dir);
      while (!dirs_has(turns, dir));
    }
  }
  return from;
}

bool walk_leads_to(const Topology *t, SiteType type, Dir dir, Site from, Site to) {
  Radials radials = topo_radials(t, type, from, dir);
  for (int r = 0; r < radials.n; r++) {
    SiteList line = topo_radial(t, type, radials.ids[r]);
    for (int i = 1; i < line.n; i++) {
      if (line.at[i] == to) return true;
    }
  }
  return false;
}

// ---- all directions between two sites ------------------------------------------------------------

typedef struct WalkTable {
  LazyValue lazy;
  WalkDirs at[];  // by from * sites + to
} WalkTable;

static void walk_table_free(LazyValue *value) { mem_free(value); }

// Adds a direction to all sites that lines and steps from one lead to.
static void add_direction(const Topology *t, SiteType type, Dir dir, Site from, WalkDirs *row) {
  Radials radials = topo_radials(t, type, from, dir);
  for (int r = 0; r < radials.n; r++) {
    SiteList line = topo_radial(t, type, radials.ids[r]);
    for (int i = 1; i < line.n; i++) row[line.at[i]].lines |= dir_bit(dir);
  }
  SiteList near = topo_step_list(t, type, from, dir);
  for (int i = 0; i < near.n; i++) row[near.at[i]].steps |= dir_bit(dir);
}

static WalkTable *walk_table_make(const Topology *t, SiteType type) {
  size_t n = (size_t)t->sites[type].n;
  WalkTable *table = mem_alloc_zero(sizeof *table + n * n * sizeof *table->at);
  table->lazy.free = walk_table_free;
  for (Site from = 0; from < (Site)n; from++) {
    for (int dir = 0; dir < DIRS; dir++) add_direction(t, type, (Dir)dir, from, table->at + (size_t)from * n);
  }
  return table;
}

static bool step_leads_to(const Topology *t, SiteType type, Dir dir, Site from, Site to) {
  SiteList near = topo_step_list(t, type, from, dir);
  for (int i = 0; i < near.n; i++) {
    if (near.at[i] == to) return true;
  }
  return false;
}

static WalkDirs directions_once(const Topology *t, SiteType type, Site from, Site to) {
  WalkDirs found = {0};
  for (int dir = 0; dir < DIRS; dir++) {
    if (walk_leads_to(t, type, (Dir)dir, from, to)) found.lines |= dir_bit((Dir)dir);
    if (step_leads_to(t, type, (Dir)dir, from, to)) found.steps |= dir_bit((Dir)dir);
  }
  return found;
}

WalkDirs walk_directions(Lazy *kept, const Topology *t, SiteType type, Site from, Site to) {
  int n = t->sites[type].n;
  if (from < 0 || from >= n || to < 0 || to >= n) return (WalkDirs){0};
  if (n > WALK_TABLE_SITES) return directions_once(t, type, from, to);
  const LazyValue *made = lazy_get(kept);
  if (!made) made = lazy_offer(kept, &walk_table_make(t, type)->lazy);
  return ((const WalkTable *)(const void *)made)->at[(size_t)from * (size_t)n + (size_t)to];
}
